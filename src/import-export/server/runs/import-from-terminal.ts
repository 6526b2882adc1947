import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sentenceOf } from '#import-export/contract/import-sentence.ts'
import { siteField } from '#import-export/contract/imports.endpoints.ts'
import type { ImportResult } from '#import-export/server/writer/import-blog.ts'
import type { ImportOptions } from '#import-export/server/writer/import-run.ts'
import { type CommandContext, textFlag } from '#platform/cli/command.ts'
import { openProgress } from '#platform/cli/progress.ts'
import { AppError } from '#platform/contract/errors.ts'
import { openLocks } from '#platform/database/lock.ts'
import { explainFileError } from '#platform/process/explain-file-error.ts'
import { importFile, type ImportWork } from './import-file.ts'
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
  const stop = new AbortController()
  const progress = openProgress('posts')
  const onStop = () => {
    progress.end()
    out('Finishing this post, then stopping …')
    stop.abort()
  }
  for (const signal of STOP_SIGNALS) process.once(signal, onStop)
  const onProgress: ImportOptions['onProgress'] = ({ done, total, pictures }) => progress.show(done, total, `, ${pictures} pictures`)
  try {
    const work = { ...(await workOf(context, path)), signal: stop.signal, onProgress }
    if (isCheck) return await importFile({ db, settings: config }, { ...work, what: 'check' })
    const result = await importFile(
      { db, settings: config },
      { ...work, onOpened: (opened) => begin(context, { ...opened, ...work, path }) },
    )
    const state = result.wasStopped ? 'stopped' : 'done'
    await markEnded(db, work.importId, { state, message: null, progress: null, now: Date.now(), result: result.report.toData() })
    return result
  } finally {
    progress.end()
    for (const signal of STOP_SIGNALS) process.removeListener(signal, onStop)
  }
}

async function workOf({ flags }: CommandContext, path: string): Promise<ImportWork> {
  const pictures = textFlag(flags, 'pictures')
  return {
    what: 'run',
    importId: await idOf(path),
    authorId: null,
    pictures: pictures === undefined ? null : resolve(pictures),
    site: readSite(textFlag(flags, 'site') ?? null),
    fetchesPictures: flags['no-pictures'] !== true,
    getFile: async () => path,
  }
}

type Opened = Parameters<NonNullable<ImportOptions['onOpened']>>[0]
type Begun = Opened & Pick<ImportWork, 'importId' | 'site' | 'pictures' | 'fetchesPictures'> & { readonly path: string }

/** Gives it a row like that of an upload, so that the dashboard shows it. @throws bad_request */
async function begin({ db }: CommandContext, { asksForSite, format, importId: id, path, ...choices }: Begun): Promise<void> {
  const { site, pictures, fetchesPictures } = choices
  if (asksForSite && site === null && pictures === null && fetchesPictures) throw new AppError('bad_request', SITE_NEEDED)
  await noteDead(db)
  const file = { file_name: basename(path), bytes: (await stat(path)).size, format }
  await createImport(db, { id, upload_id: null, user_id: null, ...file, created_at: Date.now() })
  await markBegun(db, id, { state: 'running', now: Date.now(), choices: { site, fetchesPictures } })
}

const SITE_NEEDED =
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
function readSite(given: string | null): string | null {
  const { success, data: site } = siteField.safeParse(given)
  if (!success) throw new AppError('bad_request', `--site must be an address like https://old.example.org; it is '${given}'.`)
  return site
}
