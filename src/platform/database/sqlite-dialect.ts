import {
  type CompiledQuery,
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
import pLimit, { type LimitFunction } from 'p-limit'
import { BUSY_TIMEOUT_MS, openSqliteFile, retryWhileBusy, SqliteHandle } from './sqlite-handle.ts'

/** Shared by all connections of one database. */
interface Handles {
  readonly writer: SqliteHandle
  /** Sees committed rows and waits for no transaction. Undefined for a database that only one connection can open. */
  readonly reader: SqliteHandle | undefined
  /** One transaction, or one statement that writes, at a time. */
  readonly writeQueue: LimitFunction
}

/** Recognises reads, also hand-written SQL. A wrong guess cannot write: the reader is read-only. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' ||
  (query.kind === 'RawNode' && /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql))

const statement = (sql: string) => ({ sql, parameters: [] })
const busyDeadline = () => performance.now() + BUSY_TIMEOUT_MS

/** A connection as Kysely expects it: runs one statement, or one transaction, at a time. */
class SqliteConnection implements DatabaseConnection {
  readonly #handles: Handles
  /** Releases the write queue; set while this connection is in a transaction. */
  #release: (() => void) | undefined

  constructor(handles: Handles) {
    this.#handles = handles
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader, writeQueue } = this.#handles
    if (this.#release) return writer.run(query)
    if (reader && isRead(query)) return retryWhileBusy(() => reader.run<R>(query), busyDeadline())
    const giveUpAt = busyDeadline()
    return writeQueue(() => retryWhileBusy(() => writer.run<R>(query), giveUpAt))
  }

  /** `begin immediate` takes the write lock at once, so that no transaction fails half-way because the lock is held. */
  async begin(how: 'begin' | 'begin immediate'): Promise<void> {
    const { writer, writeQueue } = this.#handles
    const giveUpAt = busyDeadline()
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    void writeQueue(() => {
      begun.resolve()
      return ended.promise
    })
    await begun.promise
    try {
      await retryWhileBusy(() => writer.run(statement(how)), giveUpAt)
      this.#release = ended.resolve
    } catch (error) {
      ended.resolve()
      throw error
    }
  }

  /** Kysely rolls back when this fails. */
  async commit(): Promise<void> {
    this.#handles.writer.run(statement('commit'))
    this.#end()
  }

  async rollback(): Promise<void> {
    const { writer } = this.#handles
    try {
      // SQLite itself rolls back after some errors, for instance when the disk is full.
      if (writer.database.isTransaction) writer.run(statement('rollback'))
    } finally {
      this.#end()
    }
  }

  #end(): void {
    this.#release?.()
    this.#release = undefined
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator; no query streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported.')
  }
}

class SqliteDriver implements Driver {
  readonly #path: string
  #handles: Handles | undefined
  /** Idle connections to reuse: Kysely spends more time on a new one than a read takes. */
  readonly #idle: SqliteConnection[] = []

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    const writer = new SqliteHandle(openSqliteFile(this.#path))
    const reader = [':memory:', ''].includes(this.#path) ? undefined : new SqliteHandle(openSqliteFile(this.#path))
    reader?.database.exec('pragma query_only = on')
    this.#handles = { writer, reader, writeQueue: pLimit(1) }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#handles) throw new Error('The database is not open.')
    return this.#idle.pop() ?? new SqliteConnection(this.#handles)
  }

  /** A read-only transaction takes no write lock: from its first read on it sees the database as it was then. */
  beginTransaction(connection: SqliteConnection, { accessMode }: TransactionSettings = {}): Promise<void> {
    return connection.begin(accessMode === 'read only' ? 'begin' : 'begin immediate')
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    this.#idle.push(connection)
  }

  async destroy(): Promise<void> {
    this.#handles?.reader?.database.close()
    // Closing the last connection writes the write-ahead log back into the file.
    this.#handles?.writer.database.close()
  }
}

class ConcurrentSqliteAdapter extends SqliteAdapter {
  /** SQLite can change its schema inside a transaction; Kysely's own adapter assumes that it cannot. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Without this, Kysely would queue readers behind writers. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Kysely on Node's built-in SQLite, with one handle for writes and one for reads. The writers of this process queue, so
 * that no statement slips into another one's transaction; readers do not wait.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #path: string

  /** @param path a file, or ':memory:' */
  constructor(path: string) {
    this.#path = path
  }

  createDriver(): Driver {
    return new SqliteDriver(this.#path) as Driver
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler()
  }

  createAdapter(): SqliteAdapter {
    return new ConcurrentSqliteAdapter()
  }

  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]): SqliteIntrospector {
    return new SqliteIntrospector(db)
  }
}
