import type { Viewer } from './permissions.ts'

/**
 * Who may read a post or a page: everyone, who is signed in, the family (approved by an admin, or invited), or the
 * admins. Each audience reads what the ones before it read. What a visitor may read depends on the audience, never on
 * the person, so responses are shared within one.
 */
export const AUDIENCES = ['public', 'readers', 'family', 'admins'] as const
export type Audience = (typeof AUDIENCES)[number]

export const audienceOf = (viewer: Viewer | null): Audience => {
  if (viewer === null) return 'public'
  if (viewer.isAdmin) return 'admins'
  return viewer.isFamily ? 'family' : 'readers'
}

/** What this audience may read, from the widest on. */
export const audiencesReadBy = (audience: Audience): readonly Audience[] => AUDIENCES.slice(0, AUDIENCES.indexOf(audience) + 1)

export const mayRead = (audience: Audience, content: Audience): boolean => AUDIENCES.indexOf(content) <= AUDIENCES.indexOf(audience)
