import type { ErrorBody } from './errors.ts'

/** Path parameters and query, as in a URL. */
export interface InProcessInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

export type InProcessResult =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly error: ErrorBody; readonly retryAfterSeconds: number | undefined }

/**
 * Calls a GET endpoint by its key (`GET /api/user/:userId`) within the server's process: with the same access check,
 * schemas and handler as over HTTP. Never throws.
 */
export type InProcessCall = (key: string, input: InProcessInput) => Promise<InProcessResult>
