import { beforeEach, describe, expect, it } from 'vitest'
import { SIGNED_OUT, useAppStore } from './app-store.ts'
import { userActions } from './user-actions.ts'

const account = {
  _id: 'u1',
  username: 'mara',
  profilePicture: '/drawings/avatar/m-1.svg',
  email: 'mara@example.org',
  isAdmin: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const answer = { ...account, success: true as const, message: 'Welcome.', sessionExpiresAt: '2026-01-01T01:00:00.000Z' }
const user = () => useAppStore.getState().user

beforeEach(() => useAppStore.setState({ user: SIGNED_OUT }))

describe('the session in the store (spec §4)', () => {
  it('signs in: loading, then the account alone with the end of its session', () => {
    userActions.signInFailure('before')
    userActions.signInStart()
    expect(user()).toEqual({ currentUser: null, sessionExpiresAt: null, error: null, loading: true })
    userActions.signInSuccess(answer)
    expect(user()).toEqual({ currentUser: account, sessionExpiresAt: answer.sessionExpiresAt, error: null, loading: false })
  })

  it('keeps the user when an update or a deletion fails, and says why', () => {
    userActions.signInSuccess(answer)
    userActions.updateStart()
    userActions.updateFailure('That name is taken.')
    expect(user()).toMatchObject({ currentUser: account, error: 'That name is taken.', loading: false })
    userActions.deleteUserStart()
    userActions.deleteUserFailure('You are the last admin.')
    expect(user()).toMatchObject({ currentUser: account, error: 'You are the last admin.', loading: false })
  })

  it('forgets the user on deletion and on sign-out, which leaves loading at null', () => {
    userActions.signInSuccess(answer)
    userActions.deleteUserSuccess()
    expect(user()).toEqual(SIGNED_OUT)
    userActions.signInSuccess(answer)
    userActions.signOutSuccess()
    expect(user()).toEqual({ ...SIGNED_OUT, loading: null })
  })
})
