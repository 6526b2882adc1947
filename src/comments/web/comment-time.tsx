import { dateFormat, formatDate } from '#platform/contract/format-date.ts'
import { relativeTime } from '#ui/time/relative-time.ts'
import { useSite } from '#site/web/index.ts'
import { useSyncExternalStore } from 'react'

const EXACT = { dateStyle: 'full', timeStyle: 'short', hour12: false } as const

interface CommentTimeProps {
  readonly createdAt: string
  /** Null on the server and while hydrating: then the day is shown. */
  readonly nowMs: number | null
}

export const CommentTime = ({ createdAt, nowMs }: CommentTimeProps) => {
  const site = useSite()
  const then = new Date(createdAt)
  return (
    // Before hydration, `showRelativeTimes` writes how long ago it was.
    <time
      dateTime={createdAt}
      title={dateFormat(site, EXACT).format(then)}
      data-relative-time=""
      suppressHydrationWarning
      className="text-small text-ink-soft"
    >
      {nowMs === null ? formatDate(createdAt, site) : relativeTime(then.getTime(), nowMs)}
    </time>
  )
}

const MINUTE_MS = 60_000
const everyMinute = (notify: () => void) => {
  const timer = setInterval(notify, MINUTE_MS)
  return () => clearInterval(timer)
}
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
const unknown = () => null

/** The current minute, in ms; null on the server and while hydrating, when the reader's clock is unknown. */
export const useMinute = (): number | null => useSyncExternalStore(everyMinute, thisMinute, unknown)
