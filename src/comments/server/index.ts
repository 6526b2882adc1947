export { commentRoutes } from './comments.routes.ts'
export { createComment, listCommentsOfPost, listPendingOfPost } from './comments.store.ts'
export { deleteOldDeletedComments } from './deleted-comments.store.ts'
export { moderationRoutes } from './moderation.routes.ts'
