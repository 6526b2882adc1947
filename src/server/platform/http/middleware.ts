import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '#contract/errors.ts'
import type { Logger } from '#server/platform/logger.ts'
import { isOutage, outageError } from '#server/platform/outage.ts'
import { clientAddress } from './address.ts'
import type { HeaderList } from './whole-answer.ts'

export interface AppEnv {
  /** Only there when the request came over a socket. */
  Bindings: Partial<HttpBindings> & {
    /** Asks for the tags of what the answer is made from. */
    readonly collectTags?: boolean
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
    // The path only: what people search for is their own affair.
    const { method, path } = context.req
    const line = {
      requestId: context.get('requestId'),
      method,
      path,
      status: context.res.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    }
    if (method === 'GET' || method === 'HEAD') options.logger.debug(line, 'request')
    else options.logger.info(line, 'request')
  }
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

/** Unknown errors are logged whole, and go on without their text. */
export function toAppError(error: unknown, { logger, requestId }: { logger: Logger; requestId: string }): AppError {
  if (error instanceof AppError) return error
  logger.error({ requestId, err: error }, 'request failed')
  return isOutage(error) ? outageError() : new AppError('internal')
}

/** The one place where errors become answers. */
export function answerErrors(logger: Logger): ErrorHandler<AppEnv> {
  return (error, context: Context<AppEnv>) => {
    const known = toAppError(error, { logger, requestId: context.get('requestId') })
    if (known.retryAfterSeconds !== undefined) context.header('Retry-After', String(known.retryAfterSeconds))
    context.header('Cache-Control', 'no-store')
    return context.json(known.toBody(), known.status as ContentfulStatusCode)
  }
}
