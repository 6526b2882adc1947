import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { type AppState, appStore, STORE_NAME } from '#ui/store/app-store.ts'
import type { PageInfo } from '#site/web/index.ts'
import { userActions } from '#accounts/web/user-actions.ts'

/** Fills in the signed-in user, because member pages are the same for all members. */
const showAccount = ({ currentUser }: AppState['user']) => {
  if (currentUser === null) return
  const { email, profilePicture, isAdmin } = currentUser
  for (const element of document.querySelectorAll<HTMLElement>('[data-admin-only]')) element.hidden = !isAdmin
  for (const element of document.querySelectorAll<HTMLElement>('[data-account]')) {
    if (element instanceof HTMLImageElement) {
      if (element.getAttribute('src') !== profilePicture) element.src = profilePicture
    } else element.textContent = element.dataset['account'] === 'email' ? email : nameOfUser(currentUser)
  }
}

/** If it cannot be loaded, the page can still be read, and its forms are sent as plain HTML. */
const loadSession = (page: PageInfo) =>
  import('./session-lifecycle.ts').then(
    ({ startSession }) => startSession(page),
    () => {},
  )

/** Keeps the header and the page in sync with the signed-in account, also when another tab changes it. */
export const watchAccount = (page: PageInfo): void => {
  const { getState, subscribe, persist } = appStore
  const isSignedIn = () => getState().user.currentUser !== null
  // The server's response is newer than the store.
  if (page.session !== null) userActions.signInSuccess(page.session)
  showAccount(getState().user)
  subscribe(({ user }) => showAccount(user))
  addEventListener('storage', ({ key }) => {
    if (key === STORE_NAME || key === null) void persist.rehydrate()
  })
  // A page in the back/forward cache is not notified of other tabs.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void persist.rehydrate()
  })
  if (page.isMember || isSignedIn()) return void loadSession(page)
  // The user signed in meanwhile, in another tab or on the page before: this page still shows 'Sign In'.
  const reloadForMember = () => {
    if (document.visibilityState === 'visible' && isSignedIn()) location.reload()
  }
  document.addEventListener('visibilitychange', reloadForMember)
  addEventListener('pageshow', reloadForMember)
}
