import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { isLive, isNotInTrash, isReadable } from '#site/server/index.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { explainFullDisk } from '#platform/process/explain-full-disk.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import type { CheckedBackup, ChosenBackup } from '#upkeep/contract/restore.endpoints.ts'
import { backupName } from '#upkeep/server/backup/backup-names.ts'
import { createBackup, saysNoRoom } from '#upkeep/server/backup/create-backup.ts'
import { openArchive, type OpenedArchive } from '#upkeep/server/backup/open-archive.ts'
import { replaceBlog } from '#upkeep/server/backup/replace-blog.ts'
import { removeStaleScratch } from '#upkeep/server/backup/restore-backup.ts'
import { NeedsPassphrase, pathOf, prepareArchive, type PrepareParts, removePrepared, type Secrets } from './prepare-archive.ts'
import { noteRestore, readRestore } from './restore.store.ts'

export interface RestoreParts extends PrepareParts {
  readonly databaseUrl: string
  readonly files: FileStore
  readonly logger: Logger
  readonly now: () => number
}

/** Prepares and reads a backup without touching the blog. Stores what is in it, or why it cannot be used. */
export async function checkChosen(parts: RestoreParts, chosen: ChosenBackup, secrets: Secrets): Promise<void> {
  const { db, dataDir, now } = parts
  try {
    await removeStaleScratch(dataDir)
    const file = await prepareArchive(parts, chosen, secrets)
    const backup = await withArchive(parts, pathOf(parts, chosen, file), describe)
    await noteRestore(db, { phase: 'checked', chosen, backup, file, now: now() })
  } catch (error) {
    const isEncrypted = chosen.isEncrypted || error instanceof NeedsPassphrase
    // A passphrase can be tried again; anything else of this file is of no use any more.
    if (!(error instanceof NeedsPassphrase)) await removePrepared(dataDir)
    await noteRestore(db, { phase: 'none', chosen: { ...chosen, isEncrypted }, failure: explain(parts, error), now: now() })
  }
}

interface Options {
  /** Waits until every process has stopped serving. */
  readonly pause: () => Promise<void>
}

/** Replaces the blog by the checked backup, after a backup of it. Stores why it failed; then the blog is as it was. */
export async function restoreChosen(parts: RestoreParts, chosen: ChosenBackup, { pause }: Options): Promise<void> {
  const { db, dataDir, files, logger, now } = parts
  const { file, backup } = await readRestore(db)
  try {
    await removeStaleScratch(dataDir)
    await withArchive(parts, pathOf(parts, chosen, file), async (archive, path) => {
      await pause()
      await backUpFirst(parts)
      const beforeCommit = (trx: Database) => noteRestore(trx, { phase: 'restored', chosen, backup, now: now() })
      const { indexError } = await replaceBlog({ path, db, files, scratch: dataDir, now, beforeCommit }, archive)
      if (indexError) logger.error({ err: indexError }, 'search index not built; the next start builds it')
    })
    logger.info({ backup: chosen.name, of: backup?.createdAt }, 'the blog was replaced by a backup')
    await removePrepared(dataDir)
  } catch (error) {
    // The transaction that replaced the blog has stored this phase: a later failure takes nothing back.
    if ((await readRestore(db)).phase === 'restored') return logger.error({ err: error }, 'files of a restored backup not deleted')
    await noteRestore(db, { phase: 'none', chosen, failure: explain(parts, error), now: now() })
  }
}

async function withArchive<T>(
  { dataDir }: RestoreParts,
  path: string,
  work: (archive: OpenedArchive, path: string) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(path, dataDir)
  try {
    if (archive.problems.length > 0) throw new AppError('bad_request', `This backup is damaged. ${archive.problems.slice(0, 3).join(' ')}`)
    return await work(archive, path)
  } finally {
    await archive.close()
  }
}

async function backUpFirst({ databaseUrl, files, folder, now }: RestoreParts): Promise<void> {
  await createBackup({ databaseUrl, files, path: join(folder, backupName('before-restore', now())), now })
}

async function describe({ manifest, rows, missingPictures }: OpenedArchive): Promise<CheckedBackup> {
  return {
    createdAt: manifest.createdAt,
    version: manifest.blogVersion,
    counts: {
      posts: await countRows(rows, 'posts', isReadable('admins')),
      comments: await countRows(rows, 'comments', sql`${isLive()} and ${isNotInTrash()}`),
      users: await countRows(rows, 'users'),
    },
    pictures: await countRows(rows, 'pictures'),
    hasPictures: manifest.files !== null,
    missingPictures: missingPictures.length,
  }
}

async function countRows(db: Database, table: string, condition: RawBuilder<unknown> = sql`true`): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${condition}`.execute(db)
  return Number(rows[0]?.count)
}

/** For admins, without paths. */
function explain({ logger, dataDir, folder }: RestoreParts, error: unknown): string {
  const { message } = error as Error
  logger.warn({ err: error }, 'backup not restored')
  if (explainFullDisk(error, dataDir) !== undefined || saysNoRoom(message))
    return 'There is not enough room on the disk of the blog. Nothing was changed.'
  if (!(error instanceof AppError)) return 'Something went wrong; the log of the blog says what. The blog is as it was.'
  if (message.includes(dataDir) || message.includes(folder)) return 'This backup is not on this machine any more. Please choose it again.'
  return message
}
