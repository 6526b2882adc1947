import { expect, test } from 'vitest'
import { toProfileChanges } from './profile-changes.ts'

const saved = { username: 'mara', email: 'mara@example.org', profilePicture: '/files/a' }
const untouched = { username: 'mara', displayName: '', email: 'mara@example.org', password: '', profilePicture: null }

test('nothing changed, nothing sent', () => {
  expect(toProfileChanges(untouched, saved)).toBe(null)
  expect(toProfileChanges({ ...untouched, username: ' Mara ', profilePicture: '/files/a' }, saved)).toBe(null)
})

test('sends changed fields only, trimmed', () => {
  expect(toProfileChanges({ ...untouched, username: ' nora ' }, saved)).toEqual({ username: 'nora' })
  expect(toProfileChanges({ ...untouched, displayName: ' Oma Gerda ' }, saved)).toEqual({ displayName: 'Oma Gerda' })
  expect(toProfileChanges({ ...untouched, password: 'secret-secret', profilePicture: '/files/b' }, saved)).toEqual({
    password: 'secret-secret',
    profilePicture: '/files/b',
  })
})

test('an emptied field is a change: the server says what is wrong with it', () => {
  expect(toProfileChanges({ ...untouched, email: '' }, saved)).toEqual({ email: '' })
  expect(toProfileChanges(untouched, { ...saved, displayName: 'Oma Gerda' })).toEqual({ displayName: '' })
})
