import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { createSessionRenewal } from './session-renewal.ts'

const inMinutes = (count: number) => new Date(Date.now() + count * MINUTE_MS).toISOString()

describe('Session renewal', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Records when it was called, in milliseconds from now. */
  const recordCalls = (respond: () => Promise<void> = () => Promise.resolve()) => {
    const start = Date.now()
    const calls: number[] = []
    const renewal = createSessionRenewal(() => {
      calls.push(Date.now() - start)
      return respond()
    })
    return { calls, renewal }
  }

  it('A session is renewed five minutes before its end, once', async () => {
    const { calls, renewal } = recordCalls()
    renewal.watch(inMinutes(60))
    await vi.advanceTimersByTimeAsync(200 * MINUTE_MS)
    expect(calls).toEqual([55 * MINUTE_MS])
  })

  it('A session that is near its end, or past it, is renewed at once', async () => {
    const { calls, renewal } = recordCalls()
    renewal.watch(inMinutes(3))
    await vi.advanceTimersByTimeAsync(1)
    renewal.watch(inMinutes(-1))
    await vi.advanceTimersByTimeAsync(1)
    expect(calls).toEqual([0, 1])
  })

  it('A renewal that fails is tried again after 30 s, doubling to 16 minutes', async () => {
    const { calls, renewal } = recordCalls(() => Promise.reject(new Error('no line')))
    renewal.watch(inMinutes(0))
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
    const waits = calls.slice(1).map((at, index) => (at - (calls[index] ?? 0)) / 1000)
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 960])
  })

  it('Only the session that was watched last is renewed', async () => {
    const { calls, renewal } = recordCalls()
    renewal.watch(inMinutes(10))
    renewal.watch(inMinutes(20))
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
    expect(calls).toEqual([15 * MINUTE_MS])
  })

  it('A session that ends while its renewal runs is not renewed again', async () => {
    const { promise, reject } = Promise.withResolvers<void>()
    const { calls, renewal } = recordCalls(() => promise)
    renewal.watch(inMinutes(0))
    await vi.advanceTimersByTimeAsync(1)
    renewal.stop()
    reject(new Error('refused'))
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
    expect(calls).toEqual([0])
  })
})
