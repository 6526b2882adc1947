import type { Comment } from '#contract/endpoints/comments.ts'
import { COMMENT_MAX_LENGTH } from '#contract/limits.ts'
import { nameOfUser } from '#contract/name-of-user.ts'

/** UTF-16 units left; negative when the text is too long (docs/product.md, 2 and 5). */
export const charactersRemaining = (text: string) => COMMENT_MAX_LENGTH - text.length

/** What pressing Submit or Save does with a text: nothing above 250 units (docs/product.md, 5), and nothing with nothing. */
export const canSubmit = (text: string) => text.trim() !== '' && text.length <= COMMENT_MAX_LENGTH

/** '1 like', 'n likes', and nothing at 0 (docs/product.md, 2). */
export const likesText = (numberOfLikes: number) => (numberOfLikes > 0 ? `${numberOfLikes} ${numberOfLikes === 1 ? 'like' : 'likes'}` : '')

/** An @ is for those who have an account; a guest wrote on the blog that the comment came from. */
export const nameOfWriter = ({ user, guestName }: Pick<Comment, 'user' | 'guestName'>) =>
  user ? nameOfUser(user) : (guestName ?? 'anonymous')
