import { expect, it } from 'vitest'
import { movedText, whoReads } from './who-reads.ts'

it.each([
  [{ isClosed: false, family: 1, outsiders: 3, followers: 4 }, 'Everybody can read. What is for the family is for you alone.'],
  [{ isClosed: true, family: 2, outsiders: 0, followers: 0 }, 'Only the family can read: you and one other person.'],
  [
    { isClosed: true, family: 1200, outsiders: 1, followers: 0 },
    'Only the family can read: you and 1,199 others. One account that is not family is kept out.',
  ],
  [
    { isClosed: true, family: 3, outsiders: 2, followers: 0 },
    'Only the family can read: you and 2 others. 2 accounts that are not family are kept out.',
  ],
  [
    { isClosed: true, family: 2, outsiders: 1, followers: 3 },
    'Only the family can read: you and one other person. One account that is not family is kept out. 3 people who follow by mail without an account get no mail.',
  ],
])('Who reads a blog is said in words: %o', (readers, text) => {
  expect(whoReads(readers)).toBe(text)
})

it('What became of a blog of version 0.1 is said in one line', () => {
  const moved = { posts: 12, accounts: 5, names: ['anna', 'ben', 'cleo'], isOpener: false }
  expect(movedText(moved, false)).toBe('12 texts for readers are for the family now. anna, ben, cleo, and 2 others no longer read them.')
  expect(movedText({ ...moved, posts: 1, accounts: 1, names: ['anna'] }, false)).toBe(
    'One text for readers is for the family now. anna no longer reads it.',
  )
  expect(movedText({ ...moved, posts: 0, accounts: 1, names: ['anna'] }, true)).toBe(
    'anna no longer reads this blog, which is for the family.',
  )
  expect(movedText({ ...moved, posts: 0, isOpener: true }, false)).toBe('New posts are for everyone unless you choose otherwise.')
})
