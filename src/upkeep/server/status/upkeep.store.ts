import { sql } from 'kysely'
import { type Database, isPostgres } from '#platform/database/database.ts'

export async function countPictures(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('pictures')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns, for example, 'PostgreSQL 17.2'. */
export async function readDatabaseName(db: Database): Promise<string> {
  const version = isPostgres(db) ? sql<string>`current_setting('server_version')` : sql<string>`sqlite_version()`
  const { rows } = await sql<{ version: string }>`select ${version} as version`.execute(db)
  // Linux distributions append their package version in brackets.
  return `${isPostgres(db) ? 'PostgreSQL' : 'SQLite'} ${rows[0]?.version.split(' ')[0] ?? ''}`
}
