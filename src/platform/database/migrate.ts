import { sql } from 'kysely'
import { type MigrationResultSet, Migrator } from 'kysely/migration'
import { crossBridge, dropOldTables, FIRST_OF_0_1, LAST_OF_0_1 } from '#migrations/bridge/index.ts'
import { migrations } from '#migrations/migrations.ts'
import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { type Database, listTables, lockInTransaction } from './database.ts'

const KNOWN = Object.keys(migrations)
const FIRST = '0001-schema' satisfies keyof typeof migrations
const HISTORY_TABLE = 'kysely_migration'

/**
 * Brings the schema up to date. An empty database is migrated in one transaction, which takes half as long; any other
 * with a transaction for each migration. A database of the last version 0.1 is moved into the first schema.
 * Several processes may start at once: the first one migrates, the others wait and find the schema up to date.
 * @returns names of the migrations that ran
 * @throws conflict when the database was made by a newer version, or one before the last 0.1; otherwise the error of a migration
 */
export async function migrate(db: Database): Promise<string[]> {
  const applied = await listAppliedMigrations(db)
  const done = isOf01(applied) ? await moveFrom01(db) : []
  const migrator = migratorOf(db)
  if (applied.length === 0) return succeeded(await migrator.migrateToLatest())
  for (;;) {
    const names = succeeded(await migrator.migrateUp())
    if (names.length === 0) return done
    done.push(...names)
  }
}

async function moveFrom01(db: Database): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'bridge')
    // Another process may have moved it.
    if (!isOf01(await listAppliedMigrations(trx))) return []
    await crossBridge(trx)
    await sql`delete from ${sql.table(HISTORY_TABLE)}`.execute(trx)
    await sql`insert into ${sql.table(HISTORY_TABLE)} (name, timestamp) values (${FIRST}, ${new Date().toISOString()})`.execute(trx)
    return [FIRST]
  })
}

const ASIDE_DAYS = 30

/** Drops what {@link migrate} set aside when it moved the blog from version 0.1, thirty days later. */
export async function dropTablesOf01(db: Database, now: number): Promise<void> {
  const { rows } = await sql<{ timestamp: string }>`
    select timestamp from ${sql.table(HISTORY_TABLE)} where name = ${FIRST}`.execute(db)
  const [moved] = rows
  if (moved && Date.parse(moved.timestamp) <= now - ASIDE_DAYS * DAY_MS) await dropOldTables(db)
}

function succeeded({ error, results = [] }: MigrationResultSet): string[] {
  if (error) throw error
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** Returns true when the schema is this version's, neither older nor newer. */
export async function isMigrated(db: Database): Promise<boolean> {
  return listPendingMigrations(await listAppliedMigrations(db)).length === 0
}

/** Migrates an empty database up to and including one migration. */
export async function migrateTo(db: Database, name: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(name)
  if (error) throw error
}

const migratorOf = (db: Database) => new Migrator({ db, provider: { getMigrations: async () => migrations } })

/**
 * Lists the migrations applied to this database, in order; none for an empty one. Of a database of version 0.1 it is the last one.
 * @throws conflict when this version does not know one of them
 */
export async function listAppliedMigrations(db: Database): Promise<string[]> {
  const tables = await listTables(db)
  if (!tables.some((table) => table.name === HISTORY_TABLE)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(HISTORY_TABLE)} order by name`.execute(db)
  return namesOf(rows.map((row) => row.name))
}

function namesOf(names: readonly string[]): string[] {
  if (names.includes(LAST_OF_0_1)) return [LAST_OF_0_1]
  if (names.includes(FIRST_OF_0_1)) throw new AppError('conflict', OLDER_THAN_0_1)
  const unknown = names.find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) throw new AppError('conflict', newerSchemaMessage('This database', unknown))
  return [...names]
}

const OLDER_THAN_0_1 =
  'This database was made by a version of Kindred before the last 0.1. Nothing was changed. Please start the last version 0.1 on it once, then this one.'

export const listPendingMigrations = (applied: readonly string[]): string[] => KNOWN.filter((name) => !applied.includes(name))

/** Returns true when this version can read data written with that migration's schema. */
export const isKnownMigration = (name: string): boolean => KNOWN.includes(name)

/** Returns true for the name of a migration that a backup of version 0.1 may have. */
export const isMigrationOf01 = (name: string): boolean => !isKnownMigration(name) && name <= LAST_OF_0_1

/** Returns true for an installed database of version 0.1, which {@link migrate} moves. */
export const isOf01 = (applied: readonly string[]): boolean => applied.includes(LAST_OF_0_1)

/** @param what subject of the sentence */
export const newerSchemaMessage = (what: string, migration: string): string =>
  `${what} was made by a newer version of Kindred (${migration}; this one knows up to ${KNOWN.at(-1)}). Nothing was changed. ` +
  'Install that version or a later one.'
