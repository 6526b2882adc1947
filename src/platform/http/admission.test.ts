import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { Admission } from './admission.ts'

afterEach(() => void vi.useRealTimers())

/** Lets the requests of several turns start. */
async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

it('Admission limits requests that run', () => {
  const admission = new Admission({ max: 3 })
  expect(Array.from({ length: 4 }, () => admission.enter('a'))).toEqual([true, true, true, false])
  admission.leave()
  expect(admission.enter('a')).toBe(true)
  expect([admission.running, admission.refused]).toEqual([3, 1])
})

it('While the event loop is late, few requests run and others wait', async () => {
  const admission = new Admission({ max: 100 })
  admission.observe(150)
  const started: number[] = []
  for (let number = 0; number < 14; number += 1) {
    void Promise.resolve(admission.enter('a')).then((isAdmitted) => isAdmitted && started.push(number))
  }
  await turns()
  expect([started, admission.running, admission.waiting]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], 8, 6])
  admission.leave()
  await turns()
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  admission.observe(10)
  await turns()
  expect([started.length, admission.waiting]).toEqual([14, 0])
})

it('After the event loop was late, the limit doubles with each turn in time', async () => {
  const admission = new Admission({ max: 100, now: () => 0 })
  admission.observe(150)
  for (let number = 0; number < 60; number += 1) void admission.enter('a')
  await turns()
  const running = [admission.running]
  for (let turn = 0; turn < 3; turn += 1) {
    admission.observe(10)
    await turns(100)
    running.push(admission.running)
  }
  expect(running).toEqual([8, 16, 32, 60])
})

it('One turn starts no more requests than it has time for, also when their work goes on', async () => {
  let now = 0
  const admission = new Admission({ now: () => now })
  const started: number[] = []
  admission.accepted()
  for (let number = 0; number < 10; number += 1) {
    admission.waitForTurn('a', () => {
      started.push(number)
      queueMicrotask(() => (now += 4))
      return false
    })
  }
  await nextTurn()
  await nextTurn()
  expect(started).toEqual([0, 1, 2])
  await turns()
  expect(started).toHaveLength(10)
})

it('Waiting requests start by client address in rotation', async () => {
  const admission = new Admission()
  admission.observe(150)
  for (let number = 0; number < 8; number += 1) void admission.enter('flood')
  const order: string[] = []
  const wait = (address: string) => void Promise.resolve(admission.enter(address)).then(() => order.push(address))
  for (let number = 0; number < 50; number += 1) wait('flood')
  wait('family')
  for (let number = 0; number < 3; number += 1) {
    admission.leave()
    await turns()
  }
  expect(order).toEqual(['flood', 'family', 'flood'])
})

it('When all places are taken, the address with the most waiting requests gives one up', async () => {
  const admission = new Admission({ max: 20 })
  admission.observe(150)
  const flood = Array.from({ length: 20 }, () => admission.enter('flood'))
  expect(admission.enter('flood')).toBe(false)
  const family = admission.enter('family')
  await expect(flood.at(-1)).resolves.toBe(false)
  for (let number = 0; number < 2; number += 1) {
    admission.leave()
    await turns()
  }
  await expect(family).resolves.toBe(true)
})

it('A request that waits for two seconds is refused', async () => {
  vi.useFakeTimers()
  const admission = new Admission()
  admission.observe(150)
  for (let number = 0; number < 8; number += 1) void admission.enter('a')
  const late = admission.enter('a')
  vi.advanceTimersByTime(2500)
  await expect(late).resolves.toBe(false)
  expect([admission.refused, admission.waiting]).toEqual([1, 0])
})
