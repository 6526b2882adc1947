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
    '/\\evil.org',
    '',
  ])('makes %j blank', (address) => {
    expect(toLinkAddress(address)).toBe('about:blank')
  })

  test('keeps addresses of this blog, completes bare ones', () => {
    expect(toLinkAddress('/about')).toBe('/about')
    expect(toLinkAddress('example.org/x')).toBe('https://example.org/x')
    expect(toLinkAddress('example.org:8080/x')).toBe('https://example.org:8080/x')
    expect(toLinkAddress('mara@example.org')).toBe('mailto:mara@example.org')
  })
})

test('pictures come from our own storage only', () => {
  expect(isStoredPicture('/files/abc.webp')).toBe(true)
  for (const address of ['https://x.org/a.png', 'data:image/png;base64,x', '//x/files/a', '/files/../api', '/files/', 'files/a']) {
    expect(isStoredPicture(address)).toBe(false)
  }
})
