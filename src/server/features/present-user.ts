import type { Account, PublicUser } from '#contract/endpoints/users.ts'
import type { UsersTable } from '#server/platform/database/schema.ts'
import { drawnAvatarUrl } from './picture-addresses.ts'

/** What anyone may see of a user. */
export const presentPublicUser = (row: Pick<UsersTable, 'id' | 'username' | 'picture_url'>): PublicUser => ({
  _id: row.id,
  username: row.username,
  profilePicture: row.picture_url ?? drawnAvatarUrl(row),
})

/** What the user, and admins, may see of an account: never the hash. */
export const presentAccount = (row: Omit<UsersTable, 'password_hash'>): Account => ({
  ...presentPublicUser(row),
  email: row.email,
  isAdmin: row.is_admin === 1,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
})

/** Columns that {@link presentAccount} needs. */
export const ACCOUNT_COLUMNS = [
  'users.id',
  'users.username',
  'users.email',
  'users.picture_url',
  'users.is_admin',
  'users.created_at',
  'users.updated_at',
] as const
