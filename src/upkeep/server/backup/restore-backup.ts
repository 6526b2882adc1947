import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { openLocks } from '#platform/database/lock.ts'
import { requireNothingRuns } from '#platform/database/running-lock.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { backupName } from './backup-names.ts'
import { createBackup } from './create-backup.ts'
import { isEmptyBlog } from './is-empty-blog.ts'
import { openArchive, SCRATCH_PREFIX } from './open-archive.ts'
import { replaceBlog, type RestoreSummary } from './replace-blog.ts'
import { upgradeDatabase } from './upgrade-database.ts'

export interface RestoreOrder {
  readonly path: string
  /** Migrated to the schema of this version first, if necessary. */
  readonly db: Database
  readonly databaseUrl: string
  readonly files: FileStore
  /** Folder in which the rows are unpacked; the data folder. */
  readonly scratch: string
  /** Allows replacing an existing blog, which is backed up first. */
  readonly force: boolean
  /** Folder for the backup of the existing blog. */
  readonly folder: string
  readonly now: () => number
  readonly say: (line: string) => void
}

/**
 * Replaces the blog by a backup. Checks the whole backup first, then writes its files next to the existing ones, then
 * replaces all rows in one transaction. An interruption leaves the blog unchanged.
 * @throws conflict while a blog is running, or when one would be overwritten; bad_request for a bad archive
 */
export async function restoreBackup(order: RestoreOrder): Promise<RestoreSummary> {
  await using locks = openLocks(order.databaseUrl)
  await requireNothingRuns(locks)
  await upgrade(order)
  await requireEmptyOrForce(order)
  await removeStaleScratch(order.scratch)
  const archive = await openArchive(order.path, order.scratch)
  try {
    if (archive.problems.length > 0) throw refusal(order.path, archive.problems)
    await backUpFirst(order)
    const summary = await replaceBlog(order, archive)
    if (summary.indexError) order.say(indexNotBuilt(summary.indexError))
    return summary
  } finally {
    await archive.close()
  }
}

async function upgrade(order: RestoreOrder): Promise<void> {
  const { backup } = await upgradeDatabase({ ...order, isAlone: true })
  if (backup !== null) order.say(`The database was upgraded first; what it was before is in ${backup}.`)
}

async function requireEmptyOrForce({ db, force }: RestoreOrder): Promise<void> {
  if (force || (await isEmptyBlog(db))) return
  throw new AppError(
    'conflict',
    'There is a blog in this place already. With --force it is backed up first, and then replaced by the backup. Nothing was changed.',
  )
}

const indexNotBuilt = ({ message }: Error) =>
  `The search does not find everything yet: its index could not be built (${message}). The next start of the blog builds it.`

const refusal = (path: string, problems: readonly string[]) =>
  new AppError('bad_request', [`${path} cannot be restored; nothing was changed:`, ...problems.map((problem) => `  ${problem}`)].join('\n'))

async function backUpFirst({ folder, db, databaseUrl, files, now, say }: RestoreOrder): Promise<void> {
  if (await isEmptyBlog(db)) return
  const { path } = await createBackup({ databaseUrl, files, path: join(folder, backupName('before-restore', now())), now })
  say(`What was here is in ${path}.`)
}

/** Removes what a killed restore left. */
export async function removeStaleScratch(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(SCRATCH_PREFIX)) await rm(join(folder, name), { recursive: true, force: true })
  }
}
