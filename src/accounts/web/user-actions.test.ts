import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SIGNED_OUT, appStore } from '#ui/store/app-store.ts'
import { userActions } from './user-actions.ts'

const account = {
  _id: 'u1',
  username: 'mara',
  profilePicture: '/drawings/avatar/m-1.svg',
  email: 'mara@example.org',
  isAdmin: false,
  isFamily: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  emailVerified: true,
  hasPassword: true,
}
const session = {
  ...account,
  success: true as const,
  message: 'Welcome.',
  sessionExpiresAt: '2026-01-01T01:00:00.000Z',
  sessionEndsInMs: 3_600_000,
}
const user = () => appStore.getState().user

/** Time of the browser, which is ahead of the server's. */
const NOW = Date.UTC(2026, 0, 1, 3)
const EXPIRES_AT = '2026-01-01T04:00:00.000Z'

beforeEach(() => {
  appStore.setState({ user: SIGNED_OUT })
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

describe('the session in the store', () => {
  it('signs in: loading, then only the account and the end of its session by the clock of this browser', () => {
    userActions.signInFailure('before')
    userActions.signInStart()
    expect(user()).toEqual({ currentUser: null, sessionExpiresAt: null, error: null, loading: true })
    userActions.signInSuccess(session)
    expect(user()).toEqual({ currentUser: account, sessionExpiresAt: EXPIRES_AT, error: null, loading: false })
  })
})
