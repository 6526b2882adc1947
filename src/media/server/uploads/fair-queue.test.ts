import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

it('Works of several owners run in rotation, and first ones before all others', async () => {
  const queue = new FairQueue(1)
  const order: string[] = []
  const run = (owner: string, name: string, isFirst = false) =>
    queue.run({ owner, isFirst }, async () => {
      await nextTurn()
      order.push(name)
    })
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => run('a', name)),
    ...['b1', 'b2'].map((name) => run('b', name)),
    run('mother', 'photo', true),
  ])
  expect(order).toEqual(['a1', 'photo', 'a2', 'b1', 'a3', 'b2', 'a4'])
})

it('No more works run at a time than allowed, also after one failed', async () => {
  const queue = new FairQueue(2)
  let [running, most] = [0, 0]
  const works = Array.from({ length: 8 }, async (_, number) =>
    queue
      .run({ owner: 'a', isFirst: false }, async () => {
        most = Math.max(most, (running += 1))
        await nextTurn()
        running -= 1
        if (number % 2 === 0) throw new Error('failed')
      })
      .catch(() => {}),
  )
  await Promise.all(works)
  expect([most, running]).toEqual([2, 0])
})
