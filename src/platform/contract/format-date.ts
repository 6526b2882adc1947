import { knownTimeZone } from './time-zone.ts'

/** What of the blog says how its dates are written. */
export interface DateStyle {
  /** IANA name. */
  readonly timeZone: string
}

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached formatter of the blog, in the language of the interface: British English, day before month. */
export const dateFormat = ({ timeZone }: DateStyle, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${timeZone} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: knownTimeZone(timeZone) })
    formats.set(key, format)
  }
  return format
}

/** Formats an ISO date like '3 May 2026'. @throws RangeError for an invalid date */
export const formatDate = (iso: string, style: DateStyle): string => dateFormat(style, DAY).format(new Date(iso))

/** `lang` attribute of texts that the family wrote; undefined where it is that of the page. Hyphens and voices follow it. */
export const textLanguage = (language: DateLanguage): string | undefined => (language === 'en' ? undefined : language)

export const toIso = (ms: number): string => new Date(ms).toISOString()

/** Languages of posts, each with its own name. The setting was that of dates, too, and has its name. */
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

type DateLanguage = keyof typeof DATE_LANGUAGES
export const dateLanguages = Object.keys(DATE_LANGUAGES) as DateLanguage[]
