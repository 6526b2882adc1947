import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { v7 as newId } from 'uuid'
import { ZodError } from 'zod'
import { AppError } from '#contract/errors.ts'
import { createApp } from './app.ts'
import { type DailyBackupParts, startDailyBackups } from './backup/daily-backups.ts'
import { upgradeDatabase } from './backup/upgrade-database.ts'
import { createFirstAdmin, hasAdmin } from './create-account.ts'
import { createPictureWorkers } from './features/files/picture-workers.ts'
import type { Pages } from './features/pages/answer-page.ts'
import { SharedCalls } from './features/pages/shared-calls.ts'
import { startMailDelivery } from './features/recovery/deliver-mail.ts'
import { createDevFront, createFront, type DevMiddleware, type FrontParts } from './front.ts'
import { startHousekeeping } from './housekeeping.ts'
import { indexPosts } from './index-posts.ts'
import { AnswerCache } from './platform/cache/answer-cache.ts'
import { openChangeFeed } from './platform/cache/change-feed.ts'
import type { Config } from './platform/config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { holdRunningLock } from './platform/database/running-lock.ts'
import { watchEventLoop } from './platform/event-loop.ts'
import { Admission } from './platform/http/admission.ts'
import { securityHeaderList } from './platform/http/middleware.ts'
import { openServer } from './platform/http/server.ts'
import { readStaticFiles } from './platform/http/static-files.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { countWaitingMail, createOutbox } from './platform/mail/outbox.ts'
import type { Metrics, MetricSources } from './platform/metrics/metrics.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import type { Storage } from './platform/storage/storage.ts'
import { codeOf, messageOf, StartError } from './platform/start-error.ts'

import { createReadiness } from './readiness.ts'
import { readSettings } from './read-settings.ts'

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly loadPages: () => Promise<Pages>
  /** Folder of the browser's built files; none where there is no build. */
  readonly staticFolder?: string
  readonly devMiddleware?: DevMiddleware
  /** Where lines for the operator go. */
  readonly say: (line: string) => void
}

export interface RunningBlog {
  readonly url: string
  /** Finishes what it is at and ends; a reader who is not done by then is cut off. */
  readonly close: () => Promise<void>
  /** As `close`, but another process takes the new requests from now on, so nobody needs to be cut off soon. */
  readonly handOver: () => Promise<void>
  /** Null where METRICS_PORT is not set. */
  readonly metrics: Metrics | null
}

/** Pages and answers kept whole; an ordinary blog fits into a quarter of it. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024

/** Environment → config → database → storage → pages → listen (design, the house). @throws StartError */
export async function startBlog(options: StartOptions): Promise<RunningBlog> {
  const config = readSettings(options.env)
  let errors = 0
  const logger = createLogger(config.logLevel, undefined, () => (errors += 1))
  await requireWritableFolder(config.dataDir)
  const db = await prepareDatabase(config, logger)
  const stopRunning = await sayRunning(config, logger, db)
  const now = () => Date.now()
  try {
    await prepareFirstAdmin(db, config, options.say)
    const [pages, storage] = await Promise.all([options.loadPages(), prepareStorage(config)])
    const workers = createPictureWorkers({ blogs: config.workers, logger })
    const cache = new AnswerCache(CACHE_MAX_BYTES)
    const sharedCalls = new SharedCalls()
    const feed = await openChangeFeed({ db, databaseUrl: config.databaseUrl, caches: [cache, sharedCalls], logger, now })
    const mail = await startMail({ config, db, logger, now })
    const shared = { config, db, storage, logger, now }
    const app = createApp({ ...shared, write: feed.write, sharedCalls, workers, newId, pages, outbox: mail?.outbox })
    const loop = watchEventLoop(logger)
    const readiness = createReadiness({ ...shared, feed })
    const admission = new Admission(loop.isLate)
    const front = await frontOf(options, { app, cache, feed, config, logger, pages, readiness, admission })
    const metrics = await openMetrics(config, {
      cache,
      admission,
      pictures: workers.queue,
      errors: () => errors,
      waitingMail: () => countWaitingMail(db),
    })
    const server = await openServer(config, metrics?.watch(front) ?? front)
    const stopHousekeeping = startHousekeeping(shared)
    const stopBackups = startBackups(config, { ...shared, databaseUrl: config.databaseUrl })
    options.say(`Kindred is ready: ${server.url}`)
    await explainEmptyBlog(db, options.say)
    const close = once(async () => {
      readiness.end()
      stopHousekeeping()
      const backups = stopBackups()
      workers.close()
      await server.close()
      await backups
      await mail?.stop()
      await feed.close()
      await stopRunning()
      await db.destroy()
      loop.stop()
    })
    return { url: server.url, close, handOver: () => server.drain().then(close), metrics }
  } catch (error) {
    await stopRunning()
    await db.destroy()
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
    const { databaseUrl } = config
    const { migrations, backup } = await upgradeDatabase({ db, databaseUrl, folder: config.backup.folder, now: Date.now })
    if (backup !== null) logger.info({ backup }, 'the database was backed up before it was migrated')
    if (migrations.length > 0) logger.info({ migrations }, 'database migrated')
    await indexPosts(db, logger)
    return db
  } catch (error) {
    await db.destroy().catch(() => {})
    if (error instanceof AppError) throw new StartError(error.message)
    const what = config.databaseUrl.startsWith('sqlite:') ? config.databaseUrl.slice('sqlite:'.length) : 'named by DATABASE_URL'
    throw new StartError(`The database ${what} could not be opened (${messageOf(error)}).`)
  }
}

