import { AppError } from '#contract/errors.ts'
import { linesOf, plainText } from '#server/platform/html.ts'
import type { ImportReport } from '#server/imports/report.ts'
import type { Source, SourceComment, SourceEntry, SourcePost } from '#server/imports/source.ts'
import { type Element, readWxr } from './read-wxr.ts'
import { type Attachment, wordpressHtml } from './wordpress-body.ts'

const BLOCK_MAX_LENGTH = 100_000

/** What has to be known before the first post: everything that posts point to, and no texts of posts. */
interface Index {
  site: string | null
  readonly entries: SourceEntry[]
  readonly attachments: Map<string, Attachment & { readonly parent: string }>
  readonly blocks: Map<string, string>
  readonly authors: Map<string, { name: string; email: string | null }>
  /** Slug of the category above, by slug. */
  readonly parents: Map<string, string>
}

/** A WordPress export (WXR), read twice: for what is in it, and for its posts. Reports what stays behind. @throws bad_request */
export async function openWordpress(path: string, report: ImportReport): Promise<Source & { isFullSize: (address: string) => boolean }> {
  const index = await readIndex(path, report)
  const sizes = new Set(Array.from(index.attachments.values(), ({ url }) => url))
  return {
    title: `WordPress export of ${index.site ?? 'a blog without an address'}`,
    key: `wordpress ${index.site ?? ''}`,
    site: index.site,
    entries: index.entries,
    isFullSize: (address) => sizes.has(address),
    async *posts() {
      for await (const { name, element } of readWxr(path)) if (name === 'item' && whyNot(element) === null) yield toPost(element, index)
    },
  }
}

async function readIndex(path: string, report: ImportReport): Promise<Index> {
  const index: Index = { site: null, entries: [], attachments: new Map(), blocks: new Map(), authors: new Map(), parents: new Map() }
  let isExport = false
  for await (const { name, element } of readWxr(path)) {
    const { texts } = element
    if (name === 'wp:wxr_version') isExport = true
    else if (name === 'wp:base_blog_url' || (name === 'link' && index.site === null)) index.site = siteOf(texts['text'])
    else if (name === 'wp:author') addAuthor(index, texts)
    else if (name === 'wp:category') index.parents.set(texts['wp:category_nicename'] ?? '', texts['wp:category_parent'] ?? '')
    else if (name === 'item') addItem(index, element, report)
  }
  if (!isExport) throw new AppError('bad_request', 'This is a feed, not an export. In WordPress, choose Tools, Export, All content.')
  return index
}

function siteOf(text: string | undefined): string | null {
  const address = text?.trim() ?? ''
  return /^https?:/.test(address) && URL.canParse(address) ? address.replace(/\/+$/, '') : null
}

function addAuthor(index: Index, texts: Element['texts']): void {
  const login = texts['wp:author_login'] ?? ''
  index.authors.set(login, { name: texts['wp:author_display_name'] || login, email: texts['wp:author_email'] || null })
}

function addItem(index: Index, element: Element, report: ImportReport): void {
  const { texts } = element
  const id = texts['wp:post_id'] ?? ''
  const type = texts['wp:post_type'] ?? ''
  const title = plainText(texts['title'] ?? '')
  const why = whyNot(element)
  if (why === null) {
    index.entries.push({ id, title, slug: texts['wp:post_name'] || null, addresses: addressesOf(element, index.site) })
    return
  }
  if (type === 'attachment') {
    const alt = metaOf(element, '_wp_attachment_image_alt')[0] ?? ''
    const url = texts['wp:attachment_url']?.trim() ?? ''
    if (url !== '') index.attachments.set(id, { url, alt, caption: texts['excerpt:encoded'] ?? '', parent: texts['wp:post_parent'] ?? '0' })
  } else if (type === 'wp_block') {
    index.blocks.set(id, (texts['content:encoded'] ?? '').slice(0, BLOCK_MAX_LENGTH))
  } else if (type === 'post') report.add('notPublished', `${title || `number ${id}`}: ${why}`)
  else if (type === 'page') report.add('pages', title || `number ${id}`)
  else report.add('otherItems', type === '' ? 'items without a type' : type)
}

/** @returns null for a post that everyone could read */
function whyNot({ texts }: Element): string | null {
  if (texts['wp:post_type'] !== 'post') return 'no post'
  const status = texts['wp:status'] ?? ''
  if (status !== 'publish') return { future: 'scheduled', private: 'private', draft: 'a draft', pending: 'waiting for review', trash: 'in the trash' }[status] ?? status
  if ((texts['wp:post_password'] ?? '') !== '') return 'behind a password'
  return (texts['wp:post_id'] ?? '') === '' ? 'without a number' : null
}

const metaOf = ({ children }: Element, key: string): string[] =>
  children.flatMap(({ name, texts }) => (name === 'wp:postmeta' && texts['wp:meta_key'] === key ? [texts['wp:meta_value'] ?? ''] : []))

