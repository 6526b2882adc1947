import { readFile } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { DirectCall } from '#contract/direct-call.ts'
import { v7 as newId } from 'uuid'
import { type App, createApp } from '#server/app.ts'
import { createPictureWorkers } from '#server/features/files/picture-workers.ts'
import { SharedCalls } from '#server/features/pages/shared-calls.ts'
import { createMaker } from '#server/front.ts'
import type { Answer } from '#server/platform/cache/answer-cache.ts'
import { openChangeFeed } from '#server/platform/cache/change-feed.ts'
import { toAnswer } from '#server/platform/cache/to-answer.ts'
import { readConfig } from '#server/platform/config.ts'
import { type DatabaseOptions, openDatabase } from '#server/platform/database/database.ts'
import { securityHeaderList } from '#server/platform/http/middleware.ts'
import type { HeaderList } from '#server/platform/http/whole-answer.ts'
import { createLogger } from '#server/platform/logger.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import type * as entryServer from '#web/entry-server.tsx'

/** One statement as the blog sent it to the database. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** The blog without a port and without kept answers: each request is worked out anew. */
export interface BuiltBlog {
  readonly app: App
  /** How the blog's front makes what it has not kept, and what it says with every answer. */
  readonly make: ReturnType<typeof createMaker>
  readonly headers: HeaderList
  /** Makes an answer as the blog's front does for what it has not kept, ready for the socket, but not compressed. */
  readonly makeAnswer: (path: string) => Promise<Answer>
  /** A page with its data, ready to be rendered. */
  readonly loadScreen: (url: URL) => ReturnType<Web['loadScreen']>
  /** The tree by React alone. */
  readonly renderWhole: Web['renderWhole']
  readonly close: () => Promise<void>
}

type Web = typeof entryServer

export const ORIGIN = 'http://127.0.0.1:3000'
const NOBODYS_REQUEST = new IncomingMessage(new Socket())
const dist = new URL('../dist/', import.meta.url)

/** What an answer asks of the database while it is made. @param isRunning what other pages show too is known already */
export async function statementsOf(dataDir: string, path: string, { isRunning = false } = {}): Promise<Statement[]> {
  let statements: Statement[] = []
  const blog = await openBuiltBlog(dataDir, { onQuery: ({ sql, parameters }) => void statements.push({ sql, parameters }) })
  if (isRunning) await blog.makeAnswer(path)
  statements = []
  await blog.makeAnswer(path)
  await blog.close()
  return statements
}

/** @param options hearing of every statement takes its time */
export async function openBuiltBlog(dataDir: string, options?: DatabaseOptions): Promise<BuiltBlog> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const db = await openDatabase(config.databaseUrl, options)
  const [manifest, web] = await Promise.all([
    readFile(new URL('client/.vite/manifest.json', dist), 'utf8'),
    import(new URL('server/entry-server.js', dist).href) as Promise<Web>,
  ])
  const renderPage = web.createRenderPage(JSON.parse(manifest))
  let lastCall: DirectCall | null = null
  const renderAndTell: typeof renderPage = (url, call, options) => {
    lastCall = call
    return renderPage(url, call, options)
  }
  const workers = createPictureWorkers()
  const sharedCalls = new SharedCalls()
  const logger = createLogger('error')
  const feed = await openChangeFeed({ db, databaseUrl: config.databaseUrl, caches: [sharedCalls], logger, now: Date.now })
  const app = createApp({
    config,
    db,
    write: feed.write,
    sharedCalls,
    storage: await openStorage(config.storage),
    workers,
    logger,
    now: Date.now,
    newId,
    pages: { renderPage: renderAndTell, inlineScripts: web.inlineScripts },
  })
  const make = createMaker({ app, config, logger })
  const headers = securityHeaderList({ inlineScripts: web.inlineScripts, https: false })
  const makeAnswer: BuiltBlog['makeAnswer'] = async (path) => toAnswer(await make(path, NOBODYS_REQUEST), headers)
  return {
    app,
    make,
    headers,
    makeAnswer,
    renderWhole: web.renderWhole,
    async loadScreen(url) {
      await makeAnswer(url.pathname)
      if (lastCall === null) throw new Error(`${url.pathname} is no page.`)
      return web.loadScreen(url, lastCall)
    },
    async close() {
      workers.close()
      await feed.close()
      await db.destroy()
    },
  }
}
