import { expect, it } from 'vitest'
import type { AppError } from '#contract/errors.ts'
import type { RateLimit } from '#contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { deleteEndedLimits, giveBackToLimit, takeFromLimit } from './rate-limit.ts'

const THREE: RateLimit = { name: 'test', max: 3, windowMs: 10_000 }

onEachEngine('a limit', (engine) => {
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

  it('lets through as many as it says, and says how long to wait', async () => {
    expect(await Promise.all([take('a', 0), take('a', 0), take('a', 0)])).toEqual([0, 0, 0])
    expect(await take('a', 0)).toBe(10)
    expect(await take('a', 4001)).toBe(6)
    expect(await take('a', 9999)).toBe(1)
  })

  it('begins anew when its window has ended', async () => {
    for (let turn = 0; turn < 3; turn += 1) await take('b', 1000)
    expect(await take('b', 10_999)).toBe(1)
    expect(await take('b', 11_000)).toBe(0)
    for (let turn = 0; turn < 2; turn += 1) expect(await take('b', 20_000)).toBe(0)
    expect(await take('b', 20_000)).toBe(1)
  })

  it('is not held by a window that a wrong clock began', async () => {
    const slow = { ...THREE, name: 'slow', growingDelay: { firstMs: 1000, maxMs: 4000 } }
    const wrong = 90_000_000
    for (let turn = 0; turn < 3; turn += 1) await Promise.all([take('skew', wrong), take('skew', wrong, slow)])
    expect([await take('skew', wrong), await take('skew', wrong, slow)]).toEqual([10, 1])
    expect([await take('skew', 5000), await take('skew', 5000, slow)]).toEqual([0, 0])
  })

  it('counts each key and each limit by itself', async () => {
    for (let turn = 0; turn < 4; turn += 1) await take('c', 0)
    expect(await take('d', 0)).toBe(0)
    expect(await take('c', 0, { ...THREE, name: 'other' })).toBe(0)
    expect(await take("c' or '1'='1", 0)).toBe(0)
  })

  it('lets through exactly as many of those who come at once', async () => {
    const waits = await Promise.all(Array.from({ length: 30 }, () => take('e', 0)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
  })

  it('takes back, but never below nothing', async () => {
    await take('f', 0)
    for (let turn = 0; turn < 5; turn += 1) await giveBackToLimit(blog().db, THREE, 'f')
    await giveBackToLimit(blog().db, THREE, 'never taken')
    expect([await take('f', 1), await take('f', 1), await take('f', 1), await take('f', 1)]).toEqual([0, 0, 0, 10])
  })

  it('takes keys of any length, and tells them apart', async () => {
    const long = Array.from({ length: 9000 }, (_, index) => (index * 7919).toString(36)).join('')
    for (let turn = 0; turn < 3; turn += 1) expect(await take(long, 0)).toBe(0)
    expect(await take(long, 0)).toBe(10)
    expect(await take(`${long}x`, 0)).toBe(0)
    await giveBackToLimit(blog().db, THREE, long)
    await giveBackToLimit(blog().db, THREE, long)
    expect(await take(long, 0)).toBe(0)
  })

  it('is forgotten when it has ended', async () => {
    await blog().db.deleteFrom('rate_limits').execute()
    await take('old', 0)
    await take('new', 1)
    await deleteEndedLimits(blog().db, 10_000)
    expect(await blog().db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'test:new' }])
  })
})
