import { enableCompileCache } from 'node:module'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { deleteUpload, openStorage, type Storage } from '#media/server/index.ts'
import { AppError } from '#platform/contract/errors.ts'
import { openDatabase } from '#platform/database/database.ts'
import type { Config } from '#platform/process/config.ts'
import { endWithParent } from '#platform/process/end-with-parent.ts'
import { explainFullDisk, saysFullDisk } from '#platform/process/explain-full-disk.ts'
import { createLogger } from '#platform/process/logger.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import { projectFolder } from '#platform/process/project-folder.ts'
import { AGE_HEAD } from '#upkeep/contract/backup-head.ts'
import type { BackupReport, ChosenBackup } from '#upkeep/contract/restore.endpoints.ts'
import { type ArchiveSource, decryptedSource } from '#upkeep/server/backup/archive-source.ts'
import { requireNewBlog } from '#upkeep/server/backup/is-empty-blog.ts'
import { openArchive, type OpenedArchive } from '#upkeep/server/backup/open-archive.ts'
import { replaceBlog } from '#upkeep/server/backup/replace-blog.ts'
import { openKeys } from '#upkeep/server/elsewhere/backup-key.ts'
import { withCopy } from '#upkeep/server/elsewhere/fetch-copy.ts'
import { withPlace } from '#upkeep/server/elsewhere/open-elsewhere.ts'
import { describeArchive } from './describe-archive.ts'

export interface RestoreOrder extends Pick<Config, 'databaseUrl' | 'storage' | 'dataDir' | 'publicUrl' | 'logLevel'> {
  readonly chosen: ChosenBackup
  /** Where an empty id is; null for an upload. */
  readonly place: PlaceSettings | null
  /** False to say what is in it. */
  readonly isReplacing: boolean
}

export type RestoreReply = { readonly report: BackupReport } | { readonly problem: string }

/** Reads a backup that was chosen in the browser, and puts it in place if it should. */
async function work(order: RestoreOrder): Promise<BackupReport> {
  const { chosen, place, dataDir } = order
  const storage = await openStorage(order.storage)
  if (place !== null)
    return withPlace(place, (opened) =>
      withCopy(opened, { passphrase: chosen.passphrase, dataDir }, (source) => take(source, storage, order)),
    )
  return take(await openUpload(storage, chosen), storage, order)
}

async function openUpload({ uploads }: Storage, { id, passphrase, keyFile }: ChosenBackup): Promise<ArchiveSource> {
  const source = { name: 'The file', open: () => uploads.readParts(id) }
  const [first] = await Readable.from(source.open()).take(1).toArray()
  const isEncrypted = Buffer.from((first as Uint8Array | undefined)?.subarray(0, AGE_HEAD.length) ?? []).toString('latin1') === AGE_HEAD
  if (!isEncrypted) return source
  const keys = await openKeys(keyFile === '' ? [] : [keyFile], passphrase)
  return decryptedSource(
    source,
    keys.map(({ identity }) => identity),
  )
}

async function take(source: ArchiveSource, storage: Storage, order: RestoreOrder): Promise<BackupReport> {
  const archive = await openArchive(source, order)
  try {
    if (order.isReplacing) await replace(archive, storage, order)
    return await describeArchive(archive)
  } finally {
    await archive.close()
  }
}

async function replace(archive: OpenedArchive, storage: Storage, { databaseUrl, dataDir, logLevel, chosen }: RestoreOrder): Promise<void> {
  const db = await openDatabase(databaseUrl)
  try {
    const indexError = await replaceBlog({ db, storage, dataDir, now: Date.now, requireReplaceable: requireNewBlog }, archive)
    if (indexError) createLogger(logLevel).error({ err: indexError }, 'search index not built; the next start builds it')
    await storage.uploads.remove(chosen.id)
    await deleteUpload(db, chosen.id)
  } finally {
    await db.destroy()
  }
}

function explain(error: unknown, { dataDir, logLevel }: RestoreOrder): string {
  createLogger(logLevel).warn({ err: error }, 'backup not restored')
  const message = explainFullDisk(error, dataDir) ?? (error as Error).message
  if (saysFullDisk(message)) return 'There is not enough room on the disk of the blog. Nothing was changed.'
  return error instanceof AppError ? message : 'Something went wrong; the log of the blog says what. Nothing was changed.'
}

process.umask(0o077)
endWithParent()
enableCompileCache(fileURLToPath(new URL('dist/compiled', projectFolder)))
process.on('message', (order: RestoreOrder) => {
  void work(order)
    .then((report): RestoreReply => ({ report }))
    .catch((error: unknown): RestoreReply => ({ problem: explain(error, order) }))
    .then((reply) => process.send?.(reply, () => process.disconnect()))
})
