import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Session } from '#platform/http/call-endpoint.ts'
import { refuseDisabled } from '#accounts/server/users/users.store.ts'

/**
 * Call within the transaction of a request that waited for another server before: its session or role may have ended since.
 * @throws not_signed_in, account_disabled; forbidden for who is no admin any more
 */
export async function requireOpenSession(trx: Database, { id, viewer }: Pick<Session, 'id' | 'viewer'>): Promise<void> {
  const user = await trx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.is_admin', 'users.disabled_at', 'users.disabled_reason'])
    .where('sessions.id', '=', id)
    .executeTakeFirst()
  if (!user) throw new AppError('not_signed_in')
  refuseDisabled(user)
  if (viewer.isAdmin && user.is_admin === 0) throw new AppError('forbidden')
}
