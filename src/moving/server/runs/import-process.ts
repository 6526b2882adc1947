import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { v7 as newId } from 'uuid'
import { createMediaWorkers, openStorage } from '#media/server/index.ts'
import type { ImportProgress } from '#moving/contract/imports.endpoints.ts'
import { createFileDownloader } from '#moving/server/writer/files/download-file.ts'
import { createPictureDownloader } from '#moving/server/writer/files/download-picture.ts'
import type { FetchOptions } from '#moving/server/writer/files/fetch-address.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import type { Config } from '#platform/process/config.ts'
import { endWithParent } from '#platform/process/end-with-parent.ts'
import { createLogger, type Logger } from '#platform/process/logger.ts'
import { projectFolder } from '#platform/process/project-folder.ts'
import { markEnded, saveProgress } from './imports.store.ts'
import { runImport } from './run-import.ts'

/** What the process that imports needs of the settings. */
export interface ImportSettings extends Pick<
  Config,
  'databaseUrl' | 'storage' | 'publicUrl' | 'dataDir' | 'ffmpegPath' | 'logLevel' | 'site'
> {
  /** For tests, whose old blogs are on the loopback interface. */
  readonly fetching?: FetchOptions
  /** Interval at which progress is written and a request to stop is read. */
  readonly everyMs: number
}

export interface ImportOrder extends ImportSettings {
  readonly id: string
  readonly what: 'check' | 'run'
  /** Why items are passed over, by their keys: the process ended at them. */
  readonly passedOver: ReadonlyMap<string, string>
}

/** `end`: the blog itself stops. */
export type ImportRequest = { readonly order: ImportOrder } | { readonly stop: 'stop' | 'end' }

/** `item`: what is read from now on; null for what cannot be passed over. */
export type ImportNews = { readonly item: string | null } | { readonly progress: ImportProgress | null } | { readonly isDone: true }

const stop = new AbortController()
const ending = new AbortController()
const send = (news: ImportNews) => void process.send?.(news)

async function work(order: ImportOrder): Promise<void> {
  const { id } = order
  const logger = createLogger(order.logLevel)
  const db = await openDatabase(order.databaseUrl)
  const workers = createMediaWorkers({ logger, folder: order.dataDir, ffmpegPath: order.ffmpegPath })
  let progress: ImportProgress | null = null
  const timer = setInterval(() => void tick({ db, logger }, id, progress), order.everyMs)
  try {
    const now = () => Date.now()
    const outcome = await runImport(
      {
        db,
        logger,
        workers,
        now,
        newId,
        storage: await openStorage(order.storage),
        publicUrl: order.publicUrl,
        siteConfig: order.site,
        folder: order.dataDir,
        downloadPicture: createPictureDownloader(order.fetching),
        downloadFile: createFileDownloader({ folder: order.dataDir, ...order.fetching }),
        ending: ending.signal,
      },
      {
        ...order,
        signal: stop.signal,
        onProgress: (current) => (progress = current),
        onItem: (item) => send({ item }),
      },
    )
    await markEnded(db, id, { ...outcome, progress, now: now() })
    send({ isDone: true })
  } catch (error) {
    logger.error({ err: error, import: id }, 'result of an import not saved')
  } finally {
    clearInterval(timer)
    workers.close()
    await db.destroy()
    process.disconnect()
  }
}

/** Ignores database errors: the next tick tries again. */
async function tick({ db, logger }: { db: Database; logger: Logger }, id: string, progress: ImportProgress | null): Promise<void> {
  send({ progress })
  try {
    if (!(await saveProgress(db, id, { progress, now: Date.now() }))) stop.abort()
  } catch (error) {
    logger.debug({ err: error }, 'progress of an import not saved')
  }
}

process.umask(0o077)
endWithParent()
enableCompileCache(fileURLToPath(new URL('dist/compiled', projectFolder)))
process.on('message', (request: ImportRequest) => {
  if ('order' in request) return void work(request.order)
  if (request.stop === 'end') ending.abort()
  stop.abort()
})
