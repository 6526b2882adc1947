import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { v7 as newId } from 'uuid'
import { ZodError } from 'zod'
import { AppError } from '#contract/errors.ts'
import { UPLOAD_RETRY_MS } from '#contract/limits.ts'
import { type App, createApp } from './app.ts'
import { createFirstAdmin } from './create-account.ts'
import { createPictureWorkers } from './features/files/picture-workers.ts'
import type { Pages } from './features/pages/pages.routes.ts'
import { startMailDelivery } from './features/recovery/deliver-mail.ts'
import { startHousekeeping } from './housekeeping.ts'
import { AnswerCache } from './platform/cache/answer-cache.ts'
import { createCachedListener } from './platform/cache/cached-listener.ts'
import { type ChangeFeed, openChangeFeed } from './platform/cache/change-feed.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import type { StaticFiles } from './platform/http/static-files.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import type { Storage } from './platform/storage/storage.ts'

/** A reason not to start that the operator can mend; told in one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly loadPages: () => Promise<Pages>
  readonly loadStaticFiles?: () => Promise<StaticFiles>
  /** In development, what serves the web's sources; it is asked before the app. */
  readonly devMiddleware?: (...parts: [...Parameters<RequestListener>, next: () => void]) => void
  /** Where lines for the operator go. */
  readonly say: (line: string) => void
}

