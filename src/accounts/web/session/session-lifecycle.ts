import { getSession, renewSession } from '#accounts/contract/auth.endpoints.ts'
import { SESSION_RENEW_BEFORE_MS } from '#accounts/contract/account-limits.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { browserApi, onUnauthorized, type Refusal } from '#ui/api/browser-api.ts'
import type { PageInfo } from '#site/web/index.ts'
import { appStore } from '#ui/store/app-store.ts'
import { watchAttention } from '#accounts/web/attention.ts'
import { leaveAfterSessionEnd, resumeSession, endSessionInPlace } from './session-end.ts'
import { userActions } from '#accounts/web/user-actions.ts'
import { storeEndNotice } from './end-notice.ts'
import { signOut } from './session-actions.ts'
import { createSessionRenewal } from './session-renewal.ts'

const expiry = () => appStore.getState().user.sessionExpiresAt

/** Writes to the storage reach other processes of the browser with a delay. */
const STORAGE_SYNC_MS = 1000

const renew = async (): Promise<void> => {
  // Another tab may have renewed it.
  await appStore.persist.rehydrate()
  const expiresAt = expiry()
  if (expiresAt === null || Date.parse(expiresAt) - Date.now() > SESSION_RENEW_BEFORE_MS) return
  userActions.signInSuccess(await browserApi(renewSession))
  await new Promise((resolve) => setTimeout(resolve, STORAGE_SYNC_MS))
}

/** One tab after the other, so that one call serves all. Over http from another machine there are no locks. */
const renewal = createSessionRenewal(() => ('locks' in navigator ? navigator.locks.request('session-renewal', renew) : renew()))

const follow = (expiresAt: string | null) => (expiresAt === null ? renewal.stop() : renewal.watch(expiresAt))

const wasReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')

/** The response to a form cannot be reloaded without sending the form again. */
const reload = ({ form, path, search }: PageInfo) => (form === null ? location.reload() : location.replace(path + search))

/** Asks the server if the stored user and the role that the page was rendered for disagree. */
const checkSession = async (page: PageInfo): Promise<void> => {
  let isMember = true
  try {
    userActions.signInSuccess(await browserApi(getSession))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) return
    isMember = false
  }
  // Only once: while the database is unreachable, members get the pages of visitors.
  if (isMember !== page.isMember && !wasReloaded()) reload(page)
}

/** Hides the page, so that nothing of the user stays on screen, and suppresses the leave dialog. Drafts are stored on the device. */
const hidePage = () => {
  document.documentElement.hidden = true
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
}

const enhanceSignOut = () =>
  addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-sign-out]')) return
    event.preventDefault()
    void signOut()
  })

/** Session of a member page: renews it, and stays in sync with the other tabs, which sign out together. */
const startMemberSession = (page: PageInfo, refused: () => Refusal | null): void => {
  storeEndNotice(null)
  appStore.subscribe(({ user }, { user: before }) => {
    const isNewSession = user.sessionExpiresAt !== before.sessionExpiresAt
    if (isNewSession) follow(user.sessionExpiresAt)
    if (before.currentUser === null) return
    if (user.currentUser?._id === before.currentUser._id) {
      if (isNewSession) resumeSession()
      return
    }
    // The server renders the page for the current user, or redirects to the sign-in page.
    const refusal = refused()
    if (refusal?.isWrite) return leaveAfterSessionEnd(() => reload(page))
    if (refusal === null) hidePage()
    reload(page)
  })
  follow(expiry())
  // Timers do not run while a laptop sleeps.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') follow(expiry())
  })
  enhanceSignOut()
  if (appStore.getState().user.currentUser?.isAdmin) watchAttention()
}

/** Loaded if there may be a session: on member pages, and if the store holds a user. */
export const startSession = (page: PageInfo): void => {
  let refusal: Refusal | null = null
  onUnauthorized((latest) => {
    // The user stays in the store: the other tabs continue until they are refused themselves.
    if (latest.reason === null && endSessionInPlace()) return
    refusal = latest
    if (latest.reason !== null) storeEndNotice(latest.reason)
    userActions.signOutSuccess()
  })
  if (page.isMember) startMemberSession(page, () => refusal)
  const { currentUser } = appStore.getState().user
  // Somebody may have become an admin since, or be one no more.
  if (page.isMember !== (currentUser !== null) || page.isAdmin !== (currentUser?.isAdmin ?? false)) void checkSession(page)
}
