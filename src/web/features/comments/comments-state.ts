import type { Comment } from '#contract/endpoints/comments.ts'

/** What can happen to the comments of one post while a reader looks at them (spec §4). */
export type CommentsEvent =
  | { readonly type: 'created'; readonly comment: Comment }
  /** The reader tapped the heart: shown at once, corrected by `answered` or taken back by a second `likeToggled`. */
  | { readonly type: 'likeToggled'; readonly commentId: string; readonly userId: string }
  /** The server's word on a like. */
  | { readonly type: 'likesAnswered'; readonly comment: Comment }
  | { readonly type: 'edited'; readonly comment: Comment }
  | { readonly type: 'deleted'; readonly commentId: string }

type Comments = readonly Comment[]

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

export const reduceComments = (comments: Comments, event: CommentsEvent): Comments => {
  switch (event.type) {
    case 'created':
      return [event.comment, ...withoutId(comments, event.comment._id)]
    case 'likeToggled':
      return change(comments, event.commentId, (comment) => toggleLike(comment, event.userId))
    case 'likesAnswered': {
      const { likes, numberOfLikes } = event.comment
      return change(comments, event.comment._id, (comment) => ({ ...comment, likes, numberOfLikes }))
    }
    case 'edited': {
      const { content, updatedAt } = event.comment
      return change(comments, event.comment._id, (comment) => ({ ...comment, content, updatedAt }))
    }
    case 'deleted':
      return withoutId(comments, event.commentId)
  }
}
