import { deleteUnusedFolder, deleteUnusedPicture } from '#media/server/index.ts'
import type { Logger } from '#platform/process/logger.ts'
import { draftRoutes } from './drafts/drafts.routes.ts'
import { editPostRoutes } from './edit-posts.routes.ts'
import { managePostsRoutes } from './manage-posts.routes.ts'
import { blogPageRoutes } from './own-pages/blog-pages.routes.ts'
import { revisionRoutes } from './revisions/revisions.routes.ts'
import { createSamplePosts, deleteSamplePosts } from './samples/write-samples.ts'
import { sampleRoutes } from './samples/samples.routes.ts'
import { endTrash } from './trash/end-trash.ts'
import { trashRoutes } from './trash/trash.routes.ts'

type Parts = Parameters<typeof editPostRoutes>[0] &
  Parameters<typeof draftRoutes>[0] &
  Parameters<typeof revisionRoutes>[0] &
  Parameters<typeof blogPageRoutes>[0] &
  Parameters<typeof endTrash>[0] &
  Omit<Parameters<typeof createSamplePosts>[0] & Parameters<typeof deleteSamplePosts>[0], 'write' | 'deletePicture' | 'deleteFolder'> & {
    readonly logger: Logger
  }

/** Handlers of all endpoints of writing. */
export function writing(parts: Parts) {
  // Housekeeping deletes the picture later.
  const logFailure = (error: unknown) => parts.logger.error({ err: error }, 'deleting a picture failed')
  const samples = {
    ...parts,
    deletePicture: (path: string) => deleteUnusedPicture(parts, path).catch(logFailure),
    deleteFolder: (folder: string) => deleteUnusedFolder(parts, folder).catch(logFailure),
  }
  return {
    ...editPostRoutes(parts),
    ...managePostsRoutes(parts),
    ...draftRoutes(parts),
    ...revisionRoutes(parts),
    ...trashRoutes({ ...parts, endTrash: (postId) => endTrash(parts, postId) }),
    ...blogPageRoutes(parts),
    ...sampleRoutes({
      db: parts.db,
      createSamplePosts: (write, authorId) => createSamplePosts({ ...samples, write }, authorId),
      deleteSamplePosts: (write, by) => deleteSamplePosts({ ...samples, write }, by),
    }),
  }
}
