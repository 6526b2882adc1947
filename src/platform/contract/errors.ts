/** Every error code with its HTTP status and its default message. */
export const ERRORS = {
  bad_request: { status: 400, message: 'The request could not be understood.' },
  not_signed_in: { status: 401, message: 'You must be signed in.' },
  account_disabled: { status: 401, message: 'This account has been disabled.' },
  account_waiting: { status: 401, message: 'Your request is waiting: you can sign in as soon as you are let in.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  recent_sign_in_required: {
    status: 403,
    message: 'You signed in a while ago. Please enter your current password, or sign in again, and then repeat this.',
  },
  second_step_required: { status: 403, message: 'One more step: please show that it is you.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  conflict: { status: 409, message: 'This conflicts with something that is already there.' },
  edit_conflict: { status: 409, message: 'This post was changed meanwhile. Both texts are kept: look at them and choose.' },
  draft_conflict: { status: 409, message: 'This text was continued in another place. Both texts are kept.' },
  gone: { status: 410, message: 'This is no longer there.' },
  precondition_failed: { status: 412, message: 'This request needs another version of the protocol.' },
  too_large: { status: 413, message: 'This is too large to send.' },
  path_too_long: { status: 414, message: 'This address is too long.' },
  rate_limited: { status: 429, message: 'That was a lot at once. Please wait a little and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Nothing of yours was lost; please try again.' },
  unavailable: { status: 503, message: 'The blog is busy right now. Please try again in a moment.' },
} as const

export type ErrorCode = keyof typeof ERRORS

/** Second step of an admin's sign-in, after the right password. */
export interface SecondStep {
  /** Token that identifies this sign-in attempt in the following calls. */
  readonly attempt: string
  /** Accepted methods. A passkey has its own endpoints. */
  readonly ways: readonly ('code' | 'passkey')[]
  /** True when a code has already been mailed. */
  readonly isCodeSent: boolean
}

/** What is wrong with one field. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** The body of every error response. */
export interface ErrorBody {
  readonly success: false
  readonly statusCode: number
  readonly message: string
  readonly code: ErrorCode
  /** The field of the request's body or query that the message is about. */
  readonly field?: string
  /** All fields with an error, if there are several; the first one is that of `field` and `message`. */
  readonly errors?: readonly FieldError[]
  /** With the code `second_step_required`. */
  readonly secondStep?: SecondStep
}

interface ErrorOptions {
  readonly retryAfterSeconds?: number
  readonly field?: string | undefined
  readonly errors?: readonly FieldError[] | undefined
  readonly secondStep?: SecondStep
}

/** The only error type for expected failures. The HTTP layer turns it into a response. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  readonly field: string | undefined
  readonly errors: readonly FieldError[] | undefined
  readonly secondStep: SecondStep | undefined

  constructor(code: ErrorCode, message: string = ERRORS[code].message, options: ErrorOptions = {}) {
    super(message)
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.field = options.field
    this.errors = options.errors
    this.secondStep = options.secondStep
  }

  get status(): (typeof ERRORS)[ErrorCode]['status'] {
    return ERRORS[this.code].status
  }

  toBody(): ErrorBody {
    const body = { success: false, statusCode: this.status, message: this.message, code: this.code } as const
    return {
      ...body,
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(this.errors === undefined ? {} : { errors: this.errors }),
      ...(this.secondStep === undefined ? {} : { secondStep: this.secondStep }),
    }
  }
}
