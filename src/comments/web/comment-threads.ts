import type { Comment } from '#comments/contract/comments.endpoints.ts'

type Comments = readonly Comment[]

/** A comment with its replies. */
export interface Thread {
  /** Id of the comment, also if it is missing. */
  readonly id: string
  readonly comment: Comment | null
  /** Why there is no comment; `otherPage`: it is on another page. */
  readonly missing: 'deleted' | 'pending' | 'otherPage' | null
  readonly replies: Comments
}

const threadIdOf = (comment: Comment) => comment.parentId ?? comment._id
const isReply = (comment: Comment) => comment.parentId !== undefined

/** Groups comments by thread, in the order of the list. */
export const toThreads = (comments: Comments): readonly Thread[] =>
  Array.from(Map.groupBy(comments, threadIdOf), ([id, members]) => {
    const comment = members.find((member) => !isReply(member)) ?? null
    const replies = members.filter(isReply)
    const missing = replies.find((reply) => reply.missingParent !== undefined)?.missingParent ?? 'otherPage'
    return { id, comment, missing: comment === null ? missing : null, replies }
  })

/** Inserts a reply at the end of its thread. */
export const insertReply = (comments: Comments, reply: Comment): Comments => {
  const last = comments.findLastIndex((comment) => threadIdOf(comment) === threadIdOf(reply))
  return last === -1 ? [...comments, reply] : comments.toSpliced(last + 1, 0, reply)
}

/** Inserts a pending comment by its date, or at the end while its thread is not loaded. */
export const insertPending = (comments: Comments, added: Comment): Comments => {
  if (comments.some((comment) => comment._id === added._id)) return comments
  const isAfter = (comment: Comment) =>
    isReply(added)
      ? comment.parentId === added.parentId && comment.createdAt > added.createdAt
      : comment.parentId === added._id || (!isReply(comment) && comment.createdAt < added.createdAt)
  const next = comments.findIndex(isAfter)
  if (next !== -1) return comments.toSpliced(next, 0, added)
  return insertReply(comments, added)
}
