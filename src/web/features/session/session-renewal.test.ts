import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { type RenewalResult, createSessionRenewal, retryDelayMs } from './session-renewal.ts'

/** A clock that stands until told; `runNext` jumps to the earliest timer. */
const createTestClock = () => {
  let nowMs = 0
  let timers: { atMs: number; callback: () => void }[] = []
  return {
    now: () => nowMs,
    after: (ms: number, callback: () => void) => {
      const timer = { atMs: nowMs + ms, callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    pending: () => timers.map(({ atMs }) => atMs - nowMs),
    runNext: async () => {
      const next = timers.toSorted((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined) throw new Error('no timer is set')
      timers = timers.filter((other) => other !== next)
      nowMs = next.atMs
      next.callback()
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}

const iso = (ms: number) => new Date(ms).toISOString()

const startRenewal = (answers: RenewalResult[], leads = true) => {
  const clock = createTestClock()
  const ended: number[] = []
  const renewal = createSessionRenewal({
    now: clock.now,
    after: clock.after,
    renew: async () => answers.shift() ?? { kind: 'failed' },
    onEnded: () => ended.push(clock.now()),
    leads: () => leads,
  })
  return { clock, ended, renewal }
}

describe('session renewal', () => {
  it('waits until five minutes before the end, then follows the new end', async () => {
    const { clock, renewal } = startRenewal([{ kind: 'renewed', expiresAt: iso(115 * MINUTE_MS) }])
    renewal.watch(iso(60 * MINUTE_MS))
    expect(clock.pending()).toEqual([55 * MINUTE_MS])
    await clock.runNext()
    expect(clock.pending()).toEqual([55 * MINUTE_MS])
  })

  it('steps in later where another tab leads', () => {
    const { clock, renewal } = startRenewal([], false)
    renewal.watch(iso(60 * MINUTE_MS))
    expect(clock.pending()).toEqual([57.5 * MINUTE_MS])
  })

  it('renews at once when the end is near or past', () => {
    const { clock, renewal } = startRenewal([])
    renewal.watch(iso(-MINUTE_MS))
    expect(clock.pending()).toEqual([0])
  })

  it('retries after 30 s, doubling to 16 minutes', async () => {
    const { clock, renewal } = startRenewal([])
    renewal.watch(iso(0))
    await clock.runNext()
    const waits: number[] = []
    for (let index = 0; index < 8; index++) {
      waits.push(...clock.pending())
      await clock.runNext()
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 960, 960].map((seconds) => seconds * 1000))
    expect(retryDelayMs(0)).toBe(30_000)
  })

  it('ends when the server says so, and asks no more', async () => {
    const { clock, ended, renewal } = startRenewal([{ kind: 'ended' }])
    renewal.watch(iso(0))
    await clock.runNext()
    expect(ended).toHaveLength(1)
    expect(clock.pending()).toEqual([])
  })

  it('forgets a stopped session, also while a renewal is on its way', async () => {
    const { clock, ended, renewal } = startRenewal([{ kind: 'ended' }])
    renewal.watch(iso(0))
    const running = clock.runNext()
    renewal.stop()
    await running
    expect(ended).toEqual([])
    renewal.watch(iso(60 * MINUTE_MS))
    renewal.stop()
    expect(clock.pending()).toEqual([])
  })
})
