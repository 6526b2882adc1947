import { cancelMailsOfPost } from '#following/server/delivery/deliveries-state.store.ts'
import type { Database } from '#platform/database/database.ts'

export interface Choice {
  readonly postId: string
  readonly isMailed: boolean
  readonly now: number
}

/**
 * Stores whether a post is mailed; mails that are pending are cancelled. Call within a transaction.
 * @returns whether the post was not to be mailed until now
 */
export async function chooseMail(trx: Database, { postId, isMailed, now }: Choice): Promise<boolean> {
  if (isMailed) {
    const { numDeletedRows } = await trx.deleteFrom('unmailed_posts').where('post_id', '=', postId).executeTakeFirst()
    return numDeletedRows > 0
  }
  await trx
    .insertInto('unmailed_posts')
    .values({ post_id: postId, created_at: now })
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .execute()
  await cancelMailsOfPost(trx, postId, now)
  return false
}

export async function isUnmailed(db: Database, postId: string): Promise<boolean> {
  const row = await db.selectFrom('unmailed_posts').select('post_id').where('post_id', '=', postId).executeTakeFirst()
  return row !== undefined
}
