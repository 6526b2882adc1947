import { isVisible } from '#platform/contract/is-visible.ts'
import { text } from '#platform/contract/fields.ts'
import { POST_TITLE_MAX_LENGTH } from '#site/contract/site-limits.ts'

/** Control characters, and marks that turn the direction of what follows. */
const NOT_IN_TITLES = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

export const postTitleField = text('Please enter a title.')
  .transform((value) => value.replace(/\s+/gu, ' ').replace(NOT_IN_TITLES, '').trim())
  .refine(isVisible, 'Please enter a title.')
  .refine((value) => value.length <= POST_TITLE_MAX_LENGTH, `A title can have at most ${POST_TITLE_MAX_LENGTH} characters.`)
