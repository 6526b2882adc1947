import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { ErrorHandler, MiddlewareHandler } from 'hono'
import { AppError } from '#contract/errors.ts'
import type { Logger } from '#server/platform/logger.ts'
import { clientAddress } from './address.ts'
import { errorAnswer, toResponse } from './made-answer.ts'
import { toAppError } from './to-app-error.ts'
import type { HeaderList } from './whole-answer.ts'

export interface AppEnv {
  /** Only there when the request came over a socket. */
  Bindings: Partial<HttpBindings> & {
    /** Of the request that this one is a part of. */
    readonly requestId?: string
  }
  Variables: { requestId: string; address: string }
}

/** What a reader can name when something went wrong, and the log tells of. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Gives the request its id and address, and writes one line about it. */
export function logRequests(options: { logger: Logger; trustedProxies: number; newId: () => string }): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const startedAt = performance.now()
    context.set('requestId', context.env?.requestId ?? options.newId())
    context.set(
      'address',
      clientAddress({
        remoteAddress: context.env?.incoming?.socket.remoteAddress,
        forwardedFor: context.req.header('x-forwarded-for') ?? null,
        trustedProxies: options.trustedProxies,
      }),
    )
    await next()
    context.res.headers.set(REQUEST_ID_HEADER, context.get('requestId'))
    const { method, path } = context.req
    logRequest(options.logger, { requestId: context.get('requestId'), method, path, status: context.res.status, startedAt })
  }
}

interface RequestLine {
  readonly requestId: string
  readonly method: string
  /** Without its query: what people search for is their own affair. */
  readonly path: string
  readonly status: number
  /** Of performance.now(). */
  readonly startedAt: number
}

/** What only reads is worth a line where somebody looks for something. */
export function logRequest(logger: Logger, { startedAt, ...line }: RequestLine): void {
  const level = line.method === 'GET' || line.method === 'HEAD' ? 'debug' : 'info'
  logger[level]({ ...line, ms: Math.round((performance.now() - startedAt) * 10) / 10 }, 'request')
}

/** Methods that change nothing need no proof of where they come from. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Writes come from our own pages, or from no page at all (decisions, HTTP): this is what stops cross-site requests. */
export function requireOwnOrigin(publicUrl: string): MiddlewareHandler<AppEnv> {
  const publicOrigin = new URL(publicUrl).origin
  return async (context, next) => {
    const origin = context.req.header('origin')
    if (!SAFE_METHODS.has(context.req.method) && origin !== undefined && origin !== publicOrigin) {
      if (!isSameHost(origin, context.req.header('host'))) {
        throw new AppError('forbidden', 'This request came from another site.')
      }
    }
    await next()
  }
}

function isSameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

/** What every answer says to browsers. Inline scripts are allowed by the hash of their text, so answers can be cached. */
export function securityHeaderList(options: { inlineScripts: readonly string[]; https: boolean }): HeaderList {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${options.inlineScripts.map((script) => `'sha256-${hashOf(script)}'`).join(' ')}`.trim(),
    "style-src 'self'",
    // Alignment in post bodies; an attribute cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const headers = [
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'],
  ]
  if (options.https) headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers.flat()
}

const hashOf = (script: string) => createHash('sha256').update(script).digest('base64')

/** An answer that says something of its own about one of them keeps it. */
export function securityHeaders(list: HeaderList): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (let at = 0; at < list.length; at += 2) {
      const [name = '', value = ''] = [list[at], list[at + 1]]
      if (!headers.has(name)) headers.set(name, value)
    }
  }
}

/** What is thrown within the framework becomes the same answer as anywhere else. */
export function answerErrors(logger: Logger): ErrorHandler<AppEnv> {
  return (error, context) => toResponse(errorAnswer(toAppError(error, { logger, requestId: context.get('requestId') })))
}
