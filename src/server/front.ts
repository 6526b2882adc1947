import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { App } from './app.ts'
import type { AnswerCache } from './platform/cache/answer-cache.ts'
import { createCachedListener } from './platform/cache/cached-listener.ts'
import type { ChangeFeed } from './platform/cache/change-feed.ts'
import type { Config } from './platform/config.ts'
import { clientAddress } from './platform/http/address.ts'
import type { Admission } from './platform/http/admission.ts'
import type { MadeAnswer } from './platform/http/made-answer.ts'
import { logRequest, REQUEST_ID_HEADER } from './platform/http/middleware.ts'
import { sendBusy, sendPlain } from './platform/http/plain-answers.ts'
import type { StaticFiles } from './platform/http/static-files.ts'
import { type HeaderList, sendWhole } from './platform/http/whole-answer.ts'
import type { Logger } from './platform/logger.ts'
import type { Readiness } from './readiness.ts'

/** What serves the web's sources in development; it is asked before the app. */
export type DevMiddleware = (...parts: [...Parameters<RequestListener>, next: () => void]) => void

export interface FrontParts {
  readonly app: App
  readonly cache: AnswerCache
  readonly feed: ChangeFeed
  readonly config: Pick<Config, 'publicUrl' | 'trustedProxies'>
  readonly logger: Logger
  readonly staticFiles: StaticFiles
  readonly securityHeaders: HeaderList
  readonly admission: Admission
  readonly readiness: Readiness
}

/** A body that is no upload is there by then. */
const BODY_TIMEOUT_MS = 30_000

/** The first to see a request: what is there whole is sent before any framework code runs; the rest is the app's. */
export function createFront(parts: FrontParts): RequestListener {
  const { staticFiles, readiness } = parts
  const answer = createKeptAnswers(parts)
  return (request, response) => {
    const path = pathOf(request)
    const file = staticFiles.get(path)
    if (file && isRead(request)) sendWhole(file, request, response)
    else if (path === '/healthz' && isRead(request)) sendPlain(request, response, { status: 200, type: 'text/plain', text: 'ok\n' })
    else if (path === '/readyz' && isRead(request)) void sendReadiness(readiness, request, response)
    else answer(request, response)
  }
}

/** In development nothing is kept: the pages change by themselves. */
export function createDevFront(app: App, devMiddleware: DevMiddleware): RequestListener {
  const listener = listenerOf(app)
  return (request, response) => devMiddleware(request, response, () => listener(request, response))
}

function createKeptAnswers(parts: FrontParts): RequestListener {
  const { app, cache, feed, admission, securityHeaders } = parts
  const listener = listenerOf(app)
  return createCachedListener({
    cache,
    feed,
    admission,
    make: createMaker(parts),
    headers: securityHeaders,
    refuse: (request, response) => sendBusy(request, response, securityHeaders),
    otherwise: (request, response) => {
      // Bytes of pictures take their time, and no thread's: they have limits of their own.
      if (request.url?.startsWith('/files') === true) return listener(request, response)
      if (!admission.enter()) return sendBusy(request, response, securityHeaders)
      response.once('close', () => admission.leave())
      expectBody(request)
      listener(request, response)
    },
  })
}

/** Makes what is not kept yet, past the framework, and writes the line about it that the framework would have written. */
export function createMaker({ app, config, logger }: Pick<FrontParts, 'app' | 'config' | 'logger'>) {
  return async (path: string, { socket, headers }: IncomingMessage): Promise<MadeAnswer> => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    const url = new URL(path, config.publicUrl)
    const answer = await app.answerPublic(url, {
      requestId,
      address: clientAddress({
        remoteAddress: socket.remoteAddress,
        forwardedFor: headers['x-forwarded-for']?.toString() ?? null,
        trustedProxies: config.trustedProxies,
      }),
    })
    if (!answer) throw new Error(`${url.pathname} is kept, but is no public answer.`)
    logRequest(logger, { requestId, method: 'GET', path: url.pathname, status: answer.status, startedAt })
    return { ...answer, headers: { ...answer.headers, [REQUEST_ID_HEADER]: requestId } }
  }
}

/** Cuts off who begins a body and never ends it. */
function expectBody(request: IncomingMessage): void {
  if (request.complete || isRead(request)) return
  const timer = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS)
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
}

async function sendReadiness(readiness: Readiness, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const problems = await readiness.problems()
  const text = JSON.stringify({ ready: problems.length === 0, problems })
  sendPlain(request, response, { status: problems.length === 0 ? 200 : 503, type: 'application/json', text })
}

function listenerOf(app: App): RequestListener {
  const listener = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], { overrideGlobalObjects: false })
  return (request, response) => void listener(request, response)
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** As it stands in the request line, without the query. */
function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
