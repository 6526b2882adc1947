import type { RequestListener } from 'node:http'
import { v7 as newId } from 'uuid'
import { AppError } from '#platform/contract/errors.ts'
import { openBlog } from './blog.ts'
import { createMediaWorkers, openStorage } from '#media/server/index.ts'
import { followerMailEvents } from '#newsletter/server/index.ts'
import type { Pages } from './pages/render-page.ts'
import { openImports } from '#import-export/server/index.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startPublishClock } from '#writing/server/index.ts'
import { startIndexing } from '#posts/server/index.ts'
import { type Config, loadConfig } from '#platform/process/config.ts'
import { prepareDataFolder } from '#platform/process/data-folder.ts'
import type { Database } from '#platform/database/database.ts'
import { openLocks } from '#platform/database/lock.ts'
import { holdRunningLock } from '#platform/database/running-lock.ts'
import { openChildProcesses } from '#platform/process/child-processes.ts'
import { watchEventLoop } from '#platform/process/event-loop.ts'
import { Admission } from '#platform/http/admission.ts'
import { type Pipeline, toRequestListener } from '#platform/http/pipeline.ts'
import { openServer } from '#platform/http/server.ts'
import { withTurns } from '#platform/http/with-turns.ts'
import { createLogger, type Logger } from '#platform/process/logger.ts'
import { countWaitingMail } from '#platform/mail/outbox.store.ts'
import type { Metrics, MetricSources } from '#platform/metrics/metrics.ts'
import { serveMetrics } from '#platform/metrics/serve-metrics.ts'
import { endUpgrade, isUpgrading, requireFirstPage } from '#app/process/upgrade-mark.ts'
import { explainFullDisk } from '#platform/process/explain-full-disk.ts'
import { StartError } from '#platform/process/start-error.ts'
import { routeTemplate } from './addresses.ts'
import { adviseOnEmptyBlog, prepareFirstAdmin } from './first-admin.ts'
import { openOperations } from './open-operations.ts'
import { prepareDatabase } from './prepare-database.ts'
import { createReadiness } from './readiness.ts'
import { openSchedule } from './schedule.ts'
import { startMail } from './start-mail.ts'

/** Vite's server in development, which serves the sources of the pages and forwards other requests. */
export type DevMiddleware = (...parts: [...Parameters<RequestListener>, next: () => void]) => void

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly loadPages: () => Promise<Pages>
  /** Folder of the browser's built files; omitted without a build. */
  readonly staticFolder?: string
  readonly devMiddleware?: DevMiddleware
  /** Prints a line for the operator. */
  readonly print: (line: string) => void
}

export interface RunningBlog {
  readonly url: string
  readonly logger: Logger
  /** Finishes running requests, then closes everything; slow clients are cut off after some seconds. */
  readonly close: () => Promise<void>
}

/** Environment → config → database → storage → pages → listen. @throws StartError, with everything closed again */
export async function startBlog(options: StartOptions): Promise<RunningBlog> {
  const config = loadConfig(options.env)
  let errors = 0
  const logger = createLogger(config.logLevel, undefined, () => (errors += 1))
  const parts = new AsyncDisposableStack()
  const close = once(() => parts.disposeAsync())
  try {
    const url = await openParts({ ...options, config, logger, parts, errors: () => errors })
    return { url, logger, close }
  } catch (error) {
    // Closing makes room.
    const fullDisk = explainFullDisk(error, config.dataDir)
    await close().catch((reason: unknown) => logger.error({ err: reason }, 'closing after a failed start failed'))
    throw fullDisk === undefined ? error : new StartError(fullDisk, { cause: error })
  }
}

interface OpenOptions extends StartOptions {
  readonly config: Config
  readonly logger: Logger
  /** Each part registers its close right after it was opened; parts close in reverse order. */
  readonly parts: AsyncDisposableStack
  /** Returns the number of logged errors. */
  readonly errors: () => number
}

