import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import type { Pages } from '#app/pages/render-page.ts'
import { openBlog } from '#app/blog.ts'
import type { ResponseStore } from '#platform/cache/response-store.ts'
import { Admission } from '#platform/http/admission.ts'
import { toRequestListener } from '#platform/http/pipeline.ts'
import { createTestApp, type Engine, type TestApp, TEST_ORIGIN, TEST_SITE } from '#tests/support/test-app.ts'

export interface CachedApi {
  readonly test: TestApp
  readonly store: ResponseStore
  readonly url: string
  readonly close: () => Promise<void>
}

/** Renders every page as the titles of the newest posts. */
const renderNewest: Pages['renderPage'] = async (_url, call) => {
  const result = await call(listPosts.key, { query: { limit: 4 } })
  const titles = result.ok ? (result.body as { posts: readonly { title: string }[] }).posts.map(({ title }) => title) : []
  return { status: 200, headers: { 'content-type': 'text/html' }, html: titles.join(', ') }
}

/** Serves the blog with pages on a real socket, like another process on the database of `beside`, or on a new database. */
export async function startCachedApi(engine: Engine, beside?: TestApp): Promise<CachedApi> {
  const test = beside ?? (await createTestApp({ engine }))
  const { db, databaseUrl, storage, logger, clock, workers, locks, newId, operations, imports } = test
  const blog = await openBlog({
    config: { publicUrl: TEST_ORIGIN, trustedProxies: 0, site: TEST_SITE },
    db,
    databaseUrl,
    storage,
    logger,
    workers,
    locks,
    newId,
    operations,
    imports,
    now: () => clock.now,
    pages: { renderPage: renderNewest, renderMail: () => '', inlineScripts: [], inlineStyles: [] },
    trustedProxies: 0,
    admission: new Admission({ now: () => 0 }),
    readinessOf: () => ({ problems: async () => [] }),
  })
  const server = createServer(toRequestListener(blog.pipeline))
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  return {
    test,
    store: blog.store,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await blog.feed.close()
      if (!beside) await test.close()
    },
  }
}
