import { parseTimeIn } from '#platform/contract/time-zone.ts'
import type { CommentEntry, PageHead, PostHead } from '#moving/server/formats/text-file.ts'
import type { SourceComment, SourcePage, SourcePost } from '#moving/server/record/source.ts'

interface OwnPost {
  readonly head: PostHead & { readonly title: string; readonly date: string }
  readonly comments: readonly CommentEntry[]
}

interface OwnText {
  readonly id: string
  readonly html: string
  readonly cover: string | null
  /** Of dates without an offset, which people write. */
  readonly timeZone: string
}

/** Post of a Kindred export. */
export function toOwnPost({ head, comments }: OwnPost, { id, html, cover, timeZone }: OwnText): SourcePost {
  const createdAt = parseTimeIn(head.date, timeZone)
  const publishAt = timeOf(head.publishAt, timeZone)
  const likes = comments.reduce((sum, { likes: count = 0 }) => sum + count, 0)
  return {
    id,
    ownId: head.id ?? null,
    title: head.title,
    html,
    oldSlugs: head.oldSlugs ?? [],
    createdAt,
    updatedAt: timeOf(head.updated, timeZone) ?? createdAt,
    ...(publishAt === null ? {} : { publishAt }),
    isPinned: head.pinned === true,
    audience: head.audience,
    isClosed: head.comments === 'closed',
    categories: [...(head.category === undefined ? [] : [head.category]), ...(head.categories ?? [])],
    tags: head.tags ?? [],
    cover,
    author: head.author === undefined ? null : { name: head.author, email: null },
    comments: comments.map((entry, index) => toComment(entry, { id: `${id} ${index}`, date: createdAt, timeZone })),
    notes: [
      ...(likes > 0 ? [{ kind: 'likes' as const, detail: `${likes}` }] : []),
      ...(head.tags ?? []).map((tag) => ({ kind: 'tags' as const, detail: `tag ${tag}` })),
    ],
  }
}

interface CommentContext extends Pick<OwnText, 'id' | 'timeZone'> {
  readonly date: number
}

function toComment(entry: CommentEntry, { timeZone, ...fallback }: CommentContext): SourceComment {
  const createdAt = timeOf(entry.date, timeZone) ?? fallback.date
  return {
    id: entry.id ?? fallback.id,
    ownId: entry.id ?? null,
    name: entry.by ?? null,
    text: entry.text,
    createdAt,
    updatedAt: timeOf(entry.updated, timeZone) ?? createdAt,
    pending: entry.pending === true,
    parentId: entry.replyTo ?? null,
  }
}

/** Milliseconds since 1970; null for an invalid date. */
function timeOf(text: string | undefined, timeZone: string): number | null {
  const at = parseTimeIn(text ?? '', timeZone)
  return Number.isNaN(at) ? null : at
}

export const toOwnPage = (head: PageHead, { id, html, timeZone }: Omit<OwnText, 'cover'>): SourcePage => ({
  id,
  fixed: head.page ?? null,
  slug: head.slug ?? null,
  place: head.menu ?? 'none',
  title: head.title ?? '',
  audience: head.audience,
  html,
  updatedAt: timeOf(head.updated, timeZone),
  addresses: head.oldAddresses ?? [],
})
