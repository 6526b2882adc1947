import { expect, it } from 'vitest'
import { commentText, guestName, whyNoComment } from './comment-text.ts'

it('A long comment is not cut; one as long as a book, or without visible text, is not imported', () => {
  const long = 'word '.repeat(30_000).trim()
  expect(commentText(` ${long}\r\n`)).toBe(long)
  expect([long, 'word '.repeat(50_000), ' \u200B\0'].map(whyNoComment)).toEqual([null, 'as long as a book', 'without text'])
})

it('A guest name is one line, without a leading @, and never an email address', () => {
  expect([' @mara ', 'Grandma\n Ruth\u202E', 'ruth@example.org', 'Ruth <ruth@example.org>', '@', '', null].map(guestName)).toEqual([
    'mara',
    'Grandma Ruth',
    null,
    null,
    null,
    null,
    null,
  ])
})

it('A word with an @ is an email address only with a dot after it', () => {
  expect(['a@b.c', 'x a@@.b y', 'a@.b', 'a@b.', 'a.b@c', 'a@b c.d'].map(guestName)).toEqual([
    null,
    null,
    'a@.b',
    'a@b.',
    'a.b@c',
    'a@b c.d',
  ])
})
