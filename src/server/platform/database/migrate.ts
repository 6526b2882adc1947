import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '#migrations/migrations.ts'
import type { Database } from './database.ts'

/**
 * Brings the schema up to date, each migration in a transaction of its own.
 * Several processes may start at once: the first one migrates, the others wait and find it done.
 * @returns names of the migrations that ran
 * @throws when one fails, or when the database was made by a newer version
 */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const done: string[] = []
  for (;;) {
    const { error, results } = await migrator.migrateUp()
    if (error) throw error
    const names = (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
    if (names.length === 0) return done
    done.push(...names)
  }
}

/** Whether the schema is this version's, neither older nor newer. */
export async function isMigrated(db: Database): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  const wanted = Object.keys(migrations)
  return done.size === wanted.length && wanted.every((name) => done.has(name))
}
