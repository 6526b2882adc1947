import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { App } from './app.ts'
import type { AnswerCache } from './platform/cache/answer-cache.ts'
import { createCachedListener } from './platform/cache/cached-listener.ts'
import type { ChangeFeed } from './platform/cache/change-feed.ts'
import type { Config } from './platform/config.ts'
import type { Admission } from './platform/http/admission.ts'
import { sendBusy, sendPlain } from './platform/http/plain-answers.ts'
import type { StaticFiles } from './platform/http/static-files.ts'
import { type HeaderList, sendWhole } from './platform/http/whole-answer.ts'
import type { Readiness } from './readiness.ts'

/** What serves the web's sources in development; it is asked before the app. */
export type DevMiddleware = (...parts: [...Parameters<RequestListener>, next: () => void]) => void

export interface FrontParts {
  readonly app: App
  readonly cache: AnswerCache
  readonly feed: ChangeFeed
  readonly config: Pick<Config, 'publicUrl'>
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

function createKeptAnswers({ app, cache, feed, config, admission, securityHeaders }: FrontParts): RequestListener {
  const headers = { host: new URL(config.publicUrl).host }
  const listener = listenerOf(app)
  return createCachedListener({
    cache,
    feed,
    admission,
    make: async (path, incoming, outgoing) =>
      app.fetch(new Request(config.publicUrl + path, { headers: { ...headers, ...forwardedFor(incoming) } }), {
        incoming,
        outgoing,
        collectTags: true,
      }),
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

/** Who asked stays known to the limits by address, also of searches that are not kept yet. */
function forwardedFor({ headers }: IncomingMessage): Record<string, string> {
  const chain = headers['x-forwarded-for']
  return chain === undefined ? {} : { 'x-forwarded-for': String(chain) }
}
