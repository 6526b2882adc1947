import type { attentionEndpoints } from '#accounts/contract/attention.endpoints.ts'
import type { moderationEndpoints } from '#comments/contract/comments.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { mayReportComment } from '#platform/contract/permissions.ts'
import { commentsTag } from '#platform/cache/cache-tags.ts'
import { countRequests } from '#accounts/server/index.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { addReport, deleteReports } from './comment-reports.store.ts'
import type { CommentDependencies } from './comments.routes.ts'
import { restoreComment } from './deleted-comments.store.ts'
import { countAttention, getComment, getVisibleComment, listPendingOfPost, setPending } from './comments.store.ts'
import { toComment } from './comments.wire.ts'

/** Approving and reporting comments. */
export function moderationRoutes({
  db,
  now,
  events,
}: Omit<CommentDependencies, 'newId'>): Handlers<typeof moderationEndpoints & typeof attentionEndpoints> {
  return {
    async listPendingComments({ params: { postId }, audience, viewer }) {
      return (await listPendingOfPost(db, { postId, audience }, viewer.isAdmin ? null : viewer.id)).map(toComment)
    },

    async countAttention() {
      return { totalComments: await countAttention(db), totalRequests: await countRequests(db) }
    },

    async approveComment({ params, viewer, write }) {
      return write(async (trx, invalidate) => {
        const before = await getComment(trx, params.commentId)
        const comment = await setPending(trx, params.commentId, 0)
        invalidate(commentsTag(comment.post_id))
        if (before.pending === 1) await events?.onApproved(trx, comment, { by: viewer.id, now: now() })
        return toComment(comment)
      })
    },

    async withdrawApproval({ params, write }) {
      return write(async (trx, invalidate) => {
        const comment = await setPending(trx, params.commentId, 1)
        invalidate(commentsTag(comment.post_id))
        return toComment(comment)
      })
    },

    async restoreComment({ params, write }) {
      return write(async (trx, invalidate) => {
        await restoreComment(trx, params.commentId, now())
        const comment = await getComment(trx, params.commentId)
        invalidate(commentsTag(comment.post_id))
        return toComment(comment)
      })
    },

    async reportComment({ params, body, viewer, write }) {
      await write(async (trx) => {
        const comment = await getVisibleComment(trx, params.commentId, viewer)
        if (!mayReportComment(viewer, { userId: comment.user_id })) throw new AppError('forbidden', 'This comment is your own.')
        await addReport(trx, { comment_id: comment.id, user_id: viewer.id, reason: body.reason ?? '', created_at: now() })
      })
      return { success: true, message: 'Thank you. Somebody will look at this comment.' }
    },

    async dismissReports({ params, write }) {
      await write(async (trx) => {
        const comment = await getComment(trx, params.commentId)
        await deleteReports(trx, comment.id)
      })
      return { success: true, message: 'The reports have been removed.' }
    },
  }
}
