import { expect, test } from 'vitest'
import { canSubmit, charactersRemaining, likesText, nameOfWriter, relativeTime } from './comment-text.ts'

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

test('speaks of the time as people do', () => {
  const now = Date.parse('2026-05-12T12:00:00Z')
  const ago = (ms: number) => relativeTime(now - ms, now)
  expect(ago(5_000)).toBe('just now')
  expect(ago(-60_000)).toBe('just now')
  expect(ago(60_000)).toBe('1 minute ago')
  expect(ago(2 * 3_600_000 + 1)).toBe('2 hours ago')
  expect(ago(24 * 3_600_000)).toBe('yesterday')
  expect(ago(8 * 86_400_000)).toBe('last week')
  expect(ago(800 * 86_400_000)).toBe('2 years ago')
})

test('names the writer: an account, a guest of another blog, or nobody', () => {
  const user = { _id: 'u', username: 'mara', profilePicture: '/x.svg' }
  expect([{ user }, { user: null, guestName: 'Ruth' }, { user: null }].map(nameOfWriter)).toEqual(['@mara', 'Ruth', 'anonymous'])
})
