import { afterAll, describe, expect, it } from 'vitest'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { getMailReach } from '#newsletter/contract/deliveries.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { openOptions } from '#tests/support/browser/post-form-screen.ts'
import { confirmFollowing, follow, listFollowers } from '#newsletter/contract/newsletter.endpoints.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { startMailServer, tokenIn } from '#tests/support/mail/mail-server.ts'
import { STATUS_503, failCalls, holdCalls } from '#tests/support/browser/network.ts'
import { expectText, heading } from '#tests/support/browser/visit.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const journeys = useJourneys({ SMTP_URL: mail.url, MAIL_FROM: 'Kindred <blog@example.org>' })

describe('Following by mail', () => {
  it('A visitor follows below a post, confirms with a button and chooses how often', async () => {
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
    await page.goto(link)
    await page.getByRole('button', { name: 'Yes, mail me what is new' }).click()
    await page.getByText('New posts come to you by mail from now on.').waitFor()
    await expect.poll(() => page.getByRole('radio', { name: 'On Sundays' }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'Each time' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your choice was saved.').waitFor()
    expect(await page.getByRole('radio', { name: 'Each time' }).isChecked()).toBe(true)
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
    'The choice not to mail a post stays although its audience changes while the count of its readers is %s',
    async (state) => {
      const { page, open, expectProblem } = await journeys.visit({ as: ADMIN, on: 'phone' })
      await open('/create-post')
      await openOptions(page)
      await page.getByText(/Goes to .* by mail|Nobody follows by mail yet|Goes to .* on Sunday/).waitFor()
      await page.getByLabel('Not by mail').check()
      if (state === 'unreachable') expectProblem(STATUS_503)
      await (state === 'slow' ? holdCalls(page, '/api/mails/reach') : failCalls(page, '/api/mails/reach'))
      await page.getByLabel('Who can read it').selectOption('Family')
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
})

it('Opening every kind of link of the mails in a browser with scripts, as scanners do, changes nothing', async () => {
  const { api } = await journeys.callAs(ADMIN)
  const askAndRead = async (email: string) => {
    await api(follow, { body: { email } })
    return tokenIn(await mail.next(email))
  }
  const { link } = await api(confirmFollowing, { body: { token: await askAndRead('sunday@example.org') } })
  const unconfirmed = await askAndRead('asked@example.org')
  const before = await api(listFollowers)
  const { page } = await journeys.visit({ on: 'phone' })
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { value: false }))
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'GET' || sent.push(`${request.method()} ${request.url()}`))
  const ends = ['replies', 'comments', 'posts'].map((what) => `/following/end?link=${link}&what=${what}`)
  for (const path of [`/follow/confirm#${unconfirmed}`, `/following?link=${link}`, ...ends])
    await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Stop these mails' }).waitFor()
  expect(sent).toEqual([])
  expect(await api(listFollowers)).toEqual(before)
  expect(before.followers).toContainEqual(expect.objectContaining({ email: 'asked@example.org', state: 'unconfirmed' }))
})
