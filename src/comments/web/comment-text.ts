import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { fullNameOfUser, nameOfUser } from '#accounts/contract/name-of-user.ts'

/** In UTF-16 units; a comment from before the limit was lowered may exceed it (docs/product.md, 2 and 5). */
export const remainingText = (text: string, maxLength: number): string => {
  const remaining = maxLength - text.length
  if (remaining === -1) return '1 character too many'
  return remaining < 0 ? `${-remaining} characters too many` : `${remaining} characters remaining`
}

export const tooLong = (maxLength: number): string =>
  `This is longer than ${maxLength.toLocaleString('en')} characters. What is over is marked: please shorten it, or send it as a second comment.`

/** What the button says while the text is too long, so that it can be pressed to learn more. */
export const shortenText = (text: string, maxLength: number): string =>
  text.length - maxLength === 1 ? 'Shorten it by 1 character' : `Shorten it by ${(text.length - maxLength).toLocaleString('en')} characters`

/** '1 like', 'n likes', and nothing at 0 (docs/product.md, 2). */
export const likesText = (numberOfLikes: number) => (numberOfLikes > 0 ? `${numberOfLikes} ${numberOfLikes === 1 ? 'like' : 'likes'}` : '')

/** Users have an @ before their name; a guest wrote on the blog that the comment was imported from. */
export const nameOfWriter = ({ user, guestName }: Pick<Comment, 'user' | 'guestName'>) =>
  user ? nameOfUser(user) : (guestName ?? 'anonymous')

/** The same with the @name of the account: where an admin decides about a comment. */
export const fullNameOfWriter = ({ user, guestName }: Pick<Comment, 'user' | 'guestName'>) =>
  user ? fullNameOfUser(user) : (guestName ?? 'anonymous')
