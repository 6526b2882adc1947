import { expect, test } from 'vitest'
import { DATE_LANGUAGES, dateFormat, dateLanguages, DAY, formatDate, languageProps } from './format-date.ts'
import { relativeTime } from '#ui/time/relative-time.ts'

const AT = '2026-05-03T23:30:00Z'

test('A date is written in the language of the blog', () => {
  expect(formatDate(AT, 'en')).toBe('3 May 2026')
  expect(formatDate(AT, 'de')).toBe('3. Mai 2026')
  expect(formatDate(AT, 'fr')).toBe('3 mai 2026')
  expect(formatDate(AT, 'ja')).toBe('2026年5月3日')
  expect(relativeTime(0, 24 * 3_600_000, 'de')).toBe('gestern')
  expect(relativeTime(0, 2 * 3_600_000, 'fr')).toBe('il y a 2 heures')
  expect(relativeTime(0, 1000, 'sv')).toBe('nu')
})

test('English dates equal those of Intl, and an invalid date is an error', () => {
  for (let month = 1; month <= 12; month += 1) {
    const date = new Date(Date.UTC(2026, month - 1, month * 2))
    expect(formatDate(date.toISOString(), 'en')).toBe(dateFormat('en', DAY).format(date))
  }
  for (const language of dateLanguages) expect(() => formatDate('never', language), language).toThrow('Invalid time value')
})

test('Each language has its own name as label, and writes years of the Gregorian calendar', () => {
  for (const language of dateLanguages) {
    expect(Intl.DateTimeFormat.supportedLocalesOf(language), language).toEqual([language])
    const own = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? ''
    expect(own.toLowerCase(), language).toContain(DATE_LANGUAGES[language].toLowerCase())
    expect(
      formatDate(AT, language).replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)),
      language,
    ).toMatch(/2026/)
  }
})

test('The element of a date has a lang attribute when its language is not English', () => {
  expect(languageProps('en')).toEqual({})
  expect(languageProps('fi')).toEqual({ lang: 'fi' })
  expect(languageProps('he')).toEqual({ lang: 'he', dir: 'auto' })
})
