import { expect, test } from 'vitest'
import type { Site } from '#site/contract/site.endpoints.ts'
import { absoluteUrl, visibleText } from './page-head.ts'

const site = { publicUrl: 'https://blog.test' } as Site

test.each([
  '/',
  '/post/one-2',
  '/files/2026/08/a_b.webp',
  '/search?category=life&x=a b',
  '/post/../x',
  '/post/ä',
  '//elsewhere.test/a',
  '/a\\b',
  'https://elsewhere.test/a.png',
])('absoluteUrl resolves %s as a browser does', (path) => {
  expect(absoluteUrl(path, site)).toBe(new URL(path, site.publicUrl).href)
})

test('The visible text has the words of a body and no markup', () => {
  expect(visibleText('<h2>One</h2><p>two &amp; <b>three</b>.</p><p>a&nbsp;b &lt;i&gt;</p>', 100)).toBe('One two & three. a b <i>')
})

test('A tag that is cut in half is removed', () => {
  expect(visibleText(`${'x'.repeat(1498)}<strong>y</strong>`, 1500)).toBe('x'.repeat(1498))
})
