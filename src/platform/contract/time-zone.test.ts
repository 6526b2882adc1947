import { describe, expect, it, test } from 'vitest'
import { HOUR_MS } from '#platform/contract/limits.ts'
import {
  fromWallTime,
  isoDayIn,
  isTimeZone,
  lastTimeIn,
  parseTimeIn,
  startOfMonthIn,
  toFieldTime,
  toWallTime,
  timeZoneLabel,
} from './time-zone.ts'

const ZONES = [
  'UTC',
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Cairo',
]
const iso = (at: number) => new Date(at).toISOString()
const at = (text: string) => Date.parse(text)

test('The evening of the 24th is the 24th of the zone', () => {
  expect(isoDayIn(at('2026-12-25T04:00:00Z'), 'America/Los_Angeles')).toBe('2026-12-24')
  expect(isoDayIn(at('2026-12-24T07:00:00Z'), 'Pacific/Auckland')).toBe('2026-12-24')
  for (const zone of ZONES) expect(isoDayIn(parseTimeIn('2026-12-24T20:00', zone), zone), zone).toBe('2026-12-24')
})

test('Names are taken that this machine knows, and no offsets', () => {
  for (const name of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Europe/Kyiv', 'Etc/GMT+5']) expect(isTimeZone(name), name).toBe(true)
  for (const name of ['', 'Berlin', '+01:00', 'UTC+1', 'Europe/Berlin ', 'Etc/Unknown', 'x'.repeat(100), '<script>']) {
    expect(isTimeZone(name), name).toBe(false)
  }
})

test('A zone is labelled by its city first', () => {
  expect(timeZoneLabel('America/Los_Angeles')).toBe('Los Angeles (America)')
  expect(timeZoneLabel('America/Argentina/Buenos_Aires')).toBe('Buenos Aires (America, Argentina)')
  expect(timeZoneLabel('UTC')).toBe('UTC')
})

describe.each(ZONES)('In %s', (zone) => {
  it('each half hour of a year leads to a time on the clock and back, except the second of two that are alike', () => {
    let repeated = 0
    for (let instant = at('2026-01-01T00:00:00Z'); instant < at('2027-01-01T00:00:00Z'); instant += HOUR_MS / 2) {
      const back = fromWallTime(toWallTime(instant, zone), zone)
      if (back !== instant) repeated += 1
      expect(back).toBeLessThanOrEqual(instant)
    }
    expect(repeated).toBeLessThanOrEqual(2)
  })

  it('months follow one another without a gap, from midnight to midnight', () => {
    const starts = Array.from({ length: 25 }, (_, index) => startOfMonthIn(at('2026-12-24T20:00:00Z'), index - 23, zone))
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    for (const start of starts) expect(toFieldTime(start, zone)).toMatch(/-01T00:00$/)
  })
})

test.each([
  // Clocks skip 02:30 and show 01:30 twice.
  ['America/Los_Angeles', '2026-03-08T02:30', '2026-03-08T10:30:00.000Z'],
  ['America/Los_Angeles', '2026-11-01T01:30', '2026-11-01T08:30:00.000Z'],
  ['Asia/Kathmandu', '2026-12-24T20:00', '2026-12-24T14:15:00.000Z'],
  // Its summer time is half an hour.
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
  // Midnight is skipped.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  // Samoa left out this day.
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00.000Z'],
])('In %s, %s is %s', (zone, text, instant) => {
  expect(iso(parseTimeIn(text, zone))).toBe(instant)
})

test('A date without an offset is one of the zone, in every form; one with an offset is not', () => {
  const parse = (text: string) => iso(parseTimeIn(text, 'America/Los_Angeles'))
  for (const text of ['2026-12-24', '2026-12-24 00:00', '2026-12-24T00:00:00', '2026-12-24T00:00:00.000', ' December 24, 2026 '])
    expect(parse(text), text).toBe('2026-12-24T08:00:00.000Z')
  for (const text of ['2026-12-24T00:00:00Z', '2026-12-24T01:00+01:00', '2026-12-24 01:00 +0100', 'Thu, 24 Dec 2026 00:00:00 GMT'])
    expect(parse(text), text).toBe('2026-12-24T00:00:00.000Z')
  for (const text of ['', 'yesterday', '2026-13-45', 'Z']) expect(parseTimeIn(text, 'America/Los_Angeles'), text).toBeNaN()
})

describe('The last Sunday at eight', () => {
  const last = (now: string, timeZone: string) => iso(lastTimeIn({ now: at(now), hour: 8, timeZone }, 0))

  it('is a Sunday of the zone', () => {
    // Monday in Auckland, Sunday morning in Los Angeles.
    const now = '2026-12-27T17:00:00Z'
    expect(last(now, 'Pacific/Auckland')).toBe('2026-12-26T19:00:00.000Z')
    expect(last(now, 'America/Los_Angeles')).toBe('2026-12-27T16:00:00.000Z')
    expect(last('2026-12-27T15:59:59Z', 'America/Los_Angeles')).toBe('2026-12-20T16:00:00.000Z')
  })

  it('keeps its hour when clocks change', () => {
    for (const [before, after] of [
      ['2026-03-22T07:00:00.000Z', '2026-03-29T06:00:00.000Z'],
      ['2026-10-18T06:00:00.000Z', '2026-10-25T07:00:00.000Z'],
    ] as const) {
      expect(last(iso(at(after) - 1), 'Europe/Berlin')).toBe(before)
      expect(last(after, 'Europe/Berlin')).toBe(after)
    }
  })
})
