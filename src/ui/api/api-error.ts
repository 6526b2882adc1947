import type { ErrorCode, FieldError, SecondStep } from '#platform/contract/errors.ts'

/** The contract's codes, `network` for no response at all, `unknown` for a response that is not the API's. */
export type ApiErrorCode = ErrorCode | 'network' | 'unknown'

interface ApiErrorFields {
  /** HTTP status; 0 where there was no response. */
  readonly status: number
  readonly code: ApiErrorCode
  readonly message: string
  readonly retryAfterSeconds?: number | undefined
  /** The field of the request that the message is about. */
  readonly field?: string | undefined
  /** All fields with an error, if there are several. */
  readonly errors?: readonly FieldError[] | undefined
  /** Present for an admin whose password was correct and who must pass a second step. */
  readonly secondStep?: SecondStep | undefined
  /** Request id in the server's log. */
  readonly reference?: string | undefined
}

/** An error whose message is for the person at the screen. Those of libraries and browsers are for engineers. */
export class UserError extends Error {
  override readonly name: string = 'UserError'
}

/** The person has thought better of it: nothing was done, and nothing is wrong. */
export class Cancelled extends UserError {}

/** A failed API call. */
export class ApiError extends UserError {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly retryAfterSeconds: number | undefined
  readonly field: string | undefined
  readonly errors: readonly FieldError[] | undefined
  readonly secondStep: SecondStep | undefined
  readonly reference: string | undefined

  constructor(fields: ApiErrorFields) {
    super(fields.message)
    this.status = fields.status
    this.code = fields.code
    this.retryAfterSeconds = fields.retryAfterSeconds
    this.field = fields.field
    this.errors = fields.errors
    this.secondStep = fields.secondStep
    this.reference = fields.reference
  }
}

/** The request id of an error; undefined where the server did not see the request. */
export const errorReference = (error: unknown): string | undefined =>
  error instanceof Error && 'reference' in error && typeof error.reference === 'string' ? error.reference : undefined

/** Text to show for any thrown value: what the blog says, never what a library throws. */
export const errorMessage = (error: unknown): string => (error instanceof UserError ? error.message : 'Something went wrong')

/** Why a form could not be sent. */
export interface FormFailure {
  readonly message: string
  readonly field?: string | undefined
  /** All fields with an error, if there are several. */
  readonly errors?: readonly FieldError[] | undefined
}

/** Converts an error to the failure of a form: the message, and the fields that it is about. */
export const toFailure = (error: unknown): FormFailure => ({
  message: errorMessage(error),
  ...(error instanceof ApiError ? { field: error.field, errors: error.errors } : {}),
})
