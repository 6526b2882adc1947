import type { Account, ListedAccount, PublicUser } from '#accounts/contract/users.endpoints.ts'
import type { UserRow } from '#migrations/schema.ts'
import { drawnAvatarUrl } from '#media/server/index.ts'

const SHARED_COLUMNS = [
  'users.id',
  'users.username',
  'users.display_name',
  'users.email',
  'users.picture_url',
  'users.is_admin',
  'users.is_family',
  'users.email_verified',
  'users.created_at',
  'users.updated_at',
] as const

/** Columns that {@link toAccount} needs. */
export const ACCOUNT_COLUMNS = [...SHARED_COLUMNS, 'users.password_hash'] as const

/** Columns of users that {@link toListedAccount} needs. */
export const LISTED_COLUMNS = [...SHARED_COLUMNS, 'users.disabled_at', 'users.disabled_reason'] as const

type AdminColumns = 'disabled_at' | 'disabled_reason'
type InternalColumns = 'family_ended_at' | 'waiting_mails' | 'comment_mails_begun' | 'comments_seen_at'
export type AccountRow = Omit<UserRow, InternalColumns | AdminColumns>
export type ListedAccountRow = Omit<UserRow, InternalColumns | 'password_hash'> & { readonly invitation_name: string | null }

/** Public data of a user. */
export const toPublicUser = (row: Pick<UserRow, 'id' | 'username' | 'display_name' | 'picture_url'>): PublicUser => ({
  ...toNamedUser(row),
  profilePicture: row.picture_url ?? drawnAvatarUrl(row),
})

const toNamedUser = (row: Pick<UserRow, 'id' | 'username' | 'display_name'>): Omit<PublicUser, 'profilePicture'> => ({
  _id: row.id,
  username: row.username,
  ...(row.display_name === null ? {} : { displayName: row.display_name }),
})

/** Columns that {@link toPublicUser} needs. */
export const publicUserColumns = ['users.id', 'users.username', 'users.display_name', 'users.picture_url'] as const

/** Columns of an author, joined to the rows that they wrote. */
export const authorColumns = [
  'users.username as author_name',
  'users.display_name as author_display_name',
  'users.picture_url as author_picture',
] as const

/** Author of a row joined with `users`; all columns are null if the account is deleted. */
export interface AuthorRow {
  readonly author_id: string | null
  readonly author_name: string | null
  readonly author_display_name: string | null
  readonly author_picture: string | null
}

/** Returns null if the account is deleted. */
export const toAuthor = (row: AuthorRow): PublicUser | null =>
  row.author_id === null || row.author_name === null
    ? null
    : toPublicUser({
        id: row.author_id,
        username: row.author_name,
        display_name: row.author_display_name,
        picture_url: row.author_picture,
      })

/** Columns of the user who published a version, or deleted a post. */
export const editorColumns = ['users.username as editor_name', 'users.display_name as editor_display_name'] as const

/** Returns null if the account is deleted. */
export const toEditor = (id: string | null, row: { readonly editor_name: string | null; readonly editor_display_name: string | null }) =>
  id === null || row.editor_name === null ? null : toNamedUser({ id, username: row.editor_name, display_name: row.editor_display_name })

/** Account data for its owner, without the password hash. */
export const toAccount = (row: AccountRow): Account => ({ ...toSharedAccount(row), hasPassword: row.password_hash !== null })

const toSharedAccount = (row: Omit<AccountRow, 'password_hash'>): Omit<Account, 'hasPassword'> => ({
  ...toPublicUser(row),
  email: row.email,
  isAdmin: row.is_admin === 1,
  isFamily: row.is_family === 1,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  emailVerified: row.email_verified === 1,
})

/** Account data for admins. */
export const toListedAccount = (row: ListedAccountRow): ListedAccount => ({
  ...toSharedAccount(row),
  disabledReason: row.disabled_at === null ? null : (row.disabled_reason ?? ''),
  invitation: row.invitation_name,
})

/** Shown to the owner of a disabled account. */
export const disabledMessage = (reason: string | null): string =>
  reason ? `This account has been disabled: ${reason}` : 'This account has been disabled.'
