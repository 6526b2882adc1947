import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { createLogger } from '#platform/process/logger.ts'
import { type FaultyProxy, startFaultyProxy } from '#tests/support/blog/faulty-proxy.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { postgresProblem } from '#tests/support/database/postgres.ts'
import { createDatabase, type Engine } from '#tests/support/test-app.ts'
import { type ChangeFeed, type ChangeFeedOptions, deleteOldChanges, type InvalidatedCache, openChangeFeed } from './change-feed.ts'

type Place = Awaited<ReturnType<typeof createDatabase>>

/** A cache that records the calls it gets. */
const createRecorder = () => {
  const seen: string[] = []
  const cache: InvalidatedCache = {
    invalidate: (tags) => void seen.push([...tags].join(' ')),
    clear: () => void seen.push('clear'),
  }
  return { seen, cache }
}

/** Short enough to wait for, long enough that a busy machine does not count as silent. */
const HEARTBEAT = { intervalMs: 200, timeoutMs: 2000, reconnectMs: 20, staleMaxMs: 6000 }
/** Long enough that a busy machine does not count as a silent connection. */
const CALM = { intervalMs: 1000, timeoutMs: 20_000, reconnectMs: 20, staleMaxMs: 60_000 }
const SOON = { interval: 5 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-feed-'))
})
afterAll(() => rm(folder, { recursive: true }))

const openPlace = async (engine: Engine) => createDatabase(engine, await mkdtemp(join(folder, 'db-')))

const openFeed = async ({ db, url }: Place, options: Partial<ChangeFeedOptions> = {}) => {
  const recorder = createRecorder()
  const feed = await openChangeFeed({
    db,
    databaseUrl: url,
    caches: [recorder.cache],
    logger: createLogger('silent'),
    now: Date.now,
    heartbeat: CALM,
    ...options,
  })
  recorder.seen.length = 0
  return { ...recorder, feed }
}

const write = (feed: ChangeFeed, ...tags: string[]) =>
  feed.write(async (trx, invalidate) => {
    await trx.deleteFrom('sign_in_flows').execute()
    invalidate(...tags)
  })

onEachEngine('the change feed', (engine) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(engine)
  })
  afterAll(() => place.remove())

  it('invalidates the tags of a write before the write resolves, and none when it named none', async () => {
    const { feed, seen } = await openFeed(place)
    await write(feed, 'posts', 'user:1', 'posts')
    expect(seen).toContain('posts user:1')
    seen.length = 0
    await write(feed)
    await feed.catchUp()
    expect(seen.filter((each) => each !== 'posts user:1')).toEqual([])
    await feed.close()
  })

  it('invalidates nothing when the transaction fails', async () => {
    const { feed, seen } = await openFeed(place)
    const failing = feed.write((_trx, invalidate) => {
      invalidate('posts')
      return Promise.reject(new Error('no'))
    })
    await expect(failing).rejects.toThrow('no')
    await feed.catchUp()
    expect(seen).toEqual([])
    await feed.close()
  })

  it('notifies another process of the tags that a write invalidated, and of nothing when it named none', async () => {
    const [here, there] = [await openFeed(place), await openFeed(place)]
    await write(there.feed)
    await write(there.feed, 'posts')
    expect(here.feed.isBehind()).toBe(engine === 'sqlite')
    await here.feed.catchUp()
    expect(here.feed.isBehind()).toBe(false)
    await expect.poll(() => here.seen, SOON).toEqual(['posts'])
    await Promise.all([here.feed.close(), there.feed.close()])
  })
})

