import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { AnswerCache } from '#server/platform/cache/answer-cache.ts'
import { SharedCalls } from '#server/features/pages/shared-calls.ts'
import type { Pages } from '#server/features/pages/answer-page.ts'
import { createCachedListener } from '#server/platform/cache/cached-listener.ts'
import { openChangeFeed } from '#server/platform/cache/change-feed.ts'
import { Admission } from '#server/platform/http/admission.ts'
import { securityHeaderList } from '#server/platform/http/middleware.ts'
import { createLogger } from '#server/platform/logger.ts'
import { createTestApp, type Engine, type TestApp, TEST_ORIGIN } from './test-app.ts'

export interface CachedApi {
  readonly test: TestApp
  readonly cache: AnswerCache
  /** What pages share. */
  readonly sharedCalls: SharedCalls
  readonly url: string
  /** How many answers were really made. */
  readonly made: () => number
  readonly close: () => Promise<void>
}

/** Every page shows the newest posts' titles. */
const renderNewest: Pages['renderPage'] = async (_url, call) => {
  const answer = await call('GET /api/post/getposts', { query: { limit: 4 } })
  const titles = answer.ok ? (answer.body as { posts: readonly { title: string }[] }).posts.map(({ title }) => title) : []
  return { status: 200, headers: { 'content-type': 'text/html' }, text: titles.join(', ') }
}

/** The API and pages behind their cache on a real socket. Give it another one's app to stand beside it on the same database. */
export async function startCachedApi(engine: Engine, beside?: TestApp): Promise<CachedApi> {
  const cache = new AnswerCache(1024 * 1024)
  const sharedCalls = new SharedCalls()
  const place = beside ?? (await createTestApp({ engine }))
  const feed = await openChangeFeed({
    db: place.db,
    databaseUrl: place.databaseUrl,
    caches: [cache, sharedCalls],
    logger: createLogger('silent'),
    now: Date.now,
  })
  const app = place.appWith({ write: feed.write, sharedCalls, pages: { renderPage: renderNewest, inlineScripts: [] } })
  let made = 0
  const listener = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], { overrideGlobalObjects: false })
  const server = createServer(
    createCachedListener({
      cache,
      feed,
      make: async (path) => {
        made += 1
        const answer = await app.answerPublic(new URL(path, TEST_ORIGIN), { requestId: 'a request', address: '127.0.0.1' })
        if (!answer) throw new Error(`${path} is no public answer.`)
        return answer
      },
      headers: securityHeaderList({ inlineScripts: [], https: false }),
      admission: new Admission(() => false),
      refuse: (_request, response) => void response.writeHead(503).end(),
      otherwise: (request, response) => void listener(request, response),
    }),
  )
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  return {
    test: place,
    cache,
    sharedCalls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    made: () => made,
    async close() {
      server.closeAllConnections()
      server.close()
      await feed.close()
      if (!beside) await place.close()
    },
  }
}
