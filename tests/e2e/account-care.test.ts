import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog-process.ts'
import { openBrowser } from '#tests/support/journey.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { waitForScripts } from '#tests/support/visit.ts'

const ADMIN = { email: 'admin@example.org', password: 'the admin of this test' }
const PASSWORD = 'a reader of this test'

describe('Account care', () => {
  let browser: Browser
  let blog: BlogProcess
  let mail: MailServer
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    mail = await startMailServer()
    ;[browser, blog] = await Promise.all([
      openBrowser(),
      startBlogProcess({
        PORT: String(await findFreePort()),
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        SMTP_URL: mail.url,
        MAIL_FROM: 'Kindred <blog@example.org>',
      }),
    ])
  })
  afterAll(async () => {
    await blog?.stop()
    await mail?.stop()
  })
  beforeEach(async () => {
    context = await browser.newContext()
    page = await context.newPage()
  })
  afterEach(() => context.close())

  const openIn = async (tab: Page, path: string) => {
    await tab.goto(blog.url + path, { waitUntil: 'domcontentloaded' })
    await waitForScripts(tab)
  }
  const open = (path: string) => openIn(page, path)
  /** Signs this browser in without the form. */
  const signIn = async (email: string, password = PASSWORD) =>
    void (await context.request.post(`${blog.url}/api/auth/signin`, { data: { email, password }, failOnStatusCode: true }))
  const signInByForm = async (email: string, password: string) => {
    await open('/sign-in')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(`${blog.url}/`)
  }
  const signUp = async (username: string) => {
    const email = `${username}@example.org`
    expect((await context.request.post(`${blog.url}/api/auth/signup`, { data: { username, email, password: PASSWORD } })).status()).toBe(
      201,
    )
    return email
  }
  const linkIn = async (email: string) => /http\S+#\S+/.exec((await mail.next(email)).text)?.[0] ?? ''

  it('A new account’s email is confirmed by pressing a button, not by opening the link', async () => {
    const email = await signUp('confirmer')
    const link = await linkIn(email)
    await signIn(email)
    await open('/dashboard?tab=profile')
    await page.getByText('Your email address is not confirmed yet.').waitFor()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
    expect((await (await context.request.get(`${blog.url}/api/auth/session`)).json()).emailVerified).toBe(false)
    await page.getByRole('button', { name: 'Yes, this address is mine' }).click()
    await page.getByText('Thank you. Your email address is confirmed.').waitFor()
    expect(page.url()).not.toContain('#')
    await open('/dashboard?tab=profile')
    await expect.poll(() => page.getByText('Your email address is not confirmed yet.').count()).toBe(0)
  })

  it('A reader replaces a forgotten password with the link of a mail', async () => {
    const email = await signUp('forgetful')
    await mail.next(email)
    await open('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // Both screens have an Email field.
    await page.waitForURL('**/forgot-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText('If there is an account with this email').waitFor()
    const link = await linkIn(email)
    await page.goto(link)
    await page.getByLabel('New password').fill('something new and long')
    await page.getByRole('button', { name: 'Change my password' }).click()
    await page.getByText('Your password was changed.').waitFor()
    await signInByForm(email, 'something new and long')
    await page.goto(link)
    await page.getByLabel('New password').fill('a thief’s password')
    await page.getByRole('button', { name: 'Change my password' }).click()
    await page.getByRole('alert').filter({ hasText: 'This link has been used already' }).waitFor()
    const old = { data: { email, password: PASSWORD } }
    expect((await context.request.post(`${blog.url}/api/auth/signin`, old)).status()).toBe(401)
  })

  it('A reset link of the command line replaces a password', async () => {
    const email = await signUp('nomail')
    const { output, exitCode } = await blog.command('user', 'reset-link', '--email', email)
    expect(exitCode).toBe(0)
    await page.goto(output.trim())
    await page.getByLabel('New password').fill('from the command line')
    await page.getByRole('button', { name: 'Change my password' }).click()
    await page.getByText('Your password was changed.').waitFor()
    await signInByForm(email, 'from the command line')
    expect((await context.request.get(`${blog.url}/api/auth/session`)).status()).toBe(200)
  })

  it('Changing the email long after signing in asks for the password and then goes on', async () => {
    const email = await signUp('careful')
    await signIn(email)
    const db = new DatabaseSync(join(blog.dataDir, 'kindred.sqlite'), { timeout: 5000 })
    db.prepare('update sessions set confirmed_at = confirmed_at - ?').run(HOUR_MS)
    db.close()
    await open('/dashboard?tab=profile')
    await page.getByLabel('Email').fill('careful.new@example.org')
    await page.getByRole('button', { name: 'Update' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByLabel('Current password').fill('not this one')
    await dialog.getByLabel('Current password').press('Enter')
    await dialog.getByRole('alert').filter({ hasText: 'That is not your current password.' }).waitFor()
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Your profile was updated.').waitFor()
    expect((await context.request.get(`${blog.url}/api/auth/session`).then((response) => response.json())).email).toBe(
      'careful.new@example.org',
    )
  })

  it('Deleting the account long after the sign-in asks for the password first', async () => {
    const email = await signUp('leaving')
    await signIn(email)
    const db = new DatabaseSync(join(blog.dataDir, 'kindred.sqlite'), { timeout: 5000 })
    db.prepare('update sessions set confirmed_at = confirmed_at - ?').run(HOUR_MS)
    db.close()
    await open('/dashboard?tab=profile')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await page.getByRole('button', { name: 'Yes, I am sure' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sign-in')
    expect((await context.request.get(`${blog.url}/api/auth/session`)).status()).toBe(401)
  })

  it('A reader downloads all data of the account with one press', async () => {
    const email = await signUp('curious')
    await signIn(email)
    await open('/dashboard?tab=profile')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download my data' }).click()])
    expect(download.suggestedFilename()).toBe('my-data.json')
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    expect(JSON.parse(Buffer.concat(chunks).toString('utf8')).account.email).toBe(email)
  })

  it('A comment with a link is pending until an admin approves it, and a comment can be reported', async () => {
    const email = await signUp('linker')
    await signIn(ADMIN.email, ADMIN.password)
    const title = 'A post to talk about'
    const post = await (await context.request.post(`${blog.url}/api/post/create`, { data: { title, content: '<p>Words.</p>' } })).json()
    const admins = context
    const adminPage = page

    context = await browser.newContext()
    page = await context.newPage()
    await signIn(email)
    await open(`/post/${post.slug}`)
    await page.getByLabel('Your comment').fill('Look at https://example.org/deal')
    await page.getByRole('button', { name: 'Submit' }).click()
    const waiting = page.getByRole('listitem').filter({ hasText: 'https://example.org/deal' })
    await waiting.getByText('waiting for approval').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded()
    await waiting.getByText('waiting for approval').waitFor()
    expect(await (await fetch(`${blog.url}/post/${post.slug}`)).text()).not.toContain('example.org/deal')

    await openIn(adminPage, '/dashboard?tab=comments')
    await adminPage.getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => adminPage.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    // The button disappears before the response, so wait for the page.
    await expect.poll(async () => (await fetch(`${blog.url}/post/${post.slug}`)).text()).toContain('example.org/deal')

    await openIn(adminPage, `/post/${post.slug}`)
    await adminPage.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded()
    await adminPage.getByRole('listitem').filter({ hasText: 'example.org/deal' }).getByRole('button', { name: 'Report' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Report this comment?' })
    await dialog.getByRole('textbox').fill('Advertisement')
    await dialog.getByRole('button', { name: 'Report' }).click()
    await adminPage.getByText('Somebody will look at it.').waitFor()
    await openIn(adminPage, '/dashboard?tab=comments')
    await adminPage.getByText('Reported once').waitFor()
    await adminPage.getByText('Advertisement').waitFor()
    await adminPage.getByRole('button', { name: 'Dismiss reports' }).click()
    await expect.poll(() => adminPage.getByText('Reported once').count()).toBe(0)
    await openIn(adminPage, '/dashboard?tab=settings')
    const section = adminPage.getByRole('region', { name: 'Comments' })
    await section.getByLabel('New readers’ first comments wait for approval').check()
    await section.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await (await admins.request.get(`${blog.url}/api/settings`)).json()).firstCommentsWait).toBe(true)
    await admins.close()
  })

  it('An admin disables an account with a reason, and its owner is signed out', async () => {
    const email = await signUp('unkind')
    await signIn(email)
    await open('/')
    const [readers, readersPage] = [context, page]
    context = await browser.newContext()
    page = await context.newPage()
    await signIn(ADMIN.email, ADMIN.password)
    await open('/dashboard?tab=users')
    await page.getByRole('button', { name: 'Disable @unkind' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disable @unkind?' })
    await dialog.getByLabel('Reason, shown to them').fill('Unkind words')
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await page.getByText('disabled: Unkind words').waitFor()
    await readersPage.getByRole('button', { name: 'Account' }).click()
    await readersPage.getByRole('link', { name: 'Profile' }).click()
    await readersPage.getByRole('alert').filter({ hasText: 'This account has been disabled: Unkind words' }).waitFor()
    await page.getByRole('button', { name: 'Enable @unkind' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
    await expect.poll(() => page.getByText('disabled: Unkind words').count()).toBe(0)
    await readers.close()
  })

  it('A bot that fills in the hidden field gets no account, and a person is not bothered', async () => {
    await open('/sign-up')
    const fill = async (name: string) => {
      await page.getByLabel('Username').fill(name)
      await page.getByLabel('Email').fill(`${name}@example.org`)
      await page.getByLabel('Password').fill(PASSWORD)
    }
    await fill('machine')
    expect(
      await page
        .getByLabel('Website')
        .isVisible()
        .catch(() => false),
    ).toBe(true)
    expect(await page.getByRole('textbox', { name: 'Website' }).count()).toBe(0)
    await page.locator('input[name="website"]').evaluate((input: HTMLInputElement) => void (input.value = 'https://spam.example'))
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByRole('alert').filter({ hasText: 'machine' }).waitFor()
    await page.locator('input[name="website"]').evaluate((input: HTMLInputElement) => void (input.value = ''))
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.waitForURL(/\/sign-in/)
  })
})
