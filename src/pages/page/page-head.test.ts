import { expect, test } from 'vitest'
import type { Site } from '#site/contract/site.endpoints.ts'
import { absoluteUrl } from './page-head.ts'

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
