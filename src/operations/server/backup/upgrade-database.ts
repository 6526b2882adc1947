import { join } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { isOf01, listAppliedMigrations, listPendingMigrations, migrate } from '#platform/database/migrate.ts'
import { openLocks } from '#platform/database/lock.ts'
import { requireNothingRuns } from '#platform/database/running-lock.ts'
import { backupName } from './backup-names.ts'
import { createBackup } from './create-backup.ts'
import { removeExpired } from './run-backup.ts'
import { isEmptyBlog } from './is-empty-blog.ts'

export interface UpgradeOrder {
  readonly db: Database
  readonly databaseUrl: string
  /** Folder for the backup. */
  readonly folder: string
  readonly now: () => number
  /** The command `upgrade` has backed up this database already. */
  readonly isCopied?: boolean
  /** Nothing else runs on this database: the caller holds the lock. */
  readonly isAlone?: boolean
}

/** How long other processes wait while one makes the backup and migrates. */
const WAIT_MS = 10 * MINUTE_MS
/** How long it waits for a process of version 0.1 that is ending. */
const ENDING_MS = 3000

/**
 * Brings the schema up to date. Backs up a non-empty database first, without files, which migrations do not touch; the rows
 * of version 0.1, which no backup of this version could hold, stay in their own tables instead.
 * When several processes start at once, one does all of it and the others wait.
 * @returns names of the migrations that ran, and the path of the backup, if one was made
 * @throws conflict for a database of a newer version, or one of version 0.1 that a process still uses; unavailable when the backup fails: then nothing is migrated
 */
export async function upgradeDatabase(order: UpgradeOrder): Promise<{ migrations: string[]; backup: string | null }> {
  const { db, databaseUrl } = order
  const done = { migrations: [], backup: null }
  if (listPendingMigrations(await listAppliedMigrations(db)).length === 0) return done
  await using locks = openLocks(databaseUrl)
  const lock = await locks.tryLock('upgrade', { waitMs: WAIT_MS })
  if (!lock) throw new AppError('unavailable', 'Another process has been upgrading this database for ten minutes. Please look at its log.')
  const applied = await listAppliedMigrations(db)
  if (listPendingMigrations(applied).length === 0) return done
  // A process of version 0.1 knows no states: it would show readers what is planned or in the trash.
  if (isOf01(applied) && order.isAlone !== true) await requireNothingRuns(locks, ENDING_MS)
  const isSafe = applied.length === 0 || isOf01(applied) || order.isCopied === true || (await isEmptyBlog(db))
  const backup = isSafe ? null : await backUpRows(order)
  return { migrations: await migrate(db), backup }
}

/** @throws unavailable */
export async function backUpRows({ databaseUrl, folder, now }: Pick<UpgradeOrder, 'databaseUrl' | 'folder' | 'now'>): Promise<string> {
  const path = join(folder, backupName('before-upgrade', now()))
  try {
    await createBackup({ databaseUrl, files: null, path, now })
    await removeExpired(folder, now())
    return path
  } catch (error) {
    throw new AppError('unavailable', `The backup before the upgrade failed, so nothing was changed: ${(error as Error).message}`)
  }
}
