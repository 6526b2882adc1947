import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS } from '#contract/limits.ts'
import { mayDeleteComment, mayEditComment, mayReportComment, maySeeComment, type Viewer } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countRows } from '#server/platform/database/tallies.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import { commentsTag, userTags } from '#server/platform/cache/cache-tags.ts'
import type { ChangeFeed } from '#server/platform/cache/change-feed.ts'
import { takeFromLimit } from '#server/platform/rate-limit.ts'
import { readSettings } from '#server/features/read-settings.ts'
import { addReport, deleteReports, listReports } from './comment-reports.store.ts'
import {
  approveComment,
  commentGone,
  type CommentRow,
  createComment,
  deleteComment,
  getComment,
  isNewCommenter,
  listComments,
  listCommentsOfPost,
  listPendingOfPost,
  toggleLike,
  updateComment,
} from './comments.store.ts'
import { toComment, toModeratedComment } from './comments.wire.ts'
import { waitsForApproval } from './waits-for-approval.ts'

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
  | 'GET /api/comment/pending/:postId'
  | 'PUT /api/comment/approve/:commentId'
  | 'POST /api/comment/report/:commentId'
  | 'DELETE /api/comment/reports/:commentId'

/** Comments and likes (spec §7; decisions, Comments). A limit is counted in the write's own transaction: one fsync for both. */
export function commentRoutes(dependencies: Dependencies): Handlers<CommentCalls> {
  return { ...readingRoutes(dependencies), ...writingRoutes(dependencies), ...moderationRoutes(dependencies) }
}

type ReadingCalls = 'GET /api/comment/getpostcomments/:postId' | 'GET /api/comment/getcomments' | 'GET /api/comment/pending/:postId'

function readingRoutes({ db, now }: Dependencies): Handlers<ReadingCalls> {
  return {
    async 'GET /api/comment/getpostcomments/:postId'({ params, addCacheTags }) {
      const comments = await listCommentsOfPost(db, params.postId)
      const people = new Set(comments.flatMap((comment) => [comment.user_id ?? [], comment.likes].flat()))
      addCacheTags(commentsTag(params.postId), ...userTags(people))
      return comments.map(toComment)
    },

    async 'GET /api/comment/getcomments'({ query }) {
      const [comments, counts] = await Promise.all([listComments(db, query), countRows(db, 'comments', { now: now() })])
      const reports = await listReports(
        db,
        comments.map((comment) => comment.id),
      )
      return {
        comments: comments.map((comment) => toModeratedComment(comment, reports.get(comment.id) ?? [])),
        totalComments: counts.total,
        lastMonthComments: counts.lastMonth,
      }
    },

    async 'GET /api/comment/pending/:postId'({ params, viewer }) {
      return (await listPendingOfPost(db, params.postId, viewer.isAdmin ? null : viewer.id)).map(toComment)
    },
  }
}

type WritingCalls =
  | 'POST /api/comment/create'
  | 'PUT /api/comment/editcomment/:commentId'
  | 'PUT /api/comment/likecomment/:commentId'
  | 'DELETE /api/comment/deletecomment/:commentId'

function writingRoutes({ now, newId, write }: Dependencies): Handlers<WritingCalls> {
  return {
    async 'POST /api/comment/create'({ body, viewer }) {
      if (body.userId !== undefined && body.userId !== viewer.id) {
        throw new AppError('forbidden', 'You can only comment in your own name.')
      }
      const at = now()
      const comment = { id: newId(), post_id: body.postId, user_id: viewer.id, content: body.content, created_at: at, updated_at: at }
      return write(async (trx, invalidate) => {
        await takeFromLimit(trx, RATE_LIMITS.commentsPerUser, { key: viewer.id, now: at })
        invalidate(commentsTag(comment.post_id))
        return toComment(await createComment(trx, { ...comment, pending: await mustWait(trx, viewer, body.content) }))
      })
    },

    async 'PUT /api/comment/editcomment/:commentId'({ params, body, viewer }) {
      return write(async (trx, invalidate) => {
        const comment = await getVisibleComment(trx, params.commentId, viewer)
        if (!mayEditComment(viewer, { userId: comment.user_id })) {
          throw new AppError('forbidden', 'You can only edit your own comments.')
        }
        const pending = comment.pending === 1 ? 1 : await mustWait(trx, viewer, body.content)
        invalidate(commentsTag(comment.post_id))
        return toComment(await updateComment(trx, comment.id, { content: body.content, pending, now: now() }))
      })
    },

    async 'PUT /api/comment/likecomment/:commentId'({ params, viewer }) {
      return write(async (trx, invalidate) => {
        await takeFromLimit(trx, RATE_LIMITS.likesPerUser, { key: viewer.id, now: now() })
        const comment = await getVisibleComment(trx, params.commentId, viewer)
        invalidate(commentsTag(comment.post_id))
        return toComment(await toggleLike(trx, comment.id, { userId: viewer.id, now: now() }))
      })
    },

    async 'DELETE /api/comment/deletecomment/:commentId'({ params, viewer }) {
      await write(async (trx, invalidate) => {
        const comment = await getVisibleComment(trx, params.commentId, viewer)
        if (!mayDeleteComment(viewer, { userId: comment.user_id })) {
          throw new AppError('forbidden', 'You can only delete your own comments.')
        }
        invalidate(commentsTag(comment.post_id))
        await deleteComment(trx, comment.id)
      })
      return { success: true, message: 'Comment has been deleted.' }
    },
  }
}

type ModerationCalls =
  | 'PUT /api/comment/approve/:commentId'
  | 'POST /api/comment/report/:commentId'
  | 'DELETE /api/comment/reports/:commentId'

function moderationRoutes({ db, now, write }: Dependencies): Handlers<ModerationCalls> {
  return {
    async 'PUT /api/comment/approve/:commentId'({ params }) {
      return write(async (trx, invalidate) => {
        const comment = await getComment(trx, params.commentId)
        invalidate(commentsTag(comment.post_id))
        return toComment(await approveComment(trx, comment.id))
      })
    },

    async 'POST /api/comment/report/:commentId'({ params, body, viewer }) {
      await write(async (trx) => {
        await takeFromLimit(trx, RATE_LIMITS.reportsPerUser, { key: viewer.id, now: now() })
        const comment = await getVisibleComment(trx, params.commentId, viewer)
        if (!mayReportComment(viewer, { userId: comment.user_id })) throw new AppError('forbidden', 'This comment is your own.')
        await addReport(trx, { comment_id: comment.id, user_id: viewer.id, reason: body.reason ?? '', created_at: now() })
      })
      return { success: true, message: 'Thank you. Somebody will look at this comment.' }
    },

    async 'DELETE /api/comment/reports/:commentId'({ params }) {
      const comment = await getComment(db, params.commentId)
      await deleteReports(db, comment.id)
      return { success: true, message: 'The reports have been removed.' }
    },
  }
}

/** @throws not_found also for one that waits for approval and is somebody else's */
async function getVisibleComment(db: Database, id: string, viewer: Viewer): Promise<CommentRow> {
  const comment = await getComment(db, id)
  if (!maySeeComment(viewer, { userId: comment.user_id, pending: comment.pending === 1 })) throw commentGone()
  return comment
}

async function mustWait(db: Database, viewer: Viewer, content: string): Promise<0 | 1> {
  if (viewer.isAdmin) return 0
  const settings = await readSettings(db)
  const isNew = settings.firstCommentsWait && (await isNewCommenter(db, viewer.id))
  return waitsForApproval(content, settings, { isNew }) ? 1 : 0
}
