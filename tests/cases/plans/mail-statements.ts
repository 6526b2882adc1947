import { AUDIENCES } from '#platform/contract/audiences.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import {
  countPendingComments,
  findRepliedTo,
  listCommentsOfDay,
  listPendingComments,
  listRepliesOfMail,
} from '#newsletter/server/compose/mailed-comments.store.ts'
import { hasSeveralWriters, listPostsOfMail } from '#newsletter/server/compose/mailed-posts.store.ts'
import { readDeliveries } from '#newsletter/server/delivery/deliveries.store.ts'
import { queueComments } from '#newsletter/server/queue/queue-comments.ts'
import { queueDigests, queuePosts } from '#newsletter/server/queue/queue-posts.ts'
import type { Things } from './plan-things.ts'

/** Runs the statements by which mails are queued and composed. */
export async function readForMails(db: Database, { postId, commentId, user, now }: Things & { readonly now: number }): Promise<void> {
  await db.updateTable('posts').set({ mail_at: now, mailed_at: null }).where('id', '=', postId).execute()
  await queuePosts(db, now)
  await db.updateTable('followers').set({ comments: 1 }).execute()
  const later = { at: now + 8 * DAY_MS, now: now + 9 * DAY_MS }
  await queueDigests(db, later)
  await queueComments(db, later)
  await readDeliveries(db, now)
  for (const audience of AUDIENCES) {
    await listPostsOfMail(db, 'mail', audience)
    await hasSeveralWriters(db, audience)
    await listRepliesOfMail(db, { mailId: 'mail', audience, limit: 9 })
  }
  await findRepliedTo(db, commentId, user.id)
  await listCommentsOfDay(db, { since: 0, until: now, exceptUser: '' }, 9)
  await listPendingComments(db, 9)
  await countPendingComments(db)
}
