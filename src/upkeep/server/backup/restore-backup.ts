import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { announceChanges, EVERYTHING } from '#platform/cache/change-feed.ts'
import { type Database, type DatabaseTransaction, isPostgres, listTables } from '#platform/database/database.ts'
import { clearIndex, rebuildIndex } from '#posts/server/index.ts'
import { openLocks } from '#platform/database/lock.ts'
import { requireNothingRuns } from '#platform/database/running-lock.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { readArchive } from './archive-reader.ts'
import { sha256 } from './archive-writer.ts'
import { backupName } from './backup-names.ts'
import { BACKUP_TABLES, KEPT_TABLES } from './backup-tables.ts'
import { createBackup } from './create-backup.ts'
import { isEmptyBlog } from './is-empty-blog.ts'
import { insertRows } from './insert-rows.ts'
import { mapAhead } from './map-ahead.ts'
import { openArchive, type OpenedArchive, SCRATCH_PREFIX } from './open-archive.ts'
import { readRows, readShapes } from './read-rows.ts'
import { restoreLarge } from './restore-large.ts'
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

export interface RestoreSummary {
  readonly manifest: OpenedArchive['manifest']
  readonly missingPictures: readonly string[]
}

const FILES_AT_ONCE = 8

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
    return await replaceBlog(order, archive)
  } finally {
    await archive.close()
  }
}

async function upgrade(order: RestoreOrder): Promise<void> {
  const { backup } = await upgradeDatabase(order)
  if (backup !== null) order.say(`The database was upgraded first; what it was before is in ${backup}.`)
}

async function requireEmptyOrForce({ db, force }: RestoreOrder): Promise<void> {
  if (force || (await isEmptyBlog(db))) return
  throw new AppError(
    'conflict',
    'There is a blog in this place already. With --force it is backed up first, and then replaced by the backup. Nothing was changed.',
  )
}

const refusal = (path: string, problems: readonly string[]) =>
  new AppError('bad_request', [`${path} cannot be restored; nothing was changed:`, ...problems.map((problem) => `  ${problem}`)].join('\n'))

async function backUpFirst({ folder, db, databaseUrl, files, now, say }: RestoreOrder): Promise<void> {
  if (await isEmptyBlog(db)) return
  const { path } = await createBackup({ databaseUrl, files, path: join(folder, backupName('before-restore', now())), now })
  say(`What was here is in ${path}.`)
}

async function replaceBlog(order: RestoreOrder, archive: OpenedArchive): Promise<RestoreSummary> {
  try {
    if (archive.manifest.files) await writeFiles(order, archive)
    await order.db.transaction().execute((trx) => replaceRows(trx, archive, order.now()))
  } catch (error) {
    throw new AppError('unavailable', `The restore failed, and the blog is as it was: ${(error as Error).message}`)
  }
  // If this is interrupted, the next start continues it.
  await rebuildIndex(order.db, { info: () => {} })
  return { manifest: archive.manifest, missingPictures: archive.missingPictures }
}

/**
 * Inserts the rows of pictures before their files, marked as unused: housekeeping then deletes the leftovers of an
 * interrupted restore.
 */
async function writeFiles({ path, db, files, scratch, now }: RestoreOrder, archive: OpenedArchive): Promise<void> {
  const at = now()
  const pictures = (await readShapes(archive.rows)).find((table) => table.name === 'pictures')
  if (!pictures) throw new Error('The backup has no table of pictures.')
  for await (const rows of readRows(archive.rows, pictures)) {
    const marked = rows.map((row) => ({ ...row, user_id: null, unused_since: at }))
    await db
      .insertInto('pictures')
      .values(marked as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const wasChanged = () => new Error(`${path} was changed while it was being restored`)
  async function* members() {
    for await (const member of readArchive(path)) {
      if (member.is.kind !== 'file') continue
      const { key } = member.is
      if ('bytes' in member) yield { key, bytes: member.bytes }
      else if (!(await restoreLarge({ files, scratch }, { key, stream: member.stream, sum: archive.files.get(key) }))) throw wasChanged()
    }
  }
  const writing = mapAhead(members(), FILES_AT_ONCE, async ({ key, bytes }) => {
    if (sha256(bytes) !== archive.files.get(key)) throw wasChanged()
    const there = await files.read(key)
    if (!there || !Buffer.from(there.buffer).equals(bytes)) await files.write(key, bytes)
  })
  for await (const _ of writing);
}

/** The rows of the archive have been migrated, so both databases have the same tables. */
async function replaceRows(trx: DatabaseTransaction, archive: OpenedArchive, now: number): Promise<void> {
  const shapes = await readShapes(trx)
  if (isPostgres(trx)) await sql`lock table ${sql.join(shapes.map((table) => sql.table(table.name)))} in access exclusive mode`.execute(trx)
  const pictures = await trx.selectFrom('pictures').selectAll().execute()
  await emptyTables(trx)
  for (const table of shapes) {
    for await (const rows of readRows(archive.rows, table)) await insertRows(trx, table, rows)
  }
  await updateSequences(trx)
  await markOldPicturesUnused(trx, pictures, now)
  if (archive.missingPictures.length > 0) await resetMissingProfilePictures(trx, archive.missingPictures)
  await announceChanges(trx, [EVERYTHING], now)
}

async function emptyTables(trx: DatabaseTransaction): Promise<void> {
  const there = new Set((await listTables(trx)).map((table) => table.name))
  const emptied = BACKUP_TABLES.filter((table) => table.kind === 'left out' && table.atRestore === 'emptied')
  for (const { name } of [...emptied, ...KEPT_TABLES.toReversed()]) {
    if (there.has(name)) await sql`delete from ${sql.table(name)}`.execute(trx)
  }
  // Last, because triggers of the deleted rows have written to these tables. Triggers of the restored rows fill them again.
  await clearIndex(trx)
  for (const { name } of BACKUP_TABLES.filter((table) => table.kind === 'derived' && table.name !== 'post_search')) {
    if (there.has(name)) await sql`delete from ${sql.table(name)}`.execute(trx)
  }
}

/** Sets PostgreSQL's sequences, which, unlike SQLite's, ignore explicitly inserted ids. */
async function updateSequences(trx: DatabaseTransaction): Promise<void> {
  if (!isPostgres(trx)) return
  for (const { name, columns } of await listTables(trx)) {
    if (!KEPT_TABLES.some((table) => table.name === name)) continue
    for (const column of columns.filter(({ isAutoIncrementing }) => isAutoIncrementing)) {
      const last = sql`(select max(${sql.ref(column.name)}) from ${sql.table(name)})`
      await sql`select setval(pg_get_serial_sequence(${name}, ${column.name}), coalesce(${last}, 1), ${last} is not null)`.execute(trx)
    }
  }
}

/** Marks pictures of the replaced blog as unused, so that their files remain for the usual time. */
async function markOldPicturesUnused(trx: DatabaseTransaction, pictures: readonly object[], now: number): Promise<void> {
  for (const picture of pictures) {
    await trx
      .insertInto('pictures')
      .values({ ...picture, user_id: null, unused_since: now } as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Resets profile pictures that are missing in the backup to the drawn ones. */
async function resetMissingProfilePictures(trx: DatabaseTransaction, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await trx.updateTable('users').set({ picture_url: null }).where('picture_url', 'like', `/files/${folder}/%`).execute()
  }
}

async function removeStaleScratch(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(SCRATCH_PREFIX)) await rm(join(folder, name), { recursive: true, force: true })
  }
}
