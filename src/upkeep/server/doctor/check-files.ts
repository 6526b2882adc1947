import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { printKey } from '#media/contract/picture-address.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import type { Config } from '#platform/process/config.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { openFileStores } from '#platform/storage/open-file-stores.ts'
import { about, safeCodeOf, type Finding } from './finding.ts'

const FFMPEG_TIMEOUT_MS = 8000

/** Whether FFMPEG_PATH names a program that converts films. */
export async function checkFfmpeg({ ffmpegPath }: Config): Promise<Finding> {
  const { fine, wrong } = about('Films')
  if (ffmpegPath === null) return fine('Films of old formats are refused: no ffmpeg is set up.')
  try {
    const { stdout } = await promisify(execFile)(ffmpegPath, ['-hide_banner', '-encoders'], { timeout: FFMPEG_TIMEOUT_MS })
    if (/\blibx264\b/.test(stdout) && /\baac\b/.test(stdout)) return fine('ffmpeg converts films of old formats.')
    return wrong('The program that FFMPEG_PATH names writes no H.264 with AAC.', 'Install the ffmpeg of the system: apt-get install ffmpeg')
  } catch (error) {
    const advice = 'Install ffmpeg, set FFMPEG_PATH to its whole path (often /usr/bin/ffmpeg), or leave the setting out.'
    return wrong(`FFMPEG_PATH names no program that runs (${safeCodeOf(error)}).`, advice)
  }
}

/** A bucket responds slowly: there, the newest files stand for all. */
const BUCKET_FILES_MAX = 500
const FILES_AT_ONCE = 8
/** An upload stores its row first. */
const NEW_MS = 10 * MINUTE_MS

/** Compares pictures, films, sounds and papers of the database with the files in the storage. */
export async function checkFiles({ databaseUrl, storage }: Config, now: number): Promise<Finding[]> {
  const subject = about('Files')
  try {
    const isFolder = storage.type === 'folder'
    // Listed before the rows are read: a file of later has a row.
    const folders = isFolder ? await readdir(join(storage.path, 'files')).catch(() => []) : []
    const files = (await openFileStores(storage)).store('files')
    const db = await openDatabase(databaseUrl)
    try {
      const rows = await listRows(db)
      const known = new Set(rows.map(({ folder }) => folder))
      const unknown = folders.filter((folder) => !known.has(folder) && !folder.startsWith('doctor-'))
      const settled = rows.filter(({ created_at: at }) => at < now - NEW_MS)
      const missing = await findMissing(files, isFolder ? settled : settled.slice(0, BUCKET_FILES_MAX))
      if (missing.length === 0 && unknown.length === 0)
        return [subject.fine(`Those of ${rows.length} pictures, films, sounds and papers are there.`)]
      return [
        ...(missing.length === 0
          ? []
          : [subject.wrong(missingText(missing), 'Restore them from a backup; until then, posts have a gap there.')]),
        ...(unknown.length === 0
          ? []
          : [subject.attention(unknownText(unknown), 'They may be deleted, if no other blog uses this folder.')]),
      ]
    } finally {
      await db.destroy()
    }
  } catch (error) {
    return [
      subject.attention(`They could not be compared with the database (${safeCodeOf(error)}).`, 'Mend the storage and the database first.'),
    ]
  }
}

const listRows = (db: Database) =>
  db
    .selectFrom('pictures')
    .select(['folder', 'address', 'created_at', 'print_bytes'])
    .orderBy('created_at', 'desc')
    .orderBy('folder')
    .execute()

type Row = Awaited<ReturnType<typeof listRows>>[number]

/** Of a picture, the file of its address is stored last. @returns keys */
async function findMissing(files: FileStore, rows: readonly Row[]): Promise<string[]> {
  const keys = rows.flatMap(({ folder, address, print_bytes: print }) => [
    address.replace(/^\/files\//, ''),
    ...(print === null ? [] : [printKey(folder)]),
  ])
  const found = await pLimit(FILES_AT_ONCE).map(keys, async (key) => (await files.find(key)) !== undefined)
  return keys.filter((_, index) => found[index] === false)
}

const missingText = (keys: readonly string[]) =>
  `${keys.length === 1 ? '1 file is' : `${keys.length} files are`} missing in the storage, for instance ${keys[0]}.`

const unknownText = (folders: readonly string[]) =>
  `${folders.length === 1 ? '1 folder holds' : `${folders.length} folders hold`} files that no post knows, for instance ${folders[0]}.`
