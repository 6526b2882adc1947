import { afterAll, beforeAll } from 'vitest'
import { confirmFollowing } from '#newsletter/contract/newsletter.endpoints.ts'
import { toRecipient } from '#newsletter/server/followers/recipients.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { sendMails } from './send-mails.ts'
import { createTestApp, type Engine, TEST_ORIGIN, type TestApp, type TestAppOptions, type TestUser } from '#tests/support/test-app.ts'

/** Token in the mail that asks to confirm a following; empty if there is none. */
export const confirmTokenIn = (mail: Mail | undefined): string => /\/follow\/confirm#([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? ''
/** Link to the following, in the mail to an address that follows already. */
export const followingLinkIn = (mail: Mail | undefined): string => /\/following\?link=([\w.-]+)\n/.exec(mail?.text ?? '')?.[1] ?? ''

/** A blog that can send mail, for all tests of a describe block, with helpers to follow it. */
export function useFollowedBlog(engine: Engine, overrides: TestAppOptions['overrides'] = {}) {
  let current: TestApp
  let count = 0
  const sent: Mail[] = []
  beforeAll(async () => {
    const outbox = createOutbox({ now: () => current.clock.now, newId: () => current.newId(), wake: () => {} })
    current = await createTestApp({ engine, overrides: { ...overrides, outbox } })
  })
  afterAll(async () => current.close())
  const blog = () => current

  /** Sends queued mails. @returns the newest mail to this address */
  const mailTo = async (email: string): Promise<Mail | undefined> => {
    sent.length = 0
    const mailer = { send: async (mail: Mail) => void sent.push(mail), verify: async () => {}, close: () => {} }
    const { db, logger, clock } = current
    await sendMails({
      db,
      mailer,
      logger,
      now: () => clock.now,
      readSiteName: async () => 'Kindred',
      publicUrl: TEST_ORIGIN,
    })
    return sent.findLast(({ to }) => to === email)
  }
  const ask = (email: string, further: object = {}) => current.visitor().post('/api/following/ask', { email, ...further })
  const rowOf = (email: string) => current.db.selectFrom('followers').selectAll().where('email', '=', email).executeTakeFirst()
  return {
    blog,
    mailTo,
    ask,
    rowOf,
    /** Mails sent by the last call of `mailTo`. */
    sent,
    fresh: () => `follower${(count += 1)}@example.org`,
    /** @returns the link of a confirmed following, on Sundays */
    follow: async (email: string): Promise<string> => {
      await ask(email)
      const token = confirmTokenIn(await mailTo(email))
      return (await current.visitor().call(confirmFollowing, { body: { token } })).link
    },
    open: (link: string) => current.visitor().get(`/api/following?link=${link}`),
    recipientOf: async (email: string) => {
      const row = await rowOf(email)
      return row && toRecipient(current.db, row, { publicUrl: TEST_ORIGIN })
    },
    verify: (user: TestUser) => current.db.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute(),
    ownRow: (user: TestUser) => current.db.selectFrom('followers').selectAll().where('user_id', '=', user.id).executeTakeFirst(),
  }
}
