import type { DatabaseSync } from 'node:sqlite'
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
import { BUSY_PATIENCE_MS, openSqliteFile, SqliteHandle, Turns, whenFree } from './sqlite-handle.ts'

/** What all connections of one database stand on. */
interface Handles {
  readonly writer: SqliteHandle
  /** Reads here see what was committed, and wait for no transaction. Undefined where the database is in memory only. */
  readonly reader: SqliteHandle | undefined
  readonly turns: Turns
}

/** Also of what was written by hand; the reader refuses to write in any case. */
export const isReading = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' ||
  (query.kind === 'RawNode' && /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql))

const statement = (sql: string) => ({ sql, parameters: [] })

/** As Kysely sees it: one statement, or one transaction, at a time. */
class SqliteConnection implements DatabaseConnection {
  readonly #handles: Handles
  /** Ends this connection's turn to write; there while it is in a transaction. */
  #endTurn: (() => void) | undefined

  constructor(handles: Handles) {
    this.#handles = handles
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader, turns } = this.#handles
    if (this.#endTurn) return writer.run(query)
    const giveUpAt = performance.now() + BUSY_PATIENCE_MS
    if (reader && isReading(query)) return whenFree(() => reader.run<R>(query), giveUpAt)
    const endTurn = await turns.take()
    try {
      return await whenFree(() => writer.run<R>(query), giveUpAt)
    } finally {
      endTurn()
    }
  }

  /** `immediate` takes the write lock at once, so that a transaction never fails half-way for want of it. */
  async begin(how: 'begin' | 'begin immediate'): Promise<void> {
    const giveUpAt = performance.now() + BUSY_PATIENCE_MS
    const endTurn = await this.#handles.turns.take()
    try {
      await whenFree(() => this.#handles.writer.run(statement(how)), giveUpAt)
      this.#endTurn = endTurn
    } catch (error) {
      endTurn()
      throw error
    }
  }

  /** Where it fails, Kysely takes the transaction back. */
  async commit(): Promise<void> {
    this.#handles.writer.run(statement('commit'))
    this.#end()
  }

  async rollback(): Promise<void> {
    const { writer } = this.#handles
    try {
      // A statement that failed hard (disk full) may have rolled back by itself already.
      if (writer.database.isTransaction) writer.run(statement('rollback'))
    } finally {
      this.#end()
    }
  }

  #end(): void {
    this.#endTurn?.()
    this.#endTurn = undefined
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator; no query of ours streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported.')
  }
}

class SqliteDriver implements Driver {
  readonly #path: string
  #handles: Handles | undefined
  /** Connections that rest; Kysely looks at each new one longer than a read takes. */
  readonly #resting: SqliteConnection[] = []

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    const open = (): DatabaseSync => openSqliteFile(this.#path)
    const writer = new SqliteHandle(open())
    const reader = this.#path === ':memory:' ? undefined : new SqliteHandle(open())
    reader?.database.exec('pragma query_only = on')
    this.#handles = { writer, reader, turns: new Turns() }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#handles) throw new Error('The database is not open.')
    return this.#resting.pop() ?? new SqliteConnection(this.#handles)
  }

  /** @returns undefined where there is no reader of its own, or not yet */
  read<R>(query: CompiledQuery): Promise<QueryResult<R>> | undefined {
    const reader = this.#handles?.reader
    return reader && whenFree(() => reader.run<R>(query), performance.now() + BUSY_PATIENCE_MS)
  }

  /** One that only reads takes no write lock: with its first read it sees the database as it is then, and goes on seeing that. */
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
    this.#resting.push(connection)
  }

  async destroy(): Promise<void> {
    this.#handles?.reader?.database.close()
    // The last one to close brings the log back into the file.
    this.#handles?.writer.database.close()
  }
}

class ConcurrentSqliteAdapter extends SqliteAdapter {
  /** SQLite can change its schema inside a transaction; Kysely's own adapter assumes that it cannot. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Writers take turns here; Kysely's own turns would hold up readers, too. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Kysely on Node's built-in SQLite, with one handle for all that writes and one for what only reads. Writers of this
 * process take turns, so statements of others never slip into a transaction; readers wait for nobody.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #driver: SqliteDriver

  /** @param path a file, or ':memory:' */
  constructor(path: string) {
    this.#driver = new SqliteDriver(path)
  }

  createDriver(): Driver {
    return this.#driver as Driver
  }

  /** Runs a query that only reads without Kysely's way to a connection, which takes as long as a short one itself. */
  read<R>(query: CompiledQuery): Promise<QueryResult<R>> | undefined {
    return this.#driver.read(query)
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
