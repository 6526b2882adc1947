import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createComment, listComments } from '#comments/contract/comments.endpoints.ts'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { getMailReach } from '#newsletter/contract/deliveries.endpoints.ts'
import { getOwnMails, listFollowers, updateLinkedMails, updateOwnMails } from '#newsletter/contract/newsletter.endpoints.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { openOptions } from '#tests/support/browser/post-form-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { commentBox, commentItem, commentsOf, showComments } from '#tests/support/browser/comments-screen.ts'
import { failCalls, holdCalls, STATUS_503 } from '#tests/support/browser/network.ts'
import { readPage } from '#tests/support/blog/served-page.ts'
import { expectText, heading } from '#tests/support/browser/visit.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const journeys = useJourneys({ SMTP_URL: mail.url, MAIL_FROM: 'Kindred <blog@example.org>' })

describe('Following by mail', () => {
  it('A visitor follows below a post, confirms with a button and chooses how often; an admin sees the state', async () => {
    const email = 'grandmother@example.org'
    const admin = await journeys.callAs(ADMIN)
    const [post] = (await admin.api(listPosts)).posts
    const { page, open } = await journeys.visit({ on: 'phone' })
    await open(`/post/${post?.slug}`)
    const box = page.getByRole('region', { name: 'Follow by mail' })
    await box.getByLabel('Email').fill(email)
    await box.getByRole('button', { name: 'Follow' }).click()
    await page.getByText('A mail is on its way to you').waitFor()

    const link = /\/follow\/confirm#\S+/.exec((await mail.next(email)).text)?.[0] ?? ''
    const stateOfFollower = async () => {
      const { text } = await readPage(`${journeys.blog.url}/dashboard?tab=users`, admin)
      return text.slice(text.indexOf(email))
    }
    await page.goto(link)
    await page.getByRole('button', { name: 'Yes, mail me what is new' }).waitFor()
    // Opening the link did nothing.
    expect(await stateOfFollower()).toContain('Not confirmed yet')
    await page.getByRole('button', { name: 'Yes, mail me what is new' }).click()
    await page.getByText('New posts come to you by mail from now on.').waitFor()
    expect(await stateOfFollower()).toContain('Mails are sent')

    await expect.poll(() => page.getByRole('radio', { name: 'On Sundays' }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'Each time' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your choice was saved.').waitFor()
    expect(await page.getByRole('radio', { name: 'Each time' }).isChecked()).toBe(true)
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)
  })

  it('The link of a mail has one button that stops these mails, and the same page takes it back', async () => {
    const { page, open } = await journeys.visit({ on: 'phone' })
    await open(`/following/end?link=${await follow('aunt@example.org')}&what=posts`)
    await page.getByText('New posts are mailed to aunt@example.org.').waitFor()
    await page.getByRole('button', { name: 'Stop these mails' }).click()
    await page.getByText('No more mails come to you').waitFor()
    expect(await page.getByRole('button', { name: 'Stop these mails' }).count()).toBe(0)
    expect(await page.getByRole('radio', { name: 'Never' }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'On Sundays' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your choice was saved.').waitFor()
    const { followers } = await (await journeys.callAs(ADMIN)).api(listFollowers)
    expect(followers).toContainEqual(expect.objectContaining({ email: 'aunt@example.org', posts: 'weekly' }))
  })

  it('A reader who has joined is asked once which mails to get, with nothing chosen', async () => {
    const { page, open, expectProblem } = await journeys.visit({ as: READER, on: 'phone' })
    expectProblem(/status of 400/)
    await open('/welcome')
    await expectText(heading(page), 'Welcome')
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Please choose how often you would like to get mail.').waitFor()
    await page.getByRole('radio', { name: 'On Sundays' }).check()
    await page.getByLabel('Replies to my comments').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your choice was saved.').waitFor()
    const reader = await journeys.callAs(READER)
    expect(await reader.api(getOwnMails)).toMatchObject({ posts: 'weekly', replies: true })
  })

  it('The editor says who gets the post by mail, a post page stops its mails, and “Not by mail” sends none', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/create-post')
    await openOptions(page)
    await page.getByText(/Goes to .* by mail|Nobody follows by mail yet|Goes to .* on Sunday/).waitFor()
    await page.getByLabel('Title').fill('A quiet day')
    await page.getByRole('textbox', { name: 'Body' }).fill('Nothing happened.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectText(heading(page), 'A quiet day')
    await page.getByText(/^Goes out by mail/).waitFor()
    await page.getByRole('button', { name: 'Stop the mails about A quiet day' }).click()
    await page.getByText('Not mailed').waitFor()
    await open('/create-post')
    await openOptions(page)
    await page.getByLabel('Not by mail').check()
    await page.getByLabel('Title').fill('Only here')
    await page.getByRole('textbox', { name: 'Body' }).fill('Nobody is mailed.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectText(heading(page), 'Only here')
    await page.getByText('Not mailed').waitFor()
  })

  it.each(['slow', 'unreachable'])(
    'The choice not to mail a post stays although its category changes while the count of its readers is %s',
    async (state) => {
      const { page, open, expectProblem } = await journeys.visit({ as: ADMIN, on: 'phone' })
      await open('/create-post')
      await openOptions(page)
      await page.getByText(/Goes to .* by mail|Nobody follows by mail yet|Goes to .* on Sunday/).waitFor()
      await page.getByLabel('Not by mail').check()
      if (state === 'unreachable') expectProblem(STATUS_503)
      await (state === 'slow' ? holdCalls(page, '/api/mails/reach') : failCalls(page, '/api/mails/reach'))
      await page.getByLabel('Category').selectOption('Medical')
      await page.getByText('With a tick, nobody gets this post by mail.').waitFor()
      await page.getByLabel('Title').fill(`Not for the post, ${state}`)
      await page.getByRole('textbox', { name: 'Body' }).fill('Only here.')
      await page.getByRole('button', { name: 'Publish' }).click()
      await expectText(heading(page), `Not for the post, ${state}`)
      await page.getByText('Not mailed').waitFor()
    },
  )

  it('A planned post that is not to be mailed stays so when its form cannot load that, and is mailed when the writer says so', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const plan = (title: string) =>
      api(createPost, { body: { title, content: '<p>Words.</p>', mail: 'no', publishAt: '2090-07-01T08:30:00Z' } })
    const posts = [await plan('Quietly, as planned'), await plan('Aloud after all')]
    const { page, open, expectProblem } = await journeys.visit({ as: ADMIN, on: 'phone' })
    expectProblem(STATUS_503)
    await failCalls(page, '/api/mails/reach')
    const box = page.getByLabel('Not by mail')
    const isMixed = () => box.evaluate((input) => input instanceof HTMLInputElement && input.indeterminate)
    for (const [index, { _id, title }] of posts.entries()) {
      await open(`/update-post/${_id}`)
      await openOptions(page)
      await expect.poll(isMixed).toBe(true)
      if (index === 1) {
        await box.click()
        await box.uncheck()
      }
      await page.getByLabel('Publish at').fill('')
      await page.getByRole('button', { name: 'Publish now' }).click()
      await expectText(heading(page), title)
      await page.getByText(index === 0 ? 'Not mailed' : /^Goes out by mail/).waitFor()
    }
    await page.getByRole('button', { name: 'Stop the mails' }).click()
    await page.getByText('Not mailed').waitFor()
  })

  it('“Not by mail”, the time and the comments of a discarded text are not those of the next one', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/create-post')
    const reads = () => Promise.all(['Not by mail', 'Readers can comment on this post'].map((name) => page.getByLabel(name).isChecked()))
    await page.getByLabel('Title').fill('Thought better of')
    await openOptions(page)
    await page.getByLabel('Publish at').fill('2090-07-01T08:30')
    await page.getByLabel('Not by mail').check()
    await page.getByLabel('Readers can comment on this post').uncheck()
    await page.reload()
    await page.getByRole('button', { name: 'Plan post' }).waitFor()
    expect(await reads()).toEqual([true, false])
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Your unsaved text was discarded').waitFor()
    expect(await reads()).toEqual([false, true])
    expect(await page.getByLabel('Publish at').inputValue()).toBe('')
    await page.getByLabel('Title').fill('For everybody')
    await page.getByRole('textbox', { name: 'Body' }).fill('Come and see.')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expectText(heading(page), 'For everybody')
    await page.getByText(/^Goes out by mail/).waitFor()
    await page.getByRole('button', { name: 'Stop the mails' }).click()
    await page.getByText('Not mailed').waitFor()
  })

  it('A change of a planned post leaves “Not by mail” as another admin has chosen meanwhile, until its writer chooses', async () => {
    const { api, id: userId } = await journeys.callAs(ADMIN)
    const { _id: postId } = await api(createPost, {
      body: { title: 'Whom it may reach', content: '<p>Wrods.</p>', publishAt: '2090-07-01T08:30:00Z' },
    })
    const isMailed = async () => (await api(getMailReach, { query: { postId, audience: 'public' } })).isMailed
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    const update = async (body: string) => {
      await page.getByRole('textbox', { name: 'Body' }).fill(body)
      await page.getByRole('button', { name: 'Update post' }).click()
      await expectText(heading(page), 'Posts')
    }
    const openForm = async () => {
      await open(`/update-post/${postId}`)
      await openOptions(page)
      await page.getByText(/Goes to .* by mail|Nobody follows by mail yet|Goes to .* on Sunday/).waitFor()
    }
    await openForm()
    await api(updatePost, { params: { postId, userId }, body: { mail: 'no' } })
    await update('Words.')
    expect(await isMailed()).toBe(false)
    await openForm()
    await page.getByLabel('Not by mail').uncheck()
    await page.getByLabel('Not by mail').check()
    await page.getByLabel('Not by mail').uncheck()
    await update('More words.')
    expect(await isMailed()).toBe(true)
  })

  it('The profile saves which mails a member gets', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/dashboard?tab=profile')
    const mails = page.getByRole('region', { name: 'Mails' })
    await mails.getByRole('radio', { name: 'On Sundays' }).check()
    await mails.getByLabel('Replies to my comments').check()
    await mails.getByLabel('New comments').check()
    await mails.getByRole('button', { name: 'Save' }).click()
    await mails.getByText('Your choice was saved.').waitFor()
    await open('/dashboard?tab=profile')
    expect(await mails.getByRole('radio', { name: 'On Sundays' }).isChecked()).toBe(true)
    expect(await mails.getByLabel('Replies to my comments').isChecked()).toBe(true)
    expect(await mails.getByLabel('New comments').isChecked()).toBe(true)
  })

  it('The overview says why no mail goes out, since when and what to do, until it goes out again', async () => {
    const failing = { next_at: Date.now() + 600_000, failures: 3, problem: 'it does not respond', failing_since: Date.now() - 3_600_000 }
    await changeRows(async (db) => void (await db.updateTable('mail_server').set(failing).execute()))
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/dashboard')
    await page
      .getByText(/No mail goes out: it does not respond.*Since .*All mails wait/)
      .first()
      .waitFor()
    await changeRows(
      async (db) => void (await db.updateTable('mail_server').set({ failures: 0, problem: null, failing_since: null }).execute()),
    )
    await open('/dashboard')
    await page.getByText('Total Users').waitFor()
    expect(await page.getByText('No mail goes out').count()).toBe(0)
  })

  it('A mail links to the post, a reply is mailed to the commenter, and one tap in the mail program ends the mails', async () => {
    const email = 'grandfather@example.org'
    const [admin, reader] = [await journeys.callAs(ADMIN), await journeys.callAs(READER)]
    await changeRows(async (db) => void (await db.updateTable('users').set({ email_verified: 1 }).where('id', '=', reader.id).execute()))
    await reader.api(updateOwnMails, { body: { posts: null, replies: true } })
    await admin.api(updateLinkedMails, { body: { link: await follow(email), posts: 'at_once' } })

    const { _id: postId } = await admin.api(createPost, { body: { title: 'First steps', content: '<p>Across the room.</p>' } })
    await tenMinutesPass()
    const announcement = await mail.next(email)
    expect(announcement.subject).toContain('First steps')
    expect(announcement.whole).toContain('Across the room.')
    const { page } = await journeys.visit({ as: READER, on: 'phone' })
    await page.goto(/\/post\/[\w-]+/.exec(announcement.whole)?.[0] ?? 'none')
    await expectText(heading(page), 'First steps')
    await showComments(page)
    await commentBox(page).fill('We cried at breakfast.')
    await commentsOf(page).getByRole('button', { name: 'Submit' }).click()
    await commentItem(page, 'We cried at breakfast.').waitFor()

    const [comment] = await admin.api(listComments, { params: { postId } })
    await admin.api(createComment, { body: { postId, content: 'So did we.', parentId: comment?._id } })
    const reply = await mail.next(READER.email)
    expect(reply.whole).toContain('So did we.')

    const [, endPath = ''] = /^List-Unsubscribe: <https?:\/\/[^/]+([^>]+)>/m.exec(announcement.whole) ?? []
    const endUrl = journeys.blog.url + endPath
    const opened = await fetch(endUrl, { redirect: 'manual' })
    expect(opened.status).toBe(303)
    const ended = await fetch(endUrl, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    expect(ended.status).toBe(200)
    const { followers } = await admin.api(listFollowers)
    expect(followers.map((follower) => follower.email)).not.toContain(email)
  })
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

/** Posts are mailed ten minutes after their publication. */
const tenMinutesPass = () =>
  changeRows(async (db) => void (await db.updateTable('posts').set({ mail_at: Date.now() }).where('mail_at', 'is not', null).execute()))

async function post(path: string, body: object): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(journeys.blog.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([response.status, path]).toEqual([200, path])
  return (await response.json()) as Record<string, string>
}
