import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startRestore } from '#operations/contract/restore.endpoints.ts'
import { createBackup } from '#operations/server/backup/create-backup.ts'
import { readShapes } from '#operations/server/backup/read-rows.ts'
import type { Database } from '#platform/database/database.ts'
import { openFolderStorage } from '#media/server/files/open-storage.ts'
import { createRandom } from '#tests/crash/random.ts'
import { addFiles, check, type Place, restoreChecked, sendBackup, signIn, startAt, urlOf, withDatabase } from './family.ts'

interface KillOptions {
  readonly name: string
  readonly kills: number
  readonly seed: number
  /** @returns the URL of an empty database; null for SQLite */
  readonly openDatabase: (() => Promise<string>) | null
  readonly print: (line: string) => void
}

const FILES = { count: 60, bytes: 500_000 }

/** @returns the number of kills after which the blog was neither the new one nor that of the backup, or kept something in the clear */
export async function restoreWithKills({ name, kills, seed, openDatabase, print }: KillOptions): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-restores-'))
  const openPlace = async (sub: string): Promise<Place> => ({ dataDir: join(folder, sub), databaseUrl: (await openDatabase?.()) ?? null })
  try {
    const backup = join(folder, 'our blog.tar')
    const kept = await prepare(await openPlace('old'), backup)
    const ms = await restoreWhole(await openPlace('whole'), backup, kept)
    print(`${name}: a whole restore takes ${ms.toFixed(0)} ms`)
    const random = createRandom(seed)
    const ends = { before: 0, backup: 0, wrong: 0 }
    for (let kill = 0; kill < kills; kill += 1) {
      const delay = random.below(Math.ceil(ms * 1.2))
      const place = await openPlace(`kill-${kill}`)
      const end = await killAfter(place, backup, { delay, kept })
      ends[end in ends ? (end as keyof typeof ends) : 'wrong'] += 1
      print(`  killed after ${delay} ms: ${end}`)
      await rm(place.dataDir, { recursive: true, force: true })
    }
    print(`${name}: ${ends.before} times the blog of before, ${ends.backup} times that of the backup, ${ends.wrong} times neither`)
    return ends.wrong
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Backs up a blog with samples. @returns its description */
async function prepare(place: Place, path: string): Promise<string> {
  const blog = await startAt(place)
  await blog.command('seed')
  await blog.stop()
  await addFiles(place, FILES)
  await createBackup({ databaseUrl: urlOf(place), files: openFolderStorage(place.dataDir).files, path, now: Date.now })
  return describe(place)
}

async function restoreWhole(place: Place, path: string, kept: string): Promise<number> {
  const blog = await startAt(place)
  const caller = await signIn(blog)
  const chosen = await sendBackup(blog, caller, path)
  await check(caller, chosen)
  const ms = await restoreChecked(blog, caller, chosen)
  await blog.stop()
  if ((await describe(place)) !== kept) throw new Error('A whole restore is not the blog of the backup.')
  return ms
}

/** @returns `before` or `backup`, or what is wrong */
async function killAfter(place: Place, path: string, { delay, kept }: { delay: number; kept: string }): Promise<string> {
  const blog = await startAt(place)
  const caller = await signIn(blog)
  const chosen = await sendBackup(blog, caller, path)
  await check(caller, chosen)
  const before = await describe(place)
  await caller.api(startRestore, { body: chosen })
  await sleep(delay)
  await blog.crash()
  // The process that restores ends with its parent, within half a second.
  await sleep(1500)
  const left = (await readdir(place.dataDir)).filter((name) => /^\.|etilqs/.test(name))
  if (left.length > 0) return `left ${left.join()}`
  const found = await describe(place)
  const end = found === kept ? 'backup' : found === before ? 'before' : 'neither'
  return (await checkServes(place)) ? end : `${end}, and it does not serve`
}

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
