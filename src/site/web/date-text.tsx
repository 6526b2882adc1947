import { useSite } from './page-context.ts'
import { dateFormat, formatDate } from '#platform/contract/format-date.ts'

interface DateTextProps {
  /** ISO date. */
  readonly at: string
}

/** '3 May 2026', in the time zone of the blog. */
export const DateText = ({ at }: DateTextProps) => {
  const site = useSite()
  return (
    <time dateTime={at} suppressHydrationWarning>
      {formatDate(at, site)}
    </time>
  )
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const MINUTE = { ...DAY, month: 'long', hour: '2-digit', minute: '2-digit' } as const

interface LocalTimeProps extends DateTextProps {
  /** Shows only the day, in short form. */
  readonly dayOnly?: boolean
  readonly className?: string
}

/** '3 May 2026 at 14:05' in the time zone of the blog. */
export const LocalTime = ({ at, dayOnly = false, className }: LocalTimeProps) => {
  const site = useSite()
  return (
    // Browsers put other characters between day and time than the server: what it wrote stays.
    <time dateTime={at} className={className} suppressHydrationWarning>
      {dateFormat(site, dayOnly ? DAY : MINUTE).format(new Date(at))}
    </time>
  )
}
