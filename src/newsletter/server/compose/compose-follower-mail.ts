import type { MailBlog, MailBody, RenderMail } from '#site/contract/mail.ts'
import type { FollowerMailKind, OutboxRow } from '#migrations/schema.ts'
import { type ComposeFollowerMail, type Followed, type FollowerMailRow, followerFooter, type Recipient } from './follower-mail.ts'
import { getMailBlog, listCategoryNames, readStoredSettings, type SiteConfig, writeMail } from '#site/server/index.ts'
import { wants } from '#newsletter/server/followers/followers.store.ts'
import { noteBounce, noteDelivered, toRecipient } from '#newsletter/server/followers/recipients.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { EndedMail, MailKindRules } from '#platform/mail/mail-kinds.ts'
import { type Mail, type MailPicture, messageIdOf } from '#platform/mail/mailer.ts'
import { coverOf } from '#posts/contract/cover.ts'
import { composeComments, composeReply } from './comment-mails.ts'
import { type Cover, findCover, type PictureSource } from './cover-of-mail.ts'
import { hasSeveralWriters, listPostsOfMail, type MailedPost } from './mailed-posts.store.ts'
import { COVER_ID, digestMail, postMail, type PostMailFacts } from './post-mails.ts'

export interface MailParts {
  readonly siteConfig: SiteConfig
  readonly publicUrl: string
  /** Null if no web build is loaded: then mails are text only. */
  readonly renderMail: RenderMail | null
  readonly pictures: PictureSource
  readonly logger: Logger
}

interface Composing extends MailParts {
  readonly db: Database
  readonly blog: MailBlog
  readonly recipient: Recipient
}

interface ComposedMail {
  readonly body: MailBody
  readonly pictures?: readonly MailPicture[]
}

interface FollowerMailRules {
  /** What its link to unsubscribe ends. */
  readonly followed: Followed
  readonly compose: (mail: FollowerMailRow, parts: Composing) => Promise<ComposedMail | null>
}

/** All kinds of mails to followers. */
const FOLLOWER_MAILS: { readonly [Kind in FollowerMailKind]: FollowerMailRules } = {
  post: { followed: 'posts', compose: composePosts },
  digest: { followed: 'posts', compose: composePosts },
  reply: { followed: 'replies', compose: composeReply },
  comments: { followed: 'comments', compose: composeComments },
}

/** What this module registers for its kinds of mail. */
export function followerMailKinds(parts: {
  readonly compose: ComposeFollowerMail
  readonly publicUrl: string
}): Readonly<Record<FollowerMailKind, MailKindRules>> {
  const rules: MailKindRules = {
    compose: async (db, mail) => (isToFollower(mail) ? writeToFollower(db, mail, parts) : null),
    isKept: true,
    onEnd: async (trx, mail, ended) => (isToFollower(mail) ? recordEnd(trx, mail, ended) : undefined),
  }
  return { post: rules, digest: rules, reply: rules, comments: rules }
}

const isToFollower = (mail: OutboxRow): mail is FollowerMailRow => mail.follower_id !== null && mail.kind in FOLLOWER_MAILS

async function writeToFollower(
  db: Database,
  mail: FollowerMailRow,
  { compose, publicUrl }: Parameters<typeof followerMailKinds>[0],
): Promise<Mail | null> {
  const { followed } = FOLLOWER_MAILS[mail.kind]
  const follower = await db.selectFrom('followers').selectAll().where('id', '=', mail.follower_id).executeTakeFirst()
  // A follower who changed the cadence still gets mails queued before, because no other mail contains their posts.
  if (!follower || !wants(follower, followed)) return null
  const recipient = await toRecipient(db, follower, { publicUrl })
  const content = recipient && (await compose(db, mail, recipient))
  if (!content) return null
  const headers = {
    'List-Unsubscribe': `<${recipient.endUrl(followed)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { ...content, to: recipient.email, toName: recipient.name ?? undefined, messageId: messageIdOf(mail.id, publicUrl), headers }
}

async function recordEnd(trx: Database, { id, follower_id: followerId }: FollowerMailRow, { end, now }: EndedMail): Promise<void> {
  if (end === 'sent') await noteDelivered(trx, followerId)
  if (end === 'bounced') await noteBounce(trx, followerId, now)
  // What it would have brought counts as not mailed, as the follower may be allowed to read it later.
  if (end === 'dropped') await trx.deleteFrom('deliveries').where('mail_id', '=', id).execute()
}

/** Composes mails to followers. Each contains what its recipient may read when it is sent. */
export function createComposeFollowerMail(parts: MailParts): ComposeFollowerMail {
  return async (db, mail, recipient) => {
    const { compose } = FOLLOWER_MAILS[mail.kind]
    const blog = await getMailBlog(db, parts)
    const composed = await compose(mail, { ...parts, db, blog, recipient })
    return composed && writeMail({ blog, renderMail: parts.renderMail }, composed.body, composed.pictures)
  }
}

/** A mail about one post, with its cover, or a digest of several. @returns null for no posts */
async function composePosts(mail: FollowerMailRow, parts: Composing): Promise<ComposedMail | null> {
  const { db, blog, recipient } = parts
  const { audience } = recipient
  const posts = await listPostsOfMail(db, mail.id, audience)
  const [first, ...others] = posts
  if (!first) return null
  const [categories, several] = await Promise.all([listCategoryNames(db, await readStoredSettings(db)), hasSeveralWriters(db, audience)])
  const facts: PostMailFacts = { blog, categories, hasSeveralWriters: several, footer: followerFooter(blog, recipient, 'posts') }
  if (others.length > 0) return { body: digestMail(posts, facts) }
  const cover = await readCover(first, parts)
  return { body: postMail(first, cover, facts), pictures: cover === null ? [] : [toPicture(cover)] }
}

/**
 * Attached pictures leave the blog for good, so only public posts get one. If the cover fails, the mail is sent without it.
 */
async function readCover(post: MailedPost, { pictures, logger, blog }: Composing): Promise<Cover | null> {
  if (post.audience !== 'public' || blog.isClosed) return null
  try {
    return await findCover(pictures, coverOf(post.image_url, post.content))
  } catch (error) {
    logger.warn({ err: error, postId: post.id }, 'cover of a mail failed')
    return null
  }
}

const toPicture = ({ bytes, type }: Cover): MailPicture => ({
  id: COVER_ID,
  name: type === 'image/jpeg' ? 'cover.jpg' : 'cover.png',
  type,
  bytes,
})
