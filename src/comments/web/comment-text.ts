import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { fullNameOfUser, nameOfUser } from '#accounts/contract/name-of-user.ts'

/** In UTF-16 units; a comment from before the limit was lowered may exceed it (docs/product.md, 2 and 5). */
export const remainingText = (text: string, maxLength: number): string => {
  const remaining = maxLength - text.length
  if (remaining === -1) return '1 character too many'
  return remaining < 0 ? `${-remaining} characters too many` : `${remaining} characters remaining`
}

/** Whether a text can be submitted: not empty, and within the limit (docs/product.md, 5). */
export const canSubmit = (text: string, maxLength: number) => text.trim() !== '' && text.length <= maxLength

/** '1 like', 'n likes', and nothing at 0 (docs/product.md, 2). */
export const likesText = (numberOfLikes: number) => (numberOfLikes > 0 ? `${numberOfLikes} ${numberOfLikes === 1 ? 'like' : 'likes'}` : '')

/** Users have an @ before their name; a guest wrote on the blog that the comment was imported from. */
export const nameOfWriter = ({ user, guestName }: Pick<Comment, 'user' | 'guestName'>) =>
  user ? nameOfUser(user) : (guestName ?? 'anonymous')

/** The same with the @name of the account: where an admin decides about a comment. */
export const fullNameOfWriter = ({ user, guestName }: Pick<Comment, 'user' | 'guestName'>) =>
  user ? fullNameOfUser(user) : (guestName ?? 'anonymous')
