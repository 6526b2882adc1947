import type { FollowerRow } from '#migrations/schema.ts'
import { queueDueMails } from '#newsletter/server/index.ts'
import type { ComposeFollowerMail } from '#newsletter/server/compose/follower-mail.ts'
import { DEFAULT_MAIL_LIMITS, type MailLimits } from '#platform/mail/mail-limits.ts'
import { isReadable } from '#site/server/readable.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { sendMails } from './send-mails.ts'
import { TEST_SITE, type TestApp } from '#tests/support/test-app.ts'

/** Resolves when the mail server accepts a mail; throws the errors of the mail library. */
export type TestMailServer = (mail: Mail) => void | Promise<void>

export interface SentMail extends Mail {
  readonly at: number
}

export interface TestDelivery {
  /** Mails that the mail server accepted. */
  readonly sent: SentMail[]
  /** All attempts. */
  readonly attempts: SentMail[]
  /** Sets the behaviour of the mail server. */
  readonly behave: (server: TestMailServer) => void
  /** Changes the limits of the mail that goes out. */
  readonly limit: (limits: Partial<MailLimits>) => void
  readonly follow: (parts: Partial<FollowerRow>) => Promise<FollowerRow>
  /** Does what the process does every few seconds: queues due mails and sends them. */
  readonly tick: () => Promise<void>
  /** Advances the clock by this time, then ticks once. */
  readonly tickAfter: (ms: number) => Promise<void>
  /** Addresses and subjects of what was sent since the last call, sorted. */
  readonly news: () => string[]
}

/** Composes a mail with the titles of the posts that its recipient may read. */
const composeTitles: ComposeFollowerMail = async (db, mail, { audience }) => {
  const posts = await db
    .selectFrom('deliveries')
    .innerJoin('posts', 'posts.id', 'deliveries.post_id')
    .select('posts.title')
    .where('mail_id', '=', mail.id)
    .where(isReadable(audience))
    .orderBy('posts.title')
    .execute()
  const subject = posts.map(({ title }) => title).join(', ')
  return posts.length > 0 ? { subject, text: subject } : null
}

/** Creates the delivery of a process, with the clock of the test's blog. */
export function createTestDelivery(blog: () => TestApp, compose: ComposeFollowerMail = composeTitles): TestDelivery {
  const sent: SentMail[] = []
  const attempts: SentMail[] = []
  let server: TestMailServer = () => {}
  let limits = DEFAULT_MAIL_LIMITS
  let read = 0
  const now = () => blog().clock.now
  const mailer = {
    async send(mail: Mail) {
      const attempt = { ...mail, at: now() }
      attempts.push(attempt)
      await server(mail)
      sent.push(attempt)
    },
  }
  const tick = async () => {
    await queueDueMails({ db: blog().db, logger: blog().logger, now, siteConfig: TEST_SITE, hour: limits.hour })
    await sendMails({
      db: blog().db,
      mailer,
      composeForFollower: compose,
      limits,
      publicUrl: 'https://blog.example',
      logger: blog().logger,
      now,
      pause: async (ms) => blog().clock.advance(ms),
    })
  }
  return {
    sent,
    attempts,
    tick,
    behave: (next) => (server = next),
    limit: (changes) => void (limits = { ...limits, ...changes }),
    follow: (row) =>
      blog()
        .db.insertInto('followers')
        .values({
          id: blog().newId(),
          link_key: 'key',
          posts: 'at_once',
          confirmed_at: now(),
          digest_through: now(),
          comments_through: now(),
          created_at: now(),
          ...row,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    async tickAfter(ms) {
      blog().clock.advance(ms)
      await tick()
    },
    news() {
      const mails = sent.slice(read).map(({ to, subject }) => `${to}: ${subject}`)
      read = sent.length
      return mails.toSorted()
    },
  }
}

/** Error of the mail library for this reply to an SMTP command. */
export const refusal = (command: 'MAIL FROM' | 'RCPT TO' | 'DATA', response: string): Error =>
  Object.assign(new Error(response), {
    code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  })

/** Error of the mail library when no server responds. */
export const noServer = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET', command: 'CONN' })
