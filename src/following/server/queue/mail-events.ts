import { ANNOUNCE_AFTER_MS, NEWS_MAX_AGE_MS } from '#following/contract/cadences.ts'
import type { CommentEvents } from '#comments/server/index.ts'
import type { SignUpEvents } from '#accounts/server/index.ts'
import type { PostEvents } from '#writing/server/index.ts'
import { MAILED_REPLY_AGE_MS } from '#platform/contract/limits.ts'
import { cancelMailsOfPost } from '#following/server/delivery/deliveries-state.store.ts'
import { isLive, isNotInTrash } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import { queueReplyMail } from './queue-reply-mail.ts'
import { DIGEST_MAX_AGE_MS } from './queue-digests.ts'
import { type Choice, chooseMail, isUnmailed } from './mail-choice.store.ts'
import { queueWaitingMails } from './queue-waiting-mails.ts'
import type { CommentTableRow } from '#migrations/schema.ts'

/** What following queues when posts and comments change. app/ registers it only where the blog can send mail. */
export const followerMailEvents: { readonly posts: PostEvents; readonly comments: CommentEvents; readonly signUps: SignUpEvents } = {
  signUps: { onRequest: queueWaitingMails },
  posts: {
    onMailChosen: followMailChoice,
    onPublished: announcePost,
    onDateChanged: reconsiderAnnouncement,
    onAudienceWidened: announceAgain,
    onTrashed: (trx, { postId, now }) => cancelMailsOfPost(trx, postId, now),
  },
  comments: {
    onCreated: queueNewCommentMails,
    async onApproved(trx, comment, trigger) {
      await queueReplyMails(trx, comment, { ...trigger, isApproval: true })
    },
  },
}

const isNews = (publishedAt: number, now: number) => publishedAt > now - NEWS_MAX_AGE_MS

/** Schedules the mails about a post. Call within the transaction that publishes it. */
async function announcePost(
  trx: Database,
  { postId, publishedAt, now }: { readonly postId: string; readonly publishedAt: number; readonly now: number },
): Promise<void> {
  if (!isNews(publishedAt, now) || (await isUnmailed(trx, postId))) return
  await trx
    .insertInto('announcements')
    .values({ post_id: postId, due_at: now + ANNOUNCE_AFTER_MS })
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .execute()
}

/** A published post that was not to be mailed is announced when its writer takes that back. */
async function followMailChoice(trx: Database, choice: Choice): Promise<void> {
  const { postId, now } = choice
  const post = await chooseMail(trx, choice)
  if (post?.state === 'published') await announcePost(trx, { postId, publishedAt: post.created_at, now })
}

/** Call when the date of a published post changes. Cancels its pending announcement if the new date is too far in the past. */
async function reconsiderAnnouncement(
  trx: Database,
  { postId, publishedAt, now }: { readonly postId: string; readonly publishedAt: number; readonly now: number },
): Promise<void> {
  if (isNews(publishedAt, now)) return
  await trx.deleteFrom('announcements').where('post_id', '=', postId).where('due_at', '>', now).execute()
}

/**
 * Announces a post again, for followers who could not read it before; the others have had their mail. Does nothing for posts
 * that were never announced, or whose mails an admin stopped. Call within the transaction that widens the audience.
 */
async function announceAgain(
  trx: Database,
  { postId, publishedAt, now }: { readonly postId: string; readonly publishedAt: number; readonly now: number },
): Promise<void> {
  if (publishedAt <= now - DIGEST_MAX_AGE_MS) return
  await trx
    .updateTable('announcements')
    .set({ due_at: now + ANNOUNCE_AFTER_MS, queued_at: null })
    .where('post_id', '=', postId)
    .where('queued_at', 'is not', null)
    .execute()
}

type CommentFacts = Pick<CommentTableRow, 'id' | 'user_id' | 'parent_id' | 'replied_to_id' | 'state'>

interface Trigger {
  /** Id of the user who wrote or approved the comment, and gets no mail about it. */
  readonly by: string
  readonly now: number
}

/** Whether replies of this user are mailed without an admin's approval. */
async function isKnownWriter(trx: Database, userId: string | null, now: number): Promise<boolean> {
  if (userId === null) return false
  const user = await trx
    .selectFrom('users')
    .select(['is_admin', 'is_family', 'email_verified', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return false
  return user.is_admin === 1 || user.is_family === 1 || (user.email_verified === 1 && user.created_at <= now - MAILED_REPLY_AGE_MS)
}

/** Queues the mails about a new comment. Call within the transaction that writes it. */
async function queueNewCommentMails(trx: Database, comment: CommentFacts, { by, now }: Trigger): Promise<void> {
  if (comment.state === 'pending') await queueWaitingMails(trx, { now })
  await queueReplyMails(trx, comment, { by, now })
}

/**
 * Queues mails to the authors of the comments that this one replies to; those of new accounts only when an admin approves
 * it. Call within the transaction that writes or approves it.
 */
async function queueReplyMails(
  trx: Database,
  comment: CommentFacts,
  { by, now, isApproval = false }: Trigger & { readonly isApproval?: boolean },
): Promise<void> {
  const ids = comment.state === 'pending' ? [] : [comment.parent_id, comment.replied_to_id].filter((id) => id !== null)
  if (ids.length === 0 || (!isApproval && !(await isKnownWriter(trx, comment.user_id, now)))) return
  const rows = await trx
    .selectFrom('comments')
    .innerJoin('followers', 'followers.user_id', 'comments.user_id')
    .select(['followers.id', 'followers.user_id'])
    .where('comments.id', 'in', ids)
    .where(isLive())
    .where(isNotInTrash())
    .where('followers.replies', '=', 1)
    .execute()
  const followers = new Set(rows.flatMap((row) => (row.user_id === by || row.user_id === comment.user_id ? [] : row.id)))
  for (const followerId of followers) await queueReplyMail(trx, { followerId, commentId: comment.id, now })
}
