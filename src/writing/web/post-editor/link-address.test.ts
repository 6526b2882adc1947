import { describe, expect, test } from 'vitest'
import { isStoredPicture, toLinkAddress } from './link-address.ts'

describe('toLinkAddress', () => {
  test.each(['https://a.org/x', 'http://a.org', 'mailto:a@b.org', 'tel:+4912', 'HTTPS://A.org'])('keeps %s', (address) => {
    expect(toLinkAddress(` ${address} `)).toBe(address)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'ftp://a.org',
    '//evil.org',
    'see our page',
    'example.org and more',
    '/\\evil.org',
    'http://example example.com',
    'https://',
    '',
  ])('makes %j blank', (address) => {
    expect(toLinkAddress(address)).toBe('about:blank')
  })

  test('keeps addresses of this blog, completes bare ones', () => {
    for (const page of ['/about', '/2024', '/2024/07', '#2024']) expect(toLinkAddress(page)).toBe(page)
    expect(toLinkAddress('example.org/x')).toBe('https://example.org/x')
    expect(toLinkAddress('example.org:8080/x')).toBe('https://example.org:8080/x')
    expect(toLinkAddress('192.168.1.1')).toBe('https://192.168.1.1')
    expect(toLinkAddress('mara@example.org')).toBe('mailto:mara@example.org')
  })

  test.each([
    ['https://example.org/My Files/a.pdf', 'https://example.org/My%20Files/a.pdf'],
    ['mailto:a@b.org?subject=Hello World', 'mailto:a@b.org?subject=Hello%20World'],
    ['/my page', '/my%20page'],
    ['/\u0645\u06CC\u200C\u062E', '/\u0645\u06CC\u200C\u062E'],
    ['\u200Bhttps://example.org/\u00A0', 'https://example.org/'],
  ])('keeps every character of %j that has a meaning', (typed, address) => {
    expect(toLinkAddress(typed)).toBe(address)
  })

  test.each([
    ['tel. 0171 1234567', 'tel:01711234567'],
    ['Tel: +49 (171) 123-45', 'tel:+4917112345'],
    ['0171/1234567', 'tel:01711234567'],
    ['phone 112 11', 'tel:11211'],
  ])('makes the number of %s a link to call', (typed, address) => {
    expect(toLinkAddress(typed)).toBe(address)
  })
})

test('pictures come from our own storage only', () => {
  expect(isStoredPicture('/files/abc.webp')).toBe(true)
  for (const address of ['https://x.org/a.png', 'data:image/png;base64,x', '//x/files/a', '/files/../api', '/files/', 'files/a']) {
    expect(isStoredPicture(address)).toBe(false)
  }
})
