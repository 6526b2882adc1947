import type { ErrorBody } from './errors.ts'

/** Parameters and query as an address would carry them. */
export interface InProcessInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

export type InProcessResult =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly error: ErrorBody; readonly retryAfterSeconds: number | undefined }

/**
 * A GET endpoint called by its key (`GET /api/user/:userId`) from within the server's process: the same access check,
 * schemas and handler as over HTTP, without a request and response in between. Never throws.
 */
export type InProcessCall = (key: string, input: InProcessInput) => Promise<InProcessResult>
