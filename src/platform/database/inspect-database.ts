import { stat } from 'node:fs/promises'
import pg from 'pg'
import { sqliteFileOf } from './sqlite-file.ts'
import { FIRST_OF_0_1, LAST_OF_0_1 } from '#migrations/bridge/index.ts'
import { migrations } from '#migrations/migrations.ts'

/** State of a database, read without changing anything in it. */
export interface DatabaseState {
  /** Name and version. */
  readonly engine: string
  /** Problems that its own checks report, a line each. */
  readonly damage: readonly string[]
  /** Migrations that the database lacks. */
  readonly missing: readonly string[]
  /** Migrations of the database that this version does not have. */
  readonly unknown: readonly string[]
  /** Whether it is of a version before the last 0.1, which this version cannot move. */
  readonly isTooOld: boolean
  readonly admins: number
  /** Time of the newest user or comment; null for an empty database. */
  readonly newestAt: number | null
  /** Clock of the database server, in ms since 1970; null when it is this machine. */
  readonly clock: number | null
}

const CONNECT_TIMEOUT_MS = 5000
const DAMAGE_MAX = 20
/** The oldest PostgreSQL release that still gets security fixes. */
const POSTGRES_MIN = 14

/** @throws with a code when it cannot be reached; 'ENOENT' for a missing file */
export async function inspectDatabase(url: string): Promise<DatabaseState> {
  const file = sqliteFileOf(url)
  return file === null ? inspectPostgres(url) : inspectSqlite(file)
}

type Ask = <T>(statement: string) => Promise<T[]>

async function inspectSqlite(path: string): Promise<DatabaseState> {
  await stat(path)
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path, { readOnly: true, timeout: CONNECT_TIMEOUT_MS })
  try {
    const ask: Ask = async <T>(statement: string) => database.prepare(statement).all() as T[]
    const [version] = await ask<{ version: string }>('select sqlite_version() as version')
    const integrity = await ask<{ integrity_check: string }>(`pragma integrity_check(${DAMAGE_MAX})`)
    const orphans = await ask<{ table: string; parent: string }>('pragma foreign_key_check')
    const damage = [
      ...integrity.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
      ...orphans.slice(0, DAMAGE_MAX).map(({ table, parent }) => `a row of ${table} belongs to something in ${parent} that is not there`),
    ]
    return { engine: `SQLite ${version?.version}`, damage, clock: null, ...(await inspectContent(ask)) }
  } finally {
    database.close()
  }
}

async function inspectPostgres(url: string): Promise<DatabaseState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A broken connection rejects the running query; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const ask: Ask = async <T>(statement: string) => (await client.query(statement)).rows as T[]
    const [server] = await ask<{ version: string; number: string; clock: string }>(
      "select current_setting('server_version') as version, current_setting('server_version_num') as number, extract(epoch from clock_timestamp()) * 1000 as clock",
    )
    const isOld = Number(server?.number) < POSTGRES_MIN * 10_000
    const invalid = await ask<{ name: string }>('select indexrelid::regclass::text as name from pg_index where not indisvalid')
    const damage = [
      ...(isOld ? [`it is older than PostgreSQL ${POSTGRES_MIN}`] : []),
      ...invalid.map(({ name }) => `the index ${name} is not valid; REINDEX rebuilds it`),
    ]
    return { engine: `PostgreSQL ${server?.version}`, damage, clock: Number(server?.clock), ...(await inspectContent(ask)) }
  } finally {
    await client.end()
  }
}

async function inspectContent(ask: Ask): Promise<Pick<DatabaseState, 'missing' | 'unknown' | 'isTooOld' | 'admins' | 'newestAt'>> {
  const done = await namesOf(ask)
  const known = Object.keys(migrations)
  const missing = known.filter((name) => !done.includes(name))
  // The next start moves a database of the last version 0.1 into this schema.
  const unknown = done.includes(LAST_OF_0_1) ? [] : done.filter((name) => !known.includes(name))
  const schema = { missing, unknown, isTooOld: unknown.includes(FIRST_OF_0_1) }
  if (!done.some((name) => name.startsWith('0001-'))) return { ...schema, admins: 0, newestAt: null }
  const [admins] = await ask<{ count: number | string }>('select count(*) as count from users where is_admin = 1')
  const [newest] = await ask<{ at: number | string | null }>(
    'select max(at) as at from (select max(created_at) as at from users union all select max(created_at) from comments) as latest',
  )
  const at = newest?.at ?? null
  return { ...schema, admins: Number(admins?.count ?? 0), newestAt: at === null ? null : Number(at) }
}

/** Lists the applied migrations; an empty database has no table of them. */
async function namesOf(ask: Ask): Promise<string[]> {
  try {
    return (await ask<{ name: string }>('select name from kysely_migration order by name')).map(({ name }) => name)
  } catch (error) {
    if (/no such table|does not exist/.test(String(error))) return []
    throw error
  }
}
