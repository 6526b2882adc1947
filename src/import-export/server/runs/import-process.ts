import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ImportProgress } from '#import-export/contract/imports.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import type { Config } from '#platform/process/config.ts'
import { endWithParent } from '#platform/process/end-with-parent.ts'
import { createLogger, type Logger } from '#platform/process/logger.ts'
import { projectFolder } from '#platform/process/project-folder.ts'
import { importFile, type ImportSettings } from './import-file.ts'
import { DIED, type Ending, findImport, markEnded, saveProgress } from './imports.store.ts'

export interface ImportOrder extends ImportSettings, Pick<Config, 'databaseUrl' | 'logLevel'> {
  readonly id: string
  readonly what: 'check' | 'run'
  /** Keys of items at which a process ended. */
  readonly passedOver: readonly string[]
  /** Interval at which progress is written and a request to stop is read. */
  readonly everyMs: number
}

/** `end`: the blog itself stops. */
export type ImportRequest = { readonly order: ImportOrder } | 'end'

/** `item`: what is read from now on; null for what cannot be skipped. */
export type ImportNews = { readonly item: string | null } | { readonly progress: ImportProgress | null } | { readonly isDone: true }

const stop = new AbortController()
let isBlogEnding = false
let progress: ImportProgress | null = null
const send = (news: ImportNews) => void process.send?.(news)

async function work(order: ImportOrder): Promise<void> {
  const { id } = order
  const logger = createLogger(order.logLevel)
  const db = await openDatabase(order.databaseUrl)
  const timer = setInterval(() => void tick({ db, logger }, id), order.everyMs)
  try {
    const outcome = await importUpload({ db, logger }, order)
    await markEnded(db, id, { ...outcome, progress, now: Date.now() })
    send({ isDone: true })
  } catch (error) {
    logger.error({ err: error, import: id }, 'result of an import not saved')
  } finally {
    clearInterval(timer)
    await db.destroy()
    process.disconnect()
  }
}

interface Parts {
  readonly db: Database
  readonly logger: Logger
}

/** Ignores database errors: the next tick tries again. */
async function tick({ db, logger }: Parts, id: string): Promise<void> {
  send({ progress })
  try {
    if (!(await saveProgress(db, id, { progress, now: Date.now() }))) stop.abort()
  } catch (error) {
    logger.debug({ err: error }, 'progress of an import not saved')
  }
}

/** Maximum of stored lines of each kind, and of missing items, of a report. */
const LINES_MAX = 10_000

/** Returns failures as an outcome; rejects only if the database does not respond. */
async function importUpload({ db, logger }: Parts, order: ImportOrder): Promise<Omit<Ending, 'progress'>> {
  const { id, what, passedOver } = order
  const { signal } = stop
  const row = await findImport(db, id)
  const uploadId = row?.upload_id ?? null
  if (!row || uploadId === null) return { state: 'failed', message: 'This export is not here any more.' }
  const stopped = () => ({ state: what === 'check' ? 'received' : 'stopped', message: isBlogEnding ? DIED : null }) as const
  const name = randomUUID()
  try {
    const { report, wasStopped } = await importFile(
      { db, logger, settings: order },
      {
        what,
        passedOver,
        signal,
        importId: id,
        authorId: row.user_id,
        pictures: null,
        site: row.site,
        fetchesPictures: row.fetches_pictures === 1,
        async getFile(folder, { uploads }) {
          const path = join(folder, name)
          await pipeline(Readable.from(uploads.readParts(uploadId)), createWriteStream(path, { mode: 0o600 }), { signal })
          return path
        },
        onProgress: (current) => (progress = current),
        onItem: (item) => send({ item }),
        // For progress, and requests to stop.
        pause: () => yieldToEventLoop(),
      },
    )
    const data = report.toData(LINES_MAX)
    if (what === 'run') return wasStopped ? { ...stopped(), result: data } : { state: 'done', message: null, result: data }
    // The report of a file that was not read to its end would be misleading.
    return wasStopped ? stopped() : { state: 'checked', message: null, check: data }
  } catch (error) {
    if (signal.aborted) return stopped()
    if (!(error instanceof AppError)) logger.error({ err: error, import: id }, 'import failed')
    return { state: 'failed', message: explain(error, join(order.dataDir, 'imports', 'running', name)) }
  }
}

/** Message for admins, without local paths. */
function explain(error: unknown, path: string): string {
  if (error instanceof AppError) return error.message.replaceAll(path, 'This file')
  const { code, body } = error as { code?: unknown; body?: unknown }
  if (code === 'ENOSPC') return 'There is not enough room on the disk of the blog.'
  if (typeof body === 'string' && body.includes('does not exist')) return 'The file is not here any more. Please choose it once more.'
  return 'Something went wrong; the log of the blog says what. What has come so far is here, and you can go on.'
}

process.umask(0o077)
endWithParent()
enableCompileCache(fileURLToPath(new URL('dist/compiled', projectFolder)))
// Stack traces name the files and lines of the sources.
process.setSourceMapsEnabled(true)
process.on('message', (request: ImportRequest) => {
  if (request !== 'end') return void work(request.order)
  isBlogEnding = true
  stop.abort()
})
