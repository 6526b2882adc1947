import { signInPath } from '#contract/return-path.ts'
import { SESSION_RENEW_BEFORE_MS } from '#contract/limits.ts'
import { ApiError } from '#web/api/api-error.ts'
import { browserApi, onUnauthorized } from '#web/api/browser-api.ts'
import type { PageInfo } from '#web/page/page-info.ts'
import { appStore } from '#web/store/app-store.ts'
import { userActions } from '#web/store/user-actions.ts'
import { storeEndNotice } from './end-notice.ts'
import { signOut } from './session-actions.ts'
import { createSessionRenewal, type RenewalResult } from './session-renewal.ts'

const expiry = () => appStore.getState().user.sessionExpiresAt

let isLeader = false

/** Another tab may have renewed already, or may be about to: then no call is needed. */
const renew = async (): Promise<RenewalResult> => {
  await appStore.persist.rehydrate()
  const expiresAt = expiry()
  if (expiresAt !== null && Date.parse(expiresAt) - Date.now() > SESSION_RENEW_BEFORE_MS) return { kind: 'renewed', expiresAt }
  if (!isLeader && document.visibilityState === 'hidden') return { kind: 'failed' }
  try {
    const session = await browserApi('POST /api/auth/renew')
    userActions.signInSuccess(session)
    return { kind: 'renewed', expiresAt: expiry() ?? session.sessionExpiresAt }
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

/**
 * One tab at a time holds the lock and renews for all; where there are no locks (http on another machine), each tab does.
 * A page that holds one is kept out of the back/forward cache, so it is released when the page is left.
 */
const takeTheLead = () => {
  const lead = () => {
    isLeader = true
    follow(expiry())
  }
  if (!('locks' in navigator)) return lead()
  const leaving = new AbortController()
  const { promise: left, resolve: release } = Promise.withResolvers<void>()
  addEventListener(
    'pagehide',
    () => {
      isLeader = false
      leaving.abort()
      release()
    },
    { once: true },
  )
  navigator.locks
    .request('session-renewal', { signal: leaving.signal }, () => {
      lead()
      return left
    })
    .catch(() => {})
}

const wasReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')

/** The page was rendered for other people than the session's; once, or an outage of the database would reload it for ever. */
const reloadOnce = () => {
  if (!wasReloaded()) location.reload()
}

/** The stored user and the session do not agree: the server knows. */
const askServer = async (isMember: boolean): Promise<void> => {
  try {
    userActions.signInSuccess(await browserApi('GET /api/auth/session'))
    if (!isMember) reloadOnce()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) return
    userActions.signOutSuccess()
    if (isMember) reloadOnce()
  }
}

/** Nothing of a user stays on the screen: the server renders the page for visitors, or leads to the sign-in page. */
const leave = () => {
  document.documentElement.hidden = true
  location.reload()
}

const enhanceSignOut = () =>
  addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-sign-out]')) return
    event.preventDefault()
    void signOut()
  })

/** Of a page for members: renews the session, and stays in step with the other tabs: all sign out together. */
const startMemberSession = ({ session, path, search }: PageInfo): void => {
  if (appStore.getState().user.currentUser === null) void askServer(true)
  let isExpected = false
  onUnauthorized((reason) => {
    storeEndNotice(reason)
    isExpected = true
    userActions.signOutSuccess()
    // On a page that users share, the part that made the call leads to the sign-in page.
    if (session !== null) location.replace(signInPath(path + search))
  })
  appStore.subscribe(({ user }, { user: before }) => {
    if (user.sessionExpiresAt !== before.sessionExpiresAt) follow(user.sessionExpiresAt)
    if (user.currentUser === null && before.currentUser !== null && !isExpected) leave()
    // Somebody else signed in, in another tab.
    else if (session !== null && user.currentUser !== null && user.currentUser._id !== session._id) leave()
  })
  follow(expiry())
  takeTheLead()
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // A page of one user shows what was true before.
    if (session !== null) return location.reload()
    void Promise.resolve(appStore.persist.rehydrate()).then(() => {
      follow(expiry())
      takeTheLead()
    })
  })
  // Timers stand still while a laptop sleeps.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') follow(expiry())
  })
  enhanceSignOut()
}

/** Loaded where a session may be: on pages for members, and where the store holds a user. */
export const startSession = (page: PageInfo): void => {
  if (page.isMember) startMemberSession(page)
  else void askServer(false)
}
