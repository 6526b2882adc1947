import type { SignedIn } from '#accounts/contract/auth.endpoints.ts'
import type { Account } from '#accounts/contract/users.endpoints.ts'
import { SIGNED_OUT, type UserState, appStore } from '#ui/store/app-store.ts'

const change = (changed: Partial<UserState>) => appStore.setState(({ user }) => ({ user: { ...user, ...changed } }))

/** Allow-list of what is stored of a response: the account. */
const toAccount = ({
  _id,
  username,
  displayName,
  profilePicture,
  email,
  isAdmin,
  isFamily,
  createdAt,
  updatedAt,
  emailVerified,
  hasPassword,
}: Account): Account => ({
  _id,
  username,
  ...(displayName === undefined ? {} : { displayName }),
  profilePicture,
  email,
  isAdmin,
  isFamily,
  createdAt,
  updatedAt,
  emailVerified,
  hasPassword,
})

/** By this browser's clock: if the clock is wrong, the server's time would renew the session too late, or again and again. */
const endOf = ({ sessionEndsInMs }: Pick<SignedIn, 'sessionEndsInMs'>): string => new Date(Date.now() + sessionEndsInMs).toISOString()

const start = () => change({ loading: true, error: null })
const fail = (message: string) => change({ loading: false, error: message })

/** The session's transitions. */
export const userActions = {
  signInStart: start,
  signInSuccess: (session: Omit<SignedIn, 'success' | 'message'>) =>
    change({ currentUser: toAccount(session), sessionExpiresAt: endOf(session), loading: false, error: null }),
  signInFailure: fail,
  updateStart: start,
  updateSuccess: (account: Account) => change({ currentUser: toAccount(account), loading: false, error: null }),
  updateFailure: fail,
  deleteUserStart: start,
  deleteUserSuccess: () => appStore.setState({ user: SIGNED_OUT }),
  deleteUserFailure: fail,
  signOutSuccess: () => appStore.setState({ user: { ...SIGNED_OUT, loading: null } }),
} as const