export interface RunningBlog {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Pages and answers kept whole; an ordinary blog fits into a quarter of it. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024

/** How long running requests may take to finish when the blog is stopped. */
const CLOSE_GRACE_MS = 8000
const SWEEP_MS = 50

/** Environment → config → database → storage → pages → listen (design, the house). @throws StartError */
export async function startBlog(options: StartOptions): Promise<RunningBlog> {
  const config = readSettings(options.env)
  const logger = createLogger(config.logLevel)
  await requireWritableFolder(config.dataDir)
  const db = await prepareDatabase(config, logger)
  const now = () => Date.now()
  try {
    await prepareFirstAdmin(db, config, options.say)
    const [pages, staticFiles] = await Promise.all([options.loadPages(), options.loadStaticFiles?.() ?? null])
    const storage = await prepareStorage(config)
    const workers = createPictureWorkers(logger)
    const cache = new AnswerCache(CACHE_MAX_BYTES)
    const feed = await openChangeFeed({ db, databaseUrl: config.databaseUrl, cache, logger, now })
    const mail = startMail({ config, db, logger, now })
    const shared = { config, db, storage, logger, now }
    const app = createApp({ ...shared, write: feed.write, workers, newId, pages, staticFiles, outbox: mail?.outbox })
    const listener = listenerOf(app, { cache, feed, config, devMiddleware: options.devMiddleware })
    const server = await listen(config, listener)
    const stopHousekeeping = startHousekeeping(shared)
    const url = addressOf(config, server)
    options.say(`Kindred is ready: ${url}`)
    await explainEmptyBlog(db, options.say)
    return {
      url,
      async close() {
        stopHousekeeping()
        workers.close()
        await closeServer(server)
        await mail?.stop()
        await feed.close()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

function readSettings(env: StartOptions['env']): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) throw new StartError(error.message)
    throw error
  }
}

/** @throws StartError */
export async function requireWritableFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be written to (${codeOf(error)}). Set DATA_DIR to one that can.`)
  }
}

async function prepareDatabase(config: Config, logger: Logger): Promise<Database> {
  const db = await openDatabase(config.databaseUrl)
  try {
    const names = await migrate(db)
    if (names.length > 0) logger.info({ migrations: names }, 'database migrated')
    return db
  } catch (error) {
    await db.destroy().catch(() => {})
    const what = config.databaseUrl.startsWith('sqlite:') ? config.databaseUrl.slice('sqlite:'.length) : 'named by DATABASE_URL'
    throw new StartError(`The database ${what} could not be opened (${messageOf(error)}).`)
  }
}

/** @returns null where no mail is configured */
function startMail({ config, db, logger, now }: { config: Config; db: Database; logger: Logger; now: () => number }) {
  if (!config.mail) return null
  const mailer = createMailer(config.mail)
  const delivery = startMailDelivery({ db, mailer, logger, now, siteName: config.site.name, publicUrl: config.publicUrl })
  return { outbox: createOutbox({ now, newId, wake: delivery.wake }), stop: delivery.stop }
}

export async function prepareStorage(config: Config): Promise<Storage> {
  try {
    return await openStorage(config.storage)
  } catch (error) {
    throw new StartError(
      `The bucket named by STORAGE_URL could not be opened (${messageOf(error)}). Look at STORAGE_URL and the S3_ settings.`,
    )
  }
}

async function prepareFirstAdmin(db: Database, config: Config, say: StartOptions['say']): Promise<void> {
  if (!config.admin) return
  try {
    const created = await createFirstAdmin(db, config.admin, { now: Date.now, newId })
    if (created) say(`Created the first admin, ${config.admin.email}.`)
  } catch (error) {
    if (error instanceof ZodError) throw new StartError(`ADMIN_EMAIL or ADMIN_PASSWORD cannot be used: ${error.issues[0]?.message}`)
    if (error instanceof AppError) throw new StartError(`The first admin could not be created: ${error.message}`)
    throw error
  }
}

async function explainEmptyBlog(db: Database, say: StartOptions['say']): Promise<void> {
  const anyone = await db.selectFrom('users').select('id').limit(1).execute()
  if (anyone.length > 0) return
  say('To make yourself the first admin:  npm run blog -- user create --admin')
  say('To look around with sample posts:  npm run blog -- seed')
}

interface Front {
  readonly cache: AnswerCache
  readonly feed: ChangeFeed
  readonly config: Config
  readonly devMiddleware: StartOptions['devMiddleware']
}

/** What kept answers can serve comes first, then the app. In development nothing is kept: the pages change by themselves. */
function listenerOf(app: App, { cache, feed, config, devMiddleware }: Front): RequestListener {
  const listener = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], { overrideGlobalObjects: false })
  if (devMiddleware) return (request, response) => devMiddleware(request, response, () => void listener(request, response))
  const headers = { host: new URL(config.publicUrl).host }
  return createCachedListener({
    cache,
    feed,
    make: async (path, incoming, outgoing) =>
      app.fetch(new Request(config.publicUrl + path, { headers: { ...headers, ...forwardedFor(incoming) } }), {
        incoming,
        outgoing,
        collectTags: true,
      }),
    otherwise: (request, response) => void listener(request, response),
  })
}

/** Who asked stays known to the limits by address, also of searches that are not kept yet. */
function forwardedFor({ headers }: IncomingMessage): Record<string, string> {
  const chain = headers['x-forwarded-for']
  return chain === undefined ? {} : { 'x-forwarded-for': String(chain) }
}

export async function listen(config: Config, listener: RequestListener): Promise<Server> {
  const server = createServer({ requestTimeout: UPLOAD_RETRY_MS, headersTimeout: 15_000, keepAliveTimeout: 10_000 }, listener)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(config.port, config.host, resolve)
  try {
    await promise
  } catch (error) {
    throw new StartError(listenProblem(config, codeOf(error)))
  }
  return server
}

function listenProblem({ host, port }: Config, code: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken by another program. Set PORT to a free one, or stop the other.`
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set PORT to one above 1023.`
  return `Listening on ${host} port ${port} failed (${code}).`
}

/** With PORT=0 the system chose one. */
export function addressOf(config: Config, server: Server): string {
  const { port } = server.address() as AddressInfo
  return config.port === 0 ? `http://${config.host}:${port}` : config.publicUrl
}

/** Stops taking requests, lets running ones finish, then cuts what is left. */
export async function closeServer(server: Server): Promise<void> {
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  // A connection whose request has just been answered would be kept open for another one.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  await closed.promise
  clearInterval(sweep)
  clearTimeout(timer)
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? messageOf(error)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
