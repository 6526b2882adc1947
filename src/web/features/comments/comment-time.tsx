import { relativeTime } from '#web/features/relative-time.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const EXACT = { dateStyle: 'full', timeStyle: 'short', hour12: false } as const
const exactInUtc = new Intl.DateTimeFormat('en-GB', { ...EXACT, timeZone: 'UTC' })
const exactHere = new Intl.DateTimeFormat('en-GB', EXACT)

interface CommentTimeProps {
  readonly createdAt: string
  /** Null on the server and while hydrating: the day itself is shown then. */
  readonly nowMs: number | null
}

export const CommentTime = ({ createdAt, nowMs }: CommentTimeProps) => {
  const then = new Date(createdAt)
  return (
    // Before hydration the reader's script writes how long ago it was.
    <time
      dateTime={createdAt}
      title={nowMs === null ? `${exactInUtc.format(then)} UTC` : exactHere.format(then)}
      data-relative-time=""
      suppressHydrationWarning
      className="text-small text-ink-soft"
    >
      {nowMs === null ? day.format(then) : relativeTime(then.getTime(), nowMs)}
    </time>
  )
}
