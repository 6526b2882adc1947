import { expect, it } from 'vitest'
import { FilePlaces, type Place } from './file-places.ts'

function openPlaces(limits: { max: number; perAddress: number }) {
  const clock = { now: 0 }
  const ended: string[] = []
  const places = new FilePlaces({ ...limits, now: () => clock.now })
  return { clock, ended, take: (address: string, name = address): Place => places.take(address, () => ended.push(name)) }
}

it('The address with the most files gives up the one that moved least recently', () => {
  const { take, ended } = openPlaces({ max: 4, perAddress: 4 })
  const [first] = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3'), take('b')]
  first.moved()
  take('c')
  expect(ended).toEqual(['a2'])
  // Each has as many as it would get now, and all move.
  expect(() => take('c')).toThrow(expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 5 }))
})

it('Where no address has more than others, a file that has not moved for five seconds gives up its place', () => {
  const { take, ended, clock } = openPlaces({ max: 2, perAddress: 2 })
  const a = take('a')
  take('b')
  clock.now = 5000
  a.moved()
  take('c')
  expect(ended).toEqual(['b'])
  expect(() => take('d')).toThrow(expect.objectContaining({ code: 'unavailable' }))
})

it('An address with more files takes no place of one with fewer, however still that is', () => {
  const { take, ended, clock } = openPlaces({ max: 4, perAddress: 4 })
  const mores = [take('more', 'more1'), take('more', 'more2')]
  take('few')
  take('other')
  clock.now = 5000
  for (const each of mores) each.moved()
  expect(() => take('more', 'more3')).toThrow(expect.objectContaining({ code: 'unavailable' }))
  clock.now = 10_000
  take('more', 'more3')
  expect(ended).toEqual(['more1'])
})

it('One address has only its share, of which a file that does not move makes room for another one', () => {
  const { take, ended, clock } = openPlaces({ max: 10, perAddress: 2 })
  const [first] = [take('a', 'a1'), take('a', 'a2')]
  expect(() => take('a')).toThrow(expect.objectContaining({ code: 'unavailable' }))
  clock.now = 5000
  first.moved()
  take('a', 'a3')
  expect(ended).toEqual(['a2'])
})

it('A place that was released or taken away counts no more', () => {
  const { take, ended } = openPlaces({ max: 2, perAddress: 2 })
  const [first, second] = [take('a', 'a1'), take('a', 'a2')]
  second.release()
  second.release()
  take('a', 'a3')
  take('b')
  expect([ended, first.isTaken(), second.isTaken()]).toEqual([['a1'], true, true])
  first.moved()
  first.release()
  expect(() => take('b')).toThrow(expect.objectContaining({ code: 'unavailable' }))
})
