import type { PagePlace } from '#site/contract/blog-pages.ts'
import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import { AppError } from '#platform/contract/errors.ts'
import { folderOf, listsOfFolder } from '#import-export/server/readers/site-folder.ts'
import { toSourceEntry } from '#import-export/server/record/publication.ts'
import type {
  SourceAuthor,
  SourceEntry,
  SourceFilePage,
  SourceList,
  SourceOptions,
  SourcePin,
} from '#import-export/server/record/source.ts'
import { type Element, readWxr } from './read-wxr.ts'
import {
  addressesOf,
  categoriesOf,
  dateOf,
  fieldOf,
  type Footnote,
  idOf,
  metaOf,
  namesIn,
  numberOf,
  publicationOf,
  slugsAbove,
  titleOf,
  typeOf,
  whyNot,
} from './wordpress-item.ts'

const BLOCK_MAX_LENGTH = 100_000

export interface Attachment {
  readonly id: string
  readonly url: string
  readonly alt: string
  readonly title: string
  readonly caption: string
  /** Number of the post that it belongs to. */
  readonly parent: string
  /** Of its page. */
  readonly addresses: readonly string[]
}

/** Items of the export that a post's content can refer to. */
export interface WordpressSurroundings {
  readonly attachment: (id: string) => Attachment | undefined
  /** Attachments of a post; null for the post itself. */
  readonly attachmentsOf: (post: string | null) => readonly Attachment[]
  /** Content of a reusable block. */
  readonly block: (id: string) => string | undefined
  readonly footnotes: readonly Footnote[]
}

interface Term {
  readonly kind: 'category' | 'tag'
  readonly slug: string
  readonly name: string
  /** Id; empty in old exports. */
  readonly number: string
}

/** Everything that posts refer to, without the texts of posts. It is complete before the first post is read. */
export interface Index {
  site: string | null
  /** For dates on the clock of the old blog, which the export does not name. */
  readonly timeZone: string
  readonly entries: { readonly number: string; readonly entry: SourceEntry }[]
  readonly attachments: Map<string, Attachment>
  readonly pins: SourcePin[]
  /** Texts of reusable blocks. */
  readonly blocks: Map<string, string>
  readonly authors: Map<string, SourceAuthor>
  readonly terms: Term[]
  /** Slug of the parent category, by slug. */
  readonly parents: Map<string, string>
  /** Places of pages in menus, by page number. */
  readonly menus: Map<string, { readonly place: Exclude<PagePlace, 'none'>; readonly order: number }>
}

export async function readIndex(path: string, options: SourceOptions): Promise<Index> {
  const lists = { entries: [], pins: [], terms: [] }
  const maps = { attachments: new Map(), blocks: new Map(), authors: new Map(), parents: new Map(), menus: new Map() }
  const index: Index = { site: null, timeZone: options.timeZone, ...lists, ...maps }
  let isExport = false
  for await (const element of readWxr(path)) {
    if (element.name === 'wp:wxr_version') isExport = true
    else if (element.name === 'item') addItem(index, element, options)
    else addPart(index, element)
  }
  if (!isExport) throw new AppError('bad_request', 'This is a feed, not an export. In WordPress, choose Tools, Export, All content.')
  return index
}

/** Adds an element of the channel: address, author, category or tag. */
function addPart(index: Index, element: Element): void {
  const field = (name: string) => fieldOf(element, name)
  const number = field('wp:term_id')
  switch (element.name) {
    case 'link':
      index.site ??= siteOf(field('text'))
      break
    case 'wp:base_blog_url':
      index.site = siteOf(field('text'))
      break
    case 'wp:author': {
      const login = field('wp:author_login')
      index.authors.set(login, { name: field('wp:author_display_name') || login, email: field('wp:author_email') || null })
      break
    }
    case 'wp:category':
      index.terms.push({ kind: 'category', slug: field('wp:category_nicename'), name: field('wp:cat_name'), number })
      index.parents.set(field('wp:category_nicename'), field('wp:category_parent'))
      break
    case 'wp:tag':
      index.terms.push({ kind: 'tag', slug: field('wp:tag_slug'), name: field('wp:tag_name'), number })
  }
}

function siteOf(text: string): string | null {
  const address = text.trim()
  return /^https?:/.test(address) && URL.canParse(address) ? withoutTrailingSlashes(address) : null
}

