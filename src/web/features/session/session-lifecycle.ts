import { SESSION_RENEW_BEFORE_MS } from '#contract/limits.ts'
import { ApiError } from '#web/api/api-error.ts'
import { browserApi, onUnauthorized } from '#web/api/browser-api.ts'
import { STORE_NAME, useAppStore } from '#web/store/app-store.ts'
import { userActions } from '#web/store/user-actions.ts'
import { tellWhyEnded } from './end-notice.ts'
import { type RenewalResult, createSessionRenewal } from './session-renewal.ts'

const expiry = () => useAppStore.getState().user.sessionExpiresAt

let isLeader = false

/** Another tab may have renewed already, or may be about to: then there is nothing to ask. */
const renew = async (): Promise<RenewalResult> => {
  await useAppStore.persist.rehydrate()
  const expiresAt = expiry()
  if (expiresAt !== null && Date.parse(expiresAt) - Date.now() > SESSION_RENEW_BEFORE_MS) return { kind: 'renewed', expiresAt }
  if (!isLeader && document.visibilityState === 'hidden') return { kind: 'failed' }
  try {
    const answer = await browserApi('POST /api/auth/renew')
    userActions.signInSuccess(answer)
    return { kind: 'renewed', expiresAt: expiry() ?? answer.sessionExpiresAt }
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
  leads: () => isLeader,
})

const follow = (expiresAt: string | null) => (expiresAt === null ? renewal.stop() : renewal.watch(expiresAt))

/** One tab at a time holds the lock, until it is closed. Where there are no locks (http on another machine), each tab renews. */
const takeTheLead = () => {
  const lead = () => {
    isLeader = true
    follow(expiry())
  }
  if (!('locks' in navigator)) return lead()
  void navigator.locks.request('session-renewal', () => {
    lead()
    return new Promise(() => {})
  })
}

/**
 * Keeps the session of this browser alive and in step with its other tabs: one renews for all, all sign out together.
 * `onSignedOut` is told when a user is gone, for whatever reason.
 */
export const startSessionLifecycle = (onSignedOut: () => void): void => {
  onUnauthorized((reason) => {
    tellWhyEnded(reason)
    userActions.signOutSuccess()
  })
  useAppStore.subscribe(({ user }, { user: before }) => {
    if (user.sessionExpiresAt !== before.sessionExpiresAt) follow(user.sessionExpiresAt)
    if (user.currentUser === null && before.currentUser !== null) onSignedOut()
  })
  follow(expiry())
  takeTheLead()
  addEventListener('storage', (event) => {
    if (event.key === STORE_NAME || event.key === null) void useAppStore.persist.rehydrate()
  })
  // Timers stand still while a laptop sleeps.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') follow(expiry())
  })
}