/** Its address, its number, and the addresses it had before. */
function addressesOf(element: Element, site: string | null): string[] {
  const { texts } = element
  const link = texts['link']?.trim() ?? ''
  const slug = texts['wp:post_name'] ?? ''
  const path = URL.canParse(link) ? new URL(link).pathname : ''
  const base = site === null ? '' : new URL(site).pathname.replace(/\/$/, '')
  const earlier = path.replace(/\/$/, '').endsWith(`/${slug}`)
    ? metaOf(element, '_wp_old_slug').map((old) => path.replace(/[^/]+\/?$/, old))
    : []
  return [...(path === '' || path === `${base}/` ? [] : [path]), `${base}/?p=${texts['wp:post_id']}`, ...(slug === '' ? [] : [`${base}/${slug}`]), ...earlier]
}

function toPost(element: Element, index: Index): SourcePost {
  const { texts } = element
  const id = texts['wp:post_id'] ?? ''
  const createdAt = dateOf(texts, 'wp:post_date') ?? Date.parse(texts['pubDate'] ?? '')
  const { html, notes } = wordpressHtml(texts['content:encoded'] ?? '', {
    attachment: (wanted) => index.attachments.get(wanted),
    ownAttachments: /\[gallery/i.test(texts['content:encoded'] ?? '') ? [...index.attachments.values()].filter(({ parent }) => parent === id) : [],
    block: (wanted) => index.blocks.get(wanted),
  })
  const terms = element.children.filter(({ name }) => name === 'category')
  const tags = terms.filter(({ attributes }) => attributes['domain'] === 'post_tag')
  const creator = texts['dc:creator'] ?? ''
  const { comments, notes: commentNotes } = toComments(element)
  return {
    id,
    ownId: null,
    title: plainText(texts['title'] ?? ''),
    html,
    oldSlugs: [],
    createdAt: Number.isNaN(createdAt) ? 0 : createdAt,
    updatedAt: dateOf(texts, 'wp:post_modified') ?? createdAt,
    categories: categoriesOf(terms, index),
    cover: index.attachments.get(metaOf(element, '_thumbnail_id')[0] ?? '')?.url ?? null,
    author: creator === '' ? null : (index.authors.get(creator) ?? { name: creator, email: null }),
    comments,
    notes: [
      ...notes,
      ...commentNotes,
      ...tags.map(({ texts: { text = '' } }) => ({ kind: 'tags' as const, detail: `tag ${text}` })),
      ...((texts['excerpt:encoded'] ?? '').trim() === '' ? [] : [{ kind: 'tags' as const, detail: 'an excerpt' }]),
    ],
  }
}

/** Each category with those above it, by name and by slug. */
function categoriesOf(terms: readonly Element[], { parents }: Index): string[] {
  return terms
    .filter(({ attributes }) => attributes['domain'] === 'category')
    .flatMap(({ attributes, texts }) => {
      const names = [plainText(texts['text'] ?? '')]
      const seen = new Set<string>()
      for (let slug = attributes['nicename'] ?? ''; slug !== '' && !seen.has(slug); slug = parents.get(slug) ?? '') {
        seen.add(slug)
        names.push(slug)
      }
      return names
    })
    .filter((name) => name !== '')
}

function toComments(element: Element): { comments: SourceComment[]; notes: { kind: 'comment'; detail: string }[] } {
  const comments: SourceComment[] = []
  const notes: { kind: 'comment'; detail: string }[] = []
  for (const { name, texts } of element.children) {
    if (name !== 'wp:comment') continue
    const type = texts['wp:comment_type'] || 'comment'
    const approved = texts['wp:comment_approved'] ?? ''
    const createdAt = dateOf(texts, 'wp:comment_date')
    if (type !== 'comment') notes.push({ kind: 'comment', detail: type })
    else if (approved !== '1') notes.push({ kind: 'comment', detail: approved === '0' ? 'not approved there' : approved || 'not approved there' })
    else if (createdAt === null) notes.push({ kind: 'comment', detail: 'without a date' })
    else {
      const text = linesOf(texts['wp:comment_content'] ?? '')
      comments.push({ id: texts['wp:comment_id'] ?? '', ownId: null, name: texts['wp:comment_author'] ?? null, text, createdAt, updatedAt: createdAt, pending: false })
    }
  }
  return { comments: comments.toSorted((a, b) => a.createdAt - b.createdAt), notes }
}

/** `2019-05-04 17:03:21` in UTC; the local one where that is missing, as it is in old exports. */
function dateOf(texts: Element['texts'], name: string): number | null {
  for (const text of [texts[`${name}_gmt`], texts[name]]) {
    const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text?.trim() ?? '') ?? []
    const at = date === undefined || date.startsWith('0000') ? Number.NaN : Date.parse(`${date}T${time}Z`)
    if (!Number.isNaN(at)) return at
  }
  return null
}
