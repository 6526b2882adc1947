import { ANNOUNCE_AFTER_MS, NEWS_MAX_AGE_MS } from '#newsletter/contract/cadences.ts'
import type { CommentEvents } from '#comments/server/index.ts'
import type { SignUpEvents } from '#accounts/server/index.ts'
import type { PostEvents } from '#writing/server/index.ts'
import { MAILED_REPLY_AGE_MS } from '#newsletter/contract/newsletter-limits.ts'
import { cancelMailsOfPost } from '#newsletter/server/delivery/deliveries.store.ts'
import { isAtDesk, isLive, isNotInTrash } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import { MAIL_TTL_MS } from '#platform/mail/outbox.store.ts'
import { queueReply, queueWaitingMails } from './queue-comments.ts'
import { DIGEST_MAX_AGE_MS } from './queue-posts.ts'
import type { CommentTableRow } from '#migrations/schema.ts'

/** What following queues when posts and comments change. app/ registers it only where the blog can send mail. */
export const followerMailEvents: { readonly posts: PostEvents; readonly comments: CommentEvents; readonly signUps: SignUpEvents } = {
  signUps: { onRequest: queueWaitingMails },
  posts: {
    onMailChosen: chooseMail,
    onPublished: announcePost,
    onDateChanged: reconsiderAnnouncement,
    onAudienceWidened: announceAgain,
    onTrashed: (trx, { postId, now }) => cancelMailsOfPost(trx, postId, now),
  },
  comments: {
    async onCreated(trx, comment, trigger) {
      if (comment.state === 'pending') await queueWaitingMails(trx, trigger)
      await queueReplies(trx, comment, trigger)
    },
    onApproved: (trx, comment, trigger) => queueReplies(trx, comment, { ...trigger, isApproval: true }),
  },
}

interface Choice {
  readonly postId: string
  readonly isMailed: boolean
  readonly now: number
}

/** Mails that wait are cancelled; a published post that was not to be mailed is announced when its writer takes that back. */
async function chooseMail(trx: Database, { postId, isMailed, now }: Choice): Promise<void> {
  const changed = await trx
    .updateTable('posts')
    .set({ is_mailed: isMailed ? 1 : 0 })
    .where('id', '=', postId)
    .where('is_mailed', '=', isMailed ? 0 : 1)
    .where(isAtDesk())
    .returning(['state', 'created_at'])
    .executeTakeFirst()
  if (!isMailed) await cancelMailsOfPost(trx, postId, now)
  else if (changed?.state === 'published') await announcePost(trx, { postId, publishedAt: changed.created_at, now })
}

interface Publication {
  readonly postId: string
  readonly publishedAt: number
  readonly now: number
}

const isNews = ({ publishedAt, now }: Publication) => publishedAt > now - NEWS_MAX_AGE_MS

/** Schedules the mails about a post. Call within the transaction that publishes it. */
async function announcePost(trx: Database, publication: Publication): Promise<void> {
  if (!isNews(publication)) return
  await trx
    .updateTable('posts')
    .set({ mail_at: publication.now + ANNOUNCE_AFTER_MS })
    .where('id', '=', publication.postId)
    .where('is_mailed', '=', 1)
    .where('mail_at', 'is', null)
    .where(isAtDesk())
    .execute()
}

/** Call when the date of a published post changes: one that is old now is not mailed. */
async function reconsiderAnnouncement(trx: Database, publication: Publication): Promise<void> {
  if (isNews(publication)) return
  const { postId, now } = publication
  await trx.updateTable('posts').set({ mail_at: null }).where('id', '=', postId).where('mail_at', '>', now).where(isAtDesk()).execute()
}

/** Who got a post is known for this long, also when the next digest comes. */
const AGAIN_MAX_AGE_MS = MAIL_TTL_MS - DIGEST_MAX_AGE_MS

/**
 * Announces a post again, for followers who could not read it before; the others have had their mail. Does nothing for posts
 * that were never announced or long ago, or whose mails an admin stopped. Call within the transaction that widens the audience.
 */
async function announceAgain(trx: Database, { postId, publishedAt, now }: Publication): Promise<void> {
  if (publishedAt <= now - DIGEST_MAX_AGE_MS) return
  await trx
    .updateTable('posts')
    .set({ mail_at: now + ANNOUNCE_AFTER_MS, mailed_at: null })
    .where('id', '=', postId)
    .where('mailed_at', '>', now - AGAIN_MAX_AGE_MS)
    .where(isAtDesk())
    .execute()
}

interface Trigger {
  /** Id of the user who wrote or approved the comment, and gets no mail about it. */
  readonly by: string
  readonly now: number
  readonly isApproval?: boolean
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

type CommentFacts = Pick<CommentTableRow, 'id' | 'user_id' | 'parent_id' | 'replied_to_id' | 'state'>

/**
 * Queues mails to the authors of the comments that this one replies to; those of new accounts only when an admin approves
 * it. Call within the transaction that writes or approves it.
 */
async function queueReplies(trx: Database, comment: CommentFacts, { by, now, isApproval = false }: Trigger): Promise<void> {
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
  for (const followerId of followers) await queueReply(trx, { followerId, commentId: comment.id, now })
}
