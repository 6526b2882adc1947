import { type Role, roleOf, type Viewer } from '#platform/contract/permissions.ts'

/**
 * Who may read a post or a page: everyone, the family (let in by an admin, or invited), or the admins. Each audience may also
 * read what the audiences before it may. Access depends on the audience, never on the person.
 */
export const AUDIENCES = ['public', 'family', 'admins'] as const
export type Audience = (typeof AUDIENCES)[number]

/** Who shares a response: a reader reads what a visitor reads, but may comment. */
export type CallerRole = 'visitor' | Role

export const callerRoleOf = (viewer: Viewer | null): CallerRole => (viewer === null ? 'visitor' : roleOf(viewer))

export const audienceOfRole = (role: CallerRole): Audience => {
  if (role === 'admin') return 'admins'
  return role === 'family' ? 'family' : 'public'
}

export const audienceOf = (viewer: Viewer | null): Audience => audienceOfRole(callerRoleOf(viewer))

/** Audiences of the content that this audience may read, the widest first. */
export const audiencesReadBy = (audience: Audience): readonly Audience[] => AUDIENCES.slice(0, AUDIENCES.indexOf(audience) + 1)

export const mayRead = (audience: Audience, content: Audience): boolean => AUDIENCES.indexOf(content) <= AUDIENCES.indexOf(audience)

/** Audience of a new post or page unless its writer chooses another. */
export const defaultAudience = (isClosed: boolean): Audience => (isClosed ? 'family' : 'public')
