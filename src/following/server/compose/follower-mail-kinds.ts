import type { FollowerMailKind, OutboxRow } from '#migrations/schema.ts'
import type { Database } from '#platform/database/database.ts'
import { type Mail, messageIdOf } from '#platform/mail/mailer.ts'
import type { EndedMail, MailKindRules } from '#platform/mail/mail-kinds.ts'
import { wants } from '#following/server/followers/following.store.ts'
import { noteBounce, noteDelivered, toRecipient } from '#following/server/followers/recipients.ts'
import { FOLLOWER_MAILS } from './compose-follower-mail.ts'
import type { ComposeFollowerMail, FollowerMailRow } from './follower-mail.ts'

interface Parts {
  readonly compose: ComposeFollowerMail
  readonly publicUrl: string
}

/** What this module registers for its kinds of mail. */
export function followerMailKinds(parts: Parts): Readonly<Record<FollowerMailKind, MailKindRules>> {
  const rules: MailKindRules = {
    compose: (db, mail) => (isToFollower(mail) ? writeMail(db, mail, parts) : Promise.resolve(null)),
    isKept: true,
    onEnd: async (trx, mail, ended) => (isToFollower(mail) ? recordEnd(trx, mail, ended) : undefined),
  }
  return { post: rules, digest: rules, reply: rules, comments: rules }
}

const isToFollower = (mail: OutboxRow): mail is FollowerMailRow => mail.follower_id !== null && mail.kind in FOLLOWER_MAILS

async function writeMail(db: Database, mail: FollowerMailRow, { compose, publicUrl }: Parts): Promise<Mail | null> {
  const follower = await db.selectFrom('followers').selectAll().where('id', '=', mail.follower_id).executeTakeFirst()
  // A follower who changed the cadence still gets mails queued before, because no other mail contains their posts.
  if (!follower || !wants(follower, FOLLOWER_MAILS[mail.kind].followed)) return null
  const recipient = await toRecipient(db, follower, { publicUrl })
  const content = recipient && (await compose(db, mail, recipient))
  if (!content) return null
  return {
    ...content,
    to: recipient.email,
    messageId: messageIdOf(mail.id, publicUrl),
    headers: {
      'List-Unsubscribe': `<${recipient.endUrl(FOLLOWER_MAILS[mail.kind].followed)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}

async function recordEnd(trx: Database, { id, kind, follower_id: followerId }: FollowerMailRow, { end, now }: EndedMail): Promise<void> {
  if (end === 'sent') await noteDelivered(trx, followerId, FOLLOWER_MAILS[kind].followed)
  if (end === 'bounced') await noteBounce(trx, followerId, now)
  // Its posts count as not mailed, as the follower may be allowed to read them later.
  if (end === 'dropped') await trx.deleteFrom('mailed_posts').where('mail_id', '=', id).execute()
}
