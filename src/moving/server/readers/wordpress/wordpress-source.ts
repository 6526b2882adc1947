import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import { parseTimeIn } from '#platform/contract/time-zone.ts'
import { AppError } from '#platform/contract/errors.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { linesOf, plainText } from '#platform/text/html.ts'
import {
  identityOf,
  type Note,
  type Source,
  type SourceComment,
  type SourceEntry,
  type SourceOptions,
  type SourcePin,
  type SourcePost,
} from '#moving/server/record/source.ts'
import { type AcceptedItem, isForEveryone, publicationOf, restrictionNotes } from '#moving/server/record/import-decision.ts'
import { dateOf, decideWordpressImport } from './wordpress-decision.ts'
import { type Attachment, readFootnotes } from './surroundings.ts'
import { type Element, FIELD_MAX_LENGTH, metaOf, readWxr } from './read-wxr.ts'
import { wordpressHtml } from './wordpress-body.ts'
import {
  type NumberedEntry,
  otherAttachments,
  readTerm,
  slugsAbove,
  type Term,
  withAttachments,
  wordpressLists,
} from './wordpress-lists.ts'
import { addMenuItem, type MenuPlaces, readPages } from './wordpress-pages.ts'

const BLOCK_MAX_LENGTH = 100_000

/** Everything that posts refer to, without the texts of posts. It is complete before the first post is read. */
interface Index {
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

/** Opens a WordPress export (WXR). The file is read twice: for the index, and for posts. Reports items that are not imported. @throws bad_request */
export async function openWordpress(path: string, options: SourceOptions): Promise<Source & { isFullSize: (address: string) => boolean }> {
  const index = await readIndex(path, options)
  const sizes = new Set(Array.from(index.attachments.values(), ({ url }) => url))
  return {
    title: `WordPress export of ${index.site ?? 'a blog without an address'}`,
    site: index.site,
    entries: withAttachments(index.entries, index.attachments.values()),
    pins: index.pins,
    isFullSize: (address) => sizes.has(address),
    blog: async () => ({ pages: await readPagesOf(path, index, options), settings: null }),
    filePages: otherAttachments(index.entries, index.attachments.values()),
    lists: wordpressLists(index.site, index.terms, index.parents),
    people: [],
    async *posts() {
      for await (const { name, element } of readWxr(path)) {
        const decision = name === 'item' && typeOf(element) === 'post' ? decideWordpressImport(element, options) : null
        if (decision?.isImported) yield { id: idOf(element, index), read: () => toPost(element, index, decision) }
      }
    },
  }
}

/** Of posts that have one number, each is another one. */
const idOf = (element: Element, index: Index): string => {
  const field = fieldsOf(element)
  return identityOf({ number: field('wp:post_id'), address: field('link'), date: createdAtOf(element, index), title: titleOf(element) })
}

const typeOf = ({ texts }: Element) => texts['wp:post_type'] ?? ''

const readPagesOf = (path: string, index: Index, options: SourceOptions) =>
  readPages(path, options, {
    menus: index.menus,
    read: (element, decision) => ({ ...toPost(element, index, decision), addresses: addressesOf(element, index.site) }),
  })

async function readIndex(path: string, options: SourceOptions): Promise<Index> {
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

const namesIn = ({ children }: Element, domain: string): string[] =>
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
const titleOf = ({ texts }: Element) => plainText((texts['title'] ?? '').slice(0, TITLE_MAX_LENGTH))

const fieldsOf =
  ({ texts }: Element) =>
  (name: string): string =>
    texts[name] ?? ''

/** Paths of an item: its link, its address by id, and its former slugs. */
function addressesOf(element: Element, site: string | null): string[] {
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

function toPost(element: Element, index: Index, decision: AcceptedItem): SourcePost {
  const field = fieldsOf(element)
  const createdAt = createdAtOf(element, index)
  const { html, notes } = bodyOf(element, index)
  const { comments, notes: commentNotes } = toComments(element, index)
  const cover = coverOf(element, index)
  return {
    id: idOf(element, index),
    ownId: null,
    title: titleOf(element),
    html: html + enclosuresOf(element, html),
    oldSlugs: [],
    createdAt,
    updatedAt: dateOf(element, 'wp:post_modified', index.timeZone) ?? createdAt,
    ...publicationOf(decision),
    categories: categoriesOf(element, index),
    tags: namesIn(element, 'post_tag'),
    cover: cover.url,
    author: authorOf(field('dc:creator'), index),
    comments,
    notes: [...restrictionNotes(decision), ...notes, ...cover.notes, ...commentNotes, ...extrasOf(element)],
  }
}

/** A cover has no words of its own here. */
function coverOf(element: Element, { attachments }: Index): { url: string | null; notes: Note[] } {
  const [id = ''] = metaOf(element, '_thumbnail_id')
  const found = attachments.get(id)
  if (found) {
    const words = [found.caption, found.alt].map(plainText).filter((text) => text !== '')
    return { url: found.url, notes: words.map((text) => ({ kind: 'markup', detail: `the words of its cover: ${text}` })) }
  }
  const isNamed = /^[1-9]\d*$/.test(id)
  return { url: null, notes: isNamed ? [{ kind: 'picture', detail: `its cover, upload ${id}, is not in the file` }] : [] }
}

/** Recordings of a podcast, which only a field names: address, size and type in lines. */
function enclosuresOf(element: Element, html: string): string {
  return metaOf(element, 'enclosure')
    .map((value) => value.trim().split(/\s+/))
    .filter(([address = '']) => /^https?:/.test(address) && !html.includes(address))
    .map(([address = '', , type = '']) => {
      const kind = /^(audio|video)\//.exec(type)?.[1]
      const src = escapeHtml(address)
      return kind ? `<figure><${kind} controls src="${src}"></${kind}></figure>` : `<p><a href="${src}">${src}</a></p>`
    })
    .join('')
}

const createdAtOf = (element: Element, { timeZone }: Index): number =>
  dateOf(element, 'wp:post_date', timeZone) ?? (parseTimeIn(fieldsOf(element)('pubDate'), timeZone) || 0)

function bodyOf(element: Element, index: Index) {
  const field = fieldsOf(element)
  const content = field('content:encoded')
  if (content.length >= FIELD_MAX_LENGTH) throw new AppError('too_large', 'the text is larger than 4 MB')
  const id = field('wp:post_id')
  return wordpressHtml(content, {
    attachment: (wanted) => index.attachments.get(wanted),
    attachmentsOf: (post) => index.uploads.get(post ?? id) ?? [],
    block: (wanted) => index.blocks.get(wanted),
    footnotes: readFootnotes(footnotesOf(element)) ?? [],
  })
}

const authorOf = (login: string, { authors }: Index) => (login === '' ? null : (authors.get(login) ?? { name: login, email: null }))

const footnotesOf = (element: Element) => metaOf(element, 'footnotes')[0]

/** Reports what Kindred has no field for: tags, the excerpt, unreadable footnotes. */
function extrasOf(element: Element): Note[] {
  const excerpt = plainText(fieldsOf(element)('excerpt:encoded'))
  const footnotes = footnotesOf(element)
  return [
    ...namesIn(element, 'post_tag').map((tag): Note => ({ kind: 'tags', detail: `tag ${tag}` })),
    ...(excerpt === '' ? [] : [{ kind: 'excerpt' as const, detail: excerpt }]),
    ...(readFootnotes(footnotes) === null ? [{ kind: 'markup' as const, detail: `its footnotes could not be read: ${footnotes}` }] : []),
  ]
}

/** Names and slugs of an item's categories, with the slugs of their ancestors. */
function categoriesOf({ children }: Element, { parents }: Index): string[] {
  return children
    .filter(({ name, attributes }) => name === 'category' && attributes['domain'] === 'category')
    .flatMap(({ attributes, texts }) => {
      return [plainText(texts['text'] ?? ''), ...slugsAbove(attributes['nicename'] ?? '', parents)]
    })
    .filter((name) => name !== '')
}

function toComments(element: Element, { timeZone }: Index): { comments: SourceComment[]; notes: Note[] } {
  const comments: SourceComment[] = []
  const notes: Note[] = []
  for (const comment of element.children.filter(({ name }) => name === 'wp:comment')) {
    const field = fieldsOf(comment)
    const createdAt = dateOf(comment, 'wp:comment_date', timeZone)
    const why = whyNoComment(comment)
    if (why !== null || createdAt === null) notes.push({ kind: 'comment', detail: why ?? 'without a date' })
    else {
      const text = linesOf(field('wp:comment_content'))
      const name = field('wp:comment_author')
      const parent = field('wp:comment_parent')
      const parentId = parent === '' || parent === '0' ? null : parent
      comments.push({
        id: field('wp:comment_id'),
        ownId: null,
        name,
        text,
        createdAt,
        updatedAt: createdAt,
        pending: isWaiting(field('wp:comment_approved')),
        parentId,
      })
    }
  }
  return { comments: comments.toSorted((a, b) => a.createdAt - b.createdAt), notes }
}

/** WordPress writes `0`; some of its tools write `hold`. */
const isWaiting = (approved: string) => approved === '0' || approved === 'hold'

/** @returns why a comment is not imported; null for a comment of a reader that is public, or waits for approval */
function whyNoComment(comment: Element): string | null {
  const field = fieldsOf(comment)
  const type = field('wp:comment_type')
  if (type !== '' && type !== 'comment') return type
  const approved = field('wp:comment_approved')
  if (approved !== '1' && !isWaiting(approved)) return approved === 'spam' || approved === 'trash' ? approved : 'not approved there'
  return null
}
