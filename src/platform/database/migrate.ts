import { sql } from 'kysely'
import { type MigrationResultSet, Migrator } from 'kysely/migration'
import { migrations } from '#migrations/migrations.ts'
import { AppError } from '#platform/contract/errors.ts'
import { type Database, listTables } from './database.ts'

const KNOWN = Object.keys(migrations)
const HISTORY_TABLE = 'kysely_migration'

/**
 * Brings the schema up to date. An empty database is migrated in one transaction, which takes half as long; any other
 * with a transaction for each migration.
 * Several processes may start at once: the first one migrates, the others wait and find the schema up to date.
 * @returns names of the migrations that ran
 * @throws conflict when the database was made by a newer version; otherwise the error of a migration
 */
export async function migrate(db: Database): Promise<string[]> {
  const applied = await listAppliedMigrations(db)
  const migrator = migratorOf(db)
  if (applied.length === 0) return succeeded(await migrator.migrateToLatest())
  const done: string[] = []
  for (;;) {
    const names = succeeded(await migrator.migrateUp())
    if (names.length === 0) return done
    done.push(...names)
  }
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
 * Lists the migrations applied to this database, in order; none for an empty one.
 * @throws conflict when this version does not know one of them
 */
export async function listAppliedMigrations(db: Database): Promise<string[]> {
  const tables = await listTables(db)
  if (!tables.some((table) => table.name === HISTORY_TABLE)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(HISTORY_TABLE)} order by name`.execute(db)
  const names = rows.map((row) => row.name)
  const unknown = names.find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) throw new AppError('conflict', newerSchemaMessage('This database', unknown))
  return names
}

export const listPendingMigrations = (applied: readonly string[]): string[] => KNOWN.filter((name) => !applied.includes(name))

/** Returns true when this version can read data written with that migration's schema. */
export const isKnownMigration = (name: string): boolean => KNOWN.includes(name)

/** @param what subject of the sentence */
export const newerSchemaMessage = (what: string, migration: string): string =>
  `${what} was made by a newer version of Kindred (${migration}; this one knows up to ${KNOWN.at(-1)}). Nothing was changed. ` +
  'Install that version or a later one.'
