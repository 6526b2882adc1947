import { expect, it } from 'vitest'
import { commentText, guestName, whyNoComment } from './comment-text.ts'

it('a comment of any length is whole, a book is none, and neither is nothing', () => {
  const long = 'word '.repeat(30_000).trim()
  expect(commentText(` ${long}\r\n`)).toBe(long)
  expect([long, 'word '.repeat(50_000), ' \u200B\0'].map(whyNoComment)).toEqual([null, 'as long as a book', 'without text'])
})

it('names are one line, without the sign of an account, and never an email', () => {
  expect([' @mara ', 'Grandma\n Ruth\u202E', 'ruth@example.org', 'Ruth <ruth@example.org>', '@', '', null].map(guestName)).toEqual(['mara', 'Grandma Ruth', null, null, null, null, null]) // prettier-ignore
})
