import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { announceChanges, EVERYTHING } from '#platform/cache/change-feed.ts'
import { type Database, type DatabaseTransaction, isPostgres, listTables } from '#platform/database/database.ts'
import { clearIndex, rebuildIndex } from '#posts/server/index.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { readArchive } from './archive-reader.ts'
import { sha256 } from './archive-writer.ts'
import { BACKUP_TABLES, KEPT_TABLES } from './backup-tables.ts'
import { insertRows } from './insert-rows.ts'
import { mapAhead } from './map-ahead.ts'
import type { OpenedArchive } from './open-archive.ts'
import { readRows, readShapes } from './read-rows.ts'
import { restoreLarge } from './restore-large.ts'

export interface ReplaceOrder {
  readonly path: string
  /** Has the schema of this version. */
  readonly db: Database
  readonly files: FileStore
  /** Folder for temporary files; the data folder. */
  readonly scratch: string
  readonly now: () => number
  /** Runs at the end of the transaction. */
  readonly beforeCommit?: (trx: DatabaseTransaction) => Promise<void>
}

export interface RestoreSummary {
  readonly manifest: OpenedArchive['manifest']
  readonly missingPictures: readonly string[]
  /** Why the search index could not be built after the blog was replaced; the next start builds it. */
  readonly indexError: Error | null
}

const FILES_AT_ONCE = 8

/**
 * Writes the files of the backup beside the existing ones, then replaces all rows in one transaction: an interruption leaves
 * the blog as it was.
 * @throws unavailable, only before the commit
 */
export async function replaceBlog(order: ReplaceOrder, archive: OpenedArchive): Promise<RestoreSummary> {
  try {
    if (archive.manifest.files) await writeFiles(order, archive)
    await order.db.transaction().execute(async (trx) => {
      await replaceRows(trx, archive, order.now())
      await order.beforeCommit?.(trx)
    })
  } catch (error) {
    throw new AppError('unavailable', `The restore failed, and the blog is as it was: ${(error as Error).message}`)
  }
  // If this is interrupted, the next start continues it.
  const indexError = await rebuildIndex(order.db, { info: () => {} }).then(
    () => null,
    (error: Error) => error,
  )
  return { manifest: archive.manifest, missingPictures: archive.missingPictures, indexError }
}

/**
 * Inserts the rows of pictures before their files, marked as unused: housekeeping then deletes the leftovers of an
 * interrupted restore.
 */
async function writeFiles({ path, db, files, scratch, now }: ReplaceOrder, archive: OpenedArchive): Promise<void> {
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
