import { describe, expect, it } from 'vitest'
import { DELETED, Ledger } from './ledger.ts'
import { InDoubt, Refused } from './person.ts'

const fail = (error: Error) => async () => Promise.reject(error)

describe('the ledger of acknowledged writes', () => {
  it('reports lost writes, outdated values, and values that were never written', async () => {
    const ledger = new Ledger()
    await ledger.write([['post a', '1']], async () => {})
    await ledger.write([['post b', '1']], async () => {})
    await ledger.write([['post b', '2']], async () => {})
    await ledger.write([['post c', DELETED]], async () => {})
    const there = new Map([
      ['post b', '1'],
      ['post c', '1'],
      ['post d', '1'],
    ])
    expect(ledger.settle(there)).toEqual([
      'post a: acknowledged 1, found deleted',
      'post b: acknowledged 2, found 1',
      'post c: acknowledged deleted, found 1',
      'post d: found, but never written',
    ])
    expect(ledger.acknowledged).toBe(4)
  })

  it('accepts the old and the new value of a write without a response, and only the old one of a refused write', async () => {
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
