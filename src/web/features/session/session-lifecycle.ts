import { ApiError } from '#web/api/api-error.ts'
import { browserApi, onUnauthorized } from '#web/api/browser-api.ts'
import { STORE_NAME, useAppStore } from '#web/store/app-store.ts'
import { userActions } from '#web/store/user-actions.ts'
import { type RenewalResult, createSessionRenewal } from './session-renewal.ts'

const renew = async (): Promise<RenewalResult> => {
  try {
    const answer = await browserApi('POST /api/auth/renew')
    userActions.signInSuccess(answer)
    return { kind: 'renewed', expiresAt: answer.sessionExpiresAt }
  } catch (error) {
    return { kind: error instanceof ApiError && error.status === 401 ? 'ended' : 'failed' }
  }
}

const renewal = createSessionRenewal({
  now: Date.now,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
  renew,
  onEnded: userActions.signOutSuccess,
})

const follow = (expiresAt: string | null) => (expiresAt === null ? renewal.stop() : renewal.watch(expiresAt))
const expiry = () => useAppStore.getState().user.sessionExpiresAt

/**
 * Keeps the session of this browser alive and in step with its other tabs.
 * `onSignedOut` is told when a user is gone, for whatever reason.
 */
export const startSessionLifecycle = (onSignedOut: () => void): void => {
  onUnauthorized(userActions.signOutSuccess)
  useAppStore.subscribe(({ user }, { user: before }) => {
    if (user.sessionExpiresAt !== before.sessionExpiresAt) follow(user.sessionExpiresAt)
    if (user.currentUser === null && before.currentUser !== null) onSignedOut()
  })
  follow(expiry())
  addEventListener('storage', (event) => {
    if (event.key === STORE_NAME || event.key === null) void useAppStore.persist.rehydrate()
  })
  // Timers stand still while a laptop sleeps.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') follow(expiry())
  })
}
