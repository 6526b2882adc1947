import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { findTags } from '#platform/text/html.ts'
import { sanitizeBody } from './sanitize-body.ts'

const PAGE = 'https://blog.example.org/post/one'
const ALLOWED = ['http:', 'https:', 'mailto:', 'tel:']

const storedOf = (href: string): string => {
  const body = sanitizeBody(`<p><a href="${escapeHtml(href)}">x</a></p>`, 'https://blog.example.org')
  return findTags(parseDocument(body), 'a')[0]?.attribs['href'] ?? 'no address'
}

/** Where a browser leads; null for an address that it refuses. */
const resolve = (address: string): string | null => {
  const url = URL.parse(address.replaceAll('\0', '\uFFFD'), PAGE)
  // What nobody can dial is left out, also of the name and port of `tel://…`.
  if (url?.protocol === 'tel:') return URL.parse(url.href.replace(/(?:%[0-9A-F]{2}|[\s\p{Cc}\p{Cf}])+/gu, ''))?.href ?? null
  // Mail programs decode the address, in which browsers leave blanks as they are.
  return url?.protocol === 'mailto:' ? url.href.replaceAll(' ', '%20') : (url?.href ?? null)
}

function expectSameOrBlank(href: string): void {
  const stored = storedOf(href)
  if (stored === 'about:blank') return
  expect(resolve(stored), JSON.stringify({ href, stored })).toBe(resolve(href))
  expect(ALLOWED).toContain(new URL(stored, PAGE).protocol)
  expect(stored).not.toMatch(/[\p{Cc} ]/u)
  expect(storedOf(stored)).toBe(stored)
}

const INVISIBLE = '\0\u0001\t\n\r \u007F\u0085\u00A0\u00AD\u200B\u200C\u200D\u202E\u2028\u2060\uFEFF'.split('')
const SCHEMES = 'http: https: HTTPS: mailto: tel: javascript: JaVaScRiPt: data: vbscript: file: ftp: blob: about: view-source: ws:'.split(
  ' ',
)
const PARTS = [
  '/',
  '//',
  '\\',
  '\\\\',
  ':',
  '?',
  '#',
  '@',
  '..',
  '.',
  '%',
  '%20',
  '%00',
  '%0a',
  '[::1]',
  '127.1',
  '0x7f.1',
  'a@b.org',
  'example.org',
  'My Files',
  'Letter.pdf',
  'subject=Hello World',
  '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645',
  '\u{1F469}\u200D\u{1F467}',
  'alert(1)',
  '<b>',
  '"',
  "'",
  '&',
  '&#58;',
  'é',
  '例え',
  '0171 1234567',
  '<!--',
  '-->',
]
const address = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...PARTS) },
      { weight: 2, arbitrary: fc.constantFrom(...INVISIBLE) },
      { weight: 2, arbitrary: fc.constantFrom(...SCHEMES) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
    ),
    { maxLength: 9 },
  )
  .map((parts) => parts.join(''))
/** A scheme with something invisible at any place. */
const disguised = fc
  .tuple(
    fc.constantFrom(...SCHEMES),
    fc.nat(12),
    fc.constantFrom(...INVISIBLE, '&#9;', '\\', '/'),
    fc.constantFrom('alert(1)', '//evil.example/', 'text/html,x'),
  )
  .map(([scheme, at, mark, rest]) => scheme.slice(0, at) + mark + scheme.slice(at) + rest)

describe('The address of a link', () => {
  it('leads where a browser would lead with what was written, or nowhere, and its scheme is allowed', () => {
    fc.assert(fc.property(fc.oneof(address, disguised, fc.webUrl({ withQueryParameters: true, withFragments: true })), expectSameOrBlank), {
      numRuns: 3000,
    })
  })

  it.each([
    ['/files/a/My Files/Letter of May.pdf', '/files/a/My%20Files/Letter%20of%20May.pdf'],
    ['https://example.org/My Files/Letter of May.pdf', 'https://example.org/My%20Files/Letter%20of%20May.pdf'],
    [' https://example.org/ ', 'https://example.org/'],
    ['mailto:a@b.org?subject=Hello World', 'mailto:a@b.org?subject=Hello%20World'],
    ['https://example.org/?q=a b#c d', 'https://example.org/?q=a%20b#c%20d'],
    ['tel:+49 171 \u202A1234567\u202C', 'tel:+491711234567'],
    ['http://example\t.\norg/', 'http://example.org/'],
  ])('%j is stored as %j', (href, stored) => {
    expect(storedOf(href)).toBe(stored)
    expectSameOrBlank(href)
  })

  it.each([
    'https://fa.wikipedia.org/wiki/\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645',
    'https://example.org/\u{1F469}\u200D\u{1F467}/',
    '/post/\u0645\u06CC\u200C\u062E#\u{1F469}\u200D\u{1F467}',
    'https://example.org/a?b=1&c=2',
    'mailto:a@b.org',
    'tel:+491234',
    '#section',
    '/',
  ])('%j stays as it is', (href) => {
    expect(storedOf(href)).toBe(href)
  })

  it.each([
    'http://example example.com',
    'http://exa%20mple.com',
    'https://',
    'http://a:b:c/',
    'http://[1::2',
    'https://exam\u0000ple.org/',
  ])('%j, which browsers refuse, leads nowhere', (href) => {
    expect(resolve(href)).toBeNull()
    expect(storedOf(href)).toBe('about:blank')
  })
})
