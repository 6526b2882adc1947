import { useSite } from './page-context.ts'
import { formatDate, languageProps } from '#platform/contract/format-date.ts'

/** '3 May 2026', in the language that the settings choose. */
export const DateText = ({ at }: { readonly at: string }) => {
  const { dateLanguage } = useSite()
  return (
    <time dateTime={at} {...languageProps(dateLanguage)}>
      {formatDate(at, dateLanguage)}
    </time>
  )
}
