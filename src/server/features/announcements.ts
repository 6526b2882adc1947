import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'

/** How long a post can be withdrawn, or mended, before it is mailed. */
export const ANNOUNCE_AFTER_MS = 10 * MINUTE_MS
/** A post with an earlier date than that is about the past: nobody is mailed. Yesterday's news still are. */
const NEWS_MAX_AGE_MS = 2 * DAY_MS

const isNews = (publishedAt: number, now: number) => publishedAt > now - NEWS_MAX_AGE_MS

/** Part of the transaction that publishes the post. Call it only where the blog can send mail, so that nothing piles up. */
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

/** Call when a published post was given another date: one in the past is not announced, if it was not yet. */
export async function reconsiderAnnouncement(
  trx: Database,
  { postId, publishedAt, now }: { readonly postId: string; readonly publishedAt: number; readonly now: number },
): Promise<void> {
  if (isNews(publishedAt, now)) return
  await trx.deleteFrom('announcements').where('post_id', '=', postId).where('due_at', '>', now).execute()
}
