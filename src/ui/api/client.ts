import type { CallInput, CallOutput, Endpoint } from '#platform/contract/endpoint.ts'
import type { ErrorBody, ErrorCode } from '#platform/contract/errors.ts'
import { ApiError } from './api-error.ts'

interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The request outlives the page; for bodies of a few kilobytes. */
  readonly keepalive?: true
}

/** The input may be omitted if the call needs none. */
type CallArguments<E extends Endpoint> =
  object extends CallInput<E> ? [input?: CallInput<E>, options?: CallOptions] : [input: CallInput<E>, options?: CallOptions]

/**
 * Calls the API: `await call(getUser, { params: { userId } })`.
 * Throws `ApiError`; an abort by the caller's own signal is rethrown unchanged.
 */
export type Api = <E extends Endpoint>(endpoint: E, ...args: CallArguments<E>) => Promise<CallOutput<E>>

/** Sends a request to a path of our own origin: `fetch` in the browser, the handlers themselves on the server. */
type Send = (path: string, init: RequestInit) => Promise<Response>

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
}

const fillPath = (template: string, params: AnyInput['params']): string =>
  template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))

const toQueryString = (query: AnyInput['query']): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search.toString()}`
}

const toInit = (method: string, input: AnyInput, options: CallOptions): RequestInit => ({
  method,
  headers: input.body === undefined ? { accept: 'application/json' } : { accept: 'application/json', 'content-type': 'application/json' },
  ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  ...(options.signal === undefined ? {} : { signal: options.signal }),
  ...(options.keepalive === undefined ? {} : { keepalive: true }),
})

const GARBLED = 'Something went wrong'
const NO_CONNECTION = 'The blog cannot be reached just now. Please check the connection and try again.'

const toApiError = (response: Response, body: Partial<ErrorBody> | null): ApiError => {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    status: response.status,
    code: (body?.code as ErrorCode | undefined) ?? 'unknown',
    message: typeof body?.message === 'string' ? body.message : GARBLED,
    field: typeof body?.field === 'string' ? body.field : undefined,
    errors: body?.errors,
    secondStep: body?.secondStep,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    reference: response.headers.get('x-request-id') ?? undefined,
  })
}

const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    if (!response.ok) return null
    throw new ApiError({ status: response.status, code: 'unknown', message: GARBLED })
  }
}

/** Reads a download, which browsers hold on disk when it is large. */
export const readFile = (response: Response): Promise<unknown> => (response.ok ? response.blob() : readJson(response))

/** Creates the API client of the browser and of the server; only `send` differs, and `readBody` for downloads. */
export const createApiClient = (send: Send, readBody = readJson): Api => {
  const call = async ({ key }: Pick<Endpoint, 'key'>, input: AnyInput = {}, options: CallOptions = {}): Promise<unknown> => {
    const [method = 'GET', template = '/'] = key.split(' ')
    const path = fillPath(template, input.params) + toQueryString(input.query)
    let response: Response
    try {
      response = await send(path, toInit(method, input, options))
    } catch (error) {
      if (options.signal?.aborted === true) throw error
      throw new ApiError({ status: 0, code: 'network', message: NO_CONNECTION })
    }
    const body = await readBody(response)
    if (!response.ok) throw toApiError(response, body as Partial<ErrorBody> | null)
    return body
  }
  return call as Api
}
