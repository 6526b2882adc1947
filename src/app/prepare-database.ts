import { AppError } from '#platform/contract/errors.ts'
import { type Database, openDatabase, reopenForRequests } from '#platform/database/database.ts'
import type { Locks } from '#platform/database/lock.ts'
import { requireRoom } from '#platform/database/require-room.ts'
import { sqliteFileOf } from '#platform/database/sqlite-file.ts'
import type { Config } from '#platform/process/config.ts'
import type { Logger } from '#platform/process/logger.ts'
import { messageOf, StartError } from '#platform/process/start-error.ts'
import { upgradeDatabase } from '#operations/server/index.ts'

/** How long a start waits for the process before it to end. */
const ENDING_MS = 3000

/** SQLite is for one server at a time: caches, clocks and notices of changes are its own. @throws StartError */
async function requireOneServer({ databaseUrl, dataDir }: Config, locks: Locks): Promise<void> {
  if (sqliteFileOf(databaseUrl) === null || (await locks.tryLock('serving', { waitMs: ENDING_MS }))) return
  throw new StartError(`Another blog runs on the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`)
}

interface Options {
  readonly locks: Locks
  /** Whether `kindred` has a copy of the data as it was before this version. */
  readonly isCopied: boolean
}

/** Opens the database with the schema of this version. @throws StartError */
export async function prepareDatabase(config: Config, logger: Logger, { locks, isCopied }: Options): Promise<Database> {
  const { databaseUrl } = config
  await requireRoom(databaseUrl)
  const what = sqliteFileOf(databaseUrl) ?? 'named by DATABASE_URL'
  const fail = (error: unknown): never => {
    if (error instanceof StartError) throw error
    if (error instanceof AppError) throw new StartError(error.message)
    throw new StartError(`The database ${what} could not be opened (${messageOf(error)}).`, { cause: error })
  }
  const db = await openDatabase(databaseUrl).catch(fail)
  try {
    await requireOneServer(config, locks)
    const order = { db, databaseUrl, folder: config.backup.folder, now: Date.now, isCopied }
    const { migrations, backup } = await upgradeDatabase(order)
    if (backup !== null) logger.info({ backup }, 'the database was backed up before it was migrated')
    if (migrations.length > 0) logger.info({ migrations }, 'database migrated')
    return await reopenForRequests(db, databaseUrl)
  } catch (error) {
    await db.destroy().catch(() => {})
    return fail(error)
  }
}
