import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { updateLinkedMails, updateOwnMails } from '#newsletter/contract/newsletter.endpoints.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const journeys = useJourneys({ SMTP_URL: mail.url, MAIL_FROM: 'Kindred <blog@example.org>' })

it('Opening every link of every mail in a browser with scripts, as scanners do, changes nothing', async () => {
  const [weekly, direct, asked] = ['sunday@example.org', 'each@example.org', 'asked@example.org']
  const [admin, reader] = [await journeys.callAs(ADMIN), await journeys.callAs(READER)]
  await follow(weekly)
  await admin.api(updateLinkedMails, { body: { link: await follow(direct), posts: 'at_once' } })
  await changeRows(async (db) => void (await db.updateTable('users').set({ email_verified: 1 }).execute()))
  await reader.api(updateOwnMails, { body: { posts: null, replies: true } })
  await admin.api(updateOwnMails, { body: { posts: null, comments: true, waiting: true } })
  await Promise.all([post('/api/following/ask', { email: asked }), post('/api/following/ask', { email: weekly })])
  const { _id: postId } = await admin.api(createPost, { body: { title: 'A swing', content: '<p>Higher.</p>' } })
  const said = await reader.api(createComment, { body: { postId, content: 'How high?' } })
  await admin.api(createComment, { body: { postId, content: 'Very.', parentId: said._id } })
  await reader.api(createComment, { body: { postId, content: 'See https://elsewhere.example' } })
  await tenMinutesPass()
  const mails = [await mail.next(asked), await mail.next(weekly), await mail.next(direct), await mail.next(READER.email)]
  await aSundayPasses()
  const digest = await mail.next(weekly)
  expect(digest.text).toContain('A swing')
  const ofAdmin = [await mail.next(ADMIN.email), await mail.next(ADMIN.email)]
  expect(ofAdmin.map(({ subject }) => subject).join()).toMatch(/comment waits.*new comment|new comment.*comment waits/)
  const links = new Set(
    [...mails, digest, ...ofAdmin].flatMap(({ text, whole }) =>
      Array.from(
        `${text}\n${whole}`
          .replaceAll(/=\r?\n/g, '')
          .replaceAll('=3D', '=')
          .matchAll(/https?:\/\/[^\s"<>)]+/g),
        ([link]) => link.replaceAll('&amp;', '&'),
      ),
    ),
  )
  const own = [...links]
    .filter((link) => !link.includes('elsewhere.example'))
    .map((link) => journeys.blog.url + link.replace(/^https?:\/\/[^/]+/, ''))
  for (const path of ['/follow/confirm#', '/following?link=', '/following/end?link=', 'what=posts', 'what=replies', 'what=comments'])
    expect(
      own.filter((link) => link.includes(path)),
      path,
    ).not.toEqual([])
  const before = await rowsOfFollowers()
  const { page } = await journeys.visit({ on: 'phone' })
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: false }))
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'GET' || sent.push(`${request.method()} ${request.url()}`))
  for (const link of own) await page.goto(link, { waitUntil: 'networkidle' })
  expect(sent).toEqual([])
  expect(await rowsOfFollowers()).toEqual(before)
})

/** @returns the link of a confirmed following */
async function follow(email: string): Promise<string> {
  await post('/api/following/ask', { email })
  const [, token] = /\/follow\/confirm#([\w-]+)/.exec((await mail.next(email)).text) ?? []
  return (await post('/api/following/confirm', { token }))['link'] ?? ''
}

/** Changes rows that only a link in a mail or the clock would change. */
async function changeRows(change: (db: Database) => Promise<void>): Promise<void> {
  const db = await openDatabase(`sqlite:${join(journeys.blog.dataDir, 'kindred.sqlite')}`)
  await change(db).finally(() => db.destroy())
}

/** The mails of a week and of a day become due, with what was published and written until now. */
const aSundayPasses = () =>
  changeRows(async (db) => {
    const DAY_MS = 86_400_000
    const sunday = Date.now() - 7 * DAY_MS
    await db.updateTable('posts').set({ mail_at: sunday }).where('mail_at', 'is not', null).execute()
    await db
      .updateTable('comments')
      .set({ created_at: Date.now() - 2 * DAY_MS })
      .execute()
    await db
      .updateTable('followers')
      .set({ digest_through: sunday - DAY_MS, comments_through: Date.now() - 3 * DAY_MS })
      .execute()
  })

/** What a following is, without what sending counts. */
async function rowsOfFollowers(): Promise<unknown> {
  let rows: unknown
  await changeRows(async (db) => {
    rows = await db
      .selectFrom('followers')
      .select(['id', 'posts', 'replies', 'comments', 'confirmed_at', 'confirm_ends_at', 'bounced_at', 'ended_at'])
      .orderBy('id')
      .execute()
  })
  return rows
}

/** Posts are mailed ten minutes after their publication. */
const tenMinutesPass = () =>
  changeRows(async (db) => void (await db.updateTable('posts').set({ mail_at: Date.now() }).where('mail_at', 'is not', null).execute()))

async function post(path: string, body: object): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(journeys.blog.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([response.status, path]).toEqual([200, path])
  return (await response.json()) as Record<string, string>
}
