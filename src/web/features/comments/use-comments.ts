import { useEffect, useReducer, useRef, useState } from 'react'
import type { Comment } from '#contract/endpoints/comments.ts'
import { COMMENTS_PAGE_SIZE } from '#contract/limits.ts'
import { ApiError, errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { beginDiscussion, type CommentsEvent, type CommentsPage, type OlderArrived, reduceDiscussion } from './comments-state.ts'

/** Each resolves to null, or to the text of why it failed. Where nobody is signed in (any more) they lead to the sign-in page. */
export interface CommentActions {
  readonly create: (content: string) => Promise<string | null>
  readonly toggleLike: (comment: Comment) => Promise<string | null>
  readonly edit: (comment: Comment, content: string) => Promise<string | null>
  readonly remove: (comment: Comment) => Promise<string | null>
  readonly report: (comment: Comment, reason: string) => Promise<string | null>
}

/**
 * The page is the same for everyone, so what only this reader may see comes when it is known who reads. Failing to get
 * it is no reason to trouble anyone.
 */
const usePendingComments = (postId: string, viewerId: string | null, dispatch: (event: CommentsEvent) => void) =>
  useEffect(() => {
    if (viewerId === null) return undefined
    const controller = new AbortController()
    browserApi('GET /api/comment/pending/:postId', { params: { postId } }, { signal: controller.signal }).then(
      (comments) => dispatch({ type: 'pendingArrived', comments }),
      () => {},
    )
    return () => {
      controller.abort()
      dispatch({ type: 'viewerLeft' })
    }
  }, [postId, viewerId, dispatch])

/** @param startIndex how many comments are newer than those to load */
const useOlderComments = (postId: string, startIndex: number, dispatch: (event: OlderArrived) => void) => {
  const [olderStatus, setOlderStatus] = useState<'idle' | 'loading' | 'failed'>('idle')
  /** @returns whether there may be more */
  const loadOlder = async (): Promise<boolean> => {
    setOlderStatus('loading')
    try {
      const input = { params: { postId }, query: { limit: COMMENTS_PAGE_SIZE, startIndex } }
      const comments = await browserApi('GET /api/comment/getpostcomments/:postId', input)
      const isLast = comments.length < COMMENTS_PAGE_SIZE
      dispatch({ type: 'olderArrived', comments, isLast })
      setOlderStatus('idle')
      return !isLast
    } catch {
      setOlderStatus('failed')
      return false
    }
  }
  return { olderStatus, loadOlder }
}

interface CommentsOptions {
  readonly postId: string
  readonly initial: CommentsPage
  /** Null when signed out. */
  readonly viewerId: string | null
  readonly signInHref: string
}

/** The comments of a post and what can be done with them. */
export const useComments = ({ postId, initial, viewerId, signInHref }: CommentsOptions) => {
  const [{ comments, olderCount }, dispatch] = useReducer(reduceDiscussion, initial, beginDiscussion)
  const shownCount = initial.startIndex + comments.filter((comment) => comment.pending !== true).length
  const { olderStatus, loadOlder } = useOlderComments(postId, shownCount, dispatch)
  usePendingComments(postId, viewerId, dispatch)
  const liking = useRef(new Set<string>())

  const attempt = async (work: () => Promise<void>): Promise<string | null> => {
    try {
      await work()
      return null
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) location.assign(signInHref)
      return errorMessage(error)
    }
  }

  const sendLike = async (commentId: string, userId: string) => {
    liking.current.add(commentId)
    dispatch({ type: 'likeToggled', commentId, userId })
    try {
      const comment = await browserApi('PUT /api/comment/likecomment/:commentId', { params: { commentId } })
      dispatch({ type: 'likesAnswered', comment })
    } catch (error) {
      dispatch({ type: 'likeToggled', commentId, userId })
      throw error
    } finally {
      liking.current.delete(commentId)
    }
  }

  const actions: CommentActions = {
    create: (content) =>
      attempt(async () => {
        const comment = await browserApi('POST /api/comment/create', { body: { content, postId, userId: viewerId ?? undefined } })
        dispatch({ type: 'created', comment })
      }),
    toggleLike: async ({ _id }) => {
      if (viewerId === null) {
        location.assign(signInHref)
        return null
      }
      return liking.current.has(_id) ? null : attempt(() => sendLike(_id, viewerId))
    },
    edit: ({ _id }, content) =>
      attempt(async () => {
        const comment = await browserApi('PUT /api/comment/editcomment/:commentId', { params: { commentId: _id }, body: { content } })
        dispatch({ type: 'edited', comment })
      }),
    remove: ({ _id }) =>
      attempt(async () => {
        await browserApi('DELETE /api/comment/deletecomment/:commentId', { params: { commentId: _id } })
        dispatch({ type: 'deleted', commentId: _id })
      }),
    report: ({ _id }, reason) =>
      attempt(async () => {
        await browserApi('POST /api/comment/report/:commentId', { params: { commentId: _id }, body: { reason } })
      }),
  }
  return { comments, olderCount, olderStatus, loadOlder, actions }
}
