import type { ErrorBody } from './errors.ts'

/** A page as the renderer returns it. */
export interface RenderedPage {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
}

/** Path parameters and query, as in a URL. */
export interface InProcessInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

type InProcessResult =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly error: ErrorBody; readonly retryAfterSeconds: number | undefined }

/**
 * Calls a GET endpoint by its key (`GET /api/user/:userId`) within the server's process: with the same access check,
 * schemas and handler as over HTTP. Never throws.
 */
export type InProcessCall = (key: string, input: InProcessInput) => Promise<InProcessResult>
