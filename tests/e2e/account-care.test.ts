import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { signUp as signUpEndpoint } from '#accounts/contract/users.endpoints.ts'
import { type Account, ADMIN } from '#tests/support/accounts.ts'
import { ageSessions } from '#tests/support/safe-copies/age-sessions.ts'
import { commentBox, commentsOf } from '#tests/support/browser/comments-screen.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { getAs } from '#tests/support/blog/get-as.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { STATUS_403 } from '#tests/support/browser/network.ts'
import { expectCount, expectText } from '#tests/support/browser/visit.ts'
import { accountMenu } from '#tests/cases/screens/session-screens.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const settings = { PORT: String(await findFreePort()), SMTP_URL: mail.url, MAIL_FROM: 'Kindred <blog@example.org>' }
const journeys = useJourneys(settings)

async function createReader(username: string): Promise<Account> {
  const account = { username, email: `${username}@example.org`, password: 'a reader of this test' }
  await (await journeys.callAs(ADMIN)).api(signUpEndpoint, { body: account })
  return account
}

const linkIn = async (email: string) => /http\S+#\S+/.exec((await mail.next(email)).text)?.[0] ?? ''

/** The account of the session of this browser. */
const readSession = async (page: Page) => (await getAs(page, '/api/auth/session')).json()

async function openProfile(account: Account) {
  const visit = await journeys.visit({ as: account })
  await visit.open('/dashboard?tab=profile')
  return visit
}

describe('Account care', () => {
  it('A new account’s email is confirmed by pressing a button, not by opening the link', async () => {
    const account = await createReader('confirmer')
    const link = await linkIn(account.email)
    const { page, open } = await openProfile(account)
    await page.getByText('Your email address is not confirmed yet.').waitFor()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
    expect((await readSession(page)).emailVerified).toBe(false)
    await page.getByRole('button', { name: 'Yes, this address is mine' }).click()
    await page.getByText('Thank you. Your email address is confirmed.').waitFor()
    expect(page.url()).not.toContain('#')
    await open('/dashboard?tab=profile')
    await expectCount(page.getByText('Your email address is not confirmed yet.'), 0)
  })

  it('Changing the email long after signing in asks for the password and then goes on; whoever cancels reads of no error', async () => {
    const account = await createReader('careful')
    const { page, expectProblem } = await openProfile(account)
    ageSessions(journeys.blog)
    expectProblem(STATUS_403)
    await page.getByLabel('Email').fill('careful.new@example.org')
    const update = page.getByRole('button', { name: 'Update' })
    await update.click()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => update.getAttribute('aria-busy')).toBe(null)
    expect((await page.getByRole('main').getByRole('alert').allInnerTexts()).join('')).toBe('')
    expectProblem(STATUS_403)
    await update.click()
    // Nobody signs in with Google here.
    expect(await dialog.textContent()).not.toContain('Google')
    await dialog.getByLabel('Current password').fill('not this one')
    await dialog.getByLabel('Current password').press('Enter')
    await dialog.getByText('That is not your current password.').waitFor()
    expect(await dialog.getByLabel('Current password').evaluate((field) => field === document.activeElement)).toBe(true)
    await dialog.getByLabel('Current password').fill(account.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Your profile was updated.').waitFor()
    expect((await readSession(page)).email).toBe('careful.new@example.org')
  })

  it('Deleting the account long after the sign-in asks for the password first', async () => {
    const account = await createReader('leaving')
    const { page, expectProblem } = await openProfile(account)
    ageSessions(journeys.blog)
    expectProblem(STATUS_403)
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await page.getByRole('button', { name: 'Yes, I am sure' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByLabel('Current password').fill(account.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sign-in')
    expect((await getAs(page, '/api/auth/session')).status()).toBe(401)
  })

  it('A reader downloads all data of the account with one press', async () => {
    const account = await createReader('curious')
    const { page } = await openProfile(account)
    await page.getByRole('link', { name: /^Safety and data/ }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download my data' }).click()])
    expect(download.suggestedFilename()).toBe('my-data.json')
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    expect(JSON.parse(Buffer.concat(chunks).toString('utf8')).account.email).toBe(account.email)
  })
})

describe('The profile', () => {
  const update = (page: Page) => page.getByRole('button', { name: 'Update' })
  /** Presses Update. @returns the request body */
  const sentBy = async (page: Page): Promise<unknown> => {
    const [request] = await Promise.all([page.waitForRequest((sent) => sent.method() === 'PUT'), update(page).click()])
    return request.postDataJSON()
  }

  it('The profile sends only changed fields, and the header follows', async () => {
    const { page } = await openProfile(await createReader('nameless'))
    await page.getByLabel('Username').fill('renamedonce')
    expect(await sentBy(page)).toEqual({ username: 'renamedonce' })
    await accountMenu(page).click()
    await page.getByRole('banner').getByText('@renamedonce').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Display name').fill('Oma Gerda ♥')
    expect(await sentBy(page)).toEqual({ displayName: 'Oma Gerda ♥' })
    await accountMenu(page).click()
    await page.getByRole('banner').getByText('Oma Gerda ♥').waitFor()
  })
})

describe('Moderation', () => {
  it('A comment with a link is pending, which its writer reads, also after a reload', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const post = await api(createPost, { body: { title: 'A post to talk about', content: '<p>Words.</p>' } })
    const readPublicPost = async () => (await fetch(`${journeys.blog.url}/post/${post.slug}`)).text()

    const { page, open } = await journeys.visit({ as: await createReader('linker') })
    await open(`/post/${post.slug}`)
    await commentBox(page).fill('Look at https://example.org/deal')
    await commentsOf(page).getByRole('button', { name: 'Submit' }).click()
    await expectText(commentsOf(page).getByRole('status').first(), 'Your comment waits for approval. Until then only you see it.')
    await expectText(commentsOf(page).getByRole('heading'), 'Comments')
    const waiting = page.getByRole('listitem').filter({ hasText: 'https://example.org/deal' })
    await waiting.getByText('waiting for approval').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded()
    await waiting.getByText('waiting for approval').waitFor()
    expect(await readPublicPost()).not.toContain('example.org/deal')
  })
})
