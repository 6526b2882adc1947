import type { PagePlace } from '#site/contract/blog-pages.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import type { Note, SourceEntry, SourcePage, SourcePost } from './source.ts'

/** State of a post or page on the old blog. */
interface FoundState {
  readonly isPublished: boolean
  /** Time of a scheduled publication; null without one. */
  readonly plannedFor: number | null
  /** Audience in Kindred; undefined if everyone could read it on the old blog. */
  readonly audience: Audience | undefined
  /** Why not everyone could read it, for the report: 'private'. */
  readonly restriction: string
}

/** How a post or page is imported. */
export interface Publication extends Pick<FoundState, 'audience' | 'restriction'> {
  readonly isDraft: boolean
  readonly publishAt: number | undefined
}

/** What was not published is imported as a draft, or is planned as there; a restricted text never for more people than there. */
export function toPublication({ isPublished, plannedFor, audience, restriction }: FoundState, now: number): Publication {
  const publishAt = plannedFor !== null && plannedFor > now ? plannedFor : undefined
  return { isDraft: !isPublished && publishAt === undefined, publishAt, audience, restriction }
}

/** Fields of a post that follow from it. */
export const publicationFields = ({
  isDraft,
  publishAt,
  audience,
}: Publication): Pick<SourcePost, 'isDraft' | 'publishAt' | 'audience'> => ({
  isDraft,
  audience,
  ...(publishAt !== undefined && { publishAt }),
})

const FOR = { public: 'everyone', family: 'the family', admins: 'admins only' } as const

/** Names the new audience of a restricted post in the report. */
export const restrictionNotes = ({ audience, restriction }: Publication): Note[] =>
  audience === undefined ? [] : [{ kind: 'audience', detail: `${restriction} there, for ${FOR[audience]} here` }]

type FoundEntry = Omit<SourceEntry, 'isDraft' | 'labels'> & { readonly labels: NonNullable<SourceEntry['labels']> }

/** A draft has no address; categories are named only where everyone could read the post. */
export const toSourceEntry = ({ labels, addresses, ...entry }: FoundEntry, { isDraft, publishAt, audience }: Publication): SourceEntry => ({
  ...entry,
  addresses: isDraft ? [] : addresses,
  isDraft,
  ...(!isDraft && publishAt === undefined && audience === undefined && { labels }),
})

interface ExportedPage {
  /** Exports hold pages in the form of posts. */
  readonly post: SourcePost
  readonly slug: string | null
  readonly addresses: readonly string[]
  readonly place: PagePlace
}

/** Page of another blog. An unpublished one is for admins, and has no address and no place in a menu. */
export function toSourcePage({ post, slug, addresses, place }: ExportedPage): SourcePage {
  const { id, title, html, updatedAt, notes, comments, isDraft, publishAt, audience } = post
  const isHidden = isDraft === true || publishAt !== undefined
  return {
    id,
    fixed: null,
    slug,
    place: isHidden ? 'none' : place,
    title,
    html,
    audience: isHidden ? 'admins' : audience,
    updatedAt,
    addresses: isHidden ? [] : addresses,
    notes: [
      ...notes.filter(({ kind }) => kind !== 'tags'),
      ...comments.map(() => ({ kind: 'comment', detail: 'on a page, where nobody can comment here' }) as const),
    ],
  }
}
