import { expect, it } from 'vitest'
import { durationText, LinePace } from './line-pace.ts'

it('The pace of a line is measured from what its uploads sent', () => {
  let now = 0
  const pace = new LinePace(() => now)
  expect(pace.secondsFor(1_000_000)).toBeNull()
  const measure = pace.begin()
  measure(0)
  now = 2000
  measure(200_000)
  expect(pace.secondsFor(1_000_000)).toBe(10)
})

it('Bytes of an upload that was resumed do not count as sent', () => {
  let now = 0
  const pace = new LinePace(() => now)
  const measure = pace.begin()
  measure(5_000_000)
  now = 1000
  measure(5_100_000)
  now = 2000
  // A part that is sent again begins at an earlier place.
  measure(5_000_000)
  now = 3000
  measure(5_100_000)
  expect(pace.secondsFor(1_000_000)).toBe(10)
})

it.each([
  [3, 'less than a minute'],
  [65, 'about a minute'],
  [250, 'about 4 minutes'],
  [2 * 3600, 'about 2 hours'],
])('%i seconds are %s', (seconds, words) => {
  expect(durationText(seconds)).toBe(words)
})
