import type { Comment } from '#contract/endpoints/comments.ts'
import { COMMENT_MAX_LENGTH } from '#contract/limits.ts'

/** UTF-16 units left; negative when the text is too long (spec §2, §5). */
export const charactersRemaining = (text: string) => COMMENT_MAX_LENGTH - text.length

/** What pressing Submit or Save does with a text: nothing above 250 units (spec §5), and nothing with nothing. */
export const canSubmit = (text: string) => text.trim() !== '' && text.length <= COMMENT_MAX_LENGTH

/** '1 like', 'n likes', and nothing at 0 (spec §2). */
export const likesText = (numberOfLikes: number) => (numberOfLikes > 0 ? `${numberOfLikes} ${numberOfLikes === 1 ? 'like' : 'likes'}` : '')

/** An @ is for those who have an account; a guest wrote on the blog that the comment came from. */
export const nameOfWriter = ({ user, guestName }: Pick<Comment, 'user' | 'guestName'>) =>
  user ? `@${user.username}` : (guestName ?? 'anonymous')

const SECOND_MS = 1000
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 24 * 3600 * SECOND_MS],
  ['month', 30 * 24 * 3600 * SECOND_MS],
  ['week', 7 * 24 * 3600 * SECOND_MS],
  ['day', 24 * 3600 * SECOND_MS],
  ['hour', 3600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
]

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** '2 hours ago', 'yesterday'; under a minute, and for clocks that disagree, 'just now'. */
export const relativeTime = (thenMs: number, nowMs: number) => {
  const passedMs = nowMs - thenMs
  const step = STEPS.find(([, lengthMs]) => passedMs >= lengthMs)
  return step ? relativeFormat.format(-Math.floor(passedMs / step[1]), step[0]) : 'just now'
}
