import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type CompiledQuery,
  type Expression,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresDialect,
  type RawBuilder,
  sql,
  type SqlBool,
  type TableMetadata,
  type Transaction,
} from 'kysely'
import type pg from 'pg'
import { createPool } from './postgres-pool.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'
import { sqliteFileOf } from './sqlite-file.ts'
import { listAllTables, OLD } from '#migrations/bridge/set-aside.ts'
import type { Schema } from '#migrations/schema.ts'

/** The database, or a transaction in it: every store function takes either. */
export type Database = Kysely<Schema>
export type DatabaseTransaction = Transaction<Schema>

interface DatabaseOptions {
  /** Called after each statement, also within transactions. */
  readonly onQuery?: (query: CompiledQuery) => void
  /** Sets a statement timeout on PostgreSQL. Left out for long work: migrations, backups, commands. */
  readonly forRequests?: boolean
}

/** A database that nobody else can open, in a file without a name (SQLITE_TMPDIR): its end, or that of the process, removes it. */
export const NAMELESS_DATABASE = 'sqlite:'

/** Opens `sqlite:PATH` or `postgres://…`. Nothing is read or written until the first query. */
export async function openDatabase(url: string, { onQuery, forRequests = false }: DatabaseOptions = {}): Promise<Database> {
  const log = onQuery ? { log: (event: LogEvent) => onQuery(event.query) } : {}
  const path = sqliteFileOf(url)
  if (path !== null) {
    if (path !== ':memory:' && url !== NAMELESS_DATABASE) await mkdir(dirname(path), { recursive: true })
    return new Kysely<Schema>({ dialect: new NodeSqliteDialect(path), ...log })
  }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: await createTypedPool(url, forRequests) }), ...log })
}

/** Migrations have no timeout on PostgreSQL; requests do. */
export async function reopenForRequests(db: Database, url: string): Promise<Database> {
  if (!isPostgres(db)) return db
  await db.destroy()
  return openDatabase(url, { forRequests: true })
}

async function createTypedPool(url: string, forRequests: boolean): Promise<pg.Pool> {
  const { types } = (await import('pg')).default
  // Our bigints are times and counts, all far below 2^53.
  const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text')
  const pool = await createPool({ url, types: { getTypeParser: getTypeParser as typeof types.getTypeParser }, forRequests })
  pool.on('connect', nameStatements)
  return pool
}

/** Names of prepared statements, by their text. */
const STATEMENT_NAMES = new Map<string, string>()

/** Makes this query a prepared statement of each connection: planning most queries takes longer than running them. */
export function prepareStatement(text: string): void {
  if (!STATEMENT_NAMES.has(text)) STATEMENT_NAMES.set(text, `query_${STATEMENT_NAMES.size + 1}`)
}

/** The driver prepares queries that have a name; Kysely cannot give one. */
function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? STATEMENT_NAMES.get(text) : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }) as typeof client.query
}

/**
 * Returns a condition: `column` is one of the keys that another query finds, each looked up in the index. In a join
 * PostgreSQL overestimates the cost of a few hundred lookups and reads the whole table.
 */
export const isOneOf = (db: Database, column: string, keys: Expression<unknown>): RawBuilder<SqlBool> =>
  isPostgres(db) ? sql`${sql.ref(column)} = any(array(${keys}))` : sql`${sql.ref(column)} in (${keys})`

export const isPostgres = (db: Kysely<Schema>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** True for either database's error for a key that exists already. */
export function isUniqueViolation(error: unknown): boolean {
  const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
  const SQLITE_CONSTRAINT_UNIQUE = 2067
  return hasCode(error, ['23505', SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY])
}

/** True for either database's error for a reference to a row that does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  const SQLITE_CONSTRAINT_FOREIGNKEY = 787
  return hasCode(error, ['23503', SQLITE_CONSTRAINT_FOREIGNKEY])
}

/** True for PostgreSQL's error for a transaction that it has ended because it and another waited for each other. */
export const isDeadlock = (error: unknown): boolean => hasCode(error, ['40P01'])

function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return codes.includes(code) || codes.includes(errcode)
}

/** Holds a lock until the transaction ends. SQLite has one writer at a time anyway. */
export async function lockInTransaction(trx: DatabaseTransaction, name: string): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
}

/** Locks tables until the transaction ends: readers go on, writers wait. On SQLite the transaction itself does this. */
export async function lockTables(trx: DatabaseTransaction, names: readonly string[]): Promise<void> {
  if (isPostgres(trx)) await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in exclusive mode`.execute(trx)
}

type RowLock = 'forShare' | 'forNoKeyUpdate' | 'forUpdate'

/** For `$call`: locks the rows that a query of a transaction finds, on PostgreSQL. SQLite has one writer at a time anyway. */
export const lockRows =
  (db: Database, lock: RowLock, of?: keyof Schema) =>
  <Query extends { readonly [Name in RowLock]: (of?: never) => unknown }>(query: Query): Query =>
    db.isTransaction && isPostgres(db) ? (query[lock](of as never) as Query) : query

/** A bounded part of a list; the contract has clamped both numbers. */
export interface RowRange {
  readonly startIndex: number
  readonly limit: number
  readonly sort: 'asc' | 'desc'
}

/** Lists every table of the blog, including the migration tables, without those that were set aside when it was moved from version 0.1. */
export const listTables = async (db: Database): Promise<TableMetadata[]> =>
  (await listAllTables(db, isPostgres(db))).filter(({ name }) => !name.startsWith(OLD))

/** Stands before the `values` of an insert that gives the auto-increment ids itself; `continueIds` follows it. */
export const withGivenIds = (db: Database): RawBuilder<unknown> => (isPostgres(db) ? sql`overriding system value` : sql``)

/** Continues the auto-increment ids of tables after those that were inserted. SQLite does this by itself. */
export async function continueIds(trx: DatabaseTransaction, tables: readonly string[]): Promise<void> {
  if (!isPostgres(trx)) return
  for (const { name, columns } of await listTables(trx)) {
    if (!tables.includes(name)) continue
    for (const column of columns.filter(({ isAutoIncrementing }) => isAutoIncrementing)) {
      const last = sql`(select max(${sql.ref(column.name)}) from ${sql.table(name)})`
      await sql`select setval(pg_get_serial_sequence(${name}, ${column.name}), coalesce(${last}, 1), ${last} is not null)`.execute(trx)
    }
  }
}

/** Room on this machine's disk that a transaction needs which writes so many bytes: SQLite writes its log beside the database. */
export const roomForRows = (db: Database, bytes: number): number => (isPostgres(db) ? 0 : 2 * bytes)

/** Name and version, for example 'PostgreSQL 17.2'. */
export async function readEngineName(db: Database): Promise<string> {
  const [name, version] = isPostgres(db)
    ? ['PostgreSQL', sql<string>`current_setting('server_version')`]
    : ['SQLite', sql<string>`sqlite_version()`]
  const { rows } = await sql<{ version: string }>`select ${version} as version`.execute(db)
  // Linux distributions append their package version in brackets.
  return `${name} ${rows[0]?.version.split(' ')[0] ?? ''}`
}
