import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'

/** Delay between publishing and mailing a post, in which it can still be corrected or deleted. */
export const ANNOUNCE_AFTER_MS = 10 * MINUTE_MS
/** Posts dated further back than this are not announced. */
const NEWS_MAX_AGE_MS = 2 * DAY_MS

const isNews = (publishedAt: number, now: number) => publishedAt > now - NEWS_MAX_AGE_MS

/** Schedules the mails about a post. Call within the transaction that publishes it. */
export async function announcePost(
  trx: Database,
  { postId, publishedAt, now }: { readonly postId: string; readonly publishedAt: number; readonly now: number },
): Promise<void> {
  if (!isNews(publishedAt, now)) return
  await trx
    .insertInto('announcements')
    .values({ post_id: postId, due_at: now + ANNOUNCE_AFTER_MS })
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .execute()
}

/** Call when the date of a published post changes. Cancels its pending announcement if the new date is too far in the past. */
export async function reconsiderAnnouncement(
  trx: Database,
  { postId, publishedAt, now }: { readonly postId: string; readonly publishedAt: number; readonly now: number },
): Promise<void> {
  if (isNews(publishedAt, now)) return
  await trx.deleteFrom('announcements').where('post_id', '=', postId).where('due_at', '>', now).execute()
}
