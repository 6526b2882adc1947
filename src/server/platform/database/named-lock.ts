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
const SQLITE_BUSY = 5
const CONNECT_TIMEOUT_MS = 5000

/**
 * A lock that all processes on one database know, whatever machine they run on.
 * @returns undefined when others held it all the time
 */
export async function takeLock(order: LockOrder): Promise<NamedLock | undefined> {
  return order.databaseUrl.startsWith('sqlite:') ? takeSqliteLock(order) : takePostgresLock(order)
}

/** Asks again and again until it has an answer or the time is over. */
async function patiently<T>({ waitMs = 0 }: LockOrder, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const taken = await attempt()
    if (taken !== undefined || performance.now() >= deadline) return taken
    await sleep(POLL_MS)
  }
}

/**
 * An empty file beside the database that SQLite locks for us: shared as for reading, alone as for writing. The system
 * keeps such locks for a process and drops them when it ends.
 */
async function takeSqliteLock(order: LockOrder): Promise<NamedLock | undefined> {
  const path = order.databaseUrl.slice('sqlite:'.length)
  const lost = new Promise<void>(() => {})
  if (path === ':memory:') return { lost, release: async () => {} }
  const { DatabaseSync } = await import('node:sqlite')
  return patiently(order, async () => {
    const file = new DatabaseSync(`${path}.${order.name}.lock`, { timeout: 0 })
    try {
      file.exec(order.mode === 'alone' ? 'begin exclusive' : 'begin')
      file.prepare('select count(*) from sqlite_schema').get()
      return { lost, release: async () => file.close() }
    } catch (error) {
      file.close()
      if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
      throw error
    }
  })
}

/** An advisory lock, on a connection of its own: the server drops it with the connection. */
async function takePostgresLock(order: LockOrder): Promise<NamedLock | undefined> {
  const client = new pg.Client({ connectionString: order.databaseUrl, keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  const lost = Promise.withResolvers<void>()
  client.on('error', () => lost.resolve())
  client.on('end', () => lost.resolve())
  await client.connect()
  const take = order.mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const text = `select ${take}(hashtext('kindred'), hashtext($1)) as taken`
  const lock = await patiently(order, async () => {
    const { rows } = await client.query<{ taken: boolean }>(text, [order.name])
    return rows[0]?.taken === true ? { lost: lost.promise, release: () => client.end() } : undefined
  }).catch(async (error: unknown) => {
    await client.end().catch(() => {})
    throw error
  })
  if (!lock) await client.end()
  return lock
}
