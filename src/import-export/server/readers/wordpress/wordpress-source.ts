import { AppError } from '#platform/contract/errors.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { linesOf, plainText } from '#platform/text/html.ts'
import { reasonOf } from '#import-export/server/record/report.ts'
import type { Note, Source, SourceComment, SourceOptions, SourcePage, SourcePost } from '#import-export/server/record/source.ts'
import { publicationFields, restrictionNotes, toSourcePage } from '#import-export/server/record/publication.ts'
import { type FoundCover, withCover } from '#import-export/server/record/with-cover.ts'
import { type Element, FIELD_MAX_LENGTH, readWxr } from './read-wxr.ts'
import { wordpressHtml } from './wordpress-body.ts'
import { type Index, orderOf, readIndex, withAttachments, wordpressLists } from './wordpress-index.ts'
import {
  addressesOf,
  categoriesOf,
  createdAtOf,
  dateOf,
  fieldOf,
  footnotesOf,
  idOf,
  metaOf,
  namesIn,
  numberOf,
  publicationOf,
  titleOf,
  typeOf,
  whyNot,
} from './wordpress-item.ts'

/**
 * Opens a WordPress export (WXR). The file is read three times: for the index, for pages, and for posts. Reports items that
 * are not imported.
 * @throws bad_request
 */
export async function openWordpress(path: string, options: SourceOptions): Promise<Source & { isFullSize: (address: string) => boolean }> {
  const index = await readIndex(path, options)
  const sizes = new Set(Array.from(index.attachments.values(), ({ url }) => url))
  return {
    title: `WordPress export of ${index.site ?? 'a blog without an address'}`,
    site: index.site,
    ...withAttachments(index),
    pins: index.pins,
    isFullSize: (address) => sizes.has(address),
    blog: async () => ({ pages: await readPages(path, index, options), settings: null }),
    lists: wordpressLists(index),
    people: [],
    async *posts() {
      for await (const item of readWxr(path))
        if (typeOf(item) === 'post' && whyNot(item) === null)
          yield { id: idOf(item, index.timeZone), read: () => toPost(item, index, options) }
    },
  }
}

/** Added to the order of pages that are in no menu. */
const NOT_IN_MENU = 1_000_000

/** Pages in menus come first, in the order of the menus. Reports pages that are not imported. */
async function readPages(path: string, index: Index, options: SourceOptions): Promise<SourcePage[]> {
  const { report } = options
  const pages: { readonly page: SourcePage; readonly order: number }[] = []
  for await (const item of readWxr(path)) {
    if (typeOf(item) !== 'page') continue
    const title = titleOf(item).slice(0, 200) || `number ${numberOf(item)}`
    const whyLeft = whyNot(item)
    if (whyLeft !== null) {
      report.add('leftThere', `the page ${title}: ${whyLeft}`)
      continue
    }
    try {
      const menu = index.menus.get(numberOf(item))
      const [slug, addresses] = [fieldOf(item, 'wp:post_name') || null, addressesOf(item, index.site)]
      const page = toSourcePage({ post: toPost(item, index, options), slug, addresses, place: menu?.place ?? 'none' })
      pages.push({ page, order: menu ? menu.order : NOT_IN_MENU + orderOf(item) })
    } catch (error) {
      const why = reasonOf(error)
      if (why === null) throw error
      report.fail('page', title, why)
    }
  }
  return pages.toSorted((a, b) => a.order - b.order).map(({ page }) => page)
}

/** @throws AppError */
function toPost(item: Element, index: Index, options: SourceOptions): SourcePost {
  const { timeZone } = index
  const publication = publicationOf(item, options)
  const createdAt = createdAtOf(item, timeZone)
  const { html, notes } = bodyOf(item, index)
  const { comments, notes: commentNotes } = toComments(item, timeZone)
  const cover = coverOf(item, index)
  const login = fieldOf(item, 'dc:creator')
  return {
    id: idOf(item, timeZone),
    ownId: null,
    title: titleOf(item),
    html: withCover(html + enclosuresOf(item, html), { ...cover, isOfPage: typeOf(item) === 'page' }),
    oldSlugs: [],
    createdAt,
    updatedAt: dateOf(item, 'wp:post_modified', timeZone) ?? createdAt,
    ...publicationFields(publication),
    categories: categoriesOf(item, index.parents),
    tags: namesIn(item, 'post_tag'),
    cover: cover.url,
    author: login === '' ? null : (index.authors.get(login) ?? { name: login, email: null }),
    comments,
    notes: [...restrictionNotes(publication), ...notes, ...commentNotes, ...extrasOf(item)],
  }
}

