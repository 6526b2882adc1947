import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createPages } from '#app/web/entry-server.tsx'
import type { PostCadence } from '#newsletter/contract/cadences.ts'
import { createComposeFollowerMail } from '#newsletter/server/compose/compose-follower-mail.ts'
import { queueDueMails } from '#newsletter/server/index.ts'
import { DEFAULT_MAIL_LIMITS } from '#platform/mail/mail-limits.ts'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { getBlogWords } from '#site/server/stored-settings.ts'
import { renderMail } from '#site/web/mail/render-mail.tsx'
import { useTestApp } from '#tests/support/engines.ts'
import { type MailServer, startMailServer } from '#tests/support/mail/mail-server.ts'
import { sendMails } from '#tests/support/mail/send-mails.ts'
import { type Engine, TEST_ORIGIN, TEST_SITE, TEST_TIME, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

/** A blog whose settings are tried: with its pages, and with mail through a real mail server. */
export interface Stage {
  readonly blog: TestApp
  readonly admin: TestUser
  readonly server: MailServer
  /** Queues and sends what is due, as a process does every few seconds. @returns the pauses of the pace, in milliseconds */
  readonly sendMail: () => Promise<readonly number[]>
  /** Creates confirmed followings. */
  readonly follow: (cadence: PostCadence, count: number) => Promise<void>
  /** Text of a page or a feed; fails unless it is served. */
  readonly read: (path: string, by?: TestClient) => Promise<string>
}

/** What a former value may have left behind. */
const TABLES = ['followers', 'posts', 'settings', 'mail_server', 'outbox', 'rate_limits'] as const

/** A stage with default settings and without posts and mails for each test, and a function that makes it so again. */
export function openStage(engine: Engine): { readonly stage: () => Stage; readonly reset: () => Promise<void> } {
  const outbox = createOutbox({ now: () => blog().clock.now, newId: () => blog().newId(), wake: () => {} })
  const blog = useTestApp(engine, { overrides: { pages: createPages(null), outbox } })
  let stage: Stage
  let server: MailServer
  let mailer: Mailer
  beforeAll(async () => {
    server = await startMailServer()
    mailer = await createMailer({ smtpUrl: server.url, from: 'Our blog <blog@example.org>' })
  })
  afterAll(async () => {
    mailer.close()
    await server.stop()
  })
  const reset = async () => {
    blog().clock.now = TEST_TIME
    await blog().edit(async (trx) => {
      for (const table of TABLES) await trx.deleteFrom(table).execute()
    })
    const admin = await blog().makeAdmin()
    await blog().db.updateTable('users').set({ email_verified: 1 }).where('id', '=', admin.id).execute()
    stage = { blog: blog(), admin, server, ...createParts(blog(), mailer) }
  }
  beforeEach(reset)
  return { stage: () => stage, reset }
}

function createParts(blog: TestApp, mailer: Mailer): Pick<Stage, 'sendMail' | 'follow' | 'read'> {
  const { db, clock, logger, storage, workers } = blog
  const pictures = { files: storage.files, renderPng: workers.renderPng }
  const composeForFollower = createComposeFollowerMail({ siteConfig: TEST_SITE, publicUrl: TEST_ORIGIN, renderMail, pictures, logger })
  return {
    async sendMail() {
      const pauses: number[] = []
      await queueDueMails({ db, logger, now: () => clock.now, siteConfig: TEST_SITE, hour: DEFAULT_MAIL_LIMITS.hour })
      await sendMails({
        db,
        mailer,
        composeForFollower,
        logger,
        now: () => clock.now,
        readSiteName: async () => (await getBlogWords(db, TEST_SITE)).name,
        pause: async (ms) => {
          pauses.push(ms)
          clock.advance(ms)
        },
      })
      return pauses
    },
    async follow(cadence, count) {
      const now = clock.now
      const times = { confirmed_at: now, digest_through: now, comments_through: now, created_at: now }
      for (let index = 0; index < count; index += 1) {
        const id = blog.newId()
        await db
          .insertInto('followers')
          .values({ id, email: `${cadence}-${id}@example.org`, link_key: 'key', posts: cadence, ...times })
          .execute()
      }
    },
    async read(path, by = blog.visitor()) {
      const response = await by.send(path, {})
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${path} is served with ${response.status}: ${text.slice(0, 200)}`)
      return text
    },
  }
}
