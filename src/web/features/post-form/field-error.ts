import type { PostText } from './post-text.ts'

/** What is wrong with one field, before anything is sent. */
export class FieldError extends Error {
  readonly field: keyof PostText

  constructor(field: keyof PostText, message: string) {
    super(message)
    this.field = field
  }
}