function addItem(index: Index, item: Element, options: SourceOptions): void {
  switch (typeOf(item)) {
    case 'post':
      addPost(index, item, options)
      break
    case 'attachment':
      addAttachment(index, item)
      break
    case 'wp_block':
      index.blocks.set(numberOf(item), fieldOf(item, 'content:encoded').slice(0, BLOCK_MAX_LENGTH))
      break
    case 'nav_menu_item':
      addMenuItem(index, item)
      break
    case 'page':
      break
    default:
      options.report.add('otherItems', typeOf(item) || 'items without a type')
  }
}

function addPost(index: Index, item: Element, options: SourceOptions): void {
  const { site, timeZone, parents } = index
  const why = whyNot(item)
  if (why !== null) return options.report.add('leftThere', `${titleOf(item) || `number ${numberOf(item)}`}: ${why}`)
  const found = {
    id: idOf(item, timeZone),
    title: titleOf(item),
    slug: fieldOf(item, 'wp:post_name') || null,
    addresses: addressesOf(item, site),
    labels: { names: [...namesIn(item, 'category'), ...namesIn(item, 'post_tag')], categories: categoriesOf(item, parents) },
  }
  index.entries.push({ number: numberOf(item), entry: toSourceEntry(found, publicationOf(item, options)) })
  if (fieldOf(item, 'wp:is_sticky') === '1') index.pins.push({ id: found.id, at: dateOf(item, 'wp:post_date', timeZone) ?? 0 })
}

function addAttachment({ attachments, site }: Index, item: Element): void {
  const url = fieldOf(item, 'wp:attachment_url').trim()
  if (url === '') return
  const id = numberOf(item)
  attachments.set(id, {
    id,
    url,
    alt: metaOf(item, '_wp_attachment_image_alt')[0] ?? '',
    title: titleOf(item),
    caption: fieldOf(item, 'excerpt:encoded'),
    parent: fieldOf(item, 'wp:post_parent'),
    addresses: addressesOf(item, site),
  })
}

/** Only the first menu item of a page counts. */
function addMenuItem({ menus }: Index, item: Element): void {
  const [page = ''] = metaOf(item, '_menu_item_object_id')
  if (metaOf(item, '_menu_item_object')[0] !== 'page' || page === '' || menus.has(page)) return
  const menu = item.children.find(({ name, attributes }) => name === 'category' && attributes['domain'] === 'nav_menu')
  const isFooter = /foot|legal|bottom/i.test(`${menu?.attributes['nicename'] ?? ''} ${menu?.texts['text'] ?? ''}`)
  menus.set(page, { place: isFooter ? 'footer' : 'header', order: orderOf(item) })
}

export const orderOf = (item: Element): number => Number(fieldOf(item, 'wp:menu_order')) || 0

/** The posts, with the pages of their attachments among their addresses, and the pages of other attachments. A draft has no address. */
export function withAttachments({ entries, attachments }: Index): { entries: SourceEntry[]; filePages: SourceFilePage[] } {
  const byPost = Map.groupBy(attachments.values(), ({ parent }) => parent)
  const withPages = entries.map(({ number, entry }) => {
    if (entry.addresses.length === 0) return entry
    const below = byPost.get(number) ?? []
    byPost.delete(number)
    return { ...entry, addresses: [...entry.addresses, ...below.flatMap(({ addresses }) => addresses)] }
  })
  return { entries: withPages, filePages: [...byPost.values()].flat() }
}

/** Lists of the old blog, at WordPress' default paths, since an export does not contain custom ones. */
export function wordpressLists({ site, terms, parents }: Index): SourceList[] {
  const folder = folderOf(site)
  const ofTerms = terms.flatMap(({ kind, slug, name, number }): SourceList[] => {
    const names = [name, ...(kind === 'category' ? slugsAbove(slug, parents) : [slug])].filter((each) => each !== '')
    const byNumber = kind === 'category' && /^\d{1,15}$/.test(number) ? [{ path: `${folder}/?cat=${number}`, kind, names }] : []
    return slug === '' ? byNumber : [{ path: `${folder}/${kind}/${slug}`, kind, names }, ...byNumber]
  })
  return [...listsOfFolder(folder), ...ofTerms]
}
