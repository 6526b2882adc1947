import { describe, expect, it } from 'vitest'
import { GONE, Ledger } from './ledger.ts'
import { InDoubt, Refused } from './person.ts'

const fail = (error: Error) => async () => Promise.reject(error)

describe('the ledger of what was acknowledged', () => {
  it('tells what was lost, what is old, and what nobody wrote', async () => {
    const ledger = new Ledger()
    await ledger.write([['post a', '1']], async () => {})
    await ledger.write([['post b', '1']], async () => {})
    await ledger.write([['post b', '2']], async () => {})
    await ledger.write([['post c', GONE]], async () => {})
    const there = new Map([
      ['post b', '1'],
      ['post c', '1'],
      ['post d', '1'],
    ])
    expect(ledger.settle(there)).toEqual([
      'post a: promised 1, found gone',
      'post b: promised 2, found 1',
      'post c: promised gone, found 1',
      'post d: is there, and nobody wrote it',
    ])
    expect(ledger.acknowledged).toBe(4)
  })

  it('takes the old and the new for right where no answer came, and only the old where it was refused', async () => {
    for (const [error, problems] of [
      [new InDoubt(0, 'broken'), 0],
      [new InDoubt(503, 'busy'), 0],
      [new Refused(409, 'taken'), 1],
    ] as const) {
      const ledger = new Ledger()
      await ledger.write([['post a', '1']], async () => {})
      await expect(ledger.write([['post a', '2']], fail(error))).rejects.toBe(error)
      expect(ledger.settle(new Map([['post a', '2']]))).toHaveLength(problems)
      expect(ledger.settle(new Map([['post a', '2']]))).toEqual([])
    }
  })
})