/** A restore waits until no blog says this. @returns what takes it back */
async function sayRunning({ databaseUrl }: Config, logger: Logger, db: Database): Promise<() => Promise<void>> {
  try {
    return await holdRunningLock({ databaseUrl, logger })
  } catch (error) {
    await db.destroy()
    throw error instanceof AppError ? new StartError(error.message) : error
  }
}

function startBackups({ backup }: Config, parts: Omit<DailyBackupParts, 'folder'>): () => Promise<void> {
  return backup.daily ? startDailyBackups({ ...parts, folder: backup.folder }) : async () => {}
}

/** @returns null where no mail is configured */
async function startMail({ config, db, logger, now }: { config: Config; db: Database; logger: Logger; now: () => number }) {
  if (!config.mail) return null
  const mailer = await createMailer(config.mail)
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

/** The library is loaded only where somebody wants to see figures. */
async function openMetrics({ metricsPort }: Config, sources: MetricSources): Promise<Metrics | null> {
  if (metricsPort === null) return null
  const { createMetrics } = await import('./platform/metrics/metrics.ts')
  return createMetrics(sources)
}

async function frontOf(
  { staticFolder, devMiddleware }: StartOptions,
  parts: Omit<FrontParts, 'staticFiles' | 'securityHeaders'> & { config: Config; pages: Pages },
): Promise<RequestListener> {
  if (devMiddleware) return createDevFront(parts.app, devMiddleware)
  const https = parts.config.publicUrl.startsWith('https:')
  const securityHeaders = securityHeaderList({ inlineScripts: parts.pages.inlineScripts, https })
  const staticFiles = staticFolder === undefined ? new Map() : await readStaticFiles(staticFolder, securityHeaders)
  return createFront({ ...parts, staticFiles, securityHeaders })
}

async function prepareFirstAdmin(db: Database, config: Config, say: StartOptions['say']): Promise<void> {
  if (!config.admin) return
  try {
    const created = await createFirstAdmin(db, config.admin, { now: Date.now, newId })
    if (created) say(`Created the first admin, ${config.admin.email}.`)
  } catch (error) {
    if (error instanceof ZodError) throw new StartError(`ADMIN_EMAIL or ADMIN_PASSWORD cannot be used: ${error.issues[0]?.message}`)
    // Two machines that start for the first time, at once: the other one has made it.
    if (error instanceof AppError && (await hasAdmin(db))) return
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

/** Whoever asks again waits for the same end. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
