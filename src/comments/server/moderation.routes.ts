import { COMMENT_RATE_LIMITS } from '#comments/contract/comment-limits.ts'
import type { attentionEndpoints } from '#accounts/contract/attention.endpoints.ts'
import type { moderationEndpoints } from '#comments/contract/comments.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { mayReportComment } from '#comments/contract/comment-permissions.ts'
import { commentsTag } from '#platform/cache/cache-tags.ts'
import { countRequests } from '#accounts/server/index.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import { addReport, addVisitorReport, deleteReports } from './comment-reports.store.ts'
import type { CommentDependencies } from './comments.routes.ts'
import { restoreComments, setState } from './comment-writes.store.ts'
import { getComment, getVisibleComment, listPendingOfPost } from './comments.store.ts'
import { countAttention, countNewComments, setCommentsSeen } from './moderated-comments.store.ts'
import { toComment } from './comments.wire.ts'

type Dependencies = Omit<CommentDependencies, 'newId'>

/** Approving and reporting comments, and what admins should see. */
export const moderationRoutes = (parts: Dependencies): Handlers<typeof moderationEndpoints & typeof attentionEndpoints> => ({
  ...attentionRoutes(parts),
  ...decisionRoutes(parts),
})

function attentionRoutes({ db, now }: Dependencies): Handlers<typeof attentionEndpoints> {
  return {
    async countAttention({ viewer }) {
      const [totalComments, newComments, totalRequests] = await Promise.all([
        countAttention(db),
        countNewComments(db, viewer.id),
        countRequests(db),
      ])
      return { totalComments, newComments, totalRequests }
    },

    async markCommentsSeen({ body: { through }, viewer, write }) {
      await write((trx) => setCommentsSeen(trx, viewer.id, Math.min(Date.parse(through), now())))
      return { success: true, message: 'The comments are seen.' }
    },
  }
}

function decisionRoutes({ db, now, events }: Dependencies): Handlers<typeof moderationEndpoints> {
  return {
    async listPendingComments({ params: { postId }, audience, viewer }) {
      return (await listPendingOfPost(db, { postId, audience }, viewer.isAdmin ? null : viewer.id)).map(toComment)
    },

    async approveComment({ params, viewer, write }) {
      return write(async (trx, invalidate) => {
        const { comment, isChanged } = await setState(trx, params.commentId, 'shown')
        invalidate(commentsTag(comment.post_id))
        if (isChanged) await events?.onApproved(trx, comment, { by: viewer.id, now: now() })
        return toComment(comment)
      })
    },

    async withdrawApproval({ params, write }) {
      return write(async (trx, invalidate) => {
        const { comment } = await setState(trx, params.commentId, 'pending')
        invalidate(commentsTag(comment.post_id))
        return toComment(comment)
      })
    },

    async restoreComment({ params, viewer, write }) {
      return write(async (trx, invalidate) => {
        const { ids } = await restoreComments(trx, [params.commentId], { viewer, now: now() })
        if (ids.length === 0) throw new AppError('not_found', 'This comment can no longer be brought back.')
        const comment = await getVisibleComment(trx, params.commentId, viewer)
        invalidate(commentsTag(comment.post_id))
        return toComment(comment)
      })
    },

    async reportComment({ params, body: { reason = '', asMember }, findSession, address, write }) {
      const viewer = (await findSession())?.viewer ?? null
      if (viewer === null && asMember === true) throw new AppError('not_signed_in')
      const at = now()
      await write(async (trx) => {
        const limit = viewer === null ? COMMENT_RATE_LIMITS.visitorReportsPerAddress : COMMENT_RATE_LIMITS.reportsPerUser
        await takeFromLimit(trx, limit, { key: viewer?.id ?? address, now: at })
        const { id, user_id: userId } = await getVisibleComment(trx, params.commentId, viewer)
        if (!mayReportComment(viewer, { userId })) throw new AppError('forbidden', 'This comment is your own.')
        const report = { comment_id: id, reason, created_at: at }
        if (viewer !== null) await addReport(trx, { ...report, user_id: viewer.id })
        else await addVisitorReport(trx, report)
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