/** One whose upload is not in the file is looked for at the address of its page, which leads to it. */
function coverOf(item: Element, { attachments, site }: Index): Pick<FoundCover, 'url' | 'alt' | 'caption'> {
  const [id = ''] = metaOf(item, '_thumbnail_id')
  const isNamed = /^[1-9]\d*$/.test(id)
  return attachments.get(id) ?? { url: isNamed ? `${site ?? ''}/?attachment_id=${id}` : null, alt: '', caption: '' }
}

/** Recordings of a podcast, which only a field names: address, size and type in lines. */
function enclosuresOf(item: Element, html: string): string {
  return metaOf(item, 'enclosure')
    .map((value) => value.trim().split(/\s+/))
    .filter(([address = '']) => /^https?:/.test(address) && !html.includes(address))
    .map(([address = '', , type = '']) => {
      const kind = /^(audio|video)\//.exec(type)?.[1]
      const src = escapeHtml(address)
      return kind ? `<figure><${kind} controls src="${src}"></${kind}></figure>` : `<p><a href="${src}">${src}</a></p>`
    })
    .join('')
}

function bodyOf(item: Element, { attachments, blocks }: Index) {
  const content = fieldOf(item, 'content:encoded')
  if (content.length >= FIELD_MAX_LENGTH) throw new AppError('too_large', 'the text is larger than 4 MB')
  return wordpressHtml(content, {
    attachment: (id) => attachments.get(id),
    attachmentsOf: (post) => [...attachments.values()].filter(({ parent }) => parent === (post ?? numberOf(item))),
    block: (id) => blocks.get(id),
    footnotes: footnotesOf(item) ?? [],
  })
}

/** Reports what Kindred has no field for: tags, the excerpt, unreadable footnotes. */
function extrasOf(item: Element): Note[] {
  const excerpt = plainText(fieldOf(item, 'excerpt:encoded'))
  const footnotes = footnotesOf(item) === null ? metaOf(item, 'footnotes').slice(0, 1) : []
  return [
    ...namesIn(item, 'post_tag').map((tag): Note => ({ kind: 'tags', detail: `tag ${tag}` })),
    ...(excerpt === '' ? [] : [{ kind: 'excerpt' as const, detail: excerpt }]),
    ...footnotes.map((json): Note => ({ kind: 'markup', detail: `its footnotes could not be read: ${json}` })),
  ]
}

function toComments({ children }: Element, timeZone: string): { comments: SourceComment[]; notes: Note[] } {
  const comments: SourceComment[] = []
  const notes: Note[] = []
  for (const comment of children.filter(({ name }) => name === 'wp:comment')) {
    const createdAt = dateOf(comment, 'wp:comment_date', timeZone)
    const why = whyNoComment(comment)
    if (why !== null || createdAt === null) {
      notes.push({ kind: 'comment', detail: why ?? 'without a date' })
      continue
    }
    const parent = fieldOf(comment, 'wp:comment_parent')
    comments.push({
      id: fieldOf(comment, 'wp:comment_id'),
      ownId: null,
      name: fieldOf(comment, 'wp:comment_author'),
      text: linesOf(fieldOf(comment, 'wp:comment_content')),
      createdAt,
      updatedAt: createdAt,
      pending: WAITING.has(fieldOf(comment, 'wp:comment_approved')),
      parentId: parent === '' || parent === '0' ? null : parent,
    })
  }
  return { comments: comments.toSorted((a, b) => a.createdAt - b.createdAt), notes }
}

/** WordPress writes `0`; some of its tools write `hold`. */
const WAITING = new Set(['0', 'hold'])

/** @returns why a comment is not imported; null for a comment of a reader that is public, or waits for approval */
function whyNoComment(comment: Element): string | null {
  const [type, approved] = [fieldOf(comment, 'wp:comment_type'), fieldOf(comment, 'wp:comment_approved')]
  if (type !== '' && type !== 'comment') return type
  if (approved === '1' || WAITING.has(approved)) return null
  return approved === 'spam' || approved === 'trash' ? approved : 'not approved there'
}
