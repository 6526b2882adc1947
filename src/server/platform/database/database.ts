import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type CompiledQuery,
  type Expression,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresDialect,
  type QueryResult,
  type RawBuilder,
  sql,
  type SqlBool,
  type Transaction,
} from 'kysely'
import type pg from 'pg'
import { createPool } from './postgres-pool.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'
import type { Schema } from './schema.ts'

/** The database, or a transaction in it: every store function takes either. */
export type Database = Kysely<Schema>
export type DatabaseTransaction = Transaction<Schema>

export interface DatabaseOptions {
  /** Is told of each statement after it ran, also within transactions. */
  readonly onQuery?: (query: CompiledQuery) => void
  /** On PostgreSQL every statement gets a timeout. Left out by what may take long: migrations, backups, commands. */
  readonly forRequests?: boolean
}

/** Opens `sqlite:PATH` or `postgres://…`. Nothing is read or written until the first query. */
export async function openDatabase(url: string, { onQuery, forRequests = false }: DatabaseOptions = {}): Promise<Database> {
  const log = onQuery ? { log: (event: LogEvent) => onQuery(event.query) } : {}
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length)
    if (path !== ':memory:') await mkdir(dirname(path), { recursive: true })
    const dialect = new NodeSqliteDialect(path)
    const db = new Kysely<Schema>({ dialect, ...log })
    // Who wants to hear of queries hears of them from Kysely.
    if (!onQuery) READERS.set(db, dialect)
    return db
  }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: await createTypedPool(url, forRequests) }), ...log })
}

const READERS = new WeakMap<Database, NodeSqliteDialect>()

/** Runs a query that only reads, by the shortest way there is; in a transaction it sees what that did. */
export const readRows = <R>(db: Database, query: CompiledQuery<R>): Promise<QueryResult<R>> =>
  READERS.get(db)?.read<R>(query) ?? db.executeQuery<R>(query)

async function createTypedPool(url: string, forRequests: boolean): Promise<pg.Pool> {
  const { types } = (await import('pg')).default
  // Our bigints are times and counts, all far below 2^53.
  const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text')
  const pool = await createPool({ url, types: { getTypeParser: getTypeParser as typeof types.getTypeParser }, forRequests })
  pool.on('connect', keepPlans)
  return pool
}

/** Names of the queries that are planned once, by their text. */
const KEPT_PLANS = new Map<string, string>()

/** A query of this text will come again and again: PostgreSQL plans it once on each connection, which takes longer than most of them. */
export function keepPlan(text: string): void {
  if (!KEPT_PLANS.has(text)) KEPT_PLANS.set(text, `query_${KEPT_PLANS.size + 1}`)
}

/** A query with a name is one that the server keeps; Kysely knows of no names. */
function keepPlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? KEPT_PLANS.get(text) : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }) as typeof client.query
}

/**
 * Rows whose `column` is one of the keys that another query finds, each looked up in the index. A join may read the whole
 * table on PostgreSQL: beyond a few hundred keys it takes that for cheaper, by far more than it is.
 */
export const isOneOf = (db: Database, column: string, keys: Expression<unknown>): RawBuilder<SqlBool> =>
  isPostgres(db) ? sql`${sql.ref(column)} = any(array(${keys}))` : sql`${sql.ref(column)} in (${keys})`

export const isPostgres = (db: Kysely<Schema>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** True for the error of either database that says: this key is there already. */
export function isUniqueViolation(error: unknown): boolean {
  const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
  const SQLITE_CONSTRAINT_UNIQUE = 2067
  return hasCode(error, ['23505', SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY])
}

/** True for the error of either database that says: what this row belongs to is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  const SQLITE_CONSTRAINT_FOREIGNKEY = 787
  return hasCode(error, ['23503', SQLITE_CONSTRAINT_FOREIGNKEY])
}

function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return codes.includes(code) || codes.includes(errcode)
}

/**
 * Until the transaction ends, no other one holds the same lock. SQLite has one
 * writer at a time anyway; PostgreSQL needs to be told.
 */
export async function lockInTransaction(trx: DatabaseTransaction, name: string): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
}
