import { PERSISTENCE_VERSION } from '#platform/contract/limits.ts'

export type Theme = 'light' | 'dark'

export interface ThemeState {
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
}

/** What survives a reload (docs/product.md, 3): the current user with the end of the session, and the theme. */
export interface StoredState {
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
export const parseStoredState = (text: string | null): StoredState | null => {
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
