import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { mapAhead } from './map-ahead.ts'

const collect = async <T>(items: AsyncIterable<T>) => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

async function waitTicks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await nextTick()
}

describe('mapAhead', () => {
  it('keeps the order, and never runs more than the limit', async () => {
    let running = 0
    let most = 0
    const results = mapAhead([5, 1, 4, 2, 3, 0], 3, async (ticks) => {
      most = Math.max(most, (running += 1))
      await waitTicks(ticks)
      running -= 1
      return ticks
    })
    expect(await collect(results)).toEqual([5, 1, 4, 2, 3, 0])
    expect(most).toBe(3)
    expect(await collect(mapAhead([], 3, async () => 1))).toEqual([])
  })

  it('ends with the first failure, after everything that was started has ended', async () => {
    const ended: number[] = []
    const work = async (item: number) => {
      await waitTicks(item)
      if (item === 1) throw new Error('no')
      ended.push(item)
    }
    await expect(collect(mapAhead([1, 5, 9, 2], 2, work))).rejects.toThrow('no')
    expect(ended).toEqual([5])
  })
})
