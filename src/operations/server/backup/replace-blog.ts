import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { announceChanges, EVERYTHING } from '#platform/database/change-feed.ts'
import { continueIds, type Database, type DatabaseTransaction, listTables, lockTables, roomForRows } from '#platform/database/database.ts'
import { explainFullDisk } from '#platform/process/explain-full-disk.ts'
import { clearIndex, rebuildIndex } from '#posts/server/index.ts'
import type { Storage } from '#media/server/index.ts'
import { STREAMED_FROM_BYTES } from './archive-format.ts'
import { brokenArchive, readArchive } from './archive-reader.ts'
import { sha256 } from './archive-writer.ts'
import { BACKUP_TABLES, KEPT_TABLES } from './backup-tables.ts'
import { sizeText } from './create-backup.ts'
import { insertRows } from './insert-rows.ts'
import { mapAhead } from './map-ahead.ts'
import { folderOf, type OpenedArchive } from './open-archive.ts'
import { readRows, readShapes } from './read-rows.ts'

export interface ReplaceOrder {
  /** Has the schema of this version. */
  readonly db: Database
  readonly storage: Pick<Storage, 'files' | 'freeBytes'>
  readonly dataDir: string
  readonly now: () => number
  /** Runs first in the transaction: what it throws leaves the blog as it was. */
  readonly requireReplaceable: (trx: DatabaseTransaction) => Promise<void>
}

const FILES_AT_ONCE = 8

/**
 * Writes the files of the backup beside the existing ones, then replaces all rows in one transaction: an interruption leaves
 * the blog as it was.
 * @returns why the search index could not be built, which the next start does; null if it was
 * @throws unavailable, only before the commit
 */
export async function replaceBlog(order: ReplaceOrder, archive: OpenedArchive): Promise<Error | null> {
  const { db, dataDir, now, requireReplaceable } = order
  try {
    await requireRoom(order, archive)
    if (archive.files.size > 0) await writeFiles(order, archive)
    await db.transaction().execute(async (trx) => {
      await lockTables(
        trx,
        (await readShapes(trx)).map(({ name }) => name),
      )
      await requireReplaceable(trx)
      await replaceRows(trx, archive, now())
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    const why = explainFullDisk(error, dataDir) ?? (error as Error).message
    throw new AppError('unavailable', `The restore failed, and the blog is as it was: ${why}`)
  }
  return rebuildIndex(db, { info: () => {} }).then(
    () => null,
    (error: Error) => error,
  )
}

/** @throws unavailable before anything is written. Unknown for a bucket. */
async function requireRoom({ db, storage: { files, freeBytes } }: ReplaceOrder, archive: OpenedArchive): Promise<void> {
  const free = await freeBytes()
  if (free === null) return
  let needed = roomForRows(db, await countBytes(archive.rows))
  for (const [key, { size }] of archive.files) if ((await files.find(key))?.size !== size) needed += size
  if (needed <= free) return
  throw new AppError(
    'unavailable',
    `There is not enough room on the disk for this backup: it needs ${sizeText(needed)}, and ${sizeText(free)} are free. Nothing was changed.`,
  )
}

async function countBytes(rows: Database): Promise<number> {
  const { rows: found } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(rows)
  return found[0]?.bytes ?? 0
}

/**
 * Inserts the rows of pictures before their files, marked as unused: housekeeping then deletes the leftovers of an
 * interrupted restore.
 */
async function writeFiles({ db, storage: { files }, now }: ReplaceOrder, { rows, source, files: expected }: OpenedArchive): Promise<void> {
  const pictures = await rows.selectFrom('pictures').selectAll().execute()
  await keepAsUnused(db, pictures, now())
  async function* members() {
    for await (const { is, size, stream, bytes } of readArchive(source)) {
      if (is.kind !== 'file') continue
      const whole = expected.get(is.key)
      if (whole === undefined) for await (const _ of stream);
      else if (size <= STREAMED_FROM_BYTES) yield { key: is.key, whole, content: await bytes() }
      else await files.writeStream(is.key, Readable.from(unchanged(stream, whole.sum)), size)
    }
  }
  const writing = mapAhead(members(), FILES_AT_ONCE, async ({ key, whole, content }) => {
    if (sha256(content) !== whole.sum) throw wasChanged()
    await files.write(key, content)
  })
  for await (const _ of writing);
}

const wasChanged = () => brokenArchive('The backup was changed while it was being restored. The blog is as it was.')

/** Ends with an error before its end, so that the file is not stored. */
async function* unchanged(stream: AsyncIterable<Uint8Array>, sum: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of stream) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sum) throw wasChanged()
}

/** The rows of the archive have been migrated, so both databases have the same tables. */
async function replaceRows(trx: DatabaseTransaction, archive: OpenedArchive, now: number): Promise<void> {
  const shapes = await readShapes(trx)
  const pictures = await trx.selectFrom('pictures').selectAll().execute()
  await emptyTables(trx)
  for (const table of shapes) {
    for await (const rows of readRows(archive.rows, table)) await insertRows(trx, table, rows)
  }
  await continueIds(
    trx,
    shapes.map(({ name }) => name),
  )
  // Their files remain for the usual time.
  await keepAsUnused(trx, pictures, now)
  for (const folder of new Set(archive.leftOut.map(folderOf)))
    await trx.updateTable('users').set({ picture_url: null }).where('picture_url', 'like', `/files/${folder}/%`).execute()
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

/** Inserts the pictures that are not there, as those that nothing shows. */
async function keepAsUnused(db: Database, pictures: readonly object[], now: number): Promise<void> {
  for (const picture of pictures) {
    await db
      .insertInto('pictures')
      .values({ ...picture, user_id: null, unused_since: now } as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
