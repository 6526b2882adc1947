import type { PageHead } from '#moving/server/formats/page-file.ts'
import type { CommentEntry, PostHead } from '#moving/server/formats/post-file.ts'
import type { SourceComment, SourcePage, SourcePost } from '#moving/server/record/source.ts'

interface OwnPost {
  readonly head: PostHead
  readonly comments: readonly CommentEntry[]
}

interface OwnText {
  readonly id: string
  readonly html: string
  readonly cover: string | null
}

/** Post of a Kindred export. */
export function toOwnPost({ head, comments }: OwnPost, { id, html, cover }: OwnText): SourcePost {
  const createdAt = Date.parse(head.date)
  const publishAt = timeOf(head.publishAt)
  const likes = comments.reduce((sum, { likes: count = 0 }) => sum + count, 0)
  return {
    id,
    ownId: head.id ?? null,
    title: head.title,
    html,
    oldSlugs: head.oldSlugs ?? [],
    createdAt,
    updatedAt: timeOf(head.updated) ?? createdAt,
    ...(publishAt === null ? {} : { publishAt }),
    isPinned: head.pinned === true,
    audience: head.audience,
    isClosed: head.comments === 'closed',
    categories: head.category === undefined ? [] : [head.category],
    cover,
    author: head.author === undefined ? null : { name: head.author, email: null },
    comments: comments.map((entry, index) => toComment(entry, { id: `${id} ${index}`, date: createdAt })),
    notes: likes > 0 ? [{ kind: 'likes', detail: `${likes}` }] : [],
  }
}

function toComment(entry: CommentEntry, fallback: { id: string; date: number }): SourceComment {
  const createdAt = timeOf(entry.date) ?? fallback.date
  return {
    id: entry.id ?? fallback.id,
    ownId: entry.id ?? null,
    name: entry.by ?? null,
    text: entry.text,
    createdAt,
    updatedAt: timeOf(entry.updated) ?? createdAt,
    pending: entry.pending === true,
    parentId: entry.replyTo ?? null,
  }
}

/** Milliseconds since 1970; null for an invalid date. */
export function timeOf(text: string | undefined): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}

export const toOwnPage = (head: PageHead, { id, html }: Pick<OwnText, 'id' | 'html'>): SourcePage => ({
  id,
  fixed: head.page ?? null,
  slug: head.slug ?? null,
  place: head.menu ?? 'none',
  title: head.title,
  audience: head.audience,
  html,
  updatedAt: timeOf(head.updated),
  addresses: head.oldAddresses ?? [],
})
