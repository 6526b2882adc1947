import type { PostText } from './post-text.ts'

/** An error in one field, found before anything is sent. */
export class FieldError extends Error {
  readonly field: keyof PostText

  constructor(field: keyof PostText, message: string) {
    super(message)
    this.field = field
  }
}
