import { knownTimeZone } from './time-zone.ts'

/** Settings of the blog that say how its dates are written. */
export interface DateStyle {
  readonly dateLanguage: DateLanguage
  /** IANA name. */
  readonly timeZone: string
}

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached formatter of the blog. English is British English: day before month. */
export const dateFormat = ({ dateLanguage, timeZone }: DateStyle, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${dateLanguage} ${timeZone} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (format === undefined) {
    const locale = dateLanguage === 'en' ? 'en-GB' : dateLanguage
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone: knownTimeZone(timeZone) })
    formats.set(key, format)
  }
  return format
}

/** Formats an ISO date like '3 May 2026'. @throws RangeError for an invalid date */
export const formatDate = (iso: string, style: DateStyle): string => dateFormat(style, DAY).format(new Date(iso))

/** `lang` and `dir` attributes for the element of a date. Pages are in English. */
export const languageProps = (language: DateLanguage): { readonly lang?: string; readonly dir?: 'auto' } => {
  if (language === 'en') return {}
  return language === 'ar' || language === 'he' ? { lang: language, dir: 'auto' } : { lang: language }
}

/** `lang` attribute of texts that the family wrote; undefined where it is that of the page. Hyphens and voices follow it. */
export const textLanguage = (language: DateLanguage): string | undefined => (language === 'en' ? undefined : language)

export const toIso = (ms: number): string => new Date(ms).toISOString()

/** Languages for dates, each with its own name. `Intl` must support them on the server and in browsers. */
export const DATE_LANGUAGES = {
  en: 'English',
  ar: 'العربية',
  cs: 'Čeština',
  da: 'Dansk',
  de: 'Deutsch',
  es: 'Español',
  fi: 'Suomi',
  fr: 'Français',
  he: 'עברית',
  it: 'Italiano',
  ja: '日本語',
  nb: 'Norsk',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  ru: 'Русский',
  sv: 'Svenska',
  tr: 'Türkçe',
  uk: 'Українська',
  zh: '中文',
} as const

export type DateLanguage = keyof typeof DATE_LANGUAGES
export const dateLanguages = Object.keys(DATE_LANGUAGES) as DateLanguage[]
