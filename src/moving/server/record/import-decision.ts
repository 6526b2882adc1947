import type { PagePlace } from '#site/contract/blog-pages.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import type { Note, SourcePage, SourcePost } from './source.ts'

/** State of a post or page on the old blog. */
export interface FoundPost {
  readonly state: 'published' | 'scheduled' | 'draft' | 'excluded'
  /** The state in words, for the report: 'a draft'. */
  readonly why: string
  /** Publication time, past or planned. */
  readonly at: number | null
  /** Audience in Kindred; undefined if everyone could read it on the old blog. */
  readonly audience: Audience | undefined
  /** Why not everyone could read it, for the report: 'private'. */
  readonly restriction: string
}

/** Whether a post or page of the export is imported, and how. */
export type ImportDecision = { readonly isImported: false; readonly why: string } | AcceptedItem

export interface AcceptedItem {
  readonly isImported: true
  readonly isDraft: boolean
  readonly publishAt: number | undefined
  readonly audience: Audience | undefined
  readonly restriction: string
}

/** What was not published comes as a draft, or is planned as there; a restricted text never for more people than there. */
export function decideImport({ state, why, at, audience, restriction }: FoundPost, now: number): ImportDecision {
  if (state === 'excluded') return { isImported: false, why }
  const publishAt = state === 'scheduled' && at !== null && at > now ? at : undefined
  return { isImported: true, isDraft: state !== 'published' && publishAt === undefined, publishAt, audience, restriction }
}

/** Fields of a post that follow from the decision. */
export const publicationOf = ({ isDraft, publishAt, audience }: AcceptedItem): Pick<SourcePost, 'isDraft' | 'publishAt' | 'audience'> => ({
  isDraft,
  audience,
  ...(publishAt !== undefined && { publishAt }),
})

const FOR = { public: 'everyone', family: 'the family', admins: 'admins only' } as const

/** Whether everyone can read it there, and so the names of its categories. */
export const isForEveryone = ({ isDraft, publishAt, audience }: AcceptedItem): boolean =>
  !isDraft && publishAt === undefined && audience === undefined

/** Names the new audience of a restricted post in the report. */
export const restrictionNotes = ({ audience, restriction }: AcceptedItem): Note[] =>
  audience === undefined ? [] : [{ kind: 'audience', detail: `${restriction} there, for ${FOR[audience]} here` }]

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
