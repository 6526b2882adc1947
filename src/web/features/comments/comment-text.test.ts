import { expect, test } from 'vitest'
import { canSubmit, charactersRemaining, likesText, nameOfWriter } from './comment-text.ts'

test('counts UTF-16 units, as the server does', () => {
  expect(charactersRemaining('')).toBe(250)
  expect(charactersRemaining('💗')).toBe(248)
  expect(charactersRemaining('a'.repeat(251))).toBe(-1)
})

test('submits 1 to 250 characters', () => {
  expect(canSubmit('')).toBe(false)
  expect(canSubmit('  \n ')).toBe(false)
  expect(canSubmit('a'.repeat(250))).toBe(true)
  expect(canSubmit('a'.repeat(251))).toBe(false)
})

test('says likes only above 0', () => {
  expect([0, 1, 2].map(likesText)).toEqual(['', '1 like', '2 likes'])
})

test('names the writer: an account, a guest of another blog, or nobody', () => {
  const user = { _id: 'u', username: 'mara', profilePicture: '/x.svg' }
  expect([{ user }, { user: null, guestName: 'Ruth' }, { user: null }].map(nameOfWriter)).toEqual(['@mara', 'Ruth', 'anonymous'])
})
