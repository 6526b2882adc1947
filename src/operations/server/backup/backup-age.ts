import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { plural } from '#platform/contract/plural.ts'

/** A time this far ahead of the clock was noted while a clock was wrong. */
const CLOCK_SLACK_MS = HOUR_MS
/** A backup, or its copy, that is older is reported. */
const OLD_MS = 2 * DAY_MS

/** @returns null for a time that is unknown, since it lies in the future. Times are milliseconds since 1970. */
export const knownTime = (at: number | null, now: number): number | null => (at === null || at - now > CLOCK_SLACK_MS ? null : at)

/** True for an unknown time, so that a clock that was wrong once stops nothing. */
export function hasPassed(since: number | null, ms: number, now: number): boolean {
  const known = knownTime(since, now)
  return known === null || now - known >= ms
}

export const isOldBackup = (createdAt: number, now: number): boolean => hasPassed(createdAt, OLD_MS, now)

/** 'The newest copy is 5 days old.' */
export function describeAge(backup: string, createdAt: number, now: number): string {
  if (knownTime(createdAt, now) === null) return `${backup} has a date in the future: a clock was wrong.`
  const days = Math.floor((now - createdAt) / DAY_MS)
  return days < 1 ? `${backup} is less than a day old.` : `${backup} is ${plural(days, '1 day', 'days')} old.`
}

/** Those with an unknown time come last. */
export const newestFirst = <T extends { readonly createdAt: number }>(backups: readonly T[], now: number): T[] => {
  const rank = ({ createdAt }: T) => (knownTime(createdAt, now) === null ? 1 : 0)
  return backups.toSorted((a, b) => rank(a) - rank(b) || b.createdAt - a.createdAt)
}
