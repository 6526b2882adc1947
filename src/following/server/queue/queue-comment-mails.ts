import { queueDelivery } from './queue-delivery.ts'
import type { Database } from '#platform/database/database.ts'
import type { CommentTableRow } from '#migrations/schema.ts'

type CommentFacts = Pick<CommentTableRow, 'id' | 'user_id' | 'parent_id' | 'replied_to_id' | 'pending'>

interface Trigger {
  /** Id of the user who wrote or approved the comment, and gets no mail about it. */
  readonly by: string
  readonly now: number
}

/** Queues the mails about a new comment. Call within the transaction that writes it. */
export async function queueNewCommentMails(trx: Database, comment: CommentFacts, { by, now }: Trigger): Promise<void> {
  const repliedTo = await queueReplyMails(trx, comment, { by, now })
  for (const followerId of await listFollowersOfComments(trx, by)) {
    // A follower gets at most one mail about a comment.
    if (!repliedTo.has(followerId)) await queueDelivery(trx, { followerId, kind: 'comment', commentId: comment.id, now })
  }
}

/**
 * Queues mails to the authors of the comments that this one replies to. Call within the transaction that writes or
 * approves it. @returns the follower ids of those authors
 */
export async function queueReplyMails(trx: Database, comment: CommentFacts, { by, now }: Trigger): Promise<ReadonlySet<string>> {
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

/** Lists the followers (admins) who are mailed about each comment. */
async function listFollowersOfComments(trx: Database, exceptUser: string): Promise<string[]> {
  const rows = await trx.selectFrom('followers').select(['id', 'user_id']).where('comments', '=', 'at_once').execute()
  return rows.filter((row) => row.user_id !== exceptUser).map((row) => row.id)
}
