import type pg from 'pg'

const POOL_SIZE = 10
/** Limits the wait of a request for a free connection of the pool, and for a new one. */
const CONNECT_TIMEOUT_MS = 5000
/** A process of low priority may take so long to connect on a busy machine: an import ended as a file that cannot be read. */
const PATIENT_CONNECT_TIMEOUT_MS = 30_000
/** PostgreSQL cancels a request's statement after this time, which includes waiting for locks. */
const STATEMENT_TIMEOUT_MS = 7000
/** A server that has not reported the cancellation by then is frozen or unreachable. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 1000
/** Ends the transaction of a process that went silent in the middle of it, which may hold locks. */
const IDLE_IN_TRANSACTION_MS = 15_000

interface PoolOptions {
  readonly url: string
  readonly types: pg.PoolConfig['types']
  /** For requests: every statement has a timeout. Migrations, backups and commands may take as long as they need. */
  readonly forRequests: boolean
}

/** Loads the library `pg` only when it is needed. */
export async function createPool({ url, types, forRequests }: PoolOptions): Promise<pg.Pool> {
  const { Pool } = (await import('pg')).default
  const timeouts = {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  }
  const pool = new Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: PATIENT_CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types,
    ...(forRequests ? timeouts : {}),
  })
  // The pool replaces an idle connection that breaks; without a listener it would end the process.
  pool.on('error', () => {})
  // A connection that breaks between two statements of a transaction would, too; the next statement throws the reason.
  pool.on('connect', (client) => client.on('error', () => {}))
  destroySilentConnections(pool)
  return pool
}

/**
 * Destroys all idle connections after a query without a response. The library would use them again, and each would cost
 * another request the same time.
 */
function destroySilentConnections(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (_error, client) => idle.add(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parts: unknown[]) => Promise<unknown>
    client.query = ((...parts: unknown[]) => {
      const result = query(...parts)
      result.catch((error: Error) => {
        if (error.message !== 'Query read timeout') return
        for (const each of [client, ...idle]) each.connection.stream.destroy()
      })
      return result
    }) as typeof client.query
  })
}
