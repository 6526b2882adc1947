import type { MailChoice, mailEndpoints, MailPreview } from '#following/contract/mails.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { RATE_LIMITS, SECOND_MS } from '#platform/contract/limits.ts'
import type { MailBlog, MailBody, MailTheme } from '#site/contract/mail.ts'
import { followerFooter } from './follower-mail.ts'
import { getMailBlog, writeMail } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { describeRefusal } from '#platform/mail/mail-failure.ts'
import type { Mailer, MailPicture } from '#platform/mail/mailer.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import { mailboxKey } from '#platform/security/mailbox-key.ts'
import { type ComposedMail, composeMailOfPosts, type MailParts } from './compose-follower-mail.ts'
import { findPreviewedPost, listNewestPosts, type Reader } from './mailed-posts.store.ts'

interface Dependencies extends MailParts {
  readonly db: Database
  readonly now: () => number
  /** Null if the blog cannot send mail. */
  readonly sendMail: Mailer['send'] | null
}

/** An admin waits for the reply of the mail server, also through a reverse proxy. */
const TEST_MAX_MS = 20 * SECOND_MS

/** Number of posts in a previewed digest. */
const PREVIEWED_POSTS = 3

/** Previews and tests, for admins, of the mails to followers. */
export function mailRoutes({ db, now, sendMail, ...parts }: Dependencies): Handlers<typeof mailEndpoints> {
  return {
    async previewMail({ query }) {
      const blog = await getMailBlog(db, parts)
      const composed = await compose({ ...parts, db, blog, footer: footerOfFollowers(blog, query) }, query)
      return { mail: composed && toPreview(composed, { ...parts, blog }) }
    },

    async sendMailPreview({ body, viewer, outside, write }) {
      if (sendMail === null) throw new AppError('conflict', 'This blog cannot send mail yet: SMTP_URL and MAIL_FROM are not set.')
      const blog = await getMailBlog(db, parts)
      const composed = await compose({ ...parts, db, blog, footer: footerOfTest(blog) }, body)
      if (composed === null) throw new AppError('not_found', 'There is no post that this mail could be about.')
      const { email } = await db.selectFrom('users').select('email').where('id', '=', viewer.id).executeTakeFirstOrThrow()
      await write((trx) => takeFromLimit(trx, RATE_LIMITS.mailsPerAccount, { key: mailboxKey(email), now: now() }))
      try {
        const mail = { to: email, ...writeMail({ ...parts, blog }, composed.body, composed.pictures) }
        await outside(() => sendMail(mail, { textMaxMs: TEST_MAX_MS }))
        return { email, problem: null }
      } catch (error) {
        return { email, problem: describeRefusal(error) }
      }
    },
  }
}

type Composing = Omit<Parameters<typeof composeMailOfPosts>[1], 'reader'>

/** Composes the mail for a reader who may read the post, or for a reader of this audience. @throws not_found */
async function compose(parts: Composing, { postId, audience }: MailChoice): Promise<ComposedMail | null> {
  const { db, blog } = parts
  // On a closed blog, public posts are mailed to the family only.
  const readerOf = (chosen: Reader['audience']): Reader => ({
    audience: blog.isClosed && chosen === 'public' ? 'family' : chosen,
    categories: null,
  })
  if (postId === undefined) {
    const reader = readerOf(audience)
    return composeMailOfPosts(await listNewestPosts(db, PREVIEWED_POSTS, reader), { ...parts, reader })
  }
  const post = await findPreviewedPost(db, postId)
  if (!post) throw new AppError('not_found', 'This post is no longer there.')
  return composeMailOfPosts([post], { ...parts, reader: readerOf(post.audience) })
}

/** The footer that followers get, with links that do not unsubscribe anyone. */
function footerOfFollowers(blog: MailBlog, { audience }: MailChoice): MailBody['footer'] {
  const page = `${blog.publicUrl}/dashboard?tab=profile#mails`
  return followerFooter(blog, { userId: audience === 'public' ? null : 'a member', manageUrl: page, endUrl: () => page }, 'posts')
}

const footerOfTest = ({ name }: MailBlog): MailBody['footer'] => ({
  why: `You sent yourself this test from the dashboard of ${name}. Followers read here why they get the mail, with links to change that or to stop it.`,
  links: [],
})

function toPreview(
  { body, pictures = [] }: ComposedMail,
  { blog, renderMail }: Pick<MailParts, 'renderMail'> & { readonly blog: MailBlog },
): MailPreview {
  const inTheme = (theme: MailTheme) => writeMail({ blog, renderMail: renderMail && ((of, mail) => renderMail(of, mail, theme)) }, body)
  const { subject, text, html: light = '' } = inTheme('light')
  return { subject, text, light, dark: inTheme('dark').html ?? '', pictures: pictures.map(toDataUrl) }
}

const toDataUrl = ({ id, type, bytes }: MailPicture) => ({ id, address: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` })
