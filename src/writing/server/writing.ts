import { draftRoutes } from './drafts/drafts.routes.ts'
import { editPostRoutes } from './edit-posts.routes.ts'
import { managePostsRoutes } from './manage-posts.routes.ts'
import { blogPageRoutes } from './own-pages/blog-pages.routes.ts'
import { revisionRoutes } from './revisions/revisions.routes.ts'
import { endTrash } from './trash/end-trash.ts'
import { trashRoutes } from './trash/trash.routes.ts'

type Parts = Parameters<typeof editPostRoutes>[0] &
  Parameters<typeof draftRoutes>[0] &
  Parameters<typeof revisionRoutes>[0] &
  Parameters<typeof blogPageRoutes>[0] &
  Parameters<typeof endTrash>[0]

/** Handlers of all endpoints of writing. */
export const writing = (parts: Parts) => ({
  ...editPostRoutes(parts),
  ...managePostsRoutes(parts),
  ...draftRoutes(parts),
  ...revisionRoutes(parts),
  ...trashRoutes({ ...parts, endTrash: (postId, userId) => endTrash(parts, postId, userId) }),
  ...blogPageRoutes(parts),
})
