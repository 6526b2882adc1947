import { sql } from 'kysely'
import { type MigrationResultSet, Migrator } from 'kysely/migration'
import { migrations } from '#migrations/migrations.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from './database.ts'
import { listTables } from './list-tables.ts'

const KNOWN = Object.keys(migrations)
const HISTORY_TABLE = 'kysely_migration'

/**
 * Brings the schema up to date: an empty database in one transaction, which takes half as long, any other with each
 * migration in a transaction of its own.
 * Several processes may start at once: the first one migrates, the others wait and find it done.
 * @returns names of the migrations that ran
 * @throws conflict when the database was made by a newer version; what failed in a migration otherwise
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

/** Whether the schema is this version's, neither older nor newer. */
export async function isMigrated(db: Database): Promise<boolean> {
  return listPendingMigrations(await listAppliedMigrations(db)).length === 0
}

/** Brings an empty database to the schema as it was after one migration. */
export async function migrateTo(db: Database, name: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(name)
  if (error) throw error
}

const migratorOf = (db: Database) => new Migrator({ db, provider: { getMigrations: async () => migrations } })

/**
 * Names of the migrations that made this database, in order; none for an empty one.
 * @throws conflict when there is one that this version does not know
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

/** Whether this version of the blog can read what was written after that migration. */
export const isKnownMigration = (name: string): boolean => KNOWN.includes(name)

/** @param what begins the sentence */
export const newerSchemaMessage = (what: string, migration: string): string =>
  `${what} was made by a newer version of Kindred (${migration}; this one knows up to ${KNOWN.at(-1)}). Nothing was changed. ` +
  'Install that version or a later one.'
