import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { type Database, type DatabaseTransaction, isUniqueViolation, lockInTransaction, lockRows } from '#platform/database/database.ts'
import type { NewUserRow, UserRow } from '#migrations/schema.ts'
import type { RowRange } from '#platform/database/database.ts'
import { deleteAttemptsOf } from '#accounts/server/codes/codes.store.ts'
import { deleteRequestsOf } from '#accounts/server/sign-up/sign-up-requests.store.ts'
import { LIST_LIMIT_MAX } from '#platform/contract/limits.ts'
import { deleteMailsTo } from '#platform/mail/outbox.store.ts'
import { ACCOUNT_COLUMNS, type AccountRow, disabledMessage, LISTED_COLUMNS, type ListedAccountRow } from './users.wire.ts'

export type UserChanges = Partial<Pick<UserRow, 'username' | 'display_name' | 'email' | 'email_verified' | 'password_hash' | 'picture_url'>>

const selectListed = (db: Database) =>
  db
    .selectFrom('users')
    .leftJoin('invitation_uses', 'invitation_uses.user_id', 'users.id')
    .leftJoin('invitations', 'invitations.id', 'invitation_uses.invitation_id')
    .select([...LISTED_COLUMNS, 'invitations.name as invitation_name'])

/** Creates an account and deletes a sign-up request with its email. @throws conflict when the username or email is taken */
export async function createUser(db: Database, user: NewUserRow): Promise<void> {
  await refuseTaken(db, user)
  await db.deleteFrom('sign_up_requests').where('email', '=', user.email).execute()
  await orConflict(db.insertInto('users').values(user).execute())
}

