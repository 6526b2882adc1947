import type { UploadKind } from './limits.ts'

/** Who may do what: pure functions that the server enforces and the pages show (docs/product.md, 6). */

/** The signed-in user; `null` in the functions below is a visitor. */
export interface Viewer {
  readonly id: string
  readonly isAdmin: boolean
  /** Approved by an admin, or come by an invitation. */
  readonly isFamily: boolean
}
/** Whether they belong to the family decides what they may read (`audiences.ts`), not what they may do. */
export type Actor = Pick<Viewer, 'id' | 'isAdmin'>
type MaybeViewer = Actor | null

const isSelf = (viewer: MaybeViewer, userId: string | null) => viewer !== null && viewer.id === userId
const isAdmin = (viewer: MaybeViewer) => viewer?.isAdmin === true

export const mayWritePosts = isAdmin

/** Everyone has a picture of themselves; those of posts, and exports of other blogs, are for who writes posts. */
export const mayUpload = (viewer: MaybeViewer, kind: UploadKind) => (kind === 'profile' ? viewer !== null : mayWritePosts(viewer))

export const mayEditComment = (viewer: MaybeViewer, comment: { readonly userId: string | null }) =>
  isAdmin(viewer) || isSelf(viewer, comment.userId)
export const mayDeleteComment = mayEditComment
/** Pending comments are visible to their author and to admins. */
export const maySeeComment = (viewer: MaybeViewer, comment: { readonly userId: string | null; readonly pending: boolean }) =>
  !comment.pending || isAdmin(viewer) || isSelf(viewer, comment.userId)
export const mayReportComment = (viewer: MaybeViewer, comment: { readonly userId: string | null }) =>
  viewer !== null && !isSelf(viewer, comment.userId)

export const mayUpdateUser = (viewer: MaybeViewer, userId: string) => isSelf(viewer, userId)
export const mayDeleteUser = (viewer: MaybeViewer, userId: string) => isAdmin(viewer) || isSelf(viewer, userId)

/** Who may open a page or make a call: everyone, a signed-in user, an admin. */
export type PageAccess = 'everyone' | 'user' | 'admin'
export const mayOpenPage = (viewer: MaybeViewer, access: PageAccess) =>
  access === 'everyone' || (access === 'user' ? viewer !== null : isAdmin(viewer))
