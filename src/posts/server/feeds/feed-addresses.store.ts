import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { hashToken } from '#platform/security/tokens.ts'

export interface FeedAddressRow {
  readonly created_at: number
  readonly last_used_at: number | null
}

/** Users of version 0.1 may have several, all of which work until they make a new one or revoke them: the newest, with the last read of any. */
export const findFeedAddress = (db: Database, userId: string): Promise<FeedAddressRow | undefined> =>
  db
    .selectFrom('feed_tokens')
    .select((eb) => ['created_at', eb.fn.max('last_used_at').over().as('last_used_at')])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The user's former addresses end. */
export async function replaceFeedAddress(
  trx: Database,
  { token, userId, ...row }: FeedAddressRow & { id: string; token: string; userId: string },
): Promise<void> {
  await deleteFeedAddresses(trx, userId)
  await trx
    .insertInto('feed_tokens')
    .values({ ...row, token_hash: hashToken(token), user_id: userId })
    .execute()
}

/** @returns whether the user had an address */
export async function deleteFeedAddresses(trx: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('feed_tokens').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

interface FeedOwner {
  readonly id: string
  readonly last_used_at: number | null
  readonly is_admin: 0 | 1
  readonly is_family: 0 | 1
}

const findByHash = prepareQuery<{ hash: string }, FeedOwner>((db, value) =>
  db
    .selectFrom('feed_tokens')
    .innerJoin('users', 'users.id', 'feed_tokens.user_id')
    .select(['feed_tokens.id', 'feed_tokens.last_used_at', 'users.is_admin', 'users.is_family'])
    .where('feed_tokens.token_hash', '=', value('hash'))
    .where('users.disabled_at', 'is', null),
)

/** Finds the feed of a token with its owner's current roles; undefined where it was revoked or the account is disabled. */
export async function findFeedOwner(db: Database, token: string): Promise<FeedOwner | undefined> {
  const [row] = await findByHash(db, { hash: hashToken(token) })
  return row
}

/** @param day its beginning: only that is stored, for the owner's privacy. Not awaited, so that feeds can be read while nothing can be written. */
export function recordUse(db: Database, { id, last_used_at: before }: FeedOwner, day: number): void {
  if (before === day) return
  db.updateTable('feed_tokens')
    .set({ last_used_at: day })
    .where('id', '=', id)
    .execute()
    .catch(() => {})
}
