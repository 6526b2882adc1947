/** The signed-in user; `null` in the functions below is a visitor. */
export interface Viewer {
  readonly id: string
  readonly isAdmin: boolean
  /** Approved by an admin, or joined by an invitation. */
  readonly isFamily: boolean
}

/** Without `isFamily`, which decides what a user may read (`audiences.ts`), not what they may do. */
export type Actor = Pick<Viewer, 'id' | 'isAdmin'>

type MaybeViewer = Actor | null

/** Who may open a page or call an endpoint: everyone, a signed-in user, an admin. */
export type PageAccess = 'everyone' | 'user' | 'admin'

export const mayOpenPage = (viewer: MaybeViewer, access: PageAccess) =>
  access === 'everyone' || (access === 'user' ? viewer !== null : viewer?.isAdmin === true)

export const ROLES = ['reader', 'family', 'admin'] as const

export type Role = (typeof ROLES)[number]

export const roleOf = ({ isAdmin, isFamily }: { readonly isAdmin: boolean; readonly isFamily: boolean }): Role => {
  if (isAdmin) return 'admin'
  return isFamily ? 'family' : 'reader'
}
