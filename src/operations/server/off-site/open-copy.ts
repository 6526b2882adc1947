import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError } from '#platform/contract/errors.ts'
import { type ArchiveSource, decryptedSource, fileSource } from '#operations/server/backup/archive-source.ts'
import { newestFirst } from '#operations/server/backup/backup-age.ts'
import { readCopyName } from '#operations/server/backup/backup-names.ts'
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

interface CopyOrder {
  /** The newest one if it is undefined. */
  readonly name: string | undefined
  readonly passphrase: string
  readonly now: number
}

/**
 * Opens a copy where it is: each reading fetches and decrypts it, and nothing of it comes to the disk.
 * @returns also its size, and the key that the passphrase has opened
 * @throws bad_request for a wrong passphrase, before anything is fetched; not_found
 */
export async function openPlacedCopy(
  place: BackupPlace,
  { name, passphrase, now }: CopyOrder,
): Promise<{ readonly source: ArchiveSource; readonly bytes: number; readonly key: OpenedKey }> {
  const files = await place.list()
  const copy = listCopies(files, now).find((file) => name === undefined || file.name === name)
  if (!copy)
    throw new AppError('not_found', name === undefined ? 'There is no backup in this place.' : `There is no ${name} in this place.`)
  const keys = await openKeys(await readKeyFiles(place, files), passphrase)
  const source = decryptedSource({ name: copy.name, open: () => place.read(copy.name) }, keys)
  return { source, bytes: copy.bytes, key: keys[0] as OpenedKey }
}

/** A copy that lies on this machine, with its key files beside it. */
export async function openCopy(path: string, passphrase: string): Promise<ArchiveSource> {
  const folder = dirname(path)
  const names = (await readdir(folder)).filter(isKeyFileName)
  const keys = await openKeys(await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8'))), passphrase)
  return decryptedSource(fileSource(path), keys)
}

async function readKeyFiles(place: BackupPlace, files: readonly PlacedFile[]): Promise<string[]> {
  const found = files.filter(({ name, bytes }) => isKeyFileName(name) && bytes <= KEY_FILE_MAX_BYTES)
  return Promise.all(found.map(async ({ name }) => (await buffer(Readable.from(place.read(name)))).toString()))
}
