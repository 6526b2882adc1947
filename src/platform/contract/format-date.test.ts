import { expect, test } from 'vitest'
import { formatDate } from './format-date.ts'

const AT = '2026-05-03T23:30:00Z'

test('A date is written in English, in the time zone of the blog', () => {
  expect(formatDate(AT, { timeZone: 'UTC' })).toBe('3 May 2026')
  expect(formatDate(AT, { timeZone: 'Europe/Berlin' })).toBe('4 May 2026')
  expect(formatDate('2026-12-25T04:00:00Z', { timeZone: 'America/Los_Angeles' })).toBe('24 December 2026')
  expect(formatDate('2026-12-24T07:00:00Z', { timeZone: 'Pacific/Auckland' })).toBe('24 December 2026')
})

test('A date in a zone that an old browser does not know is in UTC, and an invalid date is an error', () => {
  expect(formatDate(AT, { timeZone: 'Mars/Olympus' })).toBe('3 May 2026')
  expect(() => formatDate('never', { timeZone: 'UTC' })).toThrow('Invalid time value')
})
