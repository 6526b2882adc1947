import type { TrashedPost, trashEndpoints } from '#writing/contract/writing.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { TRASH_TTL_MS } from '#writing/contract/writing-limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { toEditor } from '#accounts/server/index.ts'
import { shownCover, toPost } from '#posts/server/index.ts'
import { countTrash, listTrash, restorePost } from './trash.store.ts'
import { writePosts } from '#writing/server/write-posts.ts'
import { toIso } from '#platform/contract/format-date.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  /** Deletes a post from the trash, with its pictures. @returns false if it is not in the trash */
  readonly endTrash: (postId: string, userId: string) => Promise<boolean>
}

/** Trash: deleted posts, which remain for thirty days (decision 18). */
export function trashRoutes({ db, now, endTrash }: Dependencies): Handlers<typeof trashEndpoints> {
  return {
    async listTrash({ query, viewer }) {
      const [posts, totalPosts] = await Promise.all([listTrash(db, viewer.id, query), countTrash(db, viewer.id)])
      return { posts: posts.map(toTrashedPost), totalPosts }
    },

    async restorePost({ params: { postId }, viewer, write }) {
      const post = await writePosts(write, [postId], (trx) => restorePost(trx, postId, { by: viewer.id, now: now() }))
      return toPost(post)
    },

    async deleteTrashedPost({ params, viewer }) {
      if (!(await endTrash(params.postId, viewer.id))) throw new AppError('not_found', 'This post is not in the trash.')
      return { success: true, message: 'The post has been deleted for good.' }
    },
  }
}

const toTrashedPost = (row: Awaited<ReturnType<typeof listTrash>>[number]): TrashedPost => ({
  _id: row.id,
  title: row.title,
  category: row.category,
  image: shownCover(row),
  audience: row.audience ?? 'admins',
  deletedAt: toIso(row.trashed_at),
  endsAt: toIso(row.trashed_at + TRASH_TTL_MS),
  deletedBy: toEditor(row.trashed_by, row),
  comments: row.comments ?? 0,
})
