import { rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type pg from 'pg'
import { sqliteFileOf } from './sqlite-file.ts'

/** A lock that this process holds. The operating system, or PostgreSQL, drops it when the process dies. */
export interface Lock {
  /** Resolves when the connection that held the lock was lost; never on SQLite. */
  readonly lost: Promise<void>
  readonly release: () => Promise<void>
}

interface LockOptions {
  /** Many holders may share a lock, or one has it exclusively (the default). */
  readonly mode?: 'shared' | 'exclusive'
  /** How long to wait for other holders; 0 (the default) tries once. */
  readonly waitMs?: number
}

/** Locks by name that all processes on one database agree on: advisory locks on PostgreSQL, locked files on SQLite. */
export interface Locks extends AsyncDisposable {
  /** @returns undefined while the lock is held elsewhere */
  readonly tryLock: (name: string, options?: LockOptions) => Promise<Lock | undefined>
  /** Runs the work while holding the lock. @returns undefined, without running it, while the lock is held elsewhere */
  readonly withLock: <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>
}

/** Tries once to take a lock from the operating system or from PostgreSQL. */
interface LockService {
  readonly take: (name: string, mode: 'shared' | 'exclusive') => Promise<Lock | undefined>
  readonly close: () => Promise<void>
}

interface HeldLock extends Lock {
  readonly mode: 'shared' | 'exclusive'
  holders: number
}

const POLL_MS = 100

/** Connects at the first use. Close it with `await using` or its `Symbol.asyncDispose`, which releases every lock. */
export function openLocks(databaseUrl: string): Locks {
  const file = sqliteFileOf(databaseUrl)
  const service = file === null ? advisoryLocks(databaseUrl) : fileLocks(file)
  // One PostgreSQL session may take its own lock twice, so holders in this process are counted here.
  const held = new Map<string, HeldLock>()
  const queue = pLimit(1)

  async function takeOnce(name: string, mode: 'shared' | 'exclusive'): Promise<Lock | undefined> {
    const present = held.get(name)
    if (present && (present.mode === 'exclusive' || mode === 'exclusive')) return undefined
    const lock = present ?? (await hold(name, mode))
    if (!lock) return undefined
    lock.holders += 1
    let isReleased = false
    return {
      lost: lock.lost,
      async release() {
        if (isReleased) return
        isReleased = true
        lock.holders -= 1
        if (lock.holders > 0) return
        if (held.get(name) === lock) held.delete(name)
        await lock.release()
      },
    }
  }

  async function hold(name: string, mode: 'shared' | 'exclusive'): Promise<HeldLock | undefined> {
    const taken = await service.take(name, mode)
    if (!taken) return undefined
    const lock = { ...taken, mode, holders: 0 }
    held.set(name, lock)
    void lock.lost.then(() => held.get(name) === lock && held.delete(name))
    return lock
  }

  const tryLock: Locks['tryLock'] = async (name, { mode = 'exclusive', waitMs = 0 } = {}) => {
    const deadline = performance.now() + waitMs
    for (;;) {
      const lock = await queue(() => takeOnce(name, mode))
      if (lock || performance.now() >= deadline) return lock
      await sleep(POLL_MS)
    }
  }
  return {
    tryLock,
    async withLock(name, work) {
      const lock = await tryLock(name)
      if (!lock) return undefined
      try {
        return await work()
      } finally {
        await lock.release()
      }
    },
    [Symbol.asyncDispose]: () => service.close(),
  }
}

const SQLITE_BUSY = 5
const never = new Promise<void>(() => {})

/** `<database>.<name>.lock`, an empty file that SQLite locks: a read lock is shared, a write lock is exclusive. */
function fileLocks(databasePath: string): LockService {
  const releases = new Set<() => void>()
  return {
    async take(name, mode) {
      // No other process can open a database in memory.
      if (databasePath === ':memory:') return { lost: never, release: async () => {} }
      const { DatabaseSync } = await import('node:sqlite')
      const path = `${databasePath}.${name}.lock`
      const present = inodeOf(path)
      const before = present ?? createFile(path)
      const file = new DatabaseSync(path, { timeout: 0 })
      try {
        // A journal on the disk would need room and a file.
        file.exec('pragma journal_mode = memory')
        file.exec(mode === 'exclusive' ? 'begin exclusive' : 'begin')
        file.prepare('select count(*) from sqlite_schema').get()
      } catch (error) {
        file.close()
        if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
        if (present === undefined) rmSync(path, { force: true })
        throw error
      }
      // The previous holder may have deleted this file, and another process may have locked its replacement.
      if (inodeOf(path) !== before) {
        file.close()
        return undefined
      }
      const release = () => {
        if (!releases.delete(release)) return
        if (mode === 'exclusive') rmSync(path, { force: true })
        file.close()
      }
      releases.add(release)
      return { lost: never, release: async () => release() }
    },
    async close() {
      for (const release of releases) release()
    },
  }
}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

/** Opens a new file only: closing one that this process has locked would drop the lock. */
function createFile(path: string): number | undefined {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return inodeOf(path)
}

const CONNECT_TIMEOUT_MS = 5000
const QUERY_TIMEOUT_MS = 5000

/** Session-level advisory locks, all on one connection outside the pool. */
function advisoryLocks(connectionString: string): LockService {
  let session: { readonly client: pg.Client; readonly lost: Promise<void> } | undefined

  async function connect() {
    const { Client } = (await import('pg')).default
    const client = new Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    })
    const lost = Promise.withResolvers<void>()
    for (const event of ['error', 'end'] as const) {
      client.on(event, () => {
        if (session?.client === client) session = undefined
        lost.resolve()
      })
    }
    await client.connect()
    session = { client, lost: lost.promise }
    return session
  }

  /** Ends a session that does not respond, which drops its locks. */
  async function call(client: pg.Client, sqlFunction: string, name: string): Promise<boolean> {
    try {
      const { rows } = await client.query<{ done: boolean }>(`select ${sqlFunction}(hashtext('kindred'), hashtext($1)) as done`, [name])
      return rows[0]?.done === true
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }

  return {
    async take(name, mode) {
      const { client, lost } = session ?? (await connect())
      const suffix = mode === 'shared' ? '_shared' : ''
      if (!(await call(client, `pg_try_advisory_lock${suffix}`, name))) return undefined
      return {
        lost,
        async release() {
          if (session?.client === client) await call(client, `pg_advisory_unlock${suffix}`, name).catch(() => {})
        },
      }
    },
    async close() {
      const { client } = session ?? {}
      session = undefined
      await client?.end()
    },
  }
}
