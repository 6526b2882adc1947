import { sql } from 'kysely'
import { DAY_MS } from '#platform/contract/limits.ts'
import { type Database, type DatabaseTransaction, isDeadlock, isPostgres } from './database.ts'
import { type Commit, createGroupCommit } from './group-commit.ts'
import type { Logger } from '#platform/process/logger.ts'

/** Keeps the caches of this process in step with writes of this and of other processes. */
export interface ChangeFeed {
  /**
   * Runs a transaction that names the cache tags it invalidates. After the commit, and before this resolves, they are
   * invalidated in this process; other processes follow by notification (PostgreSQL) or at their next request (SQLite).
   * The work runs again when PostgreSQL has ended the transaction as a deadlock: it may change nothing but the database.
   */
  readonly write: <T>(work: (trx: DatabaseTransaction, invalidate: (...tags: string[]) => void) => Promise<T>) => Promise<T>
  /**
   * False when writes of other processes may have been missed for longer than `staleMaxMs`: then nothing may be served from a
   * cache. A process that cannot read the database at all still serves its cached responses.
   */
  readonly isLive: () => boolean
  /** False while the notification connection is lost or silent. Cached responses are served until `isLive` is false, too. */
  readonly isConnected: () => boolean
  /** True when another process wrote something that has not been read yet: callers must run `catchUp()` before they use a cache. */
  readonly isBehind: () => boolean
  readonly catchUp: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A cache that follows the feed. */
export interface InvalidatedCache {
  /** Removes entries with one of the tags, and discards such renders in progress. */
  readonly invalidate: (tags: ReadonlySet<string>) => void
  /** Removes everything, and discards all renders in progress. */
  readonly clear: () => void
}

export interface ChangeFeedOptions {
  readonly db: Database
  readonly databaseUrl: string
  readonly caches: readonly InvalidatedCache[]
  readonly logger: Logger
  readonly now: () => number
  /** Timing of PostgreSQL's notification connection; tests shorten it. */
  readonly heartbeat?: Partial<Heartbeat>
}

/** All in ms. */
export interface Heartbeat {
  readonly intervalMs: number
  /** A heartbeat without a reply for so long means that the connection is dead. */
  readonly timeoutMs: number
  readonly reconnectMs: number
  /** Maximum age of cached responses while no heartbeat gets a reply. */
  readonly staleMaxMs: number
}

export async function openChangeFeed(options: ChangeFeedOptions): Promise<ChangeFeed> {
  if (isPostgres(options.db)) {
    const { openPostgresFeed } = await import('./postgres-feed.ts')
    return openPostgresFeed(options, createWrite(options, commitOnPostgres(options.db)))
  }
  const { openSqliteFeed } = await import('./sqlite-feed.ts')
  return openSqliteFeed(options, createWrite(options, createGroupCommit(options.db)))
}

const ATTEMPTS = 3

/** PostgreSQL groups commits by itself. Of two transactions that wait for each other it ends one, which can be repeated. */
const commitOnPostgres =
  (db: Database): Commit =>
  async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction().execute(work)
      } catch (error) {
        if (attempt === ATTEMPTS || !isDeadlock(error)) throw error
      }
    }
  }

/** PostgreSQL's channel for the tags of each commit, separated by spaces. */
export const CHANNEL = 'kindred_changes'
/** PostgreSQL refuses payloads of 8000 bytes and more. */
const PAYLOAD_MAX_LENGTH = 7000
/** The tag that clears the caches. */
export const EVERYTHING = '*'

/** Announces the tags to all processes with the commit of this transaction. For writers that have no cache of their own. */
export async function announceChanges(trx: DatabaseTransaction, tags: readonly string[], now: number): Promise<void> {
  if (isPostgres(trx)) {
    const payload = tags.join(' ')
    await sql`select pg_notify(${CHANNEL}, ${payload.length > PAYLOAD_MAX_LENGTH ? EVERYTHING : payload})`.execute(trx)
    return
  }
  await trx
    .insertInto('changes')
    .values(tags.map((tag) => ({ tag, created_at: now })))
    .execute()
}

export function invalidateAll(caches: readonly InvalidatedCache[], tags: ReadonlySet<string>): void {
  if (tags.size === 0) return
  for (const cache of caches) {
    if (tags.has(EVERYTHING)) cache.clear()
    else cache.invalidate(tags)
  }
}

function createWrite({ caches, now }: ChangeFeedOptions, commit: Commit): ChangeFeed['write'] {
  return async (work) => {
    const tags = new Set<string>()
    const result = await commit(async (trx) => {
      const value = await work(trx, (...invalidated) => invalidated.forEach((tag) => tags.add(tag)))
      if (tags.size > 0) await announceChanges(trx, [...tags], now())
      return value
    })
    invalidateAll(caches, tags)
    return result
  }
}

/** A process that was idle for longer notices the gap and clears its caches. */
const CHANGES_KEPT_MS = DAY_MS

export async function deleteOldChanges(db: Database, now: number): Promise<void> {
  if (isPostgres(db)) return
  await db
    .deleteFrom('changes')
    .where('created_at', '<=', now - CHANGES_KEPT_MS)
    .execute()
}
