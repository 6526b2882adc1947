import { createStore } from 'zustand/vanilla'
import { type PersistStorage, persist } from 'zustand/middleware'
import { PERSISTENCE_VERSION } from '#platform/contract/limits.ts'
import { type StoredState, type StoredUser, type ThemeState, parseStoredState } from './stored-state.ts'

export interface UserState {
  readonly currentUser: StoredUser | null
  /** ISO date; null when signed out. */
  readonly sessionExpiresAt: string | null
  /** Message of the last failed transition. */
  readonly error: string | null
  /** Null after a sign-out (docs/product.md, 4). */
  readonly loading: boolean | null
}

export interface AppState {
  readonly user: UserState
  readonly theme: ThemeState
}

export const STORE_NAME = 'persist:root'

export const SIGNED_OUT: UserState = { currentUser: null, sessionExpiresAt: null, error: null, loading: false }

const inBrowser = typeof document !== 'undefined'
let reported = false

const report = (error: unknown) => {
  if (reported) return
  reported = true
  // oxlint-disable-next-line no-console -- docs/product.md, 4: a store that cannot be read is reported in the console
  console.error('The stored state could not be read or written; going on with defaults.', error)
}

/**
 * The browser's local storage. It is synchronous, so the store is complete before anything renders; a read that fails is
 * reported once and replaced by defaults.
 */
const storage: PersistStorage<StoredState> = {
  getItem: (name) => {
    if (!inBrowser) return null
    try {
      const state = parseStoredState(localStorage.getItem(name))
      return state === null ? null : { state, version: PERSISTENCE_VERSION }
    } catch (error) {
      report(error)
      return null
    }
  },
  setItem: (name, value) => {
    if (!inBrowser) return
    try {
      localStorage.setItem(name, JSON.stringify(value))
    } catch (error) {
      report(error)
    }
  },
  removeItem: (name) => {
    if (inBrowser) localStorage.removeItem(name)
  },
}

/** Theme that admins have chosen for readers without a choice; light if the page does not contain it. */
const defaultTheme = (): ThemeState => {
  const chosen = inBrowser ? document.documentElement.dataset['theme'] : undefined
  const isDark = chosen === 'dark' || (chosen === 'system' && globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches)
  return { theme: isDark ? 'dark' : 'light', isOfDevice: true }
}

/** State of the client, without React: the script of reading pages uses it too. React reads it through `useAppStore`. */
export const appStore = createStore<AppState>()(
  persist((): AppState => ({ user: SIGNED_OUT, theme: { theme: 'light' } }), {
    name: STORE_NAME,
    version: PERSISTENCE_VERSION,
    storage,
    partialize: ({ user, theme }): StoredState => ({
      user: { currentUser: user.currentUser, sessionExpiresAt: user.sessionExpiresAt },
      theme,
    }),
    merge: (stored, current) => {
      const state = stored as StoredState | undefined
      const theme = state === undefined || state.theme.isOfDevice === true ? defaultTheme() : state.theme
      return { user: { ...current.user, ...state?.user }, theme }
    },
  }),
)
