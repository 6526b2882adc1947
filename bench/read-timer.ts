import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { commentsTag, POSTS_TAG } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/database/change-feed.ts'
import { type Database, isPostgres } from '#platform/database/database.ts'
import type { BigBlog } from './big-blog.ts'
import { addressOfNumber } from './load.ts'
import type { Read } from './size-reads.ts'

/** Expected maximum delay of a PostgreSQL notification. */
const NOTIFICATION_MS = 5
const TRIES = 20

interface TimerParts {
  readonly db: Database
  readonly base: string
  readonly blog: BigBlog
  readonly cookie: string
}

/** Measures uncached reads over one connection. */
export class ReadTimer {
  readonly #parts: TimerParts
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #number = 0

  constructor(parts: TimerParts) {
    this.#parts = parts
  }

  /** @returns milliseconds from the request to the last byte of the response */
  async time({ name, kind, path }: Read): Promise<number> {
    const { base, blog, cookie } = this.#parts
    this.#number += 1
    const target = path(blog, this.#number)
    const isAlwaysTheSame = path(blog, this.#number + 1) === target
    const headers = {
      'accept-encoding': 'identity',
      'x-forwarded-for': addressOfNumber(this.#number),
      ...(kind === 'admin' ? { cookie } : {}),
    }
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (isAlwaysTheSame) await this.#invalidate()
      const startedAt = performance.now()
      const { status, cacheStatus } = await this.#get(base + target, headers)
      const passed = performance.now() - startedAt
      if (status !== 200) throw new Error(`${name}, ${target}: ${status}`)
      // A hit means that the notification was late: try again.
      if (!isAlwaysTheSame || !/\bhit\b/.test(cacheStatus)) return passed
    }
    throw new Error(`${name}, ${target}: is cached each time.`)
  }

  /** Invalidates caches like a write of another process. The blog reads the change before the measured request. */
  async #invalidate(): Promise<void> {
    const { db, base, blog } = this.#parts
    await db.transaction().execute((trx) => announceChanges(trx, [POSTS_TAG, commentsTag(blog.discussedId)], Date.now()))
    if (isPostgres(db)) await wait(NOTIFICATION_MS)
    else await this.#get(`${base}/api/site`, {})
  }

  #get(url: string, headers: Record<string, string>): Promise<{ status: number; cacheStatus: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; cacheStatus: string }>()
    get(url, { agent: this.#agent, headers }, (response) => {
      response.resume()
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, cacheStatus: response.headers['cache-status']?.toString() ?? '' })
      })
    }).on('error', reject)
    return promise
  }
}
