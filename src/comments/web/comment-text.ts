import { plural } from '#platform/contract/plural.ts'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { fullNameOfUser, nameOfUser } from '#accounts/contract/name-of-user.ts'

/** In UTF-16 units, without blanks at the end, which the server removes; a comment from before the limit was lowered may exceed it. */
export const remainingText = (text: string, maxLength: number): string => {
  const remaining = maxLength - text.trimEnd().length
  if (remaining === -1) return '1 character too many'
  return remaining < 0 ? `${-remaining} characters too many` : `${remaining} characters remaining`
}

export const tooLong = (maxLength: number): string =>
  `This is longer than ${maxLength.toLocaleString('en')} characters: what is over is marked.`

/** '1 like', 'n likes', and nothing at 0. */
export const likesText = (numberOfLikes: number) => (numberOfLikes > 0 ? plural(numberOfLikes, '1 like', 'likes') : '')

type Writer = Pick<Comment, 'user' | 'guestName'>

/** Users have an @ before their name; a guest wrote on the blog that the comment was imported from. */
export const nameOfWriter = ({ user, guestName }: Writer) => (user ? nameOfUser(user) : (guestName ?? 'anonymous'))

const FIRST_WORDS_LENGTH = 32

/** The beginning of a text, up to a space. */
export const firstWords = (text: string): string => {
  const start = text
    .slice(0, FIRST_WORDS_LENGTH * 2)
    .trim()
    .replaceAll(/\s+/g, ' ')
  if (start.length <= FIRST_WORDS_LENGTH) return start
  const end = start.lastIndexOf(' ', FIRST_WORDS_LENGTH)
  // Half an emoji is not a character.
  return `${start.slice(0, end > 0 ? end : FIRST_WORDS_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** 'the comment of @mara: We were in that corridor'. Its first words tell it from others of the same writer. */
export const nameOfComment = (comment: Pick<Comment, 'content'> & Writer, nameOf = nameOfWriter): string =>
  `the comment of ${nameOf(comment)}: ${firstWords(comment.content)}`

/** Where an admin disables, empties or deletes the account of a writer. */
export const accountLabel = ({ username }: { readonly username: string }): string => `Remove or disable @${username}…`

/** The same with the @name of the account: where an admin decides about a comment. */
export const fullNameOfWriter = ({ user, guestName }: Writer) => (user ? fullNameOfUser(user) : (guestName ?? 'anonymous'))
