import { useEffect, useReducer } from 'react'
import { flushSync } from 'react-dom'
import {
  type Comment,
  createComment,
  deleteComment,
  editComment,
  likeComment,
  listComments,
  listPendingComments,
  restoreComment,
} from '#comments/contract/comments.endpoints.ts'
import { COMMENTS_PAGE_SIZE } from '#comments/contract/comment-limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { onSessionEnd } from '#accounts/web/index.ts'
import { beginDiscussion, type CommentsEvent, type CommentsPage, isLikedBy, reduceDiscussion } from './comments-state.ts'

export interface NewComment {
  readonly content: string
  /** The same for each attempt to send this comment. */
  readonly requestKey: string
  /** The comment that this one replies to; null for none. */
  readonly repliedTo: Comment | null
}

/** Each action rejects with its error. */
export interface CommentActions {
  readonly create: (comment: NewComment) => Promise<Comment>
  readonly toggleLike: (comment: Comment) => Promise<void>
  readonly edit: (comment: Comment, content: string) => Promise<void>
  readonly remove: (comment: Comment) => Promise<void>
  readonly undoRemove: (comment: Comment) => Promise<void>
}

/** Loads the pending comments of this reader, because pages are shared. A failure is ignored. */
const usePendingComments = (postId: string, viewerId: string | null, dispatch: (event: CommentsEvent) => void) =>
  useEffect(() => {
    if (viewerId === null) return undefined
    const controller = new AbortController()
    browserApi(listPendingComments, { params: { postId } }, { signal: controller.signal }).then(
      (comments) => dispatch({ type: 'pendingArrived', comments }),
      () => {},
    )
    return () => {
      controller.abort()
      dispatch({ type: 'viewerLeft' })
    }
  }, [postId, viewerId, dispatch])

interface CommentsOptions {
  readonly postId: string
  readonly initial: CommentsPage
  /** Null when signed out. */
  readonly viewerId: string | null
  readonly signInHref: string
}

/** The comments of a post and what can be done with them. */
export const useComments = ({ postId, initial, viewerId, signInHref }: CommentsOptions) => {
  const [{ comments, olderCount, deletedIds }, dispatch] = useReducer(reduceDiscussion, initial, beginDiscussion)
  const shownCount = initial.startIndex + comments.filter((comment) => comment.pending !== true && !deletedIds.has(comment._id)).length
  usePendingComments(postId, viewerId, dispatch)
  useEffect(() => onSessionEnd(() => location.assign(signInHref)), [signInHref])

  const loadOlder = async (): Promise<void> => {
    const input = { params: { postId }, query: { order: 'threads', limit: COMMENTS_PAGE_SIZE, startIndex: shownCount } }
    const older = await browserApi(listComments, input)
    dispatch({ type: 'olderArrived', comments: older, isLast: older.length < COMMENTS_PAGE_SIZE })
  }

  const actions: CommentActions = {
    create: async ({ content, requestKey, repliedTo }) => {
      const body = { content, postId, userId: viewerId ?? undefined, parentId: repliedTo?._id, requestKey }
      const comment = await browserApi(createComment, { body })
      // Must be in the document before it takes the focus.
      flushSync(() => dispatch({ type: 'created', comment }))
      return comment
    },
    toggleLike: async (before) => {
      const { _id: commentId } = before
      // Shown before the response; undone if the call fails.
      const toggle = () => viewerId !== null && dispatch({ type: 'likeToggled', commentId, userId: viewerId })
      toggle()
      try {
        const comment = await browserApi(likeComment, { params: { commentId }, body: { isLiked: !isLikedBy(before, viewerId) } })
        dispatch({ type: 'likesArrived', comment })
      } catch (error) {
        toggle()
        throw error
      }
    },
    edit: async ({ _id: commentId }, content) => {
      const input = { params: { commentId }, body: { content } }
      dispatch({ type: 'edited', comment: await browserApi(editComment, input) })
    },
    remove: async ({ _id: commentId }) => {
      await browserApi(deleteComment, { params: { commentId } })
      // Must be in the document before it takes the focus.
      flushSync(() => dispatch({ type: 'deleted', commentId }))
    },
    undoRemove: async ({ _id: commentId }) => {
      const comment = await browserApi(restoreComment, { params: { commentId } })
      flushSync(() => dispatch({ type: 'restored', comment }))
    },
  }
  return { comments, olderCount, shownCount, deletedIds, loadOlder, actions }
}
