import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'

/** Used where neither an environment variable nor a setting names a zone. */
export const DEFAULT_TIME_ZONE = 'UTC'

/** Whether it is an IANA name that this machine knows. Offsets such as `+01:00`, which have no summer time, are not taken. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z][\w+/-]{0,63}$/i.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** UTC for a zone that this machine does not know: an old browser knows fewer than the server. */
export const knownTimeZone = (name: string): string => (isTimeZone(name) ? name : DEFAULT_TIME_ZONE)

/** Browsers keep names that have been replaced. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The name that a zone bears today: 'Europe/Kyiv' for 'Europe/Kiev'. */
export const currentTimeZone = (name: string): string => CURRENT_NAMES[name] ?? name

/** 'Los Angeles (America)', which is found by its first letters. */
export function timeZoneLabel(name: string): string {
  const [city = '', ...regions] = name.replaceAll('_', ' ').split('/').toReversed()
  return regions.length === 0 ? city : `${city} (${regions.toReversed().join(', ')})`
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const FIELDS = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', { ...FIELDS, hourCycle: 'h23', timeZone: knownTimeZone(timeZone) })
    clocks.set(timeZone, clock)
  }
  return clock
}

/**
 * Date and time that the clocks of a zone show, as the milliseconds at which those of UTC show them: `getUTCDate()` of it is
 * the day in the zone. @param at milliseconds since 1970
 */
export function toWallTime(at: number, timeZone: string): number {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const [year = 0, month = 0, ...rest] = Object.keys(FIELDS).map((name) => parts.get(name as keyof typeof FIELDS) ?? 0)
  return Date.UTC(year, month - 1, ...rest) + (at - Math.floor(at / 1000) * 1000)
}

/** Inverse of `toWallTime`. A time that clocks show twice is the first of the two; one that they skip is as much later. */
export function fromWallTime(wall: number, timeZone: string): number {
  const offsetAt = (at: number) => toWallTime(at, timeZone) - at
  const [first, second] = [wall - offsetAt(wall - DAY_MS), wall - offsetAt(wall + DAY_MS)]
  const isSecond = toWallTime(first, timeZone) !== wall && toWallTime(second, timeZone) === wall
  return isSecond ? second : first
}

/** `2026-12-24`, the day in the zone. */
export const isoDayIn = (at: number, timeZone: string): string => new Date(toWallTime(at, timeZone)).toISOString().slice(0, 10)

/** `2026-12-24T20:00`, as a field for date and time has it. */
export const toFieldTime = (at: number, timeZone: string): string => new Date(toWallTime(at, timeZone)).toISOString().slice(0, 16)

const HAS_OFFSET = /(?:Z|\b(?:UTC|GMT)|[+-]\d\d:?\d\d)\s*(?:\([^)]*\))?\s*$/i

/** Reads a date with or without a time. Without an offset it is one of the zone. @returns milliseconds since 1970, NaN if unreadable */
export function parseTimeIn(text: string, timeZone: string): number {
  if (HAS_OFFSET.test(text)) return Date.parse(text)
  const wall = Date.parse(`${text.trim()}Z`)
  return Number.isNaN(wall) ? wall : fromWallTime(wall, timeZone)
}

/** When a month of the zone begins. @param offset in months from the month of `now` */
export function startOfMonthIn(now: number, offset: number, timeZone: string): number {
  const wall = new Date(toWallTime(now, timeZone))
  return fromWallTime(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + offset, 1), timeZone)
}

interface HourOfDay {
  readonly now: number
  /** 0 to 23, on the clocks of the zone. */
  readonly hour: number
  readonly timeZone: string
}

/** When it was last this hour in the zone. @param weekday only on this day of the week; 0 is Sunday */
export function lastTimeIn({ now, hour, timeZone }: HourOfDay, weekday?: number): number {
  const today = Math.floor(toWallTime(now, timeZone) / DAY_MS) * DAY_MS
  const last = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((days) => today - days * DAY_MS)
    .filter((day) => weekday === undefined || new Date(day).getUTCDay() === weekday)
    .map((day) => fromWallTime(day + hour * HOUR_MS, timeZone))
    .find((at) => at <= now)
  // A day before today and one of each weekday have passed.
  return last as number
}
