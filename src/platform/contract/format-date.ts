/** Date with day, month and year. UTC makes the server and every browser write the same text. */
export const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached formatter of a language. English is British English: day before month. */
export const dateFormat = (language: DateLanguage, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = language + JSON.stringify(options)
  let format = formats.get(key)
  if (format === undefined) formats.set(key, (format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options)))
  return format
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Formats an ISO date like '3 May 2026'. @throws RangeError for an invalid date */
export const formatDate = (iso: string, language: DateLanguage): string =>
  language === 'en' ? formatEnglishDate(new Date(iso)) : dateFormat(language, DAY).format(new Date(iso))

/** Without `Intl`, whose first use would delay the first page after a start by 25 ms. */
function formatEnglishDate(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new RangeError('Invalid time value')
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

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
