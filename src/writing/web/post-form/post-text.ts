import { isEmptyBody } from '#posts/contract/body-text.ts'
import type { PostTextFields } from '#posts/contract/post-text.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import { UserError } from '#ui/api/api-error.ts'

/** An error in one field, found before anything is sent. */
export class FieldError extends UserError {
  readonly field: keyof PostText | 'publishAt'

  constructor(field: keyof PostText | 'publishAt', message: string) {
    super(message)
    this.field = field
  }
}

/** What the author writes in the form. The cover is empty where none is chosen; the body is HTML as the editor gives it. */
export interface PostText extends Readonly<PostTextFields> {
  /** Audience chosen in this text; null leaves it unchanged. */
  readonly audience: Audience | null
}

export const EMPTY_POST: PostText = { title: '', category: 'uncategorized', image: '', content: '', audience: null }

/** Fields of one line of text, with the names that a comparison shows. */
export const TEXT_LINES = { title: 'Title' } as const

export const POST_FIELDS = Object.keys(EMPTY_POST) as readonly (keyof PostText)[]

/** Converts a saved text for the form. */
export const toPostText = (saved: PostTextFields): PostText => {
  const text = { ...saved, audience: null }
  return Object.fromEntries(POST_FIELDS.map((field) => [field, text[field]])) as unknown as PostText
}

export const withoutAudience = (text: PostText): PostText => ({ ...text, audience: null })

export const sameText = (a: PostText, b: PostText) => POST_FIELDS.every((field) => a[field] === b[field])

/** Required part that is missing. */
export const missingIn = (text: PostText): 'title' | 'body' | null => {
  if (text.title.trim() === '') return 'title'
  return isEmptyBody(text.content) ? 'body' : null
}
