import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

test('A relative time is written in words', () => {
  const now = Date.parse('2026-05-12T12:00:00Z')
  const ago = (ms: number) => relativeTime(now - ms, now, 'en')
  expect(ago(5_000)).toBe('just now')
  expect(ago(-60_000)).toBe('just now')
  expect(ago(60_000)).toBe('1 minute ago')
  expect(ago(2 * 3_600_000 + 1)).toBe('2 hours ago')
  expect(ago(24 * 3_600_000)).toBe('yesterday')
  expect(ago(8 * 86_400_000)).toBe('last week')
  expect(ago(800 * 86_400_000)).toBe('2 years ago')
})
