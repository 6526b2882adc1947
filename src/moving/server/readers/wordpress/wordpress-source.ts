import { AppError } from '#platform/contract/errors.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { linesOf, plainText } from '#platform/text/html.ts'
import type { Note, Source, SourceComment, SourceOptions, SourcePost } from '#moving/server/record/source.ts'
import { type AcceptedItem, publicationOf, restrictionNotes } from '#moving/server/record/import-decision.ts'
import { dateOf, decideWordpressImport } from './wordpress-decision.ts'
import { readFootnotes } from './surroundings.ts'
import { type Element, FIELD_MAX_LENGTH, metaOf, readWxr } from './read-wxr.ts'
import { wordpressHtml } from './wordpress-body.ts'
import {
  addressesOf,
  categoriesOf,
  createdAtOf,
  fieldsOf,
  idOf,
  type Index,
  namesIn,
  readIndex,
  titleOf,
  typeOf,
} from './wordpress-index.ts'
import { otherAttachments, withAttachments, wordpressLists } from './wordpress-lists.ts'
import { readPages } from './wordpress-pages.ts'

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

const readPagesOf = (path: string, index: Index, options: SourceOptions) =>
  readPages(path, options, {
    menus: index.menus,
    read: (element, decision) => ({ ...toPost(element, index, decision), addresses: addressesOf(element, index.site) }),
  })

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
