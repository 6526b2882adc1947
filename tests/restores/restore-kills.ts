import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startRestore } from '#upkeep/contract/restore.endpoints.ts'
import { createBackup } from '#upkeep/server/backup/create-backup.ts'
import { backupName } from '#upkeep/server/backup/backup-names.ts'
import { readShapes } from '#upkeep/server/backup/read-rows.ts'
import { replaceBlog } from '#upkeep/server/backup/replace-blog.ts'
import { openArchive } from '#upkeep/server/backup/open-archive.ts'
import type { Database } from '#platform/database/database.ts'
import { openFolderStorage } from '#media/server/files/open-storage.ts'
import { createRandom } from '#tests/crash/random.ts'
import { addFiles, chooseKept, type Place, restoreChecked, startAt, withDatabase } from './family.ts'

interface KillOptions {
  readonly name: string
  readonly kills: number
  readonly seed: number
  /** @returns the URL of an empty database; null for SQLite */
  readonly openDatabase: (() => Promise<string>) | null
  readonly print: (line: string) => void
}

const FILES = { count: 60, bytes: 500_000 }
const BACKUP_AT = Date.UTC(2026, 0, 2)

/** @returns the number of kills after which the blog was neither the old one nor the new one */
export async function restoreWithKills({ name, kills, seed, openDatabase, print }: KillOptions): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-restores-'))
  try {
    const place: Place = { dataDir: join(folder, 'data'), databaseUrl: (await openDatabase?.()) ?? null }
    const { id, old } = await prepare(place, join(folder, 'old.tar'))
    const { ms, fresh } = await restoreWhole(place, id)
    print(`${name}: a whole restore takes ${ms.toFixed(0)} ms`)
    const random = createRandom(seed)
    const ends = { old: 0, new: 0, half: 0 }
    for (let kill = 0; kill < kills; kill += 1) {
      await putBack(place, join(folder, 'old.tar'))
      const delay = random.below(Math.ceil(ms * 1.2))
      await killAfter(place, id, delay)
      const end = nameOf(await describe(place), { old, fresh })
      const serves = await checkServes(place)
      ends[serves ? end : 'half'] += 1
      print(`  killed after ${delay} ms: ${end}${serves ? '' : ', and it does not serve'}`)
    }
    print(`${name}: ${ends.old} times the old blog, ${ends.new} times the new one, ${ends.half} times neither`)
    return ends.half
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes a blog with samples, backs it up, and writes more: that is the old blog. */
async function prepare(place: Place, keptOld: string): Promise<{ id: string; old: string }> {
  const blog = await startAt(place)
  await blog.command('seed')
  await blog.stop()
  await addFiles(place, FILES)
  const backup = backupName('asked', BACKUP_AT)
  await backUp(place, join(place.dataDir, 'backups', backup))
  await withDatabase(place, (db) => sql`update posts set title = title || ' (changed since)'`.execute(db))
  await withDatabase(place, (db) => sql`delete from comments`.execute(db))
  await backUp(place, keptOld)
  return { id: backup.slice('kindred-'.length, -'.tar'.length).toLowerCase(), old: await describe(place) }
}

async function backUp(place: Place, path: string): Promise<void> {
  const databaseUrl = place.databaseUrl ?? `sqlite:${join(place.dataDir, 'kindred.sqlite')}`
  await createBackup({ databaseUrl, files: openFolderStorage(place.dataDir).files, path, now: () => BACKUP_AT })
}

/** Makes the place the old blog again. */
async function putBack(place: Place, keptOld: string): Promise<void> {
  const archive = await openArchive(keptOld, place.dataDir)
  const { files } = openFolderStorage(place.dataDir)
  await withDatabase(place, (db) => replaceBlog({ path: keptOld, db, files, scratch: place.dataDir, now: () => BACKUP_AT }, archive))
  await archive.close()
}

async function restoreWhole(place: Place, id: string): Promise<{ ms: number; fresh: string }> {
  const blog = await startAt(place)
  const ms = await restoreChecked(blog, await chooseKept(blog, id))
  await blog.stop()
  return { ms, fresh: await describe(place) }
}

async function killAfter(place: Place, id: string, delay: number): Promise<void> {
  const blog = await startAt(place)
  const { api } = await chooseKept(blog, id)
  await api(startRestore)
  await sleep(delay)
  await blog.crash()
  // The process that restores ends with its parent, within half a second.
  await sleep(1500)
}

const nameOf = (found: string, { old, fresh }: { old: string; fresh: string }) => (found === old ? 'old' : found === fresh ? 'new' : 'half')

/** A hash of all rows that backups keep, and of the presence of every file that they name. */
async function describe(place: Place): Promise<string> {
  return withDatabase(place, async (db) => {
    const hash = createHash('sha256')
    for (const table of await readShapes(db)) {
      const rows = await rowsOf(db, table.name)
      for (const row of rows.toSorted()) hash.update(`${table.name} ${row}\n`)
    }
    for (const { folder } of await db.selectFrom('pictures').select('folder').where('unused_since', 'is', null).orderBy('folder').execute())
      hash.update((await readdir(join(place.dataDir, 'files', folder)).catch(() => ['missing'])).join())
    return hash.digest('hex')
  })
}

/** Unused pictures are leftovers that housekeeping deletes. */
async function rowsOf(db: Database, table: string): Promise<string[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
  return rows
    .filter((row) => table !== 'pictures' || row['unused_since'] === null)
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([name]) => name !== 'seq' && !name.startsWith('search'))
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    )
}

/** Also what the next start mends: the search index. */
async function checkServes(place: Place): Promise<boolean> {
  const blog = await startAt(place)
  try {
    const [page, state] = await Promise.all([fetch(blog.url), fetch(`${blog.url}/api/post/getposts`)])
    return page.status === 200 && state.status === 200
  } finally {
    await blog.stop()
  }
}
