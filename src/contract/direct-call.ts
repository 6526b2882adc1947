import type { ErrorBody } from './errors.ts'

/** What a direct caller gives; parameters and query as an address would carry them. Only reading calls are made this way. */
export interface DirectInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

export type DirectAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly error: ErrorBody; readonly retryAfterSeconds: number | undefined }

/**
 * A call of the API from within the server's process, by its key (`GET /api/user/:userId`): the same handler behind the
 * same checks as over HTTP, without the making and parsing of messages in between. Never throws.
 */
export type DirectCall = (key: string, input: DirectInput) => Promise<DirectAnswer>