/** @returns the address that the blog listens on */
async function openParts(options: OpenOptions): Promise<string> {
  const { config, logger, parts, print } = options
  const now = () => Date.now()
  await prepareDataFolder(config.dataDir, logger)
  const isNewVersion = isUpgrading(config.dataDir)
  const locks = parts.use(openLocks(config.databaseUrl))
  const db = await prepareDatabase(config, logger, { locks, isCopied: isNewVersion })
  parts.defer(() => db.destroy())
  parts.defer(await holdRunningLock({ locks, logger }).catch(throwStartError))
  await prepareFirstAdmin(db, config, print)
  const [pages, storage] = await Promise.all([options.loadPages(), openStorage(config.storage)])
  const { whenServing, serve } = openSchedule(parts)
  const shared = { config, db, storage, logger, now, whenServing }
  const admission = new Admission()
  parts.adopt(watchEventLoop(logger, admission.observe), (watch) => watch.stop())
  const processes = parts.adopt(openChildProcesses({ logger }), (all) => all.close())
  const workers = parts.adopt(createMediaWorkers({ logger, processes, folder: config.dataDir, ffmpegPath: config.ffmpegPath }), (pool) =>
    pool.close(),
  )
  const mail = await startMail({ ...shared, pages, workers })
  const ending = new AbortController()
  const operations = await openOperations({ ...shared, ...mail, locks, parts, ending: ending.signal, processes })
  const imports = openImports({ ...shared, settings: importSettings(config), processes, locks, ending: ending.signal })
  parts.defer(imports.close)
  const { pipeline, feed, store } = await openBlog({
    ...shared,
    databaseUrl: config.databaseUrl,
    operations,
    imports,
    trustedProxies: config.trustedProxies,
    cdnSeconds: config.cdnSeconds,
    workers,
    locks,
    newId,
    pages,
    ...mail,
    admission,
    staticFolder: options.staticFolder,
    readinessOf: (followed) => createReadiness({ db, storage, feed: followed, logger, ending: ending.signal }),
  })
  parts.defer(() => feed.close())
  const clocks = { ...shared, write: feed.write, locks, events: mail.outbox && followerMailEvents.posts }
  whenServing(() => startPublishClock(clocks))
  whenServing(() => startHousekeeping(clocks))
  whenServing(() => startIndexing(clocks))
  const listener = withTurns(listenerOf(pipeline, options.devMiddleware), { admission, trustedProxies: config.trustedProxies })
  const metrics = await openMetrics(options, { db, cache: store, admission, pictures: workers.queue })
  if (isNewVersion) {
    await requireFirstPage(listener)
    endUpgrade(config.dataDir)
  }
  const server = await openServer(config, metrics?.watch(listener) ?? listener, admission.accepted)
  parts.defer(server.close)
  // Closed first: `/readyz` fails and a running backup stops while the server finishes its requests.
  parts.defer(() => ending.abort())
  serve()
  for (const line of [`Kindred is ready: ${server.url}`, ...(await adviseOnEmptyBlog(db, { url: server.url, now: now() }))]) print(line)
  return server.url
}

const importSettings = ({ databaseUrl, storage, publicUrl, dataDir, ffmpegPath, logLevel, site }: Config) => ({
  databaseUrl,
  storage,
  publicUrl,
  dataDir,
  ffmpegPath,
  logLevel,
  site,
})

/** @throws StartError with the same message */
function throwStartError(error: unknown): never {
  throw error instanceof AppError ? new StartError(error.message) : error
}

/** Loads the library only when metrics are configured. @throws StartError */
async function openMetrics(
  { config, parts, errors }: OpenOptions,
  { db, ...sources }: Pick<MetricSources, 'cache' | 'admission' | 'pictures'> & { readonly db: Database },
): Promise<Metrics | undefined> {
  if (config.metrics === null) return undefined
  const { createMetrics } = await import('#platform/metrics/metrics.ts')
  const waitingMail = async () => (await countWaitingMail(db)).addresses
  const waitingDeliveries = async () => (await countWaitingMail(db)).followers
  const metrics = createMetrics({ ...sources, errors, waitingMail, waitingDeliveries }, routeTemplate)
  parts.defer((await serveMetrics(config.metrics, metrics.text)).close)
  return metrics
}

function listenerOf(pipeline: Pipeline, devMiddleware: DevMiddleware | undefined): RequestListener {
  const listener = toRequestListener(pipeline)
  if (!devMiddleware) return listener
  return (request, response) => devMiddleware(request, response, () => listener(request, response))
}

/** Runs the work at the first call; later calls get the same result. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
