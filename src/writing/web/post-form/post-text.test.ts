import { expect, test } from 'vitest'
import { EMPTY_POST, missingIn, sameText } from './post-text.ts'

const text = { ...EMPTY_POST, title: 'T', content: '<p>x</p>' }

test('A missing title or body is found', () => {
  expect(missingIn(EMPTY_POST)).toBe('title')
  expect(missingIn({ ...text, title: '  ' })).toBe('title')
  expect(missingIn({ ...text, content: '<p></p>' })).toBe('body')
  expect(missingIn(text)).toBe(null)
})

test('Two texts are compared by every part, also by the chosen audience', () => {
  expect(sameText(text, { ...text })).toBe(true)
  expect(sameText(text, { ...text, image: '/files/a' })).toBe(false)
  expect(sameText(text, { ...text, audience: 'family' as const })).toBe(false)
})
