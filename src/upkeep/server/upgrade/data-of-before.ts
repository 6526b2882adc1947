/**
 * The data of before an upgrade: `node data-of-before.ts keep|put-back|delete`, while nothing runs on them, with the settings of
 * the blog. Run by the command `kindred` with the version before, so no fault of the new one reaches it.
 */
import { existsSync } from 'node:fs'
import { copyFile, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Selectable, sql } from 'kysely'
import type { SessionsTable } from '#migrations/schema.ts'
import { type Config, loadConfig } from '#platform/process/config.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { openLocks } from '#platform/database/lock.ts'
import { requireNothingRuns } from '#platform/database/running-lock.ts'
import { createBackup } from '#upkeep/server/backup/create-backup.ts'
import { restoreBackup } from '#upkeep/server/backup/restore-backup.ts'
import { openStorage } from '#media/server/index.ts'

interface Kept {
  /** File of the copy. */
  readonly path: string
  readonly keep: () => Promise<void>
  /** May be interrupted, and repeated. */
  readonly putBack: () => Promise<void>
}

export function keptDataOf(config: Config): Kept {
  const { databaseUrl, dataDir } = config
  if (databaseUrl.startsWith('sqlite:')) return fileOf(databaseUrl.slice('sqlite:'.length))
  const path = join(dataDir, 'before-upgrade.tar')
  return {
    path,
    async keep() {
      await rm(path, { force: true })
      // What other processes write meanwhile would be lost by going back.
      await using locks = openLocks(databaseUrl)
      await requireNothingRuns(locks, ENDING_MS)
      await keepSessions(databaseUrl, sessionsOf(path))
      await createBackup({ databaseUrl, files: null, path, now: Date.now })
    },
    putBack: () => restoreRows(config, path),
  }
}

/** A backup has no sessions, but nobody should have to sign in because of an upgrade. */
const sessionsOf = (path: string) => `${path}.sessions`
const AT_ONCE = 500
/** A process that was killed may hold its connection for a moment. */
const ENDING_MS = 5000

async function keepSessions(databaseUrl: string, path: string): Promise<void> {
  const db = await openDatabase(databaseUrl)
  try {
    const rows = await db.selectFrom('sessions').selectAll().execute()
    await writeFile(path, JSON.stringify(rows), { mode: 0o600, flush: true })
  } finally {
    await db.destroy()
  }
}

async function putSessionsBack(db: Database, path: string): Promise<void> {
  const rows = JSON.parse(await readFile(path, 'utf8')) as Selectable<SessionsTable>[]
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await db
      .insertInto('sessions')
      .values(rows.slice(from, from + AT_ONCE))
      .execute()
}

/** The whole file, with sessions and waiting mail. */
function fileOf(database: string): Kept {
  const path = `${database}.before-upgrade`
  return {
    path,
    async keep() {
      const { backup, DatabaseSync } = await import('node:sqlite')
      await rm(`${path}.part`, { force: true })
      const from = new DatabaseSync(database)
      await backup(from, `${path}.part`)
      from.close()
      await settle(`${path}.part`, path)
    },
    async putBack() {
      await copyFile(path, `${database}.part`)
      for (const ending of ['-wal', '-shm']) await rm(database + ending, { force: true })
      await settle(`${database}.part`, database)
    },
  }
}

/** Gives a file its name when it is on the disk. */
async function settle(part: string, path: string): Promise<void> {
  for (const [step, name] of [
    [() => rename(part, path), part],
    [async () => {}, dirname(path)],
  ] as const) {
    const file = await open(name, 'r')
    await file.sync()
    await file.close()
    await step()
  }
}

/** The newer tables go first: this version does not know them. */
async function restoreRows({ databaseUrl, storage, dataDir, backup }: Config, path: string): Promise<void> {
  const db = await openDatabase(databaseUrl)
  try {
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(trx)
      const schema = sql.id(rows[0]?.name ?? 'public')
      await sql`drop schema ${schema} cascade`.execute(trx)
      await sql`create schema ${schema}`.execute(trx)
    })
    const { files } = await openStorage(storage)
    const place = { db, databaseUrl, files, scratch: dataDir, folder: backup.folder }
    await restoreBackup({ ...place, path, force: false, now: Date.now, say: () => {} })
    await putSessionsBack(db, sessionsOf(path))
  } finally {
    await db.destroy()
  }
}

const [verb] = process.argv.slice(2)
if (import.meta.main) {
  process.umask(0o077)
  const { path, keep, putBack } = keptDataOf(loadConfig(process.env))
  if (verb === 'keep') await keep()
  else if (verb === 'put-back' && existsSync(path)) await putBack()
  else if (verb === 'delete') for (const file of [path, sessionsOf(path)]) await rm(file, { force: true })
}
