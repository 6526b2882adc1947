import { sql } from 'kysely'
import type pg from 'pg'
import { DAY_MS } from '#contract/limits.ts'
import { type Database, type DatabaseTransaction, isPostgres } from '#server/platform/database/database.ts'
import { type Commit, createGroupCommit } from '#server/platform/database/group-commit.ts'
import type { Logger } from '#server/platform/logger.ts'
import type { TaggedCache } from './tagged-cache.ts'

/**
 * How what is kept in memory learns of writes, in this process and in others. Every write that a public
 * page shows goes through `write`; there is no other way, so nothing can be forgotten.
 */
export interface ChangeFeed {
  /**
   * Runs a transaction that names what it changes. Once it has been committed, nothing old is served:
   * here at once, elsewhere with the next look at the database or its notification.
   */
  readonly write: <T>(work: (trx: DatabaseTransaction, invalidate: (...tags: string[]) => void) => Promise<T>) => Promise<T>
  /** False while changes of other processes cannot be heard of: then nothing may be kept. */
  readonly isLive: () => boolean
  /** True when another process wrote something that has not been read yet. */
  readonly isBehind: () => boolean
  readonly catchUp: () => Promise<void>
  readonly close: () => Promise<void>
}

type Kept = Pick<TaggedCache<never>, 'purge' | 'clear'>

interface Dependencies {
  readonly db: Database
  readonly databaseUrl: string
  /** What is to hear of every write. */
  readonly caches: readonly Kept[]
  readonly logger: Logger
  readonly now: () => number
}

/** A database of either kind with caches that follow it. */
export async function openChangeFeed(dependencies: Dependencies): Promise<ChangeFeed> {
  return isPostgres(dependencies.db) ? openPostgresFeed(dependencies) : openSqliteFeed(dependencies)
}

const CHANNEL = 'kindred_changes'
const RECONNECT_MS = 1000
/** PostgreSQL carries at most 8000 bytes in a message. */
const MESSAGE_MAX_LENGTH = 7000
/** As a tag: whatever is kept is old. */
export const EVERYTHING = '*'

/** Tells all processes, with the commit of this transaction, what it changes. Writers without a cache of their own call it alone. */
export async function announceChanges(trx: DatabaseTransaction, tags: readonly string[], now: number): Promise<void> {
  if (isPostgres(trx)) {
    const message = tags.join(' ')
    await sql`select pg_notify(${CHANNEL}, ${message.length > MESSAGE_MAX_LENGTH ? EVERYTHING : message})`.execute(trx)
    return
  }
  await trx
    .insertInto('changes')
    .values(tags.map((tag) => ({ tag, created_at: now })))
    .execute()
}

function forget(caches: readonly Kept[], tags: ReadonlySet<string>): void {
  for (const cache of caches) {
    if (tags.has(EVERYTHING)) cache.clear()
    else cache.purge(tags)
  }
}

function writer({ caches, now }: Dependencies, commit: Commit): ChangeFeed['write'] {
  return async (work) => {
    const tags = new Set<string>()
    const result = await commit(async (trx) => {
      const answer = await work(trx, (...invalidated) => invalidated.forEach((tag) => tags.add(tag)))
      if (tags.size > 0) await announceChanges(trx, [...tags], now())
      return answer
    })
    forget(caches, tags)
    return result
  }
}

/**
 * SQLite has no messages, but tells for next to nothing whether another connection has written
 * (`data_version`); what changed then stands in a table, in the order of the commits.
 */
async function openSqliteFeed(dependencies: Dependencies): Promise<ChangeFeed> {
  const { databaseUrl, caches } = dependencies
  const { DatabaseSync } = await import('node:sqlite')
  const watcher = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true, timeout: 1000 })
  const versionStatement = watcher.prepare('pragma data_version')
  versionStatement.setReturnArrays(true)
  const changesStatement = watcher.prepare('select seq, tag from changes where seq > ? order by seq')
  const readVersion = () => (versionStatement.get() as unknown as [number])[0]
  /** Where it cannot be told, catching up says why, to whoever asked for the page. */
  const isBehind = () => {
    try {
      return readVersion() !== version
    } catch {
      return true
    }
  }
  let version = readVersion()
  let lastSeq = (watcher.prepare('select coalesce(max(seq), 0) as seq from changes').get() as { seq: number }).seq

  return {
    write: writer(dependencies, createGroupCommit(dependencies.db)),
    isLive: () => true,
    isBehind,
    async catchUp() {
      const seen = readVersion()
      const rows = changesStatement.all(lastSeq) as { seq: number; tag: string }[]
      lastSeq = rows.at(-1)?.seq ?? lastSeq
      if (rows.length > 0) forget(caches, new Set(rows.map((row) => row.tag)))
      // Only now: where the reading fails, the next request must try again.
      version = seen
    },
    async close() {
      watcher.close()
    },
  }
}

/** Every process has read a change long before it is this old. */
const CHANGES_KEPT_MS = DAY_MS

export async function deleteOldChanges(db: Database, now: number): Promise<void> {
  if (isPostgres(db)) return
  await db
    .deleteFrom('changes')
    .where('created_at', '<=', now - CHANGES_KEPT_MS)
    .execute()
}

/** PostgreSQL tells everyone who listens, in the moment of the commit. While nobody listens here, nothing is kept. */
async function openPostgresFeed(dependencies: Dependencies): Promise<ChangeFeed> {
  const listener = new PostgresListener(dependencies)
  await listener.connect()
  return {
    // PostgreSQL brings commits together by itself.
    write: writer(dependencies, (work) => dependencies.db.transaction().execute(work)),
    isLive: () => listener.isLive,
    isBehind: () => false,
    catchUp: async () => {},
    close: () => listener.close(),
  }
}

class PostgresListener {
  readonly #dependencies: Dependencies
  #client: pg.Client | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  isLive = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Whatever was missed while nobody listened is made good by forgetting everything. */
  async connect(): Promise<void> {
    const { databaseUrl, caches, logger } = this.#dependencies
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: databaseUrl, keepAlive: true })
    client.on('notification', ({ payload = '' }) => forget(caches, new Set(payload.split(' '))))
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      forget(caches, new Set([EVERYTHING]))
      this.isLive = true
    } catch (error) {
      logger.warn({ err: error }, 'changes cannot be heard of; pages are made anew each time until they can')
      this.#lose(client)
    }
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client || this.#isClosed) return
    this.isLive = false
    this.#client = undefined
    client.end().catch(() => {})
    this.#timer = setTimeout(() => void this.connect(), RECONNECT_MS)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#client?.end()
  }
}
