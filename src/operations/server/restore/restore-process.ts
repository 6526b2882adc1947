import { enableCompileCache } from 'node:module'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { deleteUpload, openStorage, type Storage } from '#media/server/index.ts'
import { AppError, type ErrorCode } from '#platform/contract/errors.ts'
import { openDatabase } from '#platform/database/database.ts'
import type { Config } from '#platform/process/config.ts'
import { endWithParent } from '#platform/process/end-with-parent.ts'
import { explainFullDisk, saysFullDisk } from '#platform/process/explain-full-disk.ts'
import { createLogger } from '#platform/process/logger.ts'
import { projectFolder } from '#platform/process/project-folder.ts'
import { BACKUP_HEAD_BYTES, readBackupHead } from '#operations/contract/backup-head.ts'
import type { BackupReport, ChosenBackup } from '#operations/contract/restore.endpoints.ts'
import { type ArchiveSource, decryptedSource } from '#operations/server/backup/archive-source.ts'
import { requireNewBlog } from '#operations/server/backup/is-empty-blog.ts'
import { openArchive, type OpenedArchive } from '#operations/server/backup/open-archive.ts'
import { replaceBlog } from '#operations/server/backup/replace-blog.ts'
import { openKeys } from '#operations/server/off-site/backup-key.ts'
import { describeArchive } from './describe-archive.ts'

export interface RestoreOrder extends Pick<Config, 'databaseUrl' | 'storage' | 'dataDir' | 'publicUrl' | 'logLevel'> {
  readonly chosen: ChosenBackup
  /** False to say what is in it. */
  readonly isReplacing: boolean
}

export type RestoreReply = { readonly report: BackupReport } | { readonly code: ErrorCode; readonly problem: string }

/** Reads a backup that was chosen in the browser, and puts it in place if it should. */
async function work(order: RestoreOrder): Promise<BackupReport> {
  const storage = await openStorage(order.storage)
  const archive = await openArchive(await openUpload(storage, order.chosen), order)
  try {
    if (order.isReplacing) await replace(archive, storage, order)
    return await describeArchive(archive)
  } finally {
    await archive.close()
  }
}

async function openUpload({ uploads }: Storage, { id, passphrase, keyFile }: ChosenBackup): Promise<ArchiveSource> {
  const source = { name: 'The file', open: () => uploads.readParts(id) }
  const [first] = (await Readable.from(source.open()).take(1).toArray()) as Uint8Array[]
  if (readBackupHead(first?.subarray(0, BACKUP_HEAD_BYTES) ?? new Uint8Array()) !== 'encrypted') return source
  return decryptedSource(source, await openKeys(keyFile === '' ? [] : [keyFile], passphrase))
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

/** A refusal is logged by the blog, in one line; what nobody expected is logged here, with its stack. */
function explain(error: unknown, { dataDir, logLevel }: RestoreOrder): RestoreReply {
  const message = explainFullDisk(error, dataDir) ?? (error as Error).message
  if (saysFullDisk(message))
    return { code: 'unavailable', problem: 'There is not enough room on the disk of the blog. Nothing was changed.' }
  if (error instanceof AppError) return { code: error.code, problem: message }
  createLogger(logLevel).error({ err: error }, 'backup not restored')
  return { code: 'unavailable', problem: 'Something went wrong; the log of the blog says what. Nothing was changed.' }
}

process.umask(0o077)
endWithParent()
enableCompileCache(fileURLToPath(new URL('dist/compiled', projectFolder)))
// Stack traces name the files and lines of the sources.
process.setSourceMapsEnabled(true)
process.on('message', (order: RestoreOrder) => {
  void work(order)
    .then((report): RestoreReply => ({ report }))
    .catch((error: unknown) => explain(error, order))
    .then((reply) => process.send?.(reply, () => process.disconnect()))
})
