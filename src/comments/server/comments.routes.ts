import type { commentEndpoints } from '#comments/contract/comments.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { LIST_LIMIT_MAX } from '#platform/contract/limits.ts'
import { POST_COMMENTS_MAX } from '#comments/contract/comment-limits.ts'
import { mayDeleteComment, mayEditComment } from '#comments/contract/comment-permissions.ts'
import type { Database } from '#platform/database/database.ts'
import { lockAccount } from '#accounts/server/index.ts'
import { countRows } from '#site/server/index.ts'
import { readBounded } from '#platform/database/read-bounded.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { hashedKey } from '#platform/security/rate-limit.ts'
import { commentsTag, userTags } from '#platform/cache/cache-tags.ts'
import { listReports } from './comment-reports.store.ts'
import { type CommentRow, countCommentsOfPost, findCommentOfRequest, getVisibleComment, listCommentsOfPost } from './comments.store.ts'
import { createComment, deleteComments, setLike, updateComment } from './comment-writes.store.ts'
import { listComments, listPostsOfComments, listWriters } from './moderated-comments.store.ts'
import { toComment, toModeratedComment, toVisitorsComment } from './comments.wire.ts'
import { firstState, requireAllowed, requireEditLength, stateOfText } from './comment-rules.ts'
import { listRepliedTo, listThreadsOfPost, type ThreadRow, toReplyColumns } from './replies.store.ts'

export interface CommentDependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly events?: CommentEvents | undefined
}

/** Comments and likes. */
export const commentRoutes = (dependencies: CommentDependencies): Handlers<typeof commentEndpoints> => ({
  ...readRoutes(dependencies),
  ...writeRoutes(dependencies),
})

const IN_ORDER = {
  newest: { list: listCommentsOfPost, max: POST_COMMENTS_MAX },
  threads: { list: listThreadsOfPost, max: LIST_LIMIT_MAX },
}

/** Length of an id in a list, and of what a comment has there beside its text. */
const ID_LENGTH = 39
const COMMENT_FACTS_LENGTH = 450

function readRoutes({
  db,
  now,
}: CommentDependencies): Handlers<Pick<typeof commentEndpoints, 'listComments' | 'countComments' | 'listAllComments'>> {
  return {
    async listComments({ params: { postId }, query, role, audience, addCacheTags }) {
      const { list, max } = IN_ORDER[query.order]
      const { rows: comments } = await readBounded<CommentRow | ThreadRow>({
        range: { startIndex: query.startIndex, limit: Math.min(query.limit, max) },
        pageSize: LIST_LIMIT_MAX,
        lengthOf: ({ content, likes }) => content.length + likes.length * ID_LENGTH + COMMENT_FACTS_LENGTH,
        read: (range) => list(db, { postId, audience }, range),
      })
      const people = new Set(comments.flatMap(({ user_id, editor_id, likes }) => [user_id ?? [], editor_id ?? [], likes].flat()))
      addCacheTags(commentsTag(postId), ...userTags(people))
      return comments.map(role === 'visitor' ? toVisitorsComment : toComment)
    },

    async countComments({ params: { postId }, audience, addCacheTags }) {
      addCacheTags(commentsTag(postId))
      return { totalComments: await countCommentsOfPost(db, { postId, audience }) }
    },

    async listAllComments({ query }) {
      const [comments, counts] = await Promise.all([listComments(db, query), countRows(db, 'comments', now())])
      const ids = comments.map((comment) => comment.id)
      const [reports, posts, repliedTo, writers] = await Promise.all([
        listReports(db, ids),
        listPostsOfComments(db, comments),
        listRepliedTo(db, comments),
        listWriters(db, comments),
      ])
      return {
        comments: comments.map((row) =>
          toModeratedComment(row, {
            reports: reports.get(row.id),
            post: posts.get(row.post_id),
            repliedTo: repliedTo.get(row.replied_to_id ?? ''),
            writer: writers.get(row.user_id ?? ''),
          }),
        ),
        totalComments: counts.total,
        lastMonthComments: counts.lastMonth,
      }
    },
  }
}

