import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import { deleteUpload, type UploadStore } from '#media/server/index.ts'
import { AGE_HEAD } from '#upkeep/contract/backup-head.ts'
import type { ChosenBackup } from '#upkeep/contract/restore.endpoints.ts'
import { readBackupName } from '#upkeep/server/backup/backup-names.ts'
import { openKeyFiles } from '#upkeep/server/elsewhere/backup-key.ts'
import { findPlace } from '#upkeep/server/elsewhere/copy-elsewhere.ts'
import { decrypt } from '#upkeep/server/elsewhere/encrypt-backup.ts'
import { fetchCopy } from '#upkeep/server/elsewhere/fetch-copy.ts'
import { openPlace } from '#upkeep/server/elsewhere/open-place.ts'

export interface PrepareParts {
  readonly db: Database
  readonly uploads: UploadStore
  /** Folder of the backups of this machine. */
  readonly folder: string
  readonly dataDir: string
  readonly place: PlaceSettings | null
}

export interface Secrets {
  readonly passphrase: string
  /** Empty for the key of this blog. */
  readonly keyFile: string
}

/** Thrown for a backup that needs its passphrase; what was sent stays. */
export class NeedsPassphrase extends AppError {}

/** Folder of files that were sent or fetched. */
const folderOf = (dataDir: string) => join(dataDir, 'restore')

/** Path of a chosen backup that was prepared. @throws not_found */
export function pathOf(
  { folder, dataDir }: Pick<PrepareParts, 'folder' | 'dataDir'>,
  { source, id }: ChosenBackup,
  file: string | null,
): string {
  if (file !== null) return join(folderOf(dataDir), file)
  if (source !== 'here' || !readBackupName(id)) throw new AppError('not_found', 'This backup is not on this machine any more.')
  return join(folder, id)
}

/** Deletes what was prepared on this machine. */
export const removePrepared = (dataDir: string): Promise<void> => rm(folderOf(dataDir), { recursive: true, force: true })

/** Makes a plain archive of what was chosen. @returns the name of its file; null for a backup that is read where it is */
export async function prepareArchive(parts: PrepareParts, chosen: ChosenBackup, secrets: Secrets): Promise<string | null> {
  await removePrepared(parts.dataDir)
  if (chosen.source === 'here') return null
  const file = `${randomUUID()}.tar`
  await mkdir(folderOf(parts.dataDir), { recursive: true, mode: 0o700 })
  const to = join(folderOf(parts.dataDir), file)
  if (chosen.source === 'elsewhere') await fetchFromPlace(parts, chosen, { to, passphrase: secrets.passphrase })
  else await takeUpload(parts, chosen, { ...secrets, to })
  return file
}

async function fetchFromPlace(
  { db, place: setting }: PrepareParts,
  { id }: ChosenBackup,
  { to, passphrase }: { to: string; passphrase: string },
): Promise<void> {
  const { place: settings } = await findPlace({ db, setting })
  if (!settings) throw new AppError('not_found', 'No other place for backups is named any more.')
  const place = await openPlace(settings)
  await fetchCopy(place, { name: id || undefined, passphrase, to }).finally(() => place.close())
}

async function takeUpload(parts: PrepareParts, { id }: ChosenBackup, { to, passphrase, keyFile }: Secrets & { to: string }): Promise<void> {
  const { uploads, db } = parts
  const isEncrypted = Buffer.from((await readHead(uploads, id)) ?? []).toString('latin1') === AGE_HEAD
  const identities = isEncrypted ? await openKey(parts, { passphrase, keyFile }) : null
  const source = uploads.readParts(id)
  await pipeline(Readable.from(identities ? decrypt(source, identities) : source), createWriteStream(to, { mode: 0o600, flags: 'wx' }))
  await uploads.remove(id)
  await deleteUpload(db, id)
}

async function readHead(uploads: UploadStore, id: string): Promise<Uint8Array | undefined> {
  for await (const part of uploads.readParts(id)) return part.subarray(0, AGE_HEAD.length)
  return undefined
}

async function openKey({ db }: PrepareParts, { passphrase, keyFile }: Secrets): Promise<string[]> {
  if (passphrase === '') throw new NeedsPassphrase('bad_request', NEEDS_PASSPHRASE)
  const { key } = await findPlace({ db, setting: null })
  const keyFiles = [keyFile, key?.keyFile ?? ''].filter((each) => each !== '')
  if (keyFiles.length === 0) throw new NeedsPassphrase('bad_request', NEEDS_KEY_FILE)
  return openKeyFiles(keyFiles, passphrase).catch((error: Error) => {
    throw new NeedsPassphrase('bad_request', error.message)
  })
}

const NEEDS_PASSPHRASE = 'This backup is encrypted. Please write the passphrase that is on the paper.'
const NEEDS_KEY_FILE = 'Please choose the file with the key, too: it lies beside the backup, and is named kindred-key-….age.'
