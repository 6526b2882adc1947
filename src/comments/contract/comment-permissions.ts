import type { Actor } from '#platform/contract/permissions.ts'

export const mayEditComment = (viewer: Actor | null, comment: { readonly userId: string | null }) =>
  viewer?.isAdmin === true || viewer?.id === comment.userId

export const mayDeleteComment = mayEditComment

/** Pending comments are visible to their author and to admins. */
export const maySeeComment = (viewer: Actor | null, comment: { readonly userId: string | null; readonly pending: boolean }) =>
  !comment.pending || viewer?.isAdmin === true || viewer?.id === comment.userId

export const mayReportComment = (viewer: Actor | null, comment: { readonly userId: string | null }) => viewer?.id !== comment.userId
