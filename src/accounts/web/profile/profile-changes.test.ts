import { expect, test } from 'vitest'
import { toProfileChanges } from './profile-changes.ts'

const saved = { username: 'mara', email: 'mara@example.org', profilePicture: '/files/a' }
const untouched = { username: 'mara', displayName: '', email: 'mara@example.org', password: '', profilePicture: null }

test('An unchanged profile form sends nothing', () => {
  expect(toProfileChanges(untouched, saved)).toBe(null)
  expect(toProfileChanges({ ...untouched, username: ' Mara ', profilePicture: '/files/a' }, saved)).toBe(null)
})

test('Only changed fields are sent, trimmed', () => {
  expect(toProfileChanges({ ...untouched, username: ' nora ' }, saved)).toEqual({ username: 'nora' })
  expect(toProfileChanges({ ...untouched, displayName: ' Oma Gerda ' }, saved)).toEqual({ displayName: 'Oma Gerda' })
  expect(toProfileChanges({ ...untouched, password: 'secret-secret', profilePicture: '/files/b' }, saved)).toEqual({
    password: 'secret-secret',
    profilePicture: '/files/b',
  })
})

test('An emptied field is sent, and the server says what is wrong with it', () => {
  expect(toProfileChanges({ ...untouched, email: '' }, saved)).toEqual({ email: '' })
  expect(toProfileChanges(untouched, { ...saved, displayName: 'Oma Gerda' })).toEqual({ displayName: '' })
})
