import { AUDIENCES } from '#platform/contract/audiences.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import {
  countPendingComments,
  findMailedComment,
  findRepliedTo,
  listCommentsOfDay,
  listPendingComments,
} from '#following/server/compose/mailed-comments.store.ts'
import { hasSeveralWriters, listPostsOfMail } from '#following/server/compose/mailed-posts.store.ts'
import { readDeliveries } from '#following/server/delivery/deliveries-state.store.ts'
import { queueDigests } from '#following/server/queue/queue-digests.ts'
import { queuePosts } from '#following/server/queue/queue-posts.ts'
import type { Things } from './plan-things.ts'

/** Runs the statements by which mails are queued and composed. */
export async function readForMails(db: Database, { postId, commentId, user, now }: Things & { readonly now: number }): Promise<void> {
  await db
    .insertInto('announcements')
    .values({ post_id: postId, due_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await queuePosts(db, now)
  await db.updateTable('followers').set({ comments: 1 }).execute()
  await queueDigests(db, { now: now + 9 * DAY_MS, hour: 6, timeZone: 'UTC' })
  await readDeliveries(db, now)
  for (const audience of AUDIENCES) {
    await listPostsOfMail(db, 'mail', audience)
    await hasSeveralWriters(db, audience)
    await findMailedComment(db, commentId, audience)
  }
  await findRepliedTo(db, commentId, user.id)
  await listCommentsOfDay(db, { since: 0, until: now, exceptUser: '' }, 9)
  await listPendingComments(db, 9)
  await countPendingComments(db)
}