export async function findUser(db: Database, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** @throws not_found */
export async function getUser(db: Database, id: string): Promise<AccountRow> {
  const user = await findUser(db, id)
  if (!user) throw noSuchUser()
  return user
}

/** User who is about to sign in. @throws not_signed_in if the account was deleted meanwhile; account_disabled */
export async function getEnabledUser(db: Database, id: string): Promise<AccountRow> {
  const columns = [...ACCOUNT_COLUMNS, 'users.disabled_at', 'users.disabled_reason'] as const
  const user = await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst()
  if (!user) throw new AppError('not_signed_in')
  refuseDisabled(user)
  return user
}

/**
 * Call first within the transaction that grants access. The account stays as it is until that ends: who changes its password,
 * disables or deletes it has done so before, and is heeded here, or waits, and then ends the new session.
 * @param passwordHash what the password was checked against, where it was
 * @throws not_signed_in if the account was deleted or has another password by now; account_disabled
 */
export async function lockAccount(trx: Database, id: string, passwordHash?: string | null): Promise<Pick<UserRow, 'is_admin'>> {
  const user = await trx
    .selectFrom('users')
    .select(['is_admin', 'password_hash', 'disabled_at', 'disabled_reason'])
    .where('id', '=', id)
    .$call(lockRows(trx, 'forShare'))
    .executeTakeFirst()
  if (!user || (passwordHash !== undefined && user.password_hash !== passwordHash)) {
    throw new AppError('not_signed_in', 'This account has changed just now. Please sign in again.')
  }
  refuseDisabled(user)
  return user
}

/** @throws account_disabled */
export function refuseDisabled(user: { readonly disabled_at: number | null; readonly disabled_reason: string | null }): void {
  if (user.disabled_at !== null) throw new AppError('account_disabled', disabledMessage(user.disabled_reason))
}

const noSuchUser = () => new AppError('not_found', 'There is no such user.')

export async function listUsers(db: Database, { startIndex, sort, limit }: RowRange): Promise<ListedAccountRow[]> {
  return selectListed(db).orderBy('users.created_at', sort).orderBy('users.id', sort).limit(limit).offset(startIndex).execute()
}

/** Call within a transaction. A new password ends all other sessions; it and a new email invalidate mailed links and codes. */
export async function updateUser(
  trx: DatabaseTransaction,
  id: string,
  update: { changes: UserChanges; keepSession: string; now: number },
): Promise<AccountRow> {
  const { changes, keepSession, now } = update
  await refuseTaken(trx, { id, ...changes })
  await orConflict(
    trx
      .updateTable('users')
      .set({ ...changes, updated_at: now })
      .where('id', '=', id)
      .execute(),
  )
  if (changes.password_hash !== undefined || changes.email !== undefined) {
    await trx.deleteFrom('account_links').where('user_id', '=', id).execute()
    await deleteAttemptsOf(trx, id)
  }
  if (changes.password_hash !== undefined) {
    await deleteMailsTo(trx, { kind: 'sign_in_code', email: (await getUser(trx, id)).email })
    await trx.deleteFrom('sessions').where('user_id', '=', id).where('id', '!=', keepSession).execute()
  }
  return getUser(trx, id)
}

/** Call within a transaction. Disables an account, or enables it with null. @throws not_found, conflict for the last admin who can sign in */
export async function setDisabled(
  trx: DatabaseTransaction,
  id: string,
  disabled: { reason: string; at: number } | null,
): Promise<ListedAccountRow> {
  await lockInTransaction(trx, 'admins')
  const user = await getUser(trx, id)
  if (disabled && user.is_admin === 1 && (await isLastAdmin(trx, id))) {
    throw new AppError('conflict', 'This is the last admin account; the blog needs at least one.')
  }
  await trx
    .updateTable('users')
    .set({ disabled_at: disabled?.at ?? null, disabled_reason: disabled?.reason ?? null })
    .where('id', '=', id)
    .execute()
  // Undoing an earlier removal of what the account wrote does not enable it again.
  if (disabled) await trx.updateTable('removals').set({ disabled_user: 0 }).where('user_id', '=', id).execute()
  return getListedUser(trx, id)
}

const toFlag = (is: boolean): 0 | 1 => (is ? 1 : 0)

/**
 * Call within a transaction. Without `isFamily` that flag remains. Sessions, feeds and mails read the role when they are used;
 * invitations that were created before do not let a new reader in again, and those of a former admin end.
 * @throws not_found, conflict for the last admin who can sign in
 */
export async function setRole(
  trx: DatabaseTransaction,
  id: string,
  { isAdmin, isFamily, now }: { isAdmin: boolean; isFamily?: boolean; now: number },
): Promise<ListedAccountRow> {
  await lockInTransaction(trx, 'admins')
  const user = await getUser(trx, id)
  if (!isAdmin && user.is_admin === 1) {
    if (await isLastAdmin(trx, id)) throw new AppError('conflict', 'This is the last admin account; the blog needs at least one.')
    await revokeInvitationsOf(trx, id, now)
  }
  const wasMore = user.is_admin === 1 || user.is_family === 1
  const isReader = !isAdmin && !(isFamily ?? user.is_family === 1)
  const family = isFamily === undefined ? {} : { is_family: toFlag(isFamily) }
  await trx
    .updateTable('users')
    .set({ is_admin: toFlag(isAdmin), ...family, ...(isReader && wasMore ? { family_ended_at: now } : {}) })
    .where('id', '=', id)
    .execute()
  if (!isReader) await deleteRequestsOf(trx, [id])
  return getListedUser(trx, id)
}

/** Makes accounts family; those that are gone or disabled stay as they are. @returns the ids of those that became family */
export async function letIn(trx: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .updateTable('users')
    .set({ is_family: 1 })
    .where('id', 'in', ids)
    .where('is_family', '=', 0)
    .where('disabled_at', 'is', null)
    .returning('id')
    .execute()
  const changed = rows.map(({ id }) => id)
  if (changed.length > 0) await deleteRequestsOf(trx, changed)
  return changed
}

async function getListedUser(db: Database, id: string): Promise<ListedAccountRow> {
  const user = await selectListed(db).where('users.id', '=', id).executeTakeFirst()
  if (!user) throw noSuchUser()
  return user
}

interface DeletedUser {
  /** Path of the uploaded picture. */
  readonly picture: string | null
  /** How many texts ended with the account, which nobody else could read. */
  readonly drafts: number
}

/**
 * Deletes an account with its sessions, likes, reports, identities, links, queued mails and unpublished texts, and ends its
 * invitations. Its comments and posts remain, without an author.
 * @throws not_found, conflict for the last admin
 */
export async function deleteUser(trx: DatabaseTransaction, id: string, now: number): Promise<DeletedUser> {
  // Two admins who delete each other concurrently must not leave the blog without one.
  await lockInTransaction(trx, 'admins')
  const user = await getUser(trx, id)
  if (user.is_admin === 1 && (await isLastAdmin(trx, id))) {
    throw new AppError('conflict', 'This is the last admin account; the blog needs at least one.')
  }
  await trx.deleteFrom('outbox').where('email', '=', user.email).execute()
  const drafts = await deleteDrafts(trx, id)
  await revokeInvitationsOf(trx, id, now)
  await trx.deleteFrom('users').where('id', '=', id).execute()
  return { picture: user.picture_url, drafts }
}

/** Nobody comes back by an invitation of their own. */
async function revokeInvitationsOf(trx: DatabaseTransaction, id: string, now: number): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('created_by', '=', id)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .where((eb) => eb.or([eb('uses_max', 'is', null), eb('used', '<', eb.ref('uses_max'))]))
    .execute()
}

