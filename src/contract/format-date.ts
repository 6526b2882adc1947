import type { DateLanguage } from './date-languages.ts'

/** How a date is written; with the zone UTC, the server and every browser write the same text. */
export const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Of dates in a language, which English writes as Europe does. */
export const dateFormat = (language: DateLanguage, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = language + JSON.stringify(options)
  let format = formats.get(key)
  if (format === undefined) formats.set(key, (format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options)))
  return format
}

/** '3 May 2026' of an ISO date. */
export const formatDate = (iso: string, language: DateLanguage): string => dateFormat(language, DAY).format(new Date(iso))

/** For an element around a date, so that it is read in its language, and in its direction; pages are in English. */
export const languageProps = (language: DateLanguage): { readonly lang?: string; readonly dir?: 'auto' } => {
  if (language === 'en') return {}
  return language === 'ar' || language === 'he' ? { lang: language, dir: 'auto' } : { lang: language }
}
