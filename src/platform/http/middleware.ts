import { createHash } from 'node:crypto'
import type { ErrorHandler, MiddlewareHandler } from 'hono'
import { AppError } from '#platform/contract/errors.ts'
import type { Logger } from '#platform/process/logger.ts'
import { withoutTokens } from '#platform/security/tokens.ts'
import { errorPage, errorResponse, isCall, toAppError } from './error-response.ts'
import type { HeaderRecord } from './prepared-response.ts'
import type { AppEnv } from './request-context.ts'

/** Carries the id of a request in the server's log, which a reader can quote to report an error. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Logs one line for each request and returns its id to the client. */
export function logRequests(logger: Logger): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const startedAt = performance.now()
    const { requestId } = context.env
    await next()
    context.res.headers.set(REQUEST_ID_HEADER, requestId)
    const { method, path } = context.req
    logRequest(logger, { requestId, method, path: withoutTokens(path), status: context.res.status, startedAt })
  }
}

interface RequestLine {
  readonly requestId: string
  readonly method: string
  /** Without the query, which holds what people search for, and without tokens. */
  readonly path: string
  readonly status: number
  /** By performance.now(). */
  readonly startedAt: number
}

/** Reads are logged at debug level only. */
function logRequest(logger: Logger, { startedAt, ...line }: RequestLine): void {
  const level = line.method === 'GET' || line.method === 'HEAD' ? 'debug' : 'info'
  logger[level]({ ...line, ms: Math.round((performance.now() - startedAt) * 10) / 10 }, 'request')
}

/** Methods that change nothing are allowed from any origin. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Prevents cross-site requests: a write must come from the blog's own origin, or from a client that is no browser. The own
 * origin is that of PUBLIC_URL, or the host of the request with the same scheme. `harmless` paths are exempt: they change
 * nothing.
 */
export function requireOwnOrigin(publicUrl: string, harmless: readonly string[] = []): MiddlewareHandler<AppEnv> {
  const { origin: publicOrigin, protocol } = new URL(publicUrl)
  const isOwn = (origin: string, host: string | undefined) =>
    origin === publicOrigin || (host !== undefined && originOf(`${protocol}//${host}`) === originOf(origin))
  return async (context, next) => {
    const { method, path } = context.req
    const origin = context.req.header('origin')
    if (!SAFE_METHODS.has(method) && !harmless.includes(path) && origin !== undefined && !isOwn(origin, context.req.header('host'))) {
      throw new AppError(
        'forbidden',
        'This request came from another site. If you opened the blog yourself, the people who run it must set PUBLIC_URL to the address in your browser.',
      )
    }
    await next()
  }
}

/** @returns scheme, host and port in their normal form; the text itself when it is no origin */
function originOf(address: string): string {
  const url = URL.parse(address)
  return url && url.pathname === '/' && url.username === '' && url.search === '' && url.origin !== 'null' ? url.origin : address
}

interface SecurityOptions {
  /** Contents of the inline scripts and styles of pages. */
  readonly inlineScripts: readonly string[]
  readonly inlineStyles: readonly string[]
  readonly https: boolean
}

/** Headers of every response. Inline texts are allowed by their hash, since a cached page can carry no nonce. */
export function securityHeaderRecord(options: SecurityOptions): HeaderRecord {
  const policy = [
    "default-src 'none'",
    sourcesOf('script-src', options.inlineScripts),
    sourcesOf('style-src', options.inlineStyles),
    // Alignment in post bodies; an attribute cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Audio and video from the blog's own storage, and files of the writer that are not stored yet.
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // The worker that scales photos.
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissionsPolicy('()'),
    ...(options.https ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

export const permissionsPolicy = (microphone: '()' | '(self)') =>
  `camera=(), microphone=${microphone}, geolocation=(), payment=(), usb=(), interest-cohort=()`

const sourcesOf = (directive: string, inlineTexts: readonly string[]) =>
  [directive, "'self'", ...inlineTexts.map((text) => `'sha256-${hashOf(text)}'`)].join(' ')

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** Adds the headers that a response does not set itself. */
export function securityHeaders(record: HeaderRecord): MiddlewareHandler<AppEnv> {
  const entries = Object.entries(record)
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of entries) if (!headers.has(name)) headers.set(name, value)
  }
}

/** Converts errors thrown in the app to the uniform error response; to a page where a browser sent a form and shows the response. */
export function handleErrors(logger: Logger): ErrorHandler<AppEnv> {
  return (error, context) => {
    const known = toAppError(error, { logger, requestId: context.env.requestId })
    const { method, path } = context.req
    const isForm = method === 'POST' && !isCall(path) && (context.req.header('accept') ?? '').includes('text/html')
    return isForm ? errorPage(known, { title: 'Something is not right' }) : errorResponse(known)
  }
}
