import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { insertPending, insertReply } from './comment-threads.ts'

type Comments = readonly Comment[]

/** A page of a post's comments: the newest thread first, each comment before its replies. */
export interface CommentsPage {
  readonly comments: Comments
  /** Number of newer comments on the pages before. */
  readonly startIndex: number
  /** Number of all comments of the post. */
  readonly total: number
}

/** The comments that are shown, and how many older ones are not loaded yet. */
export interface Discussion {
  readonly comments: Comments
  readonly olderCount: number
  /** Of comments that were deleted meanwhile, whose place offers to undo that. */
  readonly deletedIds: ReadonlySet<string>
}

export const beginDiscussion = ({ comments, startIndex, total }: CommentsPage): Discussion => ({
  comments,
  olderCount: Math.max(0, total - startIndex - comments.length),
  deletedIds: new Set(),
})

/** Older comments were loaded; `isLast` if the page was not full. */
export interface OlderArrived {
  readonly type: 'olderArrived'
  readonly comments: Comments
  readonly isLast: boolean
}

export interface Deleted {
  readonly type: 'deleted'
  readonly commentId: string
}

export const reduceDiscussion = (state: Discussion, event: CommentsEvent | OlderArrived | Deleted): Discussion => {
  const { deletedIds } = state
  if (event.type === 'deleted') return { ...state, deletedIds: new Set([...deletedIds, event.commentId]) }
  if (event.type === 'restored') {
    const isDeleted = (id: string) => id !== event.comment._id && deletedIds.has(id)
    return { ...state, comments: reduceComments(state.comments, event), deletedIds: new Set([...deletedIds].filter(isDeleted)) }
  }
  if (event.type !== 'olderArrived') return { ...state, comments: reduceComments(state.comments, event) }
  const known = new Set(state.comments.map((comment) => comment._id))
  const added = event.comments.filter((comment) => !known.has(comment._id))
  // Their place may change now that older comments are loaded.
  const pending = state.comments.filter((comment) => comment.pending === true)
  const approved = state.comments.filter((comment) => comment.pending !== true)
  const comments = pending.reduce(insertPending, [...approved, ...added])
  return { ...state, comments, olderCount: event.isLast ? 0 : Math.max(1, state.olderCount - added.length) }
}

/** Events that change the comments of a post while it is open. */
export type CommentsEvent =
  | { readonly type: 'created'; readonly comment: Comment }
  /** Comments that wait for approval and that this reader may see. */
  | { readonly type: 'pendingArrived'; readonly comments: Comments }
  /** The user signed out, or another one signed in. */
  | { readonly type: 'viewerLeft' }
  /** The reader tapped the like button: shown at once, corrected by `likesArrived` or undone by a second `likeToggled`. */
  | { readonly type: 'likeToggled'; readonly commentId: string; readonly userId: string }
  /** The server's response to a like. */
  | { readonly type: 'likesArrived'; readonly comment: Comment }
  | { readonly type: 'edited'; readonly comment: Comment }
  /** A deletion was undone. */
  | { readonly type: 'restored'; readonly comment: Comment }

const change = (comments: Comments, id: string, next: (comment: Comment) => Comment): Comments =>
  comments.map((comment) => (comment._id === id ? next(comment) : comment))

const withoutId = (comments: Comments, id: string): Comments => comments.filter((comment) => comment._id !== id)

export const isLikedBy = (comment: Comment, userId: string | null) => userId !== null && comment.likes.includes(userId)

const toggleLike = (comment: Comment, userId: string): Comment => {
  const liked = isLikedBy(comment, userId)
  return {
    ...comment,
    likes: liked ? comment.likes.filter((id) => id !== userId) : [...comment.likes, userId],
    numberOfLikes: Math.max(0, comment.numberOfLikes + (liked ? -1 : 1)),
  }
}

/** Replies to a missing comment stay, under its placeholder. */
const withoutParent = (comments: Comments, parentId: string): Comments =>
  comments.map((comment) => (comment.parentId === parentId ? { ...comment, missingParent: 'pending' } : comment))

export const reduceComments = (comments: Comments, event: CommentsEvent): Comments => {
  switch (event.type) {
    case 'created':
      return event.comment.parentId === undefined
        ? [event.comment, ...withoutId(comments, event.comment._id)]
        : insertReply(withoutId(comments, event.comment._id), event.comment)
    case 'pendingArrived':
      return event.comments.reduce(insertPending, comments)
    case 'viewerLeft':
      return comments.filter((comment) => comment.pending !== true)
    case 'likeToggled':
      return change(comments, event.commentId, (comment) => toggleLike(comment, event.userId))
    case 'likesArrived': {
      const { likes, numberOfLikes } = event.comment
      return change(comments, event.comment._id, (comment) => ({ ...comment, likes, numberOfLikes }))
    }
    case 'edited': {
      const { content, updatedAt, pending, editedBy } = event.comment
      const changed = change(comments, event.comment._id, (comment) => ({ ...comment, content, updatedAt, pending, editedBy }))
      return pending === true ? withoutParent(changed, event.comment._id) : changed
    }
    case 'restored':
      // The response is about the comment alone.
      return change(comments, event.comment._id, ({ missingParent }) => ({ ...event.comment, missingParent }))
  }
}
