import { readFile } from 'node:fs/promises'
import { Kysely } from 'kysely'
import type { DirectCall } from '#contract/direct-call.ts'
import { v7 as newId } from 'uuid'
import { type App, createApp } from '#server/app.ts'
import { createPictureWorkers } from '#server/features/files/picture-workers.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Schema } from '#server/platform/database/schema.ts'
import { NodeSqliteDialect } from '#server/platform/database/sqlite-dialect.ts'
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
  /** A page with its data, ready to be rendered. */
  readonly loadScreen: (path: string) => ReturnType<Web['loadScreen']>
  readonly renderScreen: Web['renderScreen']
  /** Runs something and tells what it asked of the database. */
  readonly statementsOf: (work: () => Promise<unknown>) => Promise<Statement[]>
  readonly close: () => Promise<void>
}

type Web = typeof entryServer

export const ORIGIN = 'http://127.0.0.1:3000'
const dist = new URL('../dist/', import.meta.url)

export async function openBuiltBlog(dataDir: string): Promise<BuiltBlog> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  let heard: Statement[] | null = null
  const db = new Kysely<Schema>({
    dialect: new NodeSqliteDialect(config.databaseUrl.slice('sqlite:'.length)),
    log: ({ query: { sql, parameters } }) => void heard?.push({ sql, parameters }),
  })
  const [manifest, web] = await Promise.all([
    readFile(new URL('client/.vite/manifest.json', dist), 'utf8'),
    import(new URL('server/entry-server.js', dist).href) as Promise<Web>,
  ])
  const renderPage = web.createRenderPage(JSON.parse(manifest))
  let lastCall: DirectCall | null = null
  const renderAndTell: typeof renderPage = (request, call, options) => {
    lastCall = call
    return renderPage(request, call, options)
  }
  const workers = createPictureWorkers()
  const app = createApp({
    config,
    db,
    write: (work) => db.transaction().execute((trx) => work(trx, () => {})),
    storage: await openStorage(config.storage),
    workers,
    logger: createLogger('error'),
    now: Date.now,
    newId,
    pages: { renderPage: renderAndTell, inlineScripts: web.inlineScripts },
  })
  return {
    app,
    renderScreen: web.renderScreen,
    async loadScreen(path) {
      const request = new Request(ORIGIN + path)
      await app.fetch(request)
      if (lastCall === null) throw new Error(`${path} is no page.`)
      return web.loadScreen(request, lastCall)
    },
    async statementsOf(work) {
      heard = []
      await work()
      const statements = heard
      heard = null
      return statements
    },
    async close() {
      workers.close()
      await db.destroy()
    },
  }
}
