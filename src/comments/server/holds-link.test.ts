import { expect, it } from 'vitest'
import { holdsLink } from './comment-rules.ts'

it.each([
  'https://example.org',
  'see http://a.b',
  'HTTPS://EXAMPLE.ORG',
  'ftp://x',
  'www.example.org',
  'www.Example.Org',
  'cheap-pills.com now',
  'ｅｘａｍｐｌｅ．ｃｏｍ',
  'write to a@example.org',
  'evil.de',
  'EVIL.DE',
  '(evil.de)',
  'evil.de:8080',
  'evil。de',
  'bit.ly/abc',
  'Bit.Ly/abc',
  't.me/x',
  '//evil.de',
  String.raw`https:\\host`,
  String.raw`https:\evil.de`,
  'ev\u200Bil.de',
  'evil.\u2060de',
  'ht\u00ADtps://host',
  'http\uFE0F://host',
])('%j contains a link', (text) => expect(holdsLink(text)).toBe(true))

it.each([
  'We were at home.It was late',
  '3.5 ml, twice. Then rest',
  'at 3.30, e.g. at home, i.e. p.m.',
  'Dr.Lee and St.Mary',
  'on 1.5.2026',
  'so good.Thanks to all',
  'Wait... what?',
  '❤️ from all of us',
  'temperature 38.5/39.1',
  'C:\\ and a\\b',
])('%j contains no link', (text) => expect(holdsLink(text)).toBe(false))
