import { queueDelivery } from '#server/features/deliveries.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { CommentRow } from './comments.store.ts'

type Subject = Pick<CommentRow, 'id' | 'user_id' | 'parent_id' | 'replied_to_id' | 'pending'>

interface Writing {
  /** Who wrote it, or approved it: they know. */
  readonly by: string
  readonly now: number
}

/** Call within the transaction that writes the comment, where the blog can send mail. */
export async function queueMailsOfNew(trx: Database, comment: Subject, { by, now }: Writing): Promise<void> {
  const repliedTo = await queueMailsOfReply(trx, comment, { by, now })
  for (const followerId of await listFollowersOfComments(trx, by)) {
    // One mail about it is enough.
    if (!repliedTo.has(followerId)) await queueDelivery(trx, { followerId, kind: 'comment', commentId: comment.id, now })
  }
}

/**
 * Call within the transaction that writes or approves the comment, where the blog can send mail: to those whose comments
 * it replies to. @returns their ids as followers
 */
export async function queueMailsOfReply(trx: Database, comment: Subject, { by, now }: Writing): Promise<ReadonlySet<string>> {
  const ids = comment.pending === 1 ? [] : [comment.parent_id, comment.replied_to_id].filter((id) => id !== null)
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('comments')
    .innerJoin('followers', 'followers.user_id', 'comments.user_id')
    .select(['followers.id', 'followers.user_id'])
    .where('comments.id', 'in', ids)
    .where('followers.replies', '=', 1)
    .execute()
  const followers = new Set(rows.flatMap((row) => (row.user_id === by || row.user_id === comment.user_id ? [] : row.id)))
  for (const followerId of followers) await queueDelivery(trx, { followerId, kind: 'reply', commentId: comment.id, now })
  return followers
}

/** Admins who are mailed about each comment. */
async function listFollowersOfComments(trx: Database, exceptUser: string): Promise<string[]> {
  const rows = await trx.selectFrom('followers').select(['id', 'user_id']).where('comments', '=', 'at_once').execute()
  return rows.filter((row) => row.user_id !== exceptUser).map((row) => row.id)
}
