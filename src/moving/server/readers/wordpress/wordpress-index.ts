import { parseTimeIn } from '#platform/contract/time-zone.ts'
import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import { AppError } from '#platform/contract/errors.ts'
import { plainText } from '#platform/text/html.ts'
import { identityOf, type SourceEntry, type SourceOptions, type SourcePin } from '#moving/server/record/source.ts'
import { type AcceptedItem, isForEveryone } from '#moving/server/record/import-decision.ts'
import { dateOf, decideWordpressImport } from './wordpress-decision.ts'
import type { Attachment } from './surroundings.ts'
import { type Element, metaOf, readWxr } from './read-wxr.ts'
import { type NumberedEntry, readTerm, slugsAbove, type Term } from './wordpress-lists.ts'
import { addMenuItem, type MenuPlaces } from './wordpress-pages.ts'

const BLOCK_MAX_LENGTH = 100_000

/** Everything that posts refer to, without the texts of posts. It is complete before the first post is read. */
export interface Index {
  site: string | null
  /** For dates on the clock of the old blog, which the export does not name. */
  readonly timeZone: string
  readonly entries: NumberedEntry[]
  readonly attachments: Map<string, Upload>
  /** Attachments by the id of their post. */
  readonly uploads: Map<string, Attachment[]>
  readonly pins: SourcePin[]
  readonly blocks: Map<string, string>
  readonly authors: Map<string, { name: string; email: string | null }>
  /** Slug of the parent category, by slug. */
  readonly parents: Map<string, string>
  readonly terms: Term[]
  readonly menus: MenuPlaces
}

/** Of posts that have one number, each is another one. */
export const idOf = (element: Element, index: Index): string => {
  const field = fieldsOf(element)
  return identityOf({ number: field('wp:post_id'), address: field('link'), date: createdAtOf(element, index), title: titleOf(element) })
}

export const typeOf = ({ texts }: Element) => texts['wp:post_type'] ?? ''

export async function readIndex(path: string, options: SourceOptions): Promise<Index> {
  const maps = { attachments: new Map(), uploads: new Map(), blocks: new Map(), authors: new Map(), parents: new Map(), menus: new Map() }
  const index: Index = {
    site: null,
    timeZone: options.timeZone,
    entries: [],
    terms: [],
    pins: [],
    ...maps,
  }
  let isExport = false
  for await (const { name, element } of readWxr(path)) {
    if (name === 'wp:wxr_version') isExport = true
    else if (name === 'item') addItem(index, element, options)
    else addPart(index, name, element.texts)
  }
  if (!isExport) throw new AppError('bad_request', 'This is a feed, not an export. In WordPress, choose Tools, Export, All content.')
  return index
}

/** Adds an element of the channel: address, author, category or tag. */
function addPart(index: Index, name: string, texts: Element['texts']): void {
  const term = readTerm(name, texts)
  if (term) index.terms.push(term)
  if (name === 'wp:base_blog_url' || (name === 'link' && index.site === null)) index.site = siteOf(texts['text'])
  else if (name === 'wp:author') addAuthor(index, texts)
  else if (name === 'wp:category') index.parents.set(texts['wp:category_nicename'] ?? '', texts['wp:category_parent'] ?? '')
}

function siteOf(text: string | undefined): string | null {
  const address = text?.trim() ?? ''
  return /^https?:/.test(address) && URL.canParse(address) ? withoutTrailingSlashes(address) : null
}

function addAuthor(index: Index, texts: Element['texts']): void {
  const login = texts['wp:author_login'] ?? ''
  index.authors.set(login, { name: texts['wp:author_display_name'] || login, email: texts['wp:author_email'] || null })
}

function addItem(index: Index, element: Element, options: SourceOptions): void {
  const field = fieldsOf(element)
  switch (typeOf(element)) {
    case 'post':
      addPost(index, element, options)
      break
    case 'attachment':
      addAttachment(index, element)
      break
    case 'wp_block':
      index.blocks.set(field('wp:post_id'), field('content:encoded').slice(0, BLOCK_MAX_LENGTH))
      break
    case 'page':
      break
    default:
      if (!addMenuItem(index.menus, element)) options.report.add('otherItems', typeOf(element) || 'items without a type')
  }
}

