import { expect, test } from 'vitest'
import { firstWords, likesText, nameOfComment, nameOfWriter, remainingText } from './comment-text.ts'

test('The length of a comment is counted in UTF-16 units, as on the server', () => {
  expect(remainingText('', 250)).toBe('250 characters remaining')
  expect(remainingText('💗', 250)).toBe('248 characters remaining')
  expect(remainingText('a \n', 250)).toBe('249 characters remaining')
  expect(remainingText('a'.repeat(260), 250)).toBe('10 characters too many')
  expect(remainingText('a'.repeat(251), 250)).toBe('1 character too many')
})

test('The number of likes is shown only above 0', () => {
  expect([0, 1, 2].map(likesText)).toEqual(['', '1 like', '2 likes'])
})

test('The writer is a user, a guest of another blog, or anonymous', () => {
  const user = { _id: 'u', username: 'mara', profilePicture: '/x.svg' }
  expect([{ user }, { user: null, guestName: 'Ruth' }, { user: null }].map(nameOfWriter)).toEqual(['@mara', 'Ruth', 'anonymous'])
})

test('A comment is named by its writer and its first words', () => {
  const user = { _id: 'u', username: 'mara', profilePicture: '/x.svg' }
  expect(nameOfComment({ user, content: 'Thank you' })).toBe('the comment of @mara: Thank you')
  expect(firstWords('We keep ours in a biscuit tin.\n\nThe children know which one.')).toBe('We keep ours in a biscuit tin.…')
  expect(firstWords('drawer'.repeat(12))).toHaveLength(33)
  expect(firstWords(`x${'💗'.repeat(40)}`)).toBe(`x${'💗'.repeat(15)}…`)
  expect(firstWords(' '.repeat(200_000))).toBe('')
})
