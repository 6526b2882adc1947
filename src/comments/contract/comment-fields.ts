import { POST_COMMENTS_MAX } from '#comments/contract/comment-limits.ts'
import { clampedNumber, text } from '#platform/contract/fields.ts'
import { isVisible } from '#platform/contract/is-visible.ts'

/** The handler checks the maximum length, which is a setting. */
export const commentContentField = text('Please write a comment.')
  // A line ends with one character, as in the fields of a browser.
  .transform((value) => value.replaceAll('\r\n', '\n').trim())
  .refine(isVisible, 'Please write a comment.')

/** Returns the whole list by default. */
export const commentsLimitQuery = clampedNumber({ min: 1, max: POST_COMMENTS_MAX, fallback: POST_COMMENTS_MAX })
