import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

/** How long a statement waits while another process writes. */
export const BUSY_TIMEOUT_MS = 5000
/** Longest pause between two tries. */
const BUSY_PAUSE_MS = 40
/** Maximum number of cached prepared statements; the blog has far fewer. */
const STATEMENT_CACHE_MAX = 500
const SQLITE_BUSY = 5

interface PreparedStatement {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

/** A synchronous connection to a file, with its prepared statements. */
export class SqliteHandle {
  readonly database: DatabaseSync
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  run<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(query.sql)
    const parameters = query.parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...parameters) as R[] }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // Row ids of the full-text index are above 2^53; Node 26 throws instead of rounding the last one.
    if (!prepared.returnsRows) statement.setReadBigInts(true)
    if (this.#statements.size >= STATEMENT_CACHE_MAX) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** WAL lets readers and a writer work side by side; FULL makes an acknowledged write survive a power cut. */
export function openSqliteFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -16000')
  // SQLite's own busy timeout blocks the event loop; retryWhileBusy() replaces it (decision 21).
  database.exec('pragma busy_timeout = 0')
  return database
}

/** Retries `work` while another process writes, until `giveUpAt` (a performance.now() time), without blocking the event loop. */
export async function retryWhileBusy<T>(work: () => T, giveUpAt: number): Promise<T> {
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
