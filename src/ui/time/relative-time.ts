const SECOND_MS = 1000
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 24 * 3600 * SECOND_MS],
  ['month', 30 * 24 * 3600 * SECOND_MS],
  ['week', 7 * 24 * 3600 * SECOND_MS],
  ['day', 24 * 3600 * SECOND_MS],
  ['hour', 3600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
]

/** '2 hours ago', 'yesterday'; 'just now' under a minute and for times in the future, as clocks differ. */
export const relativeTime = (thenMs: number, nowMs: number, language: string) => {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const passedMs = nowMs - thenMs
  const step = STEPS.find(([, lengthMs]) => passedMs >= lengthMs)
  if (step) return format.format(-Math.floor(passedMs / step[1]), step[0])
  return language === 'en' ? 'just now' : format.format(0, 'second')
}

/** Writes '2 hours ago' where the server wrote the day, because its pages are shared and cached. */
export const showRelativeTimes = (): void => {
  const now = Date.now()
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-relative-time]')) {
    time.textContent = relativeTime(Date.parse(time.dateTime), now, time.lang || 'en')
  }
}
