import { isVisible, text } from '#platform/contract/fields.ts'
import { POST_TITLE_MAX_LENGTH } from '#site/contract/site-limits.ts'

export const postTitleField = text('Please enter a title.')
  .transform((value) => value.replace(/\s+/gu, ' ').trim())
  .refine(isVisible, 'Please enter a title.')
  .refine((value) => value.length <= POST_TITLE_MAX_LENGTH, `A title can have at most ${POST_TITLE_MAX_LENGTH} characters.`)
