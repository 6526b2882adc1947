import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { v7 as newId } from 'uuid'
import { sentenceOf } from '#moving/contract/import-sentence.ts'
import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import { AppError } from '#platform/contract/errors.ts'
import { createMediaWorkers, openStorage } from '#media/server/index.ts'
import { createFileDownloader } from '#moving/server/writer/files/download-file.ts'
import { unpackArchive } from '#moving/server/readers/own/unpack-archive.ts'
import { createPictureDownloader } from '#moving/server/writer/files/download-picture.ts'
import { checkBlog, importBlog, type ImportResult } from '#moving/server/writer/import-blog.ts'
import type { ImportOptions, ImportParts } from '#moving/server/writer/import-run.ts'
import { explainFileError } from '#platform/process/explain-file-error.ts'
import { openLocks } from '#platform/database/lock.ts'
import { type CommandContext, textFlag } from '#platform/cli/command.ts'
import { openProgress } from '#platform/cli/progress.ts'
import { createImport, IMPORT_LOCK, markBegun, markEnded, noteDead } from './imports.store.ts'

const REPORT_LINES = 12
/** Exit codes beside 0 and 1 (docs/operating.md, Move in, and out). */
const SOMETHING_MISSING = 3
const STOPPED = 130
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Imports the file or folder, and prints the result. Ctrl-C stops it after the current post. */
export async function importFromTerminal(context: CommandContext, path: string): Promise<void> {
  const { config, flags, out, fail } = context
  const isCheck = flags['dry-run'] === true
  await using locks = openLocks(config.databaseUrl)
  const result = await locks.withLock(IMPORT_LOCK, () => importUntilStopped(context, path, isCheck))
  if (result === undefined) throw new AppError('conflict', 'Another import is running. Please wait until it has ended.')
  const { title, report, wasStopped } = result
  out(`${title}: ${sentenceOf(report.toData(), !isCheck)}`)
  const text = report.toText(REPORT_LINES)
  if (text !== '') out(`\n${text}\n`)
  if (isCheck) return
  out('The whole report is in the dashboard, under Moving in; there you can also take the import back.')
  if (report.counts.followers > 0) out(`Nothing is mailed to the followers that came until an admin says so there.`)
  if (report.missingCount > 0)
    out(`${report.missingCount} missing. Run the same command again to try again; what was changed since is left alone.`)
  if (wasStopped) out('Stopped before the end. Run the same command again to go on from here.')
  if (wasStopped) fail(STOPPED)
  else if (report.missingCount > 0) fail(SOMETHING_MISSING)
}

async function importUntilStopped(context: CommandContext, path: string, isCheck: boolean): Promise<ImportResult> {
  const { db, config, out } = context
  const { files } = await openStorage(config.storage)
  const workers = createMediaWorkers({ folder: config.dataDir, ffmpegPath: config.ffmpegPath })
  const unpacked = join(config.dataDir, 'imports', `unpacked-${newId()}`)
  const stop = new AbortController()
  const progress = openProgress('posts')
  const onStop = () => {
    progress.end()
    out('Finishing this post, then stopping …')
    stop.abort()
  }
  for (const signal of STOP_SIGNALS) process.once(signal, onStop)
  const parts = { db, files, workers, now: Date.now, newId }
  try {
    const options = { ...(await optionsOf(context, path)), path: await unpackArchive(path, unpacked), signal: stop.signal }
    const onProgress: ImportOptions['onProgress'] = ({ done, total, pictures }) => progress.show(done, total, `, ${pictures} pictures`)
    const checked = await checkBlog(parts, isCheck ? { ...options, onProgress } : options)
    return isCheck || checked.wasStopped ? checked : await importChecked(parts, { ...options, onProgress }, { ...checked, path })
  } finally {
    progress.end()
    workers.close()
    await rm(unpacked, { recursive: true, force: true })
    for (const signal of STOP_SIGNALS) process.removeListener(signal, onStop)
  }
}

async function optionsOf({ config, flags }: CommandContext, path: string): Promise<ImportOptions> {
  const pictures = textFlag(flags, 'pictures')
  const fetches = flags['no-pictures'] !== true
  return {
    importId: await idOf(path),
    path,
    publicUrl: config.publicUrl,
    siteConfig: config.site,
    authorId: null,
    pictures: pictures === undefined ? null : resolve(pictures),
    site: readSite(textFlag(flags, 'site') ?? null),
    downloadPicture: fetches ? createPictureDownloader() : null,
    downloadFile: fetches ? createFileDownloader({ folder: config.dataDir }) : null,
  }
}

/** Imports, with a row like that of an upload, so that the dashboard shows it. */
async function importChecked(
  parts: ImportParts,
  options: ImportOptions,
  { path, format, report: check }: ImportResult & { readonly path: string },
): Promise<ImportResult> {
  const { db, now } = parts
  const { importId: id, site, pictures, downloadPicture } = options
  if (check.asksForSite && site === null && pictures === null && downloadPicture !== null) throw new AppError('bad_request', ASKS_FOR_SITE)
  await noteDead(db)
  const file = { file_name: basename(path), bytes: (await stat(path)).size, format }
  await createImport(db, { id, upload_id: null, user_id: null, ...file, created_at: now() })
  await markBegun(db, id, { state: 'running', now: now(), choices: { site, fetchesPictures: downloadPicture !== null } })
  const result = await importBlog(parts, options)
  const state = result.wasStopped ? 'stopped' : 'done'
  const reports = { check: check.toData(), result: result.report.toData() }
  await markEnded(db, id, { state, message: null, progress: null, now: now(), ...reports })
  return result
}

const ASKS_FOR_SITE =
  'This file does not say where its pictures are. Give --site https://the-old-address, or --pictures FOLDER with a copy of them, or --no-pictures to go without.'

/** The same for each run with one file: its contents; of a folder its place. @throws not_found */
async function idOf(path: string): Promise<string> {
  try {
    const hash = createHash('sha256')
    if ((await stat(path)).isDirectory()) hash.update(await realpath(path))
    else await pipeline(createReadStream(path), hash)
    return `file-${hash.digest('hex').slice(0, 32)}`
  } catch (error) {
    throw explainFileError(error, path) ?? error
  }
}

/** @throws bad_request */
function readSite(site: string | null): string | null {
  if (site === null) return null
  if (!/^https?:/.test(site) || !URL.canParse(site))
    throw new AppError('bad_request', `--site must be an address like https://old.example.org; it is '${site}'.`)
  return withoutTrailingSlashes(site)
}
