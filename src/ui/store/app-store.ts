import { createStore } from 'zustand/vanilla'
import { type PersistStorage, persist } from 'zustand/middleware'

/** Version of what the browser persists. */
const PERSISTENCE_VERSION = 1

type Theme = 'light' | 'dark'

interface ThemeState {
  readonly theme: Theme
  /** The theme is the blog's default, not a choice. Older versions used the theme of the device. */
  readonly isOfDevice?: true
}

/** The signed-in user, as the API returns an account. */
export interface StoredUser {
  readonly _id: string
  readonly username: string
  readonly displayName?: string | undefined
  readonly profilePicture: string
  readonly email: string
  readonly isAdmin: boolean
  readonly isFamily: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly emailVerified: boolean
  readonly hasPassword: boolean
}

/** What survives a reload: the current user with the end of the session, and the theme. */
interface StoredState {
  readonly user: { readonly currentUser: StoredUser | null; readonly sessionExpiresAt: string | null }
  readonly theme: ThemeState
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Older versions stored no `isFamily`. */
type FormerUser = Omit<StoredUser, 'isFamily'> & Partial<Pick<StoredUser, 'isFamily'>>

const isUser = (value: unknown): value is FormerUser =>
  isRecord(value) &&
  ['_id', 'username', 'email', 'profilePicture'].every((field) => typeof value[field] === 'string') &&
  typeof value['isAdmin'] === 'boolean' &&
  ['boolean', 'undefined'].includes(typeof value['isFamily'])

const parseUser = (value: unknown): StoredUser | null => {
  if (value === null) return null
  if (!isUser(value)) throw new Error('the user cannot be read')
  return { ...value, isFamily: value.isFamily ?? false }
}

const parseTheme = ({ theme, isOfDevice }: Record<string, unknown>): ThemeState => {
  if (theme !== 'light' && theme !== 'dark') throw new Error('the theme cannot be read')
  return isOfDevice === true ? { theme, isOfDevice } : { theme }
}

/**
 * Parses the stored state; null if there is none.
 * Throws for anything that this version did not write.
 */
const parseStoredState = (text: string | null): StoredState | null => {
  if (text === null) return null
  const stored: unknown = JSON.parse(text)
  if (!isRecord(stored) || stored['version'] !== PERSISTENCE_VERSION || !isRecord(stored['state']))
    throw new Error('not the store of this version')
  const { user, theme } = stored['state']
  if (!isRecord(user) || !isRecord(theme)) throw new Error('a slice is missing')
  const { sessionExpiresAt } = user
  return {
    user: { currentUser: parseUser(user['currentUser']), sessionExpiresAt: typeof sessionExpiresAt === 'string' ? sessionExpiresAt : null },
    theme: parseTheme(theme),
  }
}

export interface UserState {
  readonly currentUser: StoredUser | null
  /** ISO date; null when signed out. */
  readonly sessionExpiresAt: string | null
  /** Message of the last failed transition. */
  readonly error: string | null
  /** Null after a sign-out. */
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
  // oxlint-disable-next-line no-console -- a store that cannot be read is reported in the console
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
