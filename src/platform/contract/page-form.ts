import type { Endpoint } from './endpoint.ts'
import type { SecondStep } from './errors.ts'

/** A form that works as plain HTML: it posts to the address of its page, and the server calls the endpoint. */
export interface PageForm {
  /** Id of the page that shows the form, and that is rendered again when the submission fails. */
  readonly page: string
  /** Path pattern that it is posted to; by default that of its page. */
  readonly action?: string
  readonly endpoint: Endpoint
  /** Fields for the endpoint's body, and fields for its path parameters. */
  readonly fields: readonly string[]
  readonly params: readonly string[]
  /** Fields that may be repeated; the endpoint gets their values joined by commas. */
  readonly lists?: readonly string[]
  /** Fields whose submitted values are not rendered again. */
  readonly notRendered: readonly string[]
}

/** Hidden field with the name of the form. */
export const FORM_FIELD = 'form'

export interface FailedForm {
  readonly name: string
  readonly state: 'failed'
  readonly message: string
  /** Field that the message is about, if any. */
  readonly field?: string
  /** Submitted values by field name; never a password. */
  readonly values: Readonly<Record<string, string>>
}

/** The password was right; the second step is pending. */
export interface BegunSecondStep {
  readonly name: 'second-step'
  readonly state: 'begun'
  readonly message: string
  readonly secondStep: SecondStep
}

/** Result of a submitted form, for the page that is rendered in response. */
export type FormResult = FailedForm | BegunSecondStep | { readonly name: string; readonly state: 'done'; readonly message: string }
