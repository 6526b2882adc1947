import type { PagePlace } from '#site/contract/blog-pages.ts'
import type { AcceptedItem } from './import-decision.ts'
import type { SourcePage, SourcePost } from './source.ts'

interface ExportedPage {
  /** Exports hold pages in the form of posts. */
  readonly post: SourcePost
  readonly slug: string | null
  readonly addresses: readonly string[]
  readonly place: PagePlace
  readonly decision: AcceptedItem
}

/** Page of another blog. An unpublished one is for admins, and has no address and no place in a menu. */
export function toSourcePage({ post, slug, addresses, place, decision }: ExportedPage): SourcePage {
  const { id, title, html, updatedAt, notes, comments } = post
  const isHidden = decision.isDraft || decision.publishAt !== undefined
  return {
    id,
    fixed: null,
    slug,
    place: isHidden ? 'none' : place,
    title,
    html,
    audience: isHidden ? 'admins' : decision.audience,
    updatedAt,
    addresses: isHidden ? [] : addresses,
    notes: [
      ...notes.filter(({ kind }) => kind !== 'tags'),
      ...comments.map(() => ({ kind: 'comment', detail: 'on a page, where nobody can comment here' }) as const),
    ],
  }
}
