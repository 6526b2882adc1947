import type { MailBlog, MailBody } from '#site/contract/mail.ts'
import type { DeliveryRow } from '#migrations/schema.ts'
import type { Recipient } from './follower-mail.ts'
import { followerFooter } from './follower-footer.ts'
import type { Database } from '#platform/database/database.ts'
import { commentMail, commentsMail, DAILY_COMMENTS_MAX, replyMail } from './comment-mails.ts'
import { findMailedComment, findRepliedTo, listCommentsOfDay } from './mailed-comments.store.ts'

interface Composing {
  readonly db: Database
  readonly blog: MailBlog
  readonly recipient: Recipient
}

type Composed = { readonly body: MailBody } | null

/** Null if the reply is not approved, the recipient may not read the post, or their own comment was deleted. */
export async function composeReply({ comment_id: id }: DeliveryRow, { db, blog, recipient }: Composing): Promise<Composed> {
  const { userId, audience } = recipient
  if (id === null || userId === null) return null
  const reply = await findMailedComment(db, id, audience)
  if (!reply || reply.isPending) return null
  const repliedTo = await findRepliedTo(db, id, userId)
  return repliedTo ? { body: replyMail(reply, repliedTo, { blog, footer: followerFooter(blog, recipient, 'replies') }) } : null
}

/** Null if the recipient is no longer an admin. */
export async function composeComment({ comment_id: id }: DeliveryRow, { db, blog, recipient }: Composing): Promise<Composed> {
  if (id === null || recipient.audience !== 'admins') return null
  const comment = await findMailedComment(db, id, recipient.audience)
  return comment ? { body: commentMail(comment, { blog, footer: followerFooter(blog, recipient, 'comments') }) } : null
}

export async function composeComments(delivery: DeliveryRow, { db, blog, recipient }: Composing): Promise<Composed> {
  const { since, created_at: until } = delivery
  if (since === null || recipient.userId === null || recipient.audience !== 'admins') return null
  const comments = await listCommentsOfDay(db, { since, until, exceptUser: recipient.userId }, DAILY_COMMENTS_MAX + 1)
  if (comments.length === 0) return null
  return { body: commentsMail(comments, { blog, footer: followerFooter(blog, recipient, 'comments') }) }
}