function writeRoutes({
  now,
  newId,
  events,
}: CommentDependencies): Handlers<Pick<typeof commentEndpoints, 'createComment' | 'editComment' | 'likeComment' | 'deleteComment'>> {
  return {
    async createComment({ body: { userId, postId, content, parentId = null, requestKey }, audience, viewer, write }) {
      if (userId !== undefined && userId !== viewer.id) throw new AppError('forbidden', 'You can only comment in your own name.')
      const at = now()
      // With the text, so that a key that is used again, as in a page that is open twice, never loses a comment.
      const request_key = requestKey === undefined ? null : hashedKey(requestKey, postId, parentId ?? '', content)
      return write(async (trx, invalidate) => {
        await lockAccount(trx, viewer.id)
        const existing = await findCommentOfRequest(trx, { user_id: viewer.id, request_key })
        if (existing) return toComment(existing)
        await requireAllowed(trx, { postId, content, audience })
        invalidate(commentsTag(postId))
        const state = await firstState(trx, viewer, { content, now: at })
        const reply = await toReplyColumns(trx, { repliedToId: parentId, postId, audience, viewer })
        const times = { created_at: at, updated_at: at }
        const row = { id: newId(), post_id: postId, user_id: viewer.id, content, ...reply, state, request_key, ...times }
        const { comment, isNew } = await createComment(trx, row, audience)
        if (isNew) await events?.onCreated(trx, comment, { by: viewer.id, now: at })
        return toComment(comment)
      })
    },

    async editComment({ params, body: { content }, viewer, write }) {
      return write(async (trx, invalidate) => {
        await lockAccount(trx, viewer.id)
        const comment = await getVisibleComment(trx, params.commentId, viewer)
        if (!mayEditComment(viewer, { userId: comment.user_id })) {
          throw new AppError('forbidden', 'You can only edit your own comments.')
        }
        await requireEditLength(trx, content, comment.content)
        invalidate(commentsTag(comment.post_id))
        // Text that was approved, or not, stays so when it is saved again.
        const state = content === comment.content ? 'shown' : await stateOfText(trx, viewer, content)
        return toComment(await updateComment(trx, comment.id, { content, state, ...toEdited(comment, content, viewer.id), now: now() }))
      })
    },

    async likeComment({ params, body: { isLiked }, viewer, write }) {
      return write(async (trx, invalidate) => {
        await lockAccount(trx, viewer.id)
        const comment = await getVisibleComment(trx, params.commentId, viewer)
        invalidate(commentsTag(comment.post_id))
        return toComment(await setLike(trx, comment.id, { userId: viewer.id, now: now(), isLiked }))
      })
    },

    async deleteComment({ params, viewer, write }) {
      await write(async (trx, invalidate) => {
        const comment = await getVisibleComment(trx, params.commentId, viewer)
        if (!mayDeleteComment(viewer, { userId: comment.user_id })) {
          throw new AppError('forbidden', 'You can only delete your own comments.')
        }
        invalidate(commentsTag(comment.post_id))
        await deleteComments(trx, [comment.id], { by: viewer.id, now: now() })
      })
      return { success: true, message: 'Comment has been deleted.' }
    },
  }
}

/** An admin's changes of another person's words are marked, and the first words kept; the author's own end that. */
const toEdited = ({ user_id: userId, content: before, editor_id, first_content }: CommentRow, content: string, editorId: string) => {
  if (userId === editorId) return { editor_id: null, first_content: null }
  return before === content ? { editor_id, first_content } : { editor_id: editorId, first_content: first_content ?? before }
}

interface Trigger {
  /** Id of the user who wrote or approved the comment. */
  readonly by: string
  readonly now: number
}

/** Listeners of modules above, registered in app/. Each is called within the transaction that changes the comment. */
export interface CommentEvents {
  readonly onCreated: (trx: Database, comment: CommentRow, trigger: Trigger) => Promise<void>
  /** A pending comment was approved. */
  readonly onApproved: (trx: Database, comment: CommentRow, trigger: Trigger) => Promise<void>
}
