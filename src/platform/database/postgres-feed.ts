import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { CHANNEL, type ChangeFeed, type ChangeFeedOptions, EVERYTHING, type Heartbeat, invalidateAll } from './change-feed.ts'

/** A silent connection is noticed within 10 s, and outdated responses are served for at most 25 s. */
const HEARTBEAT: Heartbeat = { intervalMs: 5000, timeoutMs: 5000, reconnectMs: 1000, staleMaxMs: 25_000 }

/** PostgreSQL notifies every listening connection at the commit. */
export async function openPostgresFeed(options: ChangeFeedOptions, write: ChangeFeed['write']): Promise<ChangeFeed> {
  const listener = new Listener(options)
  await listener.start()
  return {
    write,
    isLive: () => listener.isLive,
    isConnected: () => listener.isConnected,
    isBehind: () => false,
    catchUp: async () => {},
    close: () => listener.close(),
  }
}

/** One listening connection, reopened when it ends or no longer replies to heartbeats. */
class Listener {
  readonly #options: ChangeFeedOptions
  readonly #heartbeat: Heartbeat
  #client: pg.Client | undefined
  readonly #closing = new AbortController()
  /** performance.now() when the last heartbeat with a reply was sent. */
  #heardAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> = Promise.resolve()
  /** False when requests cannot read the database either. */
  #isDatabaseReachable = true
  isConnected = false

  constructor(options: ChangeFeedOptions) {
    this.#options = options
    this.#heartbeat = { ...HEARTBEAT, ...options.heartbeat }
  }

  get isLive(): boolean {
    // Without the database, an old response is better than none.
    return performance.now() - this.#heardAt < this.#heartbeat.staleMaxMs || !this.#isDatabaseReachable
  }

  /** Resolves after the first attempt to connect, successful or not. */
  async start(): Promise<void> {
    const attempted = Promise.withResolvers<void>()
    this.#running = this.#run(attempted.resolve)
    await attempted.promise
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#client?.connection.stream.destroy()
    await this.#running
  }

  async #run(onAttempt: () => void): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      const reason = await this.#listen(onAttempt).catch((error: unknown) => error)
      this.isConnected = false
      this.#client?.connection.stream.destroy()
      onAttempt()
      if (signal.aborted) return
      this.#options.logger.warn({ err: reason }, 'change notifications lost; reconnecting')
      void this.#probeDatabase()
      await sleep(this.#heartbeat.reconnectMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #probeDatabase(): Promise<void> {
    const isReachable = await sql`select 1`.execute(this.#options.db).then(
      () => true,
      () => false,
    )
    if (!this.isConnected) this.#isDatabaseReachable = isReachable
  }

  /** Follows one connection. @throws when it ends or is silent */
  async #listen(onListening: () => void): Promise<never> {
    const { databaseUrl, caches } = this.#options
    const { intervalMs, timeoutMs } = this.#heartbeat
    const client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    this.#client = client
    const lost = new AbortController()
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort(new Error('The connection ended.')))
    client.on('notification', ({ payload = '' }) => invalidateAll(caches, new Set(payload.split(' '))))
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    // Writes made while no connection was listening are unknown.
    invalidateAll(caches, new Set([EVERYTHING]))
    for (;;) {
      const sentAt = performance.now()
      await client.query('select 1')
      this.#heardAt = sentAt
      this.isConnected = true
      this.#isDatabaseReachable = true
      onListening()
      await sleep(intervalMs, undefined, { signal: lost.signal, ref: false })
    }
  }
}
