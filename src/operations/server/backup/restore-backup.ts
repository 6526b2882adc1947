import { join } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { openLocks } from '#platform/database/lock.ts'
import { requireNothingRuns } from '#platform/database/running-lock.ts'
import type { Storage } from '#media/server/index.ts'
import type { ArchiveSource } from './archive-source.ts'
import { backupName } from './backup-names.ts'
import { createBackup } from './create-backup.ts'
import { isEmptyBlog } from './is-empty-blog.ts'
import { openArchive, type OpenedArchive, type OpenOptions } from './open-archive.ts'
import { replaceBlog } from './replace-blog.ts'
import { upgradeDatabase } from './upgrade-database.ts'

export interface RestoreOrder extends OpenOptions {
  readonly source: ArchiveSource
  /** Migrated to the schema of this version first, if necessary. */
  readonly db: Database
  readonly databaseUrl: string
  readonly storage: Pick<Storage, 'files' | 'freeBytes'>
  /** Allows replacing an existing blog, which is backed up first. */
  readonly force: boolean
  /** Folder for the backup of the existing blog. */
  readonly folder: string
  readonly now: () => number
  readonly say: (line: string) => void
}

/**
 * Puts a backup in place while no blog runs. Checks the whole backup first; an interruption leaves the blog unchanged.
 * @param describe called with what was restored
 * @throws conflict while a blog is running, or when one would be overwritten; bad_request for a bad archive
 */
export async function restoreBackup(
  order: RestoreOrder,
  describe: (archive: OpenedArchive) => Promise<void> = async () => {},
): Promise<void> {
  const { db, now, say, source } = order
  await using locks = openLocks(order.databaseUrl)
  await requireNothingRuns(locks)
  await upgrade(order)
  const requireReplaceable = order.force ? async () => {} : requireEmpty
  await requireReplaceable(db)
  const archive = await openArchive(source, order)
  try {
    await backUpFirst(order)
    const indexError = await replaceBlog({ ...order, requireReplaceable, now }, archive)
    if (indexError) say(indexNotBuilt(indexError))
    await describe(archive)
  } finally {
    await archive.close()
  }
}

async function upgrade(order: RestoreOrder): Promise<void> {
  const { backup } = await upgradeDatabase({ ...order, isAlone: true })
  if (backup !== null) order.say(`The database was upgraded first; what it was before is in ${backup}.`)
}

async function requireEmpty(db: Database): Promise<void> {
  if (await isEmptyBlog(db)) return
  throw new AppError(
    'conflict',
    'There is a blog in this place already. With --force it is backed up first, and then replaced by the backup. Nothing was changed.',
  )
}

const indexNotBuilt = ({ message }: Error) =>
  `The search does not find everything yet: its index could not be built (${message}). The next start of the blog builds it.`

async function backUpFirst({ folder, db, databaseUrl, storage: { files }, now, say }: RestoreOrder): Promise<void> {
  if (await isEmptyBlog(db)) return
  const { path } = await createBackup({ databaseUrl, files, path: join(folder, backupName('before-restore', now())), now })
  say(`What was here is in ${path}.`)
}
