import { relativeTime } from './relative-time.ts'

/** Writes '2 hours ago' where the server wrote the day, because its pages are shared and cached. */
export const showRelativeTimes = (): void => {
  const now = Date.now()
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-relative-time]')) {
    time.textContent = relativeTime(Date.parse(time.dateTime), now, time.lang || 'en')
  }
}
