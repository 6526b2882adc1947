import { AppError } from '#contract/errors.ts'
import { LAST_MONTH_MS } from '#contract/limits.ts'
import { type Database, type DatabaseTransaction, isUniqueViolation, lockInTransaction } from '#server/platform/database/database.ts'
import type { UsersTable } from '#server/platform/database/schema.ts'
import type { RowRange } from '#server/platform/page-of-rows.ts'
import { ACCOUNT_COLUMNS } from '#server/features/present-user.ts'

export type AccountRow = Omit<UsersTable, 'password_hash'>
type UserChanges = Partial<Pick<UsersTable, 'username' | 'email' | 'password_hash' | 'picture_url'>>

/** @throws conflict when the username or email is taken */
export async function createUser(db: Database, user: UsersTable): Promise<void> {
  await refuseTaken(db, user)
  await orConflict(db.insertInto('users').values(user).execute())
}

export async function findUser(db: Database, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** @throws not_found */
export async function getUser(db: Database, id: string): Promise<AccountRow> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('not_found', 'There is no such user.')
  return user
}

/** Newest first unless asked otherwise. */
export async function listUsers(db: Database, range: RowRange): Promise<AccountRow[]> {
  return db
    .selectFrom('users')
    .select(ACCOUNT_COLUMNS)
    .orderBy('created_at', range.sort)
    .orderBy('id', range.sort)
    .limit(range.limit)
    .offset(range.startIndex)
    .execute()
}

export async function countUsers(db: Database, now: number): Promise<{ total: number; lastMonth: number }> {
  const row = await db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn
        .countAll<number>()
        .filterWhere('created_at', '>', now - LAST_MONTH_MS)
        .as('lastMonth'),
    ])
    .executeTakeFirstOrThrow()
  return row
}

/** Call within a transaction. A new password ends every session but the one that set it (decisions, Accounts). */
export async function updateUser(
  trx: Database,
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
  if (changes.password_hash !== undefined) {
    await trx.deleteFrom('sessions').where('user_id', '=', id).where('token_hash', '!=', keepSession).execute()
  }
  return getUser(trx, id)
}

/** Sessions and likes go with the account, comments stay without it. @throws not_found, conflict for the last admin */
export async function deleteUser(trx: DatabaseTransaction, id: string): Promise<void> {
  // Two admins who delete each other at the same moment must not leave the blog without one.
  await lockInTransaction(trx, 'admins')
  const user = await getUser(trx, id)
  if (user.is_admin === 1 && (await isLastAdmin(trx))) {
    throw new AppError('conflict', 'This is the last admin account; the blog needs at least one.')
  }
  await trx.deleteFrom('users').where('id', '=', id).execute()
}

async function isLastAdmin(db: Database): Promise<boolean> {
  const admins = await db.selectFrom('users').select('id').where('is_admin', '=', 1).limit(2).execute()
  return admins.length < 2
}

/** Asked first, for a message that names the field; the unique keys decide in a race. */
async function refuseTaken(db: Database, wanted: { id: string; username?: string; email?: string }): Promise<void> {
  const { id, username, email } = wanted
  if (username !== undefined) {
    const holder = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
    if (holder && holder.id !== id) throw new AppError('conflict', 'This username is already taken.')
  }
  if (email !== undefined) {
    const holder = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (holder && holder.id !== id) throw new AppError('conflict', 'There is already an account with this email.')
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
