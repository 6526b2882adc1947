import { z } from 'zod'
import { endpoints } from '#app/contract/endpoints.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ERRORS, type ErrorCode } from '#platform/contract/errors.ts'
import { type Api, createApiClient } from '#ui/api/client.ts'

/** `body` matches the contract, or is an error. */
export interface ParsedResponse<Body = any> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export type RequestHeaders = Record<string, string>

/** Calls the app as one person and stores the session cookie as a browser would. Every response is checked against the contract. */
export interface TestClient {
  /** Sends a request as given, even a malformed one. */
  readonly get: (path: string, headers?: RequestHeaders) => Promise<ParsedResponse>
  readonly post: (path: string, body?: unknown, headers?: RequestHeaders) => Promise<ParsedResponse>
  readonly put: (path: string, body?: unknown, headers?: RequestHeaders) => Promise<ParsedResponse>
  readonly delete: (path: string, body?: unknown, headers?: RequestHeaders) => Promise<ParsedResponse>
  /** Calls an endpoint as the web client does: `user.call(getUser, { params: { userId } })`. @throws ApiError for a failure */
  readonly call: Api
  /** Sends a request as it is, with the cookie only. */
  readonly send: (path: string, init: RequestInit) => Promise<Response>
  cookie: string | undefined
}

const errorBody = z.strictObject({
  success: z.literal(false),
  statusCode: z.int(),
  message: z.string().min(1),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  field: z.string().min(1).optional(),
  errors: z
    .array(z.strictObject({ field: z.string().min(1), message: z.string().min(1) }))
    .min(2)
    .optional(),
  secondStep: z.strictObject({ attempt: z.string(), ways: z.array(z.enum(['passkey', 'code'])), isCodeSent: z.boolean() }).optional(),
})

/** Must never be in a response: parts of stack traces, SQL statements and file paths. */
const LEAKS = /node_modules|\/src\/server|\.ts:\d|\bat \w+ \(|select .* from |insert into|sqlite_|argon2id|password_hash/i

/** Endpoints with outputs that refuse unknown fields. Created once, because Zod compiles each new schema at its first use. */
const ROUTES = Object.values<Endpoint>(endpoints).map(({ key, status, output }) => {
  const [method, path = ''] = key.split(' ')
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/*$`, 'i')
  return { method, pattern, status, output: output instanceof z.ZodObject ? output.strict() : output }
})

const routeOf = (method: string, path: string) => {
  const pathname = path.replace(/[?#].*$/, '')
  return ROUTES.find((route) => route.method === method && route.pattern.test(pathname))
}

/** Fails unless a success matches the contract strictly and an error the error schema. A 500 is always a bug. */
export function checkResponse(request: { method: string; path: string }, status: number, body: unknown): void {
  const name = `${request.method} ${request.path.slice(0, 80)}`
  if (status === 500) throw new Error(`${name} got a 500`)
  if (status >= 400) {
    const error = errorBody.parse(body)
    if (error.statusCode !== status || ERRORS[error.code].status !== status) {
      throw new Error(`${name} returned ${status} with a body that says ${error.statusCode} ${error.code}`)
    }
    if (LEAKS.test(error.message)) throw new Error(`${name} leaks internals: ${error.message}`)
    return
  }
  const route = routeOf(request.method, request.path)
  if (route === undefined) return
  if (status !== route.status) throw new Error(`${name} returned ${status}; the contract says ${route.status}`)
  const parsed = route.output.safeParse(body)
  if (!parsed.success) throw new Error(`${name} does not keep the contract: ${z.prettifyError(parsed.error)}`)
}

/** The app itself, or a running server. */
export interface Callee {
  readonly request: (path: string, init: RequestInit) => Response | Promise<Response>
}

/** A server at an address. */
export const blogAt = (url: string): Callee => ({ request: (path, init) => fetch(url + path, init) })

const readBody = (response: Response): Promise<unknown> =>
  response.headers.get('content-type')?.startsWith('application/json') === true ? response.json() : response.text()

export function createClient(app: Callee, cookie?: string): TestClient {
  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    if (client.cookie !== undefined && !headers.has('cookie')) headers.set('cookie', client.cookie)
    const response = await app.request(path, { ...init, headers })
    const given = response.headers.get('set-cookie')?.split(';')[0]
    if (given !== undefined) client.cookie = given.endsWith('=') ? undefined : given
    return response
  }

  /** Sends a request and checks its response against the contract. */
  async function sendChecked(path: string, init: RequestInit): Promise<Response> {
    const response = await send(path, init)
    checkResponse({ method: init.method ?? 'GET', path }, response.status, await readBody(response.clone()))
    return response
  }

  async function request(method: string, path: string, parts: { body?: unknown; headers?: RequestHeaders }): Promise<ParsedResponse> {
    const init: RequestInit = { method, headers: { ...parts.headers } }
    if (parts.body !== undefined) {
      init.body = JSON.stringify(parts.body)
      init.headers = { 'content-type': 'application/json', ...parts.headers }
    }
    const response = await sendChecked(path, init)
    return { status: response.status, headers: response.headers, body: await readBody(response) }
  }

  const client: TestClient = {
    cookie,
    send,
    call: createApiClient(sendChecked),
    get: (path, headers) => request('GET', path, { headers }),
    post: (path, body, headers) => request('POST', path, { body, headers }),
    put: (path, body, headers) => request('PUT', path, { body, headers }),
    delete: (path, body, headers) => request('DELETE', path, { body, headers }),
  }
  return client
}
