import type { Viewer } from './permissions.ts'

/**
 * Who may read a post or a page: everyone, signed-in users, the family (approved by an admin, or invited), or the
 * admins. Each audience may also read what the audiences before it may. Access depends on the audience, never on the
 * person, so all readers of one audience share cached responses.
 */
export const AUDIENCES = ['public', 'readers', 'family', 'admins'] as const
export type Audience = (typeof AUDIENCES)[number]

export const audienceOf = (viewer: Viewer | null): Audience => {
  if (viewer === null) return 'public'
  if (viewer.isAdmin) return 'admins'
  return viewer.isFamily ? 'family' : 'readers'
}

/** Audiences of the content that this audience may read, the widest first. */
export const audiencesReadBy = (audience: Audience): readonly Audience[] => AUDIENCES.slice(0, AUDIENCES.indexOf(audience) + 1)

export const mayRead = (audience: Audience, content: Audience): boolean => AUDIENCES.indexOf(content) <= AUDIENCES.indexOf(audience)
