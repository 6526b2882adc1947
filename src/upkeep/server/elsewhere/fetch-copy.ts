import { createWriteStream } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { AppError } from '#platform/contract/errors.ts'
import { newestFirst } from '#upkeep/server/backup/backup-age.ts'
import { readCopyName } from '#upkeep/server/backup/backup-names.ts'
import { type BackupKey, isKeyFileName, KEY_FILE_MAX_BYTES, openBackupKey, openKeyFiles } from './backup-key.ts'
import type { BackupPlace, PlacedFile } from './backup-place.ts'
import { decrypt } from './encrypt-backup.ts'

interface FetchOrder {
  /** Name of the copy; the newest one if it is undefined. */
  readonly name?: string | undefined
  readonly passphrase: string
  /** Path of the decrypted backup, in an existing folder. */
  readonly to: string
  /** That of the clock unless it is given. */
  readonly now?: number
  readonly onProgress?: (bytes: number, total: number) => void
}

/** Copies in the place, newest first. */
export function listCopies(files: readonly PlacedFile[], now: number): (PlacedFile & { readonly createdAt: number })[] {
  const copies = files.flatMap((file) => {
    const copy = readCopyName(file.name)
    return copy ? [{ ...file, createdAt: copy.createdAt }] : []
  })
  return newestFirst(copies, now)
}

/**
 * Fetches a copy and decrypts it on its way.
 * @returns its name
 * @throws bad_request for a wrong passphrase, before anything is fetched; not_found
 */
export async function fetchCopy(place: BackupPlace, { name, passphrase, to, now = Date.now(), onProgress }: FetchOrder): Promise<string> {
  const files = await place.list()
  const copy = listCopies(files, now).find((file) => name === undefined || file.name === name)
  if (!copy)
    throw new AppError('not_found', name === undefined ? 'There is no backup in this place.' : `There is no ${name} in this place.`)
  const identities = await openKeyFiles(await readKeyFiles(place, files), passphrase)
  await write(
    to,
    decrypt(
      counted(place.read(copy.name), (bytes) => onProgress?.(bytes, copy.bytes)),
      identities,
    ),
  )
  return copy.name
}

/** @returns the key that this passphrase opens, of those in the place */
export async function findKey(place: BackupPlace, passphrase: string): Promise<BackupKey | undefined> {
  const keyFiles = await readKeyFiles(place, await place.list())
  const opened = await Promise.all(keyFiles.map((keyFile) => openBackupKey(keyFile, passphrase).catch(() => undefined)))
  return opened.find((key) => key !== undefined)
}

async function readKeyFiles(place: BackupPlace, files: readonly PlacedFile[]): Promise<string[]> {
  const found = files.filter(({ name, bytes }) => isKeyFileName(name) && bytes <= KEY_FILE_MAX_BYTES)
  return Promise.all(found.map(async ({ name }) => (await buffer(Readable.from(place.read(name)))).toString()))
}

/** Decrypts a copy that lies on this machine, with the key files beside it. */
export async function decryptCopy({ path, passphrase, to }: { path: string; passphrase: string; to: string }): Promise<void> {
  const folder = dirname(path)
  const names = (await readdir(folder).catch((): string[] => [])).filter(isKeyFileName)
  const keyFiles = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  if (!(await stat(path).catch(() => null))?.isFile()) throw new AppError('not_found', `There is no file ${path}.`)
  await write(to, decrypt(createReadStream(path), await openKeyFiles(keyFiles, passphrase)))
}

async function write(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    // For its owner only: it holds all data of the readers.
    await pipeline(source, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function* counted(source: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.byteLength
    onBytes(bytes)
    yield chunk
  }
}
