import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { accounts } from './tables/accounts.ts'
import { comments } from './tables/comments.ts'
import { imports } from './tables/imports.ts'
import { mail } from './tables/mail.ts'
import { media } from './tables/media.ts'
import { posts } from './tables/posts.ts'
import { server } from './tables/server.ts'
import { POSTGRES_TABLES, POSTGRES_TRIGGERS } from './tables/triggers-of-postgres.ts'
import { SQLITE_TABLES, SQLITE_TRIGGERS } from './tables/triggers-of-sqlite.ts'

const PARTS = [accounts, posts, comments, media, mail, imports, server]

/** Names of the tables that both databases have, referenced tables first. */
export const TABLES: readonly string[] = PARTS.flatMap(({ tables }) => Object.keys(tables))

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  await createIndexesAndTriggers(db)
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

export async function createTables(db: Kysely<unknown>): Promise<void> {
  const spelled = isPostgres(db)
    ? { seq: 'seq bigint not null generated always as identity primary key', binary: ' collate "C"' }
    : { seq: 'seq integer primary key autoincrement', binary: '' }
  for (const { tables } of PARTS) {
    for (const [name, columns] of Object.entries(tables)) {
      await run(db, `create table ${name} (${columns.replace('{seq}', spelled.seq).replace('{binary}', spelled.binary)})`)
    }
  }
  for (const statement of isPostgres(db) ? POSTGRES_TABLES : SQLITE_TABLES) await run(db, statement)
}

export async function createIndexesAndTriggers(db: Kysely<unknown>): Promise<void> {
  for (const index of PARTS.flatMap(({ indexes }) => indexes)) {
    await run(db, index.startsWith('unique ') ? `create unique index ${index.slice('unique '.length)}` : `create index ${index}`)
  }
  for (const statement of isPostgres(db) ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS) await run(db, statement)
}

const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db)
