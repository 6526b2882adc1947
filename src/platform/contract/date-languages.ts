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
