import { useSite } from './page-context.ts'
import { formatDate, languageProps, dateFormat } from '#platform/contract/format-date.ts'
import { useHydrated } from '#ui/time/use-hydrated.ts'

/** '3 May 2026', in the language that the settings choose. */
export const DateText = ({ at }: { readonly at: string }) => {
  const { dateLanguage } = useSite()
  return (
    <time dateTime={at} {...languageProps(dateLanguage)}>
      {formatDate(at, dateLanguage)}
    </time>
  )
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const MINUTE = { ...DAY, month: 'long', hour: '2-digit', minute: '2-digit' } as const

interface LocalTimeProps {
  /** ISO date. */
  readonly at: string
  /** Shows only the day, in short form. */
  readonly dayOnly?: boolean
  readonly className?: string
}

/** '3 May 2026 at 14:05' in the reader's time zone. The server renders the time in UTC and marks it as such. */
export const LocalTime = ({ at, dayOnly = false, className }: LocalTimeProps) => {
  const { dateLanguage } = useSite()
  const isHere = useHydrated()
  const format = dateFormat(dateLanguage, { ...(dayOnly ? DAY : MINUTE), ...(isHere ? {} : { timeZone: 'UTC' }) })
  return (
    <time dateTime={at} className={className} {...languageProps(dateLanguage)}>
      {format.format(new Date(at)) + (isHere || dayOnly ? '' : ' UTC')}
    </time>
  )
}
