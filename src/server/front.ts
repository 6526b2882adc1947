import type { IncomingMessage, RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { App } from './app.ts'
import type { AnswerCache } from './platform/cache/answer-cache.ts'
import { createCachedListener } from './platform/cache/cached-listener.ts'
import type { ChangeFeed } from './platform/cache/change-feed.ts'
import type { Config } from './platform/config.ts'
import type { StaticFiles } from './platform/http/static-files.ts'
import { sendWhole } from './platform/http/whole-answer.ts'

/** What serves the web's sources in development; it is asked before the app. */
export type DevMiddleware = (...parts: [...Parameters<RequestListener>, next: () => void]) => void

interface Parts {
  readonly app: App
  readonly cache: AnswerCache
  readonly feed: ChangeFeed
  readonly config: Pick<Config, 'publicUrl'>
  readonly staticFiles: StaticFiles
}

/** The first to see a request: what is there whole is sent before any framework code runs; the rest is the app's. */
export function createFront({ app, cache, feed, config, staticFiles }: Parts): RequestListener {
  const headers = { host: new URL(config.publicUrl).host }
  const keptAnswers = createCachedListener({
    cache,
    feed,
    make: async (path, incoming, outgoing) =>
      app.fetch(new Request(config.publicUrl + path, { headers: { ...headers, ...forwardedFor(incoming) } }), {
        incoming,
        outgoing,
        collectTags: true,
      }),
    otherwise: listenerOf(app),
  })
  return (request, response) => {
    const file = staticFiles.get(pathOf(request))
    if (file && (request.method === 'GET' || request.method === 'HEAD')) sendWhole(file, request, response)
    else keptAnswers(request, response)
  }
}

/** In development nothing is kept: the pages change by themselves. */
export function createDevFront(app: App, devMiddleware: DevMiddleware): RequestListener {
  const listener = listenerOf(app)
  return (request, response) => devMiddleware(request, response, () => listener(request, response))
}

function listenerOf(app: App): RequestListener {
  const listener = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], { overrideGlobalObjects: false })
  return (request, response) => void listener(request, response)
}

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
