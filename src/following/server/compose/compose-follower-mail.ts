import type { MailBlog, MailBody, RenderMail } from '#site/contract/mail.ts'
import type { FollowerMailKind } from '#migrations/schema.ts'
import { type ComposeFollowerMail, type Followed, type FollowerMailRow, followerFooter, type Recipient } from './follower-mail.ts'
import { getMailBlog, listCategoryNames, readStoredSettings, type SiteConfig, writeMail } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { MailPicture } from '#platform/mail/mailer.ts'
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

type Compose = (mail: FollowerMailRow, parts: Composing) => Promise<ComposedMail | null>

interface FollowerMailRules {
  /** What its link to unsubscribe ends. */
  readonly followed: Followed
  readonly compose: Compose
}

/** All kinds of mails to followers. */
export const FOLLOWER_MAILS: { readonly [Kind in FollowerMailKind]: FollowerMailRules } = {
  post: { followed: 'posts', compose: composePosts },
  digest: { followed: 'posts', compose: composePosts },
  reply: { followed: 'replies', compose: composeReply },
  comments: { followed: 'comments', compose: composeComments },
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
  const { audience, tellsSundays } = recipient
  const posts = await listPostsOfMail(db, mail.id, audience)
  const [first, ...others] = posts
  if (!first) return null
  const [categories, several] = await Promise.all([listCategoryNames(db, await readStoredSettings(db)), hasSeveralWriters(db, audience)])
  const footer = followerFooter(blog, recipient, 'posts')
  const facts: PostMailFacts = { blog, categories, hasSeveralWriters: several, tellsSundays, footer }
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
