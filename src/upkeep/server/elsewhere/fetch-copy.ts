import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#platform/contract/errors.ts'
import { type ArchiveSource, decryptedSource, fileSource } from '#upkeep/server/backup/archive-source.ts'
import { newestFirst } from '#upkeep/server/backup/backup-age.ts'
import { readCopyName } from '#upkeep/server/backup/backup-names.ts'
import { isKeyFileName, KEY_FILE_MAX_BYTES, type OpenedKey, openKeys } from './backup-key.ts'
import type { BackupPlace, PlacedFile } from './backup-place.ts'

/** Copies in the place, newest first. */
export function listCopies(files: readonly PlacedFile[], now: number): (PlacedFile & { readonly createdAt: number })[] {
  const copies = files.flatMap((file) => {
    const copy = readCopyName(file.name)
    return copy ? [{ ...file, createdAt: copy.createdAt }] : []
  })
  return newestFirst(copies, now)
}

interface FetchOrder {
  /** Name of the copy; the newest one if it is undefined. */
  readonly name?: string | undefined
  readonly passphrase: string
  /** Folder for the copy, which stays encrypted. */
  readonly dataDir: string
  readonly now?: () => number
  readonly onProgress?: (bytes: number, total: number) => void
}

const FETCHED_PREFIX = '.kindred-fetched-'

/**
 * Fetches a copy for as long as the work needs it.
 * @param work also gets the key that the passphrase has opened
 * @throws bad_request for a wrong passphrase, before anything is fetched; not_found
 */
export async function withCopy<T>(
  place: BackupPlace,
  order: FetchOrder,
  work: (source: ArchiveSource, key: OpenedKey) => Promise<T>,
): Promise<T> {
  const { name, passphrase, dataDir, now = Date.now, onProgress } = order
  const files = await place.list()
  const copy = listCopies(files, now()).find((file) => name === undefined || file.name === name)
  if (!copy)
    throw new AppError('not_found', name === undefined ? 'There is no backup in this place.' : `There is no ${name} in this place.`)
  const keys = await openKeys(await readKeyFiles(place, files), passphrase)
  await removeFetched(dataDir)
  const folder = await mkdtemp(join(dataDir, FETCHED_PREFIX))
  try {
    const path = join(folder, copy.name)
    const source = counted(place.read(copy.name), (bytes) => onProgress?.(bytes, copy.bytes))
    await pipeline(source, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    return await work({ ...decrypted(path, keys), name: copy.name }, keys[0] as OpenedKey)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A copy that lies on this machine, with its key files beside it. */
export async function openCopy(path: string, passphrase: string): Promise<ArchiveSource> {
  const folder = dirname(path)
  const names = (await readdir(folder)).filter(isKeyFileName)
  return decrypted(path, await openKeys(await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8'))), passphrase))
}

const decrypted = (path: string, keys: readonly OpenedKey[]): ArchiveSource =>
  decryptedSource(
    fileSource(path),
    keys.map(({ identity }) => identity),
  )

async function readKeyFiles(place: BackupPlace, files: readonly PlacedFile[]): Promise<string[]> {
  const found = files.filter(({ name, bytes }) => isKeyFileName(name) && bytes <= KEY_FILE_MAX_BYTES)
  return Promise.all(found.map(async ({ name }) => (await buffer(Readable.from(place.read(name)))).toString()))
}

/** Removes what a killed process has fetched. */
async function removeFetched(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(FETCHED_PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true })
}

async function* counted(source: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.byteLength
    onBytes(bytes)
    yield chunk
  }
}
