import {
  UPLOAD_ONE_REQUEST_MAX_BYTES,
  UPLOAD_OPERATION_RETRY_MS,
  UPLOAD_PART_FIRST_BYTES,
  UPLOAD_PART_LIMIT_BYTES,
  UPLOAD_RETRY_MS,
} from '#media/contract/media-limits.ts'
import { UserError } from '#ui/api/api-error.ts'

/** Above this an upload is cut into parts, and can be resumed. */
export const isResumable = (size: number): boolean => size > UPLOAD_ONE_REQUEST_MAX_BYTES

/** Each uploaded part makes the next one twice as large, below the limit. */
export const nextPartBytes = (bytes: number): number => (bytes * 2 < UPLOAD_PART_LIMIT_BYTES ? bytes * 2 : bytes)

/** Size after a failure, too: the network may have become worse. */
export const FIRST_PART_BYTES = UPLOAD_PART_FIRST_BYTES

/** Whether a retry may help: no response, a server error, a rate limit, or an upload that is locked or out of sync. */
const isTransient = (status: number): boolean => status === 0 || status >= 500 || [408, 409, 423, 425, 429].includes(status)

/** Whether the upload cannot go on, also later or after signing in. */
export const isFinal = (status: number): boolean => status >= 400 && status !== 401 && !isTransient(status)

export const wholePercent = (sent: number, total: number): number => (total === 0 ? 0 : Math.min(100, Math.round((100 * sent) / total)))

const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 16_000

/**
 * When to retry: after 1 s, doubling; an operation for up to two minutes, an upload for up to ten.
 * Time offline does not count, because nothing is tried then.
 */
export class RetryClock {
  #failures = 0
  #operationMs = 0
  #uploadMs = 0

  /** @param atLeastMs what the server asks for. @returns the delay in ms, or null when the time for retries is over */
  failed(atLeastMs = 0): number | null {
    const delay = Math.max(atLeastMs, Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures))
    this.#failures += 1
    this.#operationMs += delay
    this.#uploadMs += delay
    return this.#operationMs > UPLOAD_OPERATION_RETRY_MS || this.#uploadMs > UPLOAD_RETRY_MS ? null : delay
  }

  succeeded(): void {
    this.#failures = 0
    this.#operationMs = 0
  }
}

type UploadErrorCode = 'canceled' | 'refused' | 'signed-out' | 'rate-limited' | 'retry-limit-exceeded'

/**
 * An upload that did not result in an address. Only `refused` is final; `refused`, `signed-out` and `rate-limited` have the
 * server's message.
 */
export class UploadError extends UserError {
  override readonly name = 'UploadError'
  readonly code: UploadErrorCode
  /** After this time a retry may help; null if it cannot. */
  readonly retryMs: number | null

  constructor(code: UploadErrorCode, message = 'Image upload failed', retryMs: number | null = null) {
    super(message)
    this.code = code
    this.retryMs = retryMs
  }
}

interface FailedResponse {
  /** 0 if there was no response. */
  readonly status: number
  readonly body: string
  /** Value of the header: seconds. */
  readonly retryAfter: string | null | undefined
}

export function uploadErrorOf({ status, body, retryAfter }: FailedResponse): UploadError {
  if (status === 401) return new UploadError('signed-out', messageOf(body))
  if (!isTransient(status)) return new UploadError('refused', messageOf(body))
  const retryMs = 1000 * (Number(retryAfter) || 0)
  return status === 429
    ? new UploadError('rate-limited', messageOf(body), retryMs)
    : new UploadError('retry-limit-exceeded', undefined, retryMs)
}

/** The server's message; undefined if there is none. */
function messageOf(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined
  }
}
