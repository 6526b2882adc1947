import { parseTimeIn } from '#platform/contract/time-zone.ts'
import { NO_COVER } from '#posts/contract/cover.ts'
import { isOwnId } from '#import-export/server/writer/imported-items.store.ts'
import {
  identityOf,
  type Note,
  type SourceComment,
  type SourceEntry,
  type SourcePage,
  type SourcePost,
} from '#import-export/server/record/source.ts'
import { markdownToHtml } from '#import-export/server/formats/markdown-to-html.ts'
import type { CommentEntry, PageHead, PostHead } from '#import-export/server/formats/text-file.ts'
import { fromRoot, type TextPlace, withPaths } from './folder-files.ts'

/** A text of a folder, with its files beside it. */
interface TextFile<Head> extends TextPlace {
  readonly head: Head
  readonly text: string
  /** Of dates without an offset, which people write. */
  readonly timeZone: string
}

export interface PostFile extends TextFile<PostHead & { readonly title: string; readonly date: string }> {
  /** Fields of the head that mean nothing here. */
  readonly unknown: readonly string[]
  readonly comments: readonly CommentEntry[]
}

export const isDraft = ({ draft, published }: PostHead): boolean => draft === true || published === false

const categoriesOf = ({ category, categories = [] }: PostHead): string[] =>
  category === undefined ? categories : [category, ...categories]

/** The id of an export; what was written by hand has none. */
const idOf = ({ head: { id, slug, date, title }, name, timeZone }: PostFile): string =>
  isOwnId(id) ? id : identityOf({ number: id ?? name, address: slug ?? null, date: parseTimeIn(date, timeZone), title })

/** Milliseconds since 1970; null for an invalid date. */
function timeOf(text: string | undefined, timeZone: string): number | null {
  const at = parseTimeIn(text ?? '', timeZone)
  return Number.isNaN(at) ? null : at
}

const htmlOf = ({ head, text, folder }: Pick<TextFile<PostHead | PageHead>, 'head' | 'text' | 'folder'>): string =>
  withPaths(head.format === 'html' ? text : markdownToHtml(text), folder)

export function toEntry(file: PostFile): SourceEntry {
  const { head } = file
  const { slug = null, title, tags = [], oldAddresses: addresses = [], audience = 'public' } = head
  const categories = categoriesOf(head)
  // Categories of an archive are imported with its settings.
  const hasLabels = !isOwnId(head.id) && audience === 'public' && !isDraft(head)
  const labels = { categories, names: [...categories, ...tags] }
  return { id: idOf(file), slug, title, addresses, isDraft: isDraft(head), ...(hasLabels && { labels }) }
}

export function toPost(file: PostFile): SourcePost {
  const { head, folder, unknown, comments, timeZone } = file
  const { tags = [], cover = null } = head
  const id = idOf(file)
  const createdAt = parseTimeIn(head.date, timeZone)
  const publishAt = timeOf(head.publishAt, timeZone)
  const likes = comments.reduce((sum, { likes: count = 0 }) => sum + count, 0)
  const notes: Note[] = [
    ...(likes > 0 ? [{ kind: 'likes' as const, detail: `${likes}` }] : []),
    ...tags.map((tag) => ({ kind: 'tags' as const, detail: `tag ${tag}` })),
    ...unknown.map((detail) => ({ kind: 'markup' as const, detail: `above the text, ${detail}` })),
  ]
  return {
    id,
    ownId: head.id ?? null,
    title: head.title,
    html: htmlOf(file),
    oldSlugs: head.oldSlugs ?? [],
    createdAt,
    updatedAt: timeOf(head.updated, timeZone) ?? createdAt,
    ...(publishAt !== null && { publishAt }),
    isPinned: head.pinned === true,
    isDraft: isDraft(head),
    audience: head.audience,
    areCommentsClosed: head.comments === 'closed',
    categories: categoriesOf(head),
    tags,
    cover: cover === null || cover === NO_COVER ? cover : fromRoot(cover, folder),
    author: head.author === undefined ? null : { name: head.author, email: null },
    comments: comments.map((entry, index) => toComment(entry, { id: `${id} ${index}`, date: createdAt, timeZone })),
    notes,
  }
}

interface CommentContext {
  /** For a comment without one. */
  readonly id: string
  readonly date: number
  readonly timeZone: string
}

function toComment(entry: CommentEntry, { id, date, timeZone }: CommentContext): SourceComment {
  const createdAt = timeOf(entry.date, timeZone) ?? date
  return {
    id: entry.id ?? id,
    ownId: entry.id ?? null,
    name: entry.by ?? null,
    text: entry.text,
    createdAt,
    updatedAt: timeOf(entry.updated, timeZone) ?? createdAt,
    pending: entry.pending === true,
    parentId: entry.replyTo ?? null,
  }
}

export function toPage(file: TextFile<PageHead>): SourcePage {
  const { head, name, timeZone } = file
  return {
    id: head.id ?? name,
    fixed: head.page ?? null,
    slug: head.slug ?? null,
    place: head.menu ?? 'none',
    title: head.title ?? '',
    audience: head.audience,
    html: htmlOf(file),
    updatedAt: timeOf(head.updated, timeZone),
    addresses: head.oldAddresses ?? [],
  }
}
