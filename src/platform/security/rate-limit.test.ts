import { expect, it } from 'vitest'
import type { AppError } from '#platform/contract/errors.ts'
import type { RateLimit } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { deleteEndedLimits, giveBackToLimit, takeFromLimit } from './rate-limit.ts'

const THREE: RateLimit = { name: 'test', max: 3, windowMs: 10_000 }

onEachEngine('A rate limit', (engine) => {
  const blog = useTestApp(engine)
  /** @returns the seconds to wait, 0 when it was free */
  const take = async (key: string, now: number, limit = THREE) => {
    try {
      await takeFromLimit(blog().db, limit, { key, now })
      return 0
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited', status: 429 })
      return (error as AppError).retryAfterSeconds
    }
  }

  it('allows its number of uses, then names the seconds to wait', async () => {
    expect(await Promise.all([take('a', 0), take('a', 0), take('a', 0)])).toEqual([0, 0, 0])
    expect(await take('a', 0)).toBe(10)
    expect(await take('a', 4001)).toBe(6)
    expect(await take('a', 9999)).toBe(1)
  })

  it('starts again when its window has ended', async () => {
    for (let use = 0; use < 3; use += 1) await take('b', 1000)
    expect(await take('b', 10_999)).toBe(1)
    expect(await take('b', 11_000)).toBe(0)
    for (let use = 0; use < 2; use += 1) expect(await take('b', 20_000)).toBe(0)
    expect(await take('b', 20_000)).toBe(1)
  })

  it('ignores a window that a wrong clock began', async () => {
    const wrong = 90_000_000
    for (let use = 0; use < 3; use += 1) await take('skew', wrong)
    expect(await take('skew', wrong)).toBe(10)
    expect(await take('skew', 5000)).toBe(0)
  })

  it('allows exactly its number of simultaneous uses', async () => {
    const waits = await Promise.all(Array.from({ length: 30 }, () => take('e', 0)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
  })

  it('gives uses back, but never below zero', async () => {
    await take('f', 0)
    for (let use = 0; use < 5; use += 1) await giveBackToLimit(blog().db, THREE, 'f')
    await giveBackToLimit(blog().db, THREE, 'never taken')
    expect([await take('f', 1), await take('f', 1), await take('f', 1), await take('f', 1)]).toEqual([0, 0, 0, 10])
  })

  it('is deleted when it has ended', async () => {
    await blog().db.deleteFrom('rate_limits').execute()
    await take('old', 0)
    await take('new', 1)
    await deleteEndedLimits(blog().db, 10_000)
    expect(await blog().db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'test:new' }])
  })
})
