import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ImportProgress } from '#moving/contract/imports.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { ImportChoices } from '#moving/contract/import-choices.ts'
import type { ImportReportData } from '#moving/contract/import-report.ts'
import { isCategory, type SiteConfig } from '#site/server/index.ts'
import type { Storage } from '#media/server/index.ts'
import { DIED, type Ending, findImport, type ImportRow } from './imports.store.ts'
import { unpackArchive } from '#moving/server/readers/own/unpack-archive.ts'
import { importBlog } from '#moving/server/writer/import-blog.ts'
import type { ImportOptions, ImportParts } from '#moving/server/writer/import-run.ts'
import { readCategoryMapping } from '#moving/server/writer/posts/category-of-post.ts'
import type { DownloadFile } from '#moving/server/writer/files/download-file.ts'
import type { DownloadPicture } from '#moving/server/writer/files/download-picture.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'

export interface ImportFileParts extends Omit<ImportParts, 'files'> {
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

interface Work {
  readonly id: string
  readonly what: 'check' | 'run'
  readonly signal: AbortSignal
  readonly passedOver: ReadonlyMap<string, string>
  readonly onProgress: (progress: ImportProgress) => void
  readonly onItem: (item: string | null) => void
}

type Outcome = Omit<Ending, 'progress'>

/** Maximum of stored lines of each kind, and of missing items, of a report. */
const LINES_MAX = 10_000

/** Checks an uploaded export by a dry run, or imports it. Returns failures as an outcome; rejects only if the database does not respond. */
export async function runImport(parts: ImportFileParts, work: Work): Promise<Outcome> {
  const { db, storage, logger } = parts
  const row = await findImport(db, work.id)
  if (!row) return { state: 'failed', message: 'This export is not here any more.' }
  // Only the holder of the lock uses the folder, so its contents are leftovers.
  const folder = join(parts.folder, 'imports', 'running')
  const path = join(folder, randomUUID())
  const unpacked = `${path}.unpacked`
  const isDryRun = work.what === 'check'
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(storage.uploads.readParts(row.upload_id)), createWriteStream(path, { mode: 0o600 }), {
      signal: work.signal,
    })
    const options = await optionsOf(parts, { ...work, row, path: await unpackArchive(path, unpacked), isDryRun })
    const { report, source, wasStopped } = await importBlog({ ...parts, files: storage.files }, options)
    return outcomeOf(parts, { isDryRun, wasStopped, report: { ...report.toData(isDryRun, LINES_MAX), source } })
  } catch (error) {
    if (work.signal.aborted) return outcomeOf(parts, { isDryRun, wasStopped: true })
    if (!(error instanceof AppError)) logger.error({ err: error, import: work.id }, 'import failed')
    return { state: 'failed', message: explain(error, path) }
  } finally {
    for (const each of [path, unpacked]) await rm(each, { recursive: true, force: true })
  }
}

interface Result {
  readonly isDryRun: boolean
  readonly wasStopped: boolean
  readonly report?: ImportReportData
}

function outcomeOf({ ending }: ImportFileParts, { isDryRun, wasStopped, report }: Result): Outcome {
  const message = wasStopped && ending.aborted ? DIED : null
  // The report of an incomplete dry run would be misleading.
  if (isDryRun) return wasStopped ? { state: 'received', message } : { state: 'checked', message, check: report }
  return { state: wasStopped ? 'stopped' : 'done', message, result: report }
}

interface OptionParts extends Work {
  readonly row: ImportRow
  readonly path: string
  readonly isDryRun: boolean
}

async function optionsOf(
  parts: ImportFileParts,
  { row, path, isDryRun, signal, passedOver, onProgress, onItem }: OptionParts,
): Promise<ImportOptions> {
  const { publicUrl, siteConfig, downloadPicture, downloadFile } = parts
  const choices = JSON.parse(row.choices) as ImportChoices
  return {
    path,
    publicUrl,
    siteConfig,
    isDryRun,
    include: new Set(choices.include),
    author: await findAdmin(parts.db, row.user_id),
    pictures: null,
    site: choices.site,
    categories: await mappingOf(parts.db, choices),
    members: null,
    invitesByMail: false,
    invitationsFolder: join(parts.folder, 'imports'),
    downloadPicture: choices.fetchesPictures ? downloadPicture : null,
    downloadFile: choices.fetchesPictures ? downloadFile : null,
    signal,
    passedOver,
    onProgress,
    onItem,
    // For progress, and requests to stop.
    pause: () => yieldToEventLoop(),
  }
}

/** Email of the admin who uploaded the export; null, for the first admin, if that user is no admin any more. */
async function findAdmin(db: Database, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const admin = await db.selectFrom('users').select('email').where('id', '=', userId).where('is_admin', '=', 1).executeTakeFirst()
  return admin?.email ?? null
}

/** Skips categories that were deleted since they were chosen. */
async function mappingOf(db: Database, { categories }: ImportChoices): Promise<Map<string, string>> {
  const lines: string[] = []
  for (const { theirs, ours } of categories) {
    if (theirs !== '' && (ours === 'uncategorized' || (await isCategory(db, ours)))) lines.push(`${theirs}=${ours}`)
  }
  return readCategoryMapping(lines)
}

/** Message for admins, without local paths and command-line options. */
function explain(error: unknown, path: string): string {
  if (error instanceof AppError) return toDashboardMessage(error.message.replaceAll(path, 'This file'))
  const { code, body } = error as { code?: unknown; body?: unknown }
  if (code === 'ENOSPC') return 'There is not enough room on the disk of the blog.'
  if (typeof body === 'string' && body.includes('does not exist')) return 'The file is not here any more. Please choose it once more.'
  return 'Something went wrong; the log of the blog says what. What has come so far is here, and you can go on.'
}

/** Removes clauses about commands and their options from a message that is shown in the browser. */
export function toDashboardMessage(message: string): string {
  const isOfCommands = (text: string) => /(^|[\s'(])--[a-z]|npm run/.test(text)
  const clauses = message.split(/(?<=[.;])\s+|(?<=\w),? or (?=give --)/)
  const kept = clauses.filter((clause) => !isOfCommands(clause)).map((clause) => clause.trim().replace(/;$/, '.'))
  const text = kept.join(' ').replace(/(?<![.!?])$/, '.')
  return kept.length === 0 ? 'This cannot be imported as it is.' : text
}