function addPost(index: Index, element: Element, options: SourceOptions): void {
  const number = fieldsOf(element)('wp:post_id')
  const decision = decideWordpressImport(element, options)
  if (!decision.isImported) return options.report.add('leftThere', `${titleOf(element) || `number ${number}`}: ${decision.why}`)
  const entry = toEntry(element, index, decision)
  index.entries.push({ number, entry })
  const isSticky = fieldsOf(element)('wp:is_sticky') === '1'
  if (isSticky) index.pins.push({ id: entry.id, at: dateOf(element, 'wp:post_date', index.timeZone) ?? 0 })
}

function toEntry(element: Element, index: Index, decision: AcceptedItem): SourceEntry {
  return {
    id: idOf(element, index),
    title: titleOf(element),
    slug: fieldsOf(element)('wp:post_name') || null,
    addresses: decision.isDraft ? [] : addressesOf(element, index.site),
    isDraft: decision.isDraft,
    ...(isForEveryone(decision) && {
      labels: {
        names: [...namesIn(element, 'category'), ...namesIn(element, 'post_tag')],
        categories: categoriesOf(element, index),
      },
    }),
  }
}

export const namesIn = ({ children }: Element, domain: string): string[] =>
  children.flatMap(({ name, attributes, texts }) =>
    name === 'category' && attributes['domain'] === domain ? [plainText(texts['text'] ?? '')] : [],
  )

function addAttachment(index: Index, element: Element): void {
  const field = fieldsOf(element)
  const url = field('wp:attachment_url').trim()
  const alt = metaOf(element, '_wp_attachment_image_alt')[0] ?? ''
  const addresses = addressesOf(element, index.site)
  if (url !== '')
    addUpload(index, {
      id: field('wp:post_id'),
      url,
      alt,
      title: titleOf(element),
      caption: field('excerpt:encoded'),
      parent: field('wp:post_parent'),
      addresses,
    })
}

type Upload = Attachment & { readonly parent: string; readonly addresses: readonly string[] }

function addUpload({ attachments, uploads }: Index, attachment: Upload): void {
  attachments.set(attachment.id, attachment)
  const others = uploads.get(attachment.parent)
  if (others) others.push(attachment)
  else uploads.set(attachment.parent, [attachment])
}

const TITLE_MAX_LENGTH = 2000
export const titleOf = ({ texts }: Element) => plainText((texts['title'] ?? '').slice(0, TITLE_MAX_LENGTH))

export const fieldsOf =
  ({ texts }: Element) =>
  (name: string): string =>
    texts[name] ?? ''

/** Paths of an item: its link, its address by id, and its former slugs. */
export function addressesOf(element: Element, site: string | null): string[] {
  const { texts } = element
  const link = texts['link']?.trim() ?? ''
  const slug = texts['wp:post_name'] ?? ''
  const path = URL.canParse(link) ? new URL(link).pathname : ''
  const base = site === null ? '' : new URL(site).pathname.replace(/\/$/, '')
  const earlier = path.replace(/\/$/, '').endsWith(`/${slug}`)
    ? metaOf(element, '_wp_old_slug').map((old) => path.replace(/[^/]+\/?$/, old))
    : []
  return [
    ...(path === '' || path === `${base}/` ? [] : [path]),
    `${base}/?p=${texts['wp:post_id']}`,
    ...(slug === '' ? [] : [`${base}/${slug}`]),
    ...earlier,
  ]
}

export const createdAtOf = (element: Element, { timeZone }: Index): number =>
  dateOf(element, 'wp:post_date', timeZone) ?? (parseTimeIn(fieldsOf(element)('pubDate'), timeZone) || 0)

/** Names and slugs of an item's categories, with the slugs of their ancestors. */
export function categoriesOf({ children }: Element, { parents }: Index): string[] {
  return children
    .filter(({ name, attributes }) => name === 'category' && attributes['domain'] === 'category')
    .flatMap(({ attributes, texts }) => {
      return [plainText(texts['text'] ?? ''), ...slugsAbove(attributes['nicename'] ?? '', parents)]
    })
    .filter((name) => name !== '')
}
