import { expect, test } from 'vitest'
import { EMPTY_POST, missingIn, sameText } from './post-text.ts'

const text = { title: 'T', category: 'life', image: '', content: '<p>x</p>', audience: null } as const

test('A missing title or body is found', () => {
  expect(missingIn(EMPTY_POST)).toBe('title')
  expect(missingIn({ ...text, title: '  ' })).toBe('title')
  expect(missingIn({ ...text, content: '<p></p>' })).toBe('body')
  expect(missingIn(text)).toBe(null)
})

test('Two texts are compared by every part, also by the chosen audience', () => {
  expect(sameText(text, { ...text })).toBe(true)
  expect(sameText(text, { ...text, image: '/files/a' })).toBe(false)
  expect(sameText(text, { ...text, audience: 'family' })).toBe(false)
})
