export type { CommentEvents } from './comments.routes.ts'
export { createComment, listCommentsOfPost, listPendingOfPost } from './comments.store.ts'
export { deleteOldDeletedComments } from './deleted-comments.store.ts'
export { comments } from './comments.ts'