describe('the change feed on SQLite', () => {
  let place: Place
  beforeEach(async () => {
    place = await openPlace('sqlite')
  })
  afterEach(() => place.remove())

  it('clears the caches of a process that missed changes older than a day', async () => {
    const [here, there] = [await openFeed(place), await openFeed(place, { now: () => Date.now() - 2 * DAY_MS })]
    await write(there.feed, 'posts')
    await deleteOldChanges(place.db, Date.now())
    await here.feed.catchUp()
    expect(here.seen).toEqual(['clear'])
    await Promise.all([here.feed.close(), there.feed.close()])
  })

  it('clears the caches of a process that missed some of the changes', async () => {
    const [here, old, there] = [await openFeed(place), await openFeed(place, { now: () => Date.now() - 2 * DAY_MS }), await openFeed(place)]
    await write(old.feed, 'comments:1')
    await write(there.feed, 'posts')
    await deleteOldChanges(place.db, Date.now())
    await here.feed.catchUp()
    expect(here.seen).toEqual(['clear'])
    await write(there.feed, 'posts')
    await here.feed.catchUp()
    expect(here.seen).toEqual(['clear', 'posts'])
    await Promise.all([here, old, there].map(({ feed }) => feed.close()))
  })
})

describe.skipIf(postgresProblem())('the change feed on PostgreSQL', () => {
  let place: Place
  let proxy: FaultyProxy
  beforeEach(async () => {
    place = await openPlace('postgres')
    const { hostname, port } = new URL(place.url)
    proxy = await startFaultyProxy({ host: hostname, port: Number(port) })
  })
  afterEach(async () => {
    await proxy.close()
    await place.remove()
  })

  const openBehindProxy = (heartbeat = HEARTBEAT) =>
    openFeed(place, { databaseUrl: Object.assign(new URL(place.url), { port: proxy.port }).href, heartbeat })

  it('runs a write again that PostgreSQL has ended because it and another waited for each other', async () => {
    const { feed, seen } = await openFeed(place)
    const names = ['a', 'b']
    await place.db
      .insertInto('counters')
      .values(names.map((name) => ({ name, count: 0 })))
      .execute()
    const haveBoth = Promise.withResolvers<void>()
    let started = 0
    const countInOrder = (order: readonly string[]) =>
      feed.write(async (trx, invalidate) => {
        for (const name of order) {
          await trx
            .updateTable('counters')
            .set((eb) => ({ count: eb('count', '+', 1) }))
            .where('name', '=', name)
            .execute()
          started += 1
          if (started === 2) haveBoth.resolve()
          await haveBoth.promise
        }
        invalidate(order.join(''))
      })
    await Promise.all([countInOrder(names), countInOrder(names.toReversed())])
    expect([...new Set(seen)].toSorted()).toEqual(['ab', 'ba'])
    expect(await place.db.selectFrom('counters').select('count').where('name', 'in', names).execute()).toEqual([{ count: 2 }, { count: 2 }])
    await feed.close()
  })

  it('reopens a connection that went silent, and clears the caches', async () => {
    const [here, there] = [await openBehindProxy(), await openFeed(place)]
    proxy.silence()
    await write(there.feed, 'posts')
    await expect.poll(() => here.feed.isConnected(), SOON).toBe(false)
    await expect.poll(() => here.feed.isConnected(), SOON).toBe(true)
    expect(here.seen).toEqual(['clear'])
    expect(here.feed.isLive()).toBe(true)
    await write(there.feed, 'user:1')
    await expect.poll(() => here.seen, SOON).toEqual(['clear', 'user:1'])
    await Promise.all([here.feed.close(), there.feed.close()])
  })

  it('allows no cached responses after a while without heartbeats, until they are back', async () => {
    const here = await openBehindProxy()
    proxy.silence({ all: true })
    expect(here.feed.isLive()).toBe(true)
    await expect.poll(() => here.feed.isLive(), SOON).toBe(false)
    expect(here.feed.isConnected()).toBe(false)
    proxy.restore()
    await expect.poll(() => here.feed.isLive(), SOON).toBe(true)
    expect(here.seen).toEqual(['clear'])
    await here.feed.close()
  })

  it('closes at once while its connection is silent', async () => {
    // It never notices the silence, and would wait for hours.
    const { feed } = await openBehindProxy({ ...CALM, timeoutMs: 4 * HOUR_MS })
    proxy.silence({ all: true })
    await expect(feed.close()).resolves.toBeUndefined()
  })
})