/** Deletes new texts, unpublished changes, and versions that were never published. @returns how many texts of the first two */
async function deleteDrafts(trx: DatabaseTransaction, id: string): Promise<number> {
  // A draft that is being saved is deleted, too, or refused.
  await trx.selectFrom('users').select('id').where('id', '=', id).$call(lockRows(trx, 'forUpdate')).execute()
  const drafts = await trx
    .deleteFrom('posts')
    .where('author_id', '=', id)
    .where((eb) => eb.or([eb('state', '=', sql.lit('draft' as const)), eb('state_before', '=', sql.lit('draft' as const))]))
    .executeTakeFirstOrThrow()
  const edits = await trx.deleteFrom('post_edits').where('user_id', '=', id).where('is_empty', '=', 0).executeTakeFirstOrThrow()
  await trx.deleteFrom('post_versions').where('editor_id', '=', id).where('revision', 'is', null).execute()
  return Number(drafts.numDeletedRows + edits.numDeletedRows)
}

/** Addresses of all admins, also of disabled ones. */
export async function listAdminEmails(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where((eb) => eb('is_admin', '=', eb.lit(1)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(LIST_LIMIT_MAX)
    .execute()
  return rows.map((row) => row.email)
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb('is_admin', '=', eb.lit(1)))
    .limit(1)
    .execute()
  return admins.length > 0
}

/** Whether no other admin can sign in. */
async function isLastAdmin(db: Database, id: string): Promise<boolean> {
  const others = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb('is_admin', '=', eb.lit(1)))
    .where('disabled_at', 'is', null)
    .where('id', '!=', id)
    .limit(1)
    .execute()
  return others.length === 0
}

/** Checks first, for an error that names the field; unique keys decide in a race. */
export async function refuseTaken(db: Database, wanted: { id: string; username?: string; email?: string }): Promise<void> {
  const { id, username, email } = wanted
  // First: who signs up again after a lost response has both, and should not look for another name.
  if (email !== undefined) {
    const holder = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (holder && holder.id !== id) throw new AppError('conflict', 'There is already an account with this email.', { field: 'email' })
  }
  if (username !== undefined) {
    const holder = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
    if (holder && holder.id !== id) throw new AppError('conflict', 'This username is already taken.', { field: 'username' })
  }
}

async function orConflict<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'This username or email is already taken.')
    throw error
  }
}
