import type { Account, ListedAccount, PublicUser } from '#contract/endpoints/users.ts'
import type { UserRow } from '#migrations/schema.ts'
import { drawnAvatarUrl } from './picture-addresses.ts'

/** Columns that {@link toAccount} needs. */
export const ACCOUNT_COLUMNS = [
  'users.id',
  'users.username',
  'users.email',
  'users.picture_url',
  'users.is_admin',
  'users.email_verified',
  'users.created_at',
  'users.updated_at',
] as const

export type AccountRow = Omit<UserRow, 'password_hash' | 'disabled_at' | 'disabled_reason'>
export type ListedAccountRow = Omit<UserRow, 'password_hash'>

/** What anyone may see of a user. */
export const toPublicUser = (row: Pick<UserRow, 'id' | 'username' | 'picture_url'>): PublicUser => ({
  _id: row.id,
  username: row.username,
  profilePicture: row.picture_url ?? drawnAvatarUrl(row),
})

/** What the user, and admins, may see of an account: never the hash. */
export const toAccount = (row: AccountRow): Account => ({
  ...toPublicUser(row),
  email: row.email,
  isAdmin: row.is_admin === 1,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  emailVerified: row.email_verified === 1,
})

/** What admins may see. */
export const toListedAccount = (row: ListedAccountRow): ListedAccount => ({
  ...toAccount(row),
  disabledReason: row.disabled_at === null ? null : (row.disabled_reason ?? ''),
})

/** Shown to the owner of a disabled account. */
export const disabledMessage = (reason: string | null): string =>
  reason ? `This account has been disabled: ${reason}` : 'This account has been disabled.'
