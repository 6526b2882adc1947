import { expect, it } from 'vitest'
import { holdsLink } from './comment-rules.ts'

it.each([
  'https://example.org',
  'HTTPS://EXAMPLE.ORG',
  'www.example.org',
  'cheap-pills.com now',
  'evil.xn--p1ai',
  '1.2.3.4/x',
  'http://[::1]/x',
  'ｅｘａｍｐｌｅ．ｃｏｍ',
  'write to a@example.org',
  'evil.de',
  'evil.de:8080',
  'evil。de',
  'bit.ly/abc',
  'discord.Gg',
  '//evil.de',
  String.raw`https:\evil.de`,
  'ev\u200Bil.de',
  'ht\u00ADtps://host',
])('%j contains a link', (text) => expect(holdsLink(text)).toBe(true))

it.each([
  'We were at home.It was late',
  '3.5 ml, twice. Then rest',
  'at 3.30, e.g. at home, i.e. p.m.',
  'on 1.5.2026',
  '❤️ from all of us',
  'temperature 38.5/39.1',
  'C:\\ and a\\b',
])('%j contains no link', (text) => expect(holdsLink(text)).toBe(false))
