import { expect, it } from 'vitest'
import { whoReads } from './who-reads.ts'

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
