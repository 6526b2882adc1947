import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'
import type { SiteConfig } from '#site/server/index.ts'
import type { Storage } from '#media/server/index.ts'
import { DIED, type Ending, findImport } from './imports.store.ts'
import { unpackArchive } from '#moving/server/readers/own/unpack-archive.ts'
import { checkBlog, importBlog } from '#moving/server/writer/import-blog.ts'
import type { ImportOptions, ImportParts } from '#moving/server/writer/import-run.ts'
import type { DownloadFile } from '#moving/server/writer/files/download-file.ts'
import type { DownloadPicture } from '#moving/server/writer/files/download-picture.ts'
import type { Logger } from '#platform/process/logger.ts'

interface ImportFileParts extends Omit<ImportParts, 'files'> {
  readonly storage: Storage
  readonly publicUrl: string
  readonly siteConfig: SiteConfig
  /** DATA_DIR, which holds a copy of the export while it is read. */
  readonly folder: string
  readonly logger: Logger
  /** Aborted when the blog ends. */
  readonly ending: AbortSignal
  readonly downloadPicture: DownloadPicture
  readonly downloadFile: DownloadFile
}

interface Work extends Required<Pick<ImportOptions, 'signal' | 'passedOver' | 'onProgress' | 'onItem'>> {
  readonly id: string
  readonly what: 'check' | 'run'
}

type Outcome = Omit<Ending, 'progress'>

/** Maximum of stored lines of each kind, and of missing items, of a report. */
const LINES_MAX = 10_000

/** Reads an uploaded export, or imports it. Returns failures as an outcome; rejects only if the database does not respond. */
export async function runImport(parts: ImportFileParts, work: Work): Promise<Outcome> {
  const { db, storage, logger, publicUrl, siteConfig, downloadPicture, downloadFile } = parts
  const { id, what, signal } = work
  const row = await findImport(db, id)
  if (row?.upload_id == null) return { state: 'failed', message: 'This export is not here any more.' }
  // Only the holder of the lock uses the folder, so its contents are leftovers.
  const folder = join(parts.folder, 'imports', 'running')
  const path = join(folder, randomUUID())
  const unpacked = `${path}.unpacked`
  const stopped = (): Outcome => ({ state: what === 'check' ? 'received' : 'stopped', message: parts.ending.aborted ? DIED : null })
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(storage.uploads.readParts(row.upload_id)), createWriteStream(path, { mode: 0o600 }), { signal })
    const options: ImportOptions = {
      ...work,
      importId: id,
      path: await unpackArchive(path, unpacked),
      publicUrl,
      siteConfig,
      authorId: row.user_id,
      pictures: null,
      site: row.site,
      ...(row.fetches_pictures === 1 ? { downloadPicture, downloadFile } : { downloadPicture: null, downloadFile: null }),
      // For progress, and requests to stop.
      pause: () => yieldToEventLoop(),
    }
    const { report, wasStopped } = await (what === 'check' ? checkBlog : importBlog)({ ...parts, files: storage.files }, options)
    const data = report.toData(LINES_MAX)
    if (what === 'run') return wasStopped ? { ...stopped(), result: data } : { state: 'done', message: null, result: data }
    // The report of a file that was not read to its end would be misleading.
    return wasStopped ? stopped() : { state: 'checked', message: null, check: data }
  } catch (error) {
    if (signal.aborted) return stopped()
    if (!(error instanceof AppError)) logger.error({ err: error, import: id }, 'import failed')
    return { state: 'failed', message: explain(error, path) }
  } finally {
    for (const each of [path, unpacked]) await rm(each, { recursive: true, force: true })
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
