import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

it('works take turns, also when some fail', async () => {
  const inTurn = takeTurns(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  const works = Array.from({ length: 10 }, (_, number) =>
    inTurn(async () => {
      begun.push(number)
      most = Math.max(most, (running += 1))
      await nextTurn()
      running -= 1
      if (number % 3 === 0) throw new Error('failed')
      return number
    }),
  )
  const results = await Promise.allSettled(works)
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual(begun.map((number) => number % 3 !== 0))
  expect([begun, most]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 2])
})
