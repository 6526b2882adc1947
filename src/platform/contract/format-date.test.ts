import { expect, test } from 'vitest'
import { DATE_LANGUAGES, dateLanguages, type DateLanguage, formatDate, languageProps } from './format-date.ts'

const AT = '2026-05-03T23:30:00Z'
const inUtc = (dateLanguage: DateLanguage) => ({ dateLanguage, timeZone: 'UTC' })

test('A date is written in the language and the time zone of the blog', () => {
  expect(formatDate(AT, inUtc('en'))).toBe('3 May 2026')
  expect(formatDate(AT, inUtc('de'))).toBe('3. Mai 2026')
  expect(formatDate(AT, inUtc('fr'))).toBe('3 mai 2026')
  expect(formatDate(AT, inUtc('ja'))).toBe('2026年5月3日')
  expect(formatDate(AT, { dateLanguage: 'de', timeZone: 'Europe/Berlin' })).toBe('4. Mai 2026')
  expect(formatDate('2026-12-25T04:00:00Z', { dateLanguage: 'en', timeZone: 'America/Los_Angeles' })).toBe('24 December 2026')
  expect(formatDate('2026-12-24T07:00:00Z', { dateLanguage: 'en', timeZone: 'Pacific/Auckland' })).toBe('24 December 2026')
})

test('A date in a zone that an old browser does not know is in UTC, and an invalid date is an error', () => {
  expect(formatDate(AT, { dateLanguage: 'en', timeZone: 'Mars/Olympus' })).toBe('3 May 2026')
  for (const language of dateLanguages) expect(() => formatDate('never', inUtc(language)), language).toThrow('Invalid time value')
})

test('Each language has its own name as label, and writes years of the Gregorian calendar', () => {
  for (const language of dateLanguages) {
    expect(Intl.DateTimeFormat.supportedLocalesOf(language), language).toEqual([language])
    const own = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? ''
    expect(own.toLowerCase(), language).toContain(DATE_LANGUAGES[language].toLowerCase())
    expect(
      formatDate(AT, inUtc(language)).replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)),
      language,
    ).toMatch(/2026/)
  }
})

test('The element of a date has a lang attribute when its language is not English', () => {
  expect(languageProps('en')).toEqual({})
  expect(languageProps('fi')).toEqual({ lang: 'fi' })
  expect(languageProps('he')).toEqual({ lang: 'he', dir: 'auto' })
})
