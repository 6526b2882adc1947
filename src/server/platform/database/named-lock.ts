import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Held until it is released, or until its process or its connection ends: nothing has to be tidied up after a crash. */
export interface NamedLock {
  /** Settles when the connection that held it was lost; never on SQLite. */
  readonly lost: Promise<void>
  readonly release: () => Promise<void>
}

export interface LockOrder {
  readonly databaseUrl: string
  readonly name: string
  /** Many may hold it shared at a time, or one alone. */
  readonly mode: 'shared' | 'alone'
  /** How long to wait for others; 0 asks once. */
  readonly waitMs?: number
}

const POLL_MS = 100
const CONNECT_TIMEOUT_MS = 5000

/**
 * A lock that all processes on one database know, whatever machine they run on.
 * @returns undefined when others held it all the time
 */
export async function takeLock(order: LockOrder): Promise<NamedLock | undefined> {
  const deadline = performance.now() + (order.waitMs ?? 0)
  const attempt = order.databaseUrl.startsWith('sqlite:') ? trySqliteLock : tryPostgresLock
  for (;;) {
    const lock = await attempt(order)
    if (lock || performance.now() >= deadline) return lock
    await sleep(POLL_MS)
  }
}

/**
 * An empty file beside the database that SQLite locks for us: shared as for reading, alone as for writing. The system
 * keeps such locks for a process and drops them when it ends.
 */
async function trySqliteLock({ databaseUrl, name, mode }: LockOrder): Promise<NamedLock | undefined> {
  const SQLITE_BUSY = 5
  const path = databaseUrl.slice('sqlite:'.length)
  const never = new Promise<void>(() => {})
  if (path === ':memory:') return { lost: never, release: async () => {} }
  const { DatabaseSync } = await import('node:sqlite')
  const file = new DatabaseSync(`${path}.${name}.lock`, { timeout: 0 })
  try {
    file.exec(mode === 'alone' ? 'begin exclusive' : 'begin')
    file.prepare('select count(*) from sqlite_schema').get()
    return { lost: never, release: async () => file.close() }
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

/** An advisory lock, on a connection of its own: the server drops it with the connection. */
async function tryPostgresLock({ databaseUrl, name, mode }: LockOrder): Promise<NamedLock | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  const lost = Promise.withResolvers<void>()
  client.on('error', () => lost.resolve())
  client.on('end', () => lost.resolve())
  await client.connect()
  const take = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query<{ taken: boolean }>(`select ${take}(hashtext('kindred'), hashtext($1)) as taken`, [name])
  if (rows[0]?.taken === true) return { lost: lost.promise, release: () => client.end() }
  await client.end()
  return undefined
}
