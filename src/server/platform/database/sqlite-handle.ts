import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

/** How long a statement waits for another process's write. */
export const BUSY_PATIENCE_MS = 5000
/** Longest pause between two tries. */
const BUSY_PAUSE_MS = 40
/** Distinct query texts kept prepared; the blog has well under this many. */
const STATEMENT_CACHE_MAX = 500
const SQLITE_BUSY = 5

interface PreparedStatement {
  readonly statement: StatementSync
  readonly returnsRows: boolean
  /** Names of what a row holds, where they stand in the statement; null where a table can get another column. */
  readonly columns: readonly string[] | null
}

/** The star of `select *`, but not of `count(*)`. */
const EVERY_COLUMN = /(?<!\()\*/

/** Node's own objects are dictionaries, slower to make and to read than all others. */
function toObject<R>(columns: readonly string[], row: readonly unknown[]): R {
  const object: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at += 1) object[columns[at] ?? ''] = row[at]
  return object as R
}

/** One synchronous connection to a file, with its statements kept prepared. */
export class SqliteHandle {
  readonly database: DatabaseSync
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  run<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const { statement, returnsRows, columns } = this.#prepare(query.sql)
    const parameters = query.parameters as SQLInputValue[]
    if (returnsRows) {
      const rows = statement.all(...parameters) as unknown[]
      return { rows: columns ? rows.map((row) => toObject<R>(columns, row as unknown[])) : (rows as R[]) }
    }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.database.prepare(sql)
    const names = statement.columns().map(({ name }) => name)
    const columns = EVERY_COLUMN.test(sql) ? null : names
    statement.setReturnArrays(columns !== null)
    const prepared = { statement, returnsRows: names.length > 0, columns }
    if (this.#statements.size >= STATEMENT_CACHE_MAX) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** WAL lets readers and a writer work side by side; FULL makes an answered write survive a power cut. */
export function openSqliteFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_PATIENCE_MS, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -16000')
  // SQLite's own waiting stops everything else in this process; from here on we wait ourselves (decision 21).
  database.exec('pragma busy_timeout = 0')
  return database
}

/** Tries again while another process writes, until `giveUpAt` (of performance.now()); meanwhile this one goes on. */
export async function whenFree<T>(work: () => T, giveUpAt: number): Promise<T> {
  for (let pauseMs = 1; ; pauseMs = Math.min(BUSY_PAUSE_MS, pauseMs * 2)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error
      await sleep(pauseMs)
    }
  }
}

/** The low byte of an extended code names its kind. */
const isBusy = (error: unknown) => error instanceof Error && ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY

/** One at a time, in the order in which they asked. */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  /** @returns what gives the turn to the next one */
  async take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = before.then(() => promise)
    await before
    return resolve
  }
}
