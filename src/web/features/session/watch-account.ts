import { nameOfUser } from '#contract/name-of-user.ts'
import { type AppState, appStore, STORE_NAME } from '#web/store/app-store.ts'
import type { PageInfo } from '#web/page/page-info.ts'
import { userActions } from '#web/store/user-actions.ts'

/** Fills in who is signed in: pages for members are the same for all of them. */
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

/** Where it cannot be fetched, the page can still be read, and its forms are sent as plain HTML. */
const loadSession = (page: PageInfo) =>
  import('./session-lifecycle.ts').then(
    ({ startSession }) => startSession(page),
    () => {},
  )

/** Keeps the header, and the whole page, in step with the account that is signed in, also when another tab changes it. */
export const watchAccount = (page: PageInfo): void => {
  const { getState, subscribe, persist } = appStore
  const isSignedIn = () => getState().user.currentUser !== null
  // What the server has just said is newer than what the store holds.
  if (page.session !== null) userActions.signInSuccess(page.session)
  showAccount(getState().user)
  subscribe(({ user }) => showAccount(user))
  addEventListener('storage', ({ key }) => {
    if (key === STORE_NAME || key === null) void persist.rehydrate()
  })
  // In the back/forward cache a page is not notified of other tabs.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void persist.rehydrate()
  })
  if (page.isMember || isSignedIn()) return void loadSession(page)
  // Signed in meanwhile, in another tab or on the page before: this one still shows 'Sign In'.
  const reloadForMember = () => {
    if (document.visibilityState === 'visible' && isSignedIn()) location.reload()
  }
  document.addEventListener('visibilitychange', reloadForMember)
  addEventListener('pageshow', reloadForMember)
}
