import { z } from 'zod'
import { categoryField, postContentField } from '#posts/contract/post-fields.ts'
import { imageUrlField } from '#accounts/contract/account-fields.ts'
import { postTitleField } from '#site/contract/title-field.ts'
import { text } from '#platform/contract/fields.ts'
import { POST_TITLE_MAX_LENGTH } from '#site/contract/site-limits.ts'

/** The text of a post: what its writer edits, and each version has. The columns are in server/post-text.ts. */
export const postText = {
  title: z.string(),
  category: z.string(),
  /** Address of the cover that is shown. */
  image: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
}
export type PostTextFields = z.output<z.ZodObject<typeof postText>>

/** The text as writers publish it. */
export const postTextInput = {
  title: postTitleField,
  category: categoryField,
  /** Address of the cover; null or empty for that of the text, `none` for none. */
  image: imageUrlField.nullish(),
  content: postContentField,
}
export type PostTextInput = z.output<z.ZodObject<typeof postTextInput>>

/** The text of a draft; any field may be empty. */
export const draftTextInput = {
  title: text('The title must be text.').refine((value) => value.length <= POST_TITLE_MAX_LENGTH, 'The title is too long.'),
  category: categoryField,
  image: imageUrlField,
  content: text('The text must be text.'),
}
