import type { Selectable } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { SIGN_UP_REQUESTS_MAX } from '#accounts/contract/account-limits.ts'
import type { SignUpRequestsTable } from '#migrations/schema.ts'
import { type Database, type DatabaseTransaction, isUniqueViolation, lockInTransaction } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'

export type SignUpRequestRow = Selectable<SignUpRequestsTable>

/** Call within a transaction. @throws conflict for a taken username or email, or if too many requests are pending */
export async function createRequest(trx: DatabaseTransaction, row: SignUpRequestRow): Promise<void> {
  await lockInTransaction(trx, 'sign-up requests')
  if ((await countRequests(trx)) >= SIGN_UP_REQUESTS_MAX && !(await freePlace(trx, row.address_hash))) {
    throw new AppError('conflict', 'Very many people are asking for an account just now. Please try again in a few days.')
  }
  const pending = await trx
    .selectFrom('sign_up_requests')
    .select('email')
    .where((eb) => eb.or([eb('email', '=', row.email), eb('username', '=', row.username)]))
    .execute()
  if (pending.some(({ email }) => email === row.email)) {
    throw new AppError('conflict', 'This email has asked already. An admin lets you in, or not.', { field: 'email' })
  }
  if (pending.length > 0) throw new AppError('conflict', 'This username is already taken.', { field: 'username' })
  try {
    await trx.insertInto('sign_up_requests').values(row).execute()
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'This username or email is already taken.')
    throw error
  }
}

/** Deletes the latest request of the network address that has the most, if it has at least two more than this one. */
async function freePlace(trx: DatabaseTransaction, addressHash: string | null): Promise<boolean> {
  const rows = await trx
    .selectFrom('sign_up_requests')
    .select((eb) => ['address_hash', eb.fn.countAll<number>().as('count')])
    .where('address_hash', 'is not', null)
    .groupBy('address_hash')
    .orderBy('count', 'desc')
    .orderBy('address_hash')
    .execute()
  const own = Number(rows.find((row) => row.address_hash === addressHash)?.count ?? 0)
  const [most] = rows
  if (!most || Number(most.count) < own + 2) return false
  const latest = trx
    .selectFrom('sign_up_requests')
    .select('id')
    .where('address_hash', '=', most.address_hash)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
  await trx.deleteFrom('sign_up_requests').where('id', '=', latest).execute()
  return true
}

/** Lists pending requests, oldest first; there are never more than {@link SIGN_UP_REQUESTS_MAX}. */
export async function listRequests(db: Database): Promise<Omit<SignUpRequestRow, 'password_hash' | 'address_hash'>[]> {
  return db
    .selectFrom('sign_up_requests')
    .select(['id', 'user_id', 'username', 'display_name', 'email', 'note', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(SIGN_UP_REQUESTS_MAX)
    .execute()
}

/** Password hash of a pending request, for a sign-in before its approval. */
export const findRequestPassword = prepareQuery<{ email: string }, { password_hash: string | null }>((db, value) =>
  db.selectFrom('sign_up_requests').select('password_hash').where('email', '=', value('email')),
)

/** Deletes and returns a request. @throws not_found */
export async function takeRequest(db: Database, id: string): Promise<Omit<SignUpRequestRow, 'address_hash'>> {
  const row = await db
    .deleteFrom('sign_up_requests')
    .where('id', '=', id)
    .returning(['id', 'user_id', 'username', 'display_name', 'email', 'password_hash', 'note', 'created_at'])
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This request is answered already.')
  return row
}

/** Those that are answered already are skipped. @returns how many were deleted */
export async function deleteRequests(db: Database, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sign_up_requests').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Call when these users came in by another way. */
export async function deleteRequestsOf(trx: Database, userIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('sign_up_requests').where('user_id', 'in', userIds).execute()
}

export async function countRequests(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('sign_up_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
