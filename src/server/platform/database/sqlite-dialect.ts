import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'

/** How long a statement waits for another process's write. */
const BUSY_TIMEOUT_MS = 5000
/** Distinct query texts kept prepared; the blog has well under this many. */
const STATEMENT_CACHE_MAX = 500

interface PreparedStatement {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

/** One synchronous connection to a file, with its statements kept prepared. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, returnsRows } = this.#prepare(query.sql)
    const parameters = query.parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...parameters) as R[] }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator; no query of ours streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported.')
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    if (this.#statements.size >= STATEMENT_CACHE_MAX) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

class SqliteDriver implements Driver {
  readonly #open: () => DatabaseSync
  #database: DatabaseSync | undefined
  #connection: SqliteConnection | undefined

  constructor(open: () => DatabaseSync) {
    this.#open = open
  }

  async init(): Promise<void> {
    this.#database = this.#open()
    this.#connection = new SqliteConnection(this.#database)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error('The database is not open.')
    return this.#connection
  }

  /**
   * `immediate` takes the write lock at once, so that a transaction never fails half-way for want of it. One that only
   * reads takes none: with its first read it sees the database as it is then, and goes on seeing that.
   */
  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings = {}): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(accessMode === 'read only' ? 'begin' : 'begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A statement that failed hard (disk full) may have rolled back by itself already.
    if (this.#database?.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#database?.close()
  }
}

/** SQLite can change its schema inside a transaction; Kysely's own adapter assumes that it cannot. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * Kysely on Node's built-in SQLite. Kysely hands the one connection to one
 * transaction at a time, so statements of others never slip into it.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #path: string

  /** @param path a file, or ':memory:' */
  constructor(path: string) {
    this.#path = path
  }

  createDriver(): Driver {
    return new SqliteDriver(() => openSqliteFile(this.#path))
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler()
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter()
  }

  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]): SqliteIntrospector {
    return new SqliteIntrospector(db)
  }
}

/** WAL lets readers and a writer work side by side; FULL makes an answered write survive a power cut. */
function openSqliteFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -16000')
  return database
}
