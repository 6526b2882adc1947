import type { UploadKind } from './limits.ts'

/** Permission checks, enforced by the server and used by pages to show what is allowed (docs/product.md, 6). */

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

const isSelf = (viewer: MaybeViewer, userId: string | null) => viewer !== null && viewer.id === userId
const isAdmin = (viewer: MaybeViewer) => viewer?.isAdmin === true

export const mayWritePosts = isAdmin

/** Every user may upload a profile picture. Everything else is for writers. */
export const mayUpload = (viewer: MaybeViewer, kind: UploadKind) => (kind === 'profile' ? viewer !== null : mayWritePosts(viewer))

export const mayEditComment = (viewer: MaybeViewer, comment: { readonly userId: string | null }) =>
  isAdmin(viewer) || isSelf(viewer, comment.userId)
export const mayDeleteComment = mayEditComment
/** Pending comments are visible to their author and to admins. */
export const maySeeComment = (viewer: MaybeViewer, comment: { readonly userId: string | null; readonly pending: boolean }) =>
  !comment.pending || isAdmin(viewer) || isSelf(viewer, comment.userId)
export const mayReportComment = (viewer: MaybeViewer, comment: { readonly userId: string | null }) => !isSelf(viewer, comment.userId)

export const mayUpdateUser = (viewer: MaybeViewer, userId: string) => isSelf(viewer, userId)
export const mayDeleteUser = (viewer: MaybeViewer, userId: string) => isAdmin(viewer) || isSelf(viewer, userId)

/** Who may open a page or call an endpoint: everyone, a signed-in user, an admin. */
export type PageAccess = 'everyone' | 'user' | 'admin'
export const mayOpenPage = (viewer: MaybeViewer, access: PageAccess) =>
  access === 'everyone' || (access === 'user' ? viewer !== null : isAdmin(viewer))

export const ROLES = ['reader', 'family', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const roleOf = ({ isAdmin, isFamily }: { readonly isAdmin: boolean; readonly isFamily: boolean }): Role => {
  if (isAdmin) return 'admin'
  return isFamily ? 'family' : 'reader'
}
