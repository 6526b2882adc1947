import type { Database } from '#platform/database/database.ts'
import type { FollowerMailRow } from './follower-mail.ts'

/**
 * Lets a mail about a comment say what all others of its kind would say that wait for the same person: these are not sent.
 * Each attempt contains the comments of the one before.
 * @returns the ids of the comments, oldest first
 */
export async function takeBundle(db: Database, { id, kind, follower_id: followerId }: FollowerMailRow, limit: number): Promise<string[]> {
  await db
    .updateTable('outbox')
    .set({ state: 'dropped', bundle_id: id })
    .where('follower_id', '=', followerId)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .where('id', '!=', id)
    .execute()
  const rows = await db
    .selectFrom('outbox')
    .select('comment_id')
    .where('follower_id', '=', followerId)
    .where((eb) => eb.or([eb('id', '=', id), eb('bundle_id', '=', id)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ comment_id: commentId }) => commentId ?? [])
}
