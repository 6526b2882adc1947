import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { CacheKeys } from '#platform/cache/cache-key.ts'
import { SURROGATE_KEY } from './response-text.ts'
import type { ResponseCache } from '#platform/cache/response-cache.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { Admission } from './admission.ts'
import { busyResponse, errorResponseAt, toAppError } from './error-response.ts'
import { type HeaderRecord, respondWith } from './prepared-response.ts'
import { type AppFetch, type Connection, createRequestContext, type RequestContext, type RequestPlace } from './request-context.ts'
import type { StaticFiles } from './static-files.ts'

/** Responds to every request of the blog. */
export type Pipeline = (request: Request, connection: Connection) => Response | Promise<Response>

interface PipelineParts {
  readonly app: AppFetch
  readonly cache: ResponseCache
  readonly cacheableAddress: CacheKeys['cacheableAddress']
  /** Whether the path is that of a transfer, which takes no slot. */
  readonly isTransfer: (path: string) => boolean
  readonly staticFiles: StaticFiles
  readonly admission: Admission
  readonly securityHeaders: HeaderRecord
  /** Lists the problems that prevent the blog from serving; empty when it is ready. */
  readonly problems: () => Promise<readonly string[]>
  readonly trustedProxies: number
  readonly logger: Logger
}

/** Static files and health → response cache → a slot of admission → app. */
export function createPipeline(parts: PipelineParts): Pipeline {
  const { app, cache, cacheableAddress, isTransfer, staticFiles, admission, securityHeaders, trustedProxies, logger } = parts

  async function render(request: Request, context: RequestContext): Promise<Response> {
    const admitted = admission.enter(context.clientAddress)
    if (admitted !== true && !(await admitted)) return busyResponse(request, securityHeaders)
    try {
      return await app(request, context)
    } finally {
      admission.leave()
    }
  }

  async function respondUncached(request: Request, connection: Connection, path: string): Promise<Response> {
    const isSlow = isTransfer(path)
    const context = createRequestContext(request, connection, { trustedProxies, placeOf: placeIn(admission, connection, isSlow) })
    const response = await (isSlow ? app(request, context) : render(request, context))
    if (response.headers.has(SURROGATE_KEY)) response.headers.delete(SURROGATE_KEY)
    return response
  }

  /** Returns a hit synchronously, which is written a third faster than a promise. */
  function respondCached(address: string, request: Request, connection: Connection): Response | Promise<Response> {
    const response = cache.respond(request, address, (shared, sharedWith) => {
      return render(
        shared,
        createRequestContext(request, connection, { trustedProxies, sharedWith, placeOf: placeIn(admission, connection, false) }),
      )
    })
    if (!(response instanceof Promise)) return response
    return response.catch((error: unknown) => {
      const requestId = randomUUID()
      return errorResponseAt(address, toAppError(error, { logger, requestId }), { securityHeaders, reference: requestId })
    })
  }

  return (request, connection) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const target = targetOf(request.url)
    if (isRead) {
      const file = staticFiles.get(target.path)
      if (file) return respondWith(file, request)
      if (target.path === '/healthz') return new Response('ok\n', { headers: { 'Cache-Control': 'no-store' } })
      if (target.path === '/readyz') return readinessResponse(parts.problems)
    }
    const address = isRead ? cacheableAddress(target.pathAndQuery) : null
    if (address === null) return respondUncached(request, connection, target.path)
    return respondCached(address, request, connection)
  }
}

/** @param isTransfer a transfer has no slot to give back */
const placeIn =
  (admission: Admission, { disconnect = () => {} }: Connection, isTransfer: boolean) =>
  (address: string): RequestPlace => ({
    outside: (work) => (isTransfer ? work() : admission.outside(work)),
    nextTurn: () => admission.nextTurn(address),
    disconnect,
  })

/** Splits a URL that the parser has normalised: it has no dot segments. */
function targetOf(url: string): { path: string; pathAndQuery: string } {
  const pathAndQuery = url.slice(url.indexOf('/', url.indexOf('://') + 3))
  const end = pathAndQuery.indexOf('?')
  return { path: end === -1 ? pathAndQuery : pathAndQuery.slice(0, end), pathAndQuery }
}

async function readinessResponse(findProblems: PipelineParts['problems']): Promise<Response> {
  const problems = await findProblems()
  const isReady = problems.length === 0
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return new Response(JSON.stringify({ ready: isReady, problems }), { status: isReady ? 200 : 503, headers })
}

/** Adapts to `node:http`. Hono's own Request and Response replace the global ones: cached responses are written twice as fast. */
export function toRequestListener(pipeline: Pipeline): RequestListener {
  const listener = getRequestListener(
    (request, { incoming: { socket } }) =>
      pipeline(request, { remoteAddress: socket.remoteAddress, disconnect: () => void socket.destroy() }),
    { overrideGlobalObjects: true },
  )
  return (request, response) => void listener(request, response)
}
