import { afterEach, expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const { TZ } = process.env
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

const HOUR_MS = 3_600_000
const between = (then: string, now: string) => relativeTime(Date.parse(then), Date.parse(now))

test('A relative time is written in words', () => {
  process.env.TZ = 'UTC'
  const now = Date.parse('2026-05-12T12:00:00Z')
  const ago = (ms: number) => relativeTime(now - ms, now)
  expect(ago(5_000)).toBe('just now')
  expect(ago(-60_000)).toBe('just now')
  expect(ago(60_000)).toBe('1 minute ago')
  expect(ago(2 * HOUR_MS + 1)).toBe('2 hours ago')
  expect(ago(24 * HOUR_MS)).toBe('yesterday')
  expect(ago(8 * 24 * HOUR_MS)).toBe('1 week ago')
  expect(ago(30 * 24 * HOUR_MS)).toBe('1 month ago')
  expect(ago(800 * 24 * HOUR_MS)).toBe('2 years ago')
})

test.each([
  ['America/Los_Angeles', '2026-12-24T20:00:00-08:00'],
  ['Pacific/Auckland', '2026-12-24T20:00:00+13:00'],
  ['Asia/Kolkata', '2026-12-24T20:00:00+05:30'],
])('Yesterday is the day before in %s', (zone, evening) => {
  process.env.TZ = zone
  const after = (hours: number) => relativeTime(Date.parse(evening), Date.parse(evening) + hours * HOUR_MS)
  expect(after(23)).toBe('23 hours ago')
  for (const hours of [24, 27]) expect(after(hours)).toBe('yesterday')
  // The 26th has begun, though not two whole days have passed.
  for (const hours of [28, 47, 48, 51]) expect(after(hours)).toBe('2 days ago')
  expect(after(52)).toBe('3 days ago')
})

test('A day of 25 hours does not become yesterday before it is over', () => {
  process.env.TZ = 'America/Los_Angeles'
  expect(between('2026-11-01T00:10:00-07:00', '2026-11-01T23:50:00-08:00')).toBe('24 hours ago')
  expect(between('2026-11-01T00:10:00-07:00', '2026-11-02T00:10:00-08:00')).toBe('yesterday')
  expect(between('2026-03-07T12:00:00-08:00', '2026-03-08T12:00:00-07:00')).toBe('23 hours ago')
  expect(between('2026-03-07T12:00:00-08:00', '2026-03-08T13:00:00-07:00')).toBe('yesterday')
})
