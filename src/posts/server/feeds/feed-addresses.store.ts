import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { hashToken } from '#platform/security/tokens.ts'

const LISTED = ['id', 'name', 'created_at', 'last_used_at'] as const

export interface FeedAddressRow {
  readonly id: string
  readonly name: string
  readonly created_at: number
  readonly last_used_at: number | null
}

/** Lists a user's feed addresses. Their number is limited when one is created. */
export const listFeedAddresses = (db: Database, userId: string): Promise<FeedAddressRow[]> =>
  db.selectFrom('feed_tokens').select(LISTED).where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

export async function createFeedAddress(trx: Database, row: FeedAddressRow & { token: string; userId: string }): Promise<void> {
  const { token, userId, ...rest } = row
  await trx
    .insertInto('feed_tokens')
    .values({ ...rest, token_hash: hashToken(token), user_id: userId })
    .execute()
}

/** @returns whether the user had such an address */
export async function deleteFeedAddress(trx: Database, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const deleted = await trx.deleteFrom('feed_tokens').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst()
  return deleted !== undefined
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
