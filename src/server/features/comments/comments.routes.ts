import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS } from '#contract/limits.ts'
import { mayDeleteComment, mayEditComment } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/api.ts'
import { commentsTag, userTags } from '#server/platform/cache/cache-tags.ts'
import type { ChangeFeed } from '#server/platform/cache/change-feed.ts'
import { takeFromLimit } from '#server/platform/rate-limit.ts'
import {
  countComments,
  createComment,
  deleteComment,
  getComment,
  listComments,
  listCommentsOfPost,
  toggleLike,
  updateComment,
} from './comments.store.ts'
import { toComment } from './comments.wire.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly write: ChangeFeed['write']
}

type CommentCalls =
  | 'GET /api/comment/getpostcomments/:postId'
  | 'GET /api/comment/getcomments'
  | 'POST /api/comment/create'
  | 'PUT /api/comment/editcomment/:commentId'
  | 'PUT /api/comment/likecomment/:commentId'
  | 'DELETE /api/comment/deletecomment/:commentId'

/** Comments and likes (spec §7; decisions, Comments). A limit is counted in the write's own transaction: one fsync for both. */
export function commentRoutes({ db, now, newId, write }: Dependencies): Handlers<CommentCalls> {
  return {
    async 'GET /api/comment/getpostcomments/:postId'({ params, madeFrom }) {
      const comments = await listCommentsOfPost(db, params.postId)
      const people = new Set(comments.flatMap((comment) => [comment.user_id ?? [], comment.likes].flat()))
      madeFrom(commentsTag(params.postId), ...userTags(people))
      return comments.map(toComment)
    },

    async 'GET /api/comment/getcomments'({ query }) {
      const [comments, counts] = await Promise.all([listComments(db, query), countComments(db, now())])
      return { comments: comments.map(toComment), totalComments: counts.total, lastMonthComments: counts.lastMonth }
    },

    async 'POST /api/comment/create'({ body, viewer }) {
      if (body.userId !== undefined && body.userId !== viewer.id) {
        throw new AppError('forbidden', 'You can only comment in your own name.')
      }
      const at = now()
      const comment = { id: newId(), post_id: body.postId, user_id: viewer.id, content: body.content, created_at: at, updated_at: at }
      return write(async (trx, changed) => {
        await takeFromLimit(trx, RATE_LIMITS.commentsPerUser, { key: viewer.id, now: at })
        changed(commentsTag(comment.post_id))
        return toComment(await createComment(trx, comment))
      })
    },

    async 'PUT /api/comment/editcomment/:commentId'({ params, body, viewer }) {
      return write(async (trx, changed) => {
        const comment = await getComment(trx, params.commentId)
        if (!mayEditComment(viewer, { userId: comment.user_id })) {
          throw new AppError('forbidden', 'You can only edit your own comments.')
        }
        changed(commentsTag(comment.post_id))
        return toComment(await updateComment(trx, comment.id, { content: body.content, now: now() }))
      })
    },

    async 'PUT /api/comment/likecomment/:commentId'({ params, viewer }) {
      return write(async (trx, changed) => {
        await takeFromLimit(trx, RATE_LIMITS.likesPerUser, { key: viewer.id, now: now() })
        const comment = await getComment(trx, params.commentId)
        changed(commentsTag(comment.post_id))
        return toComment(await toggleLike(trx, comment.id, { userId: viewer.id, now: now() }))
      })
    },

    async 'DELETE /api/comment/deletecomment/:commentId'({ params, viewer }) {
      await write(async (trx, changed) => {
        const comment = await getComment(trx, params.commentId)
        if (!mayDeleteComment(viewer, { userId: comment.user_id })) {
          throw new AppError('forbidden', 'You can only delete your own comments.')
        }
        changed(commentsTag(comment.post_id))
        await deleteComment(trx, comment.id)
      })
      return { success: true, message: 'Comment has been deleted.' }
    },
  }
}
