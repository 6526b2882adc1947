const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Number of the day in the reader's zone. */
const dayOf = (ms: number) => {
  const date = new Date(ms)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS
}

/** Days are those of the calendar: 'yesterday' is the day before, not 24 to 48 hours ago. */
const stepOf = (thenMs: number, nowMs: number): readonly [number, Intl.RelativeTimeFormatUnit] => {
  const passedMs = nowMs - thenMs
  const days = dayOf(nowMs) - dayOf(thenMs)
  if (passedMs < MINUTE_MS) return [0, 'second']
  if (passedMs < HOUR_MS) return [passedMs / MINUTE_MS, 'minute']
  if (passedMs < DAY_MS || days === 0) return [passedMs / HOUR_MS, 'hour']
  if (days < 7) return [days, 'day']
  if (days < 30) return [days / 7, 'week']
  if (days < 365) return [days / 30, 'month']
  return [days / 365, 'year']
}

/** '2 hours ago', 'yesterday' in the reader's zone; 'just now' under a minute and for times in the future, as clocks differ. */
export const relativeTime = (thenMs: number, nowMs: number) => {
  const [number, unit] = stepOf(thenMs, nowMs)
  if (unit === 'second') return 'just now'
  // Eight days ago is not always 'last week'.
  const numeric = unit === 'day' ? 'auto' : 'always'
  return new Intl.RelativeTimeFormat('en', { numeric }).format(-Math.floor(number), unit)
}

/** Writes '2 hours ago' where the server wrote the day, because its pages are shared and cached. */
export const showRelativeTimes = (): void => {
  const now = Date.now()
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-relative-time]')) {
    time.textContent = relativeTime(Date.parse(time.dateTime), now)
  }
}
