import type { Audience } from '#contract/audiences.ts'
import type { Includable, Note, SourcePost } from './source.ts'

/** What a post or page was on the other blog. */
export interface FoundPost {
  readonly state: 'published' | 'scheduled' | 'draft' | 'left'
  /** Why it may not come: 'a draft'. */
  readonly why: string
  /** When it was or is to be published. */
  readonly at: number | null
  /** Who may read it here, where not everyone could there. */
  readonly audience: Audience | undefined
  /** For the report, where it comes for an audience: 'private'. */
  readonly limit: string
}

/** Whether and how a post or page comes. */
export type Standing = { readonly comes: false; readonly why: string } | Coming

export interface Coming {
  readonly comes: true
  readonly isDraft: boolean
  readonly publishAt: number | undefined
  readonly audience: Audience | undefined
  readonly limit: string
}

/**
 * A text that was not published comes only with `drafts`, one that not everyone could read only with `private`, and then
 * never for everyone. A draft keeps its audience without `private`: nobody else sees it.
 */
export function decideStanding(found: FoundPost, { include, now }: { include: ReadonlySet<Includable>; now: number }): Standing {
  const { state, why, at, audience, limit } = found
  const isUnpublished = state !== 'published'
  if (state === 'left' || (isUnpublished && !include.has('drafts'))) return { comes: false, why }
  const publishAt = state === 'scheduled' && at !== null && at > now ? at : undefined
  const isDraft = isUnpublished && publishAt === undefined
  if (audience !== undefined && !isDraft && !include.has('private')) return { comes: false, why: limit }
  return { comes: true, isDraft, publishAt, audience, limit }
}

/** The same as a post says it. */
export const placeOf = ({ isDraft, publishAt, audience }: Coming): Pick<SourcePost, 'isDraft' | 'publishAt' | 'audience'> => ({
  isDraft,
  audience,
  ...(publishAt !== undefined && { publishAt }),
})

const FOR = { public: 'everyone', readers: 'readers', family: 'the family', admins: 'admins only' } as const

/** Says for whom it is now. */
export const limitNotes = ({ audience, limit }: Coming): Note[] =>
  audience === undefined ? [] : [{ kind: 'audience', detail: `${limit} there, for ${FOR[audience]} here` }]
