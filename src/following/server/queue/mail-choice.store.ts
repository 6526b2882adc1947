import { cancelMailsOfPost } from '#following/server/delivery/deliveries-state.store.ts'
import { isAtDesk } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'

export interface Choice {
  readonly postId: string
  readonly isMailed: boolean
  readonly now: number
}

/**
 * Stores whether a post is mailed; mails that are pending are cancelled. Call within a transaction.
 * @returns the post if it was not to be mailed until now
 */
export async function chooseMail(trx: Database, { postId, isMailed, now }: Choice) {
  const changed = await trx
    .updateTable('posts')
    .set({ is_mailed: isMailed ? 1 : 0 })
    .where('id', '=', postId)
    .where('is_mailed', '=', isMailed ? 0 : 1)
    .where(isAtDesk())
    .returning(['state', 'created_at'])
    .executeTakeFirst()
  if (isMailed) return changed
  await cancelMailsOfPost(trx, postId, now)
  return undefined
}

export async function isUnmailed(db: Database, postId: string): Promise<boolean> {
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where('is_mailed', '=', 0)
    .where(isAtDesk())
    .executeTakeFirst()
  return post !== undefined
}
