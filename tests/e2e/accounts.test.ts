import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signUp as createAccount, updateRole } from '#accounts/contract/users.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { account, ADMIN, READER } from '#tests/support/accounts.ts'
import { getAs } from '#tests/support/blog/get-as.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_401, cutCalls, holdCalls, CONNECTION_RESET } from '#tests/support/browser/network.ts'
import { accountMenu, signIn, signUp, storedUser } from '#tests/cases/screens/session-screens.ts'
import { expectAddress, expectCount, expectShown, expectText, heading, waitForScripts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const FILL_ALL = 'Please fill out all fields.'
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label)
/** Live region of the form; it exists, empty, before the first message. */
const alert = (page: Page) => page.locator('form').getByRole('alert')

/** Waits until a field has the focus, is marked as invalid and is described by the message. */
async function expectError(control: Locator, message: string): Promise<void> {
  const read = () =>
    control.evaluate((element) => ({
      hasFocus: element === document.activeElement,
      isInvalid: element.getAttribute('aria-invalid'),
      description: document.getElementById(element.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
    }))
  await expect.poll(read).toEqual({ hasFocus: true, isInvalid: 'true', description: message })
}

describe('Sign-up', () => {
  it('A visitor at a guarded page signs up after an error, signs in and returns to the page', async () => {
    const newcomer = account('newcomer')
    const { page, open, expectProblem } = await journeys.visit()
    await open('/dashboard?tab=profile')
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
    await page.waitForURL('**/sign-up?**')
    await waitForScripts(page)
    expectProblem(/status of 409/)
    await signUp(page, { ...newcomer, email: READER.email })
    await page
      .getByRole('main')
      .getByText(/already/)
      .waitFor()
    const release = await holdCalls(page, '/api/auth/signup')
    await signUp(page, newcomer)
    const busy = page.getByRole('main').getByRole('button', { name: 'Loading...' })
    await expect.poll(() => busy.isDisabled()).toBe(true)
    await expectText(alert(page), '')
    release()
    await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dprofile&welcome=1')
    // No address and no log contains the email.
    await expect.poll(() => field(page, 'Email').inputValue()).toBe(newcomer.email)
    await field(page, 'Password').fill(newcomer.password)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expectAddress(page, '/dashboard?tab=profile')
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('newcomer')
  })

  it('Several empty fields are marked and listed in a summary that takes the focus and links to them, without a request', async () => {
    const { page, open, calls } = await journeys.visit()
    await open('/sign-up')
    await field(page, 'Username').fill('newcomer2')
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    const summary = page.getByRole('group', { name: '2 things are not right yet' })
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true)
    // It is read because of the focus; the live region would read it again.
    await expectText(alert(page), '')
    expect(await summary.getByRole('link').allInnerTexts()).toEqual([`Email: ${FILL_ALL}`, `Password: ${FILL_ALL}`])
    await summary.getByRole('link', { name: /^Email/ }).click()
    await expectError(field(page, 'Email'), FILL_ALL)
    expect(calls()).toEqual([])
  })

  it('A validation error of the server is shown at its field, and the fields keep their values', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    expectProblem(/status of 400/)
    await open('/sign-up')
    const wrong = { username: 'longenough', email: 'long.enough@example.org', password: 'short' }
    await signUp(page, wrong)
    await expectError(field(page, 'Password'), 'Password must be between 8 and 128 characters.')
    await signUp(page, { ...wrong, username: 'no', password: 'long enough now' })
    await expectError(field(page, 'Username'), 'Username must be between 3 and 20 characters.')
    expect(await field(page, 'Password').getAttribute('aria-invalid')).toBeNull()
    await expect.poll(() => field(page, 'Password').inputValue()).toBe('long enough now')
  })
})

describe('Sign-in', () => {
  it('A reader reads the password, signs in after a wrong one, and returns to the previous page', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    await open('/about')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    const password = page.getByLabel('Password')
    await password.fill('not the one')
    const show = page.getByRole('button', { name: 'Show password' })
    await show.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => password.getAttribute('type')).toBe('text')
    await page.getByRole('status').getByText('The password is shown.').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Hide password')
    expectProblem(STATUS_401)
    const region = await alert(page).elementHandle()
    // Sent as a password, so that the browser does not remember it as a text.
    await signIn(page, { email: READER.email, password: 'not the one' })
    await expect.poll(() => password.getAttribute('type')).toBe('password')
    await expectText(alert(page), 'Wrong email or password.')
    // It was there before, and the focus stays: it is announced once.
    expect(await region?.evaluate((element) => [element.isConnected, element === document.activeElement])).toEqual([true, false])
    const release = await holdCalls(page, '/api/auth/signin')
    await signIn(page, { email: ` ${READER.email.toUpperCase()} `, password: ` ${READER.password} ` })
    await page.getByRole('main').getByRole('button', { name: 'Loading...' }).waitFor()
    await expectText(alert(page), '')
    release()
    await expectAddress(page, '/about')
    await accountMenu(page).waitFor()
    await expectCount(page.getByRole('banner').getByRole('link', { name: 'Sign In' }), 0)
  })

  it('Sign-in never leads to another origin', async () => {
    const { page, open } = await journeys.visit()
    await open(`/sign-in?from=${encodeURIComponent('/\\evil.example')}`)
    await signIn(page, READER)
    await expectAddress(page, '/')
  })

  it('A visitor who follows a link to a guarded page signs in and goes on, and Back leads to where the link was', async () => {
    const admin = await journeys.callAs(ADMIN)
    const content = '<p><a href="/dashboard?tab=comments">What others say</a></p>'
    const { slug } = await admin.api(createPost, { body: { title: 'A way in', content } })
    const { page, open } = await journeys.visit()
    await open(`/post/${slug}`)
    await page.getByRole('link', { name: 'What others say' }).click()
    await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dcomments')
    await waitForScripts(page)
    await signIn(page, ADMIN)
    await expectAddress(page, '/dashboard?tab=comments')
    await expectText(heading(page), 'Comments')
    // The guarded page has replaced the sign-in page in the history.
    await page.goBack()
    await expectAddress(page, `/post/${slug}`)
  })

  it('Who becomes an admin finds Write on the next public page', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const deputy = { username: 'deputy', email: 'deputy@example.org', password: 'words of a deputy' }
    await api(createAccount, { body: deputy })
    const { page, open } = await journeys.visit({ as: deputy })
    const write = page.getByRole('banner').getByRole('link', { name: 'Write' })
    await open('/about')
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    expect(await write.count()).toBe(0)
    await api(updateRole, { params: { userId: (await journeys.callAs(deputy)).id }, body: { role: 'admin' } })
    await open('/terms')
    await accountMenu(page).click()
    await write.waitFor()
  })
})

describe('Sign-out', () => {
  it('Signing out from the header ends the session in the browser, in its other tabs, and on the server', async () => {
    const { page, open, context } = await journeys.visit({ as: READER })
    await open('/about')
    const other = await context.newPage()
    await other.goto('/terms')
    const cookies = await context.cookies()
    // Both have their session's script: one without it would ask for the session that has ended.
    for (const tab of [page, other]) await tab.waitForLoadState('networkidle')
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    for (const tab of [page, other]) await expectShown(tab.getByRole('banner').getByRole('link', { name: 'Sign In' }))
    await expectAddress(page, '/about')
    expect(await storedUser(page)).toBeNull()
    await context.addCookies(cookies)
    expect((await getAs(context, '/api/auth/session')).status()).toBe(401)
  })

  it('A sign-out that fails leaves the reader signed in', async () => {
    const { page, open, logged, expectProblem } = await journeys.visit({ as: READER })
    expectProblem(CONNECTION_RESET)
    await open('/about')
    await cutCalls(page, '/api/user/signout')
    // Until the session's script has loaded, the form is sent as plain HTML.
    await page.waitForLoadState('networkidle')
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(logged).toContain('The blog cannot be reached just now. Please check the connection and try again.')
    await accountMenu(page).waitFor()
  })
})

describe('Ended sessions', () => {
  it('A tab of the dashboard that is opened after the session ended is shown after signing in', async () => {
    const { page, open, context, calls, expectProblem } = await journeys.visit({ as: ADMIN })
    expectProblem(STATUS_401)
    await open('/dashboard?tab=profile')
    await expect.poll(calls).toContain('GET /api/comment/attention')
    await page.waitForLoadState('networkidle')
    await context.clearCookies()
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Users' }).click()
    await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dusers')
    await expectCount(accountMenu(page), 0)
    await signIn(page, ADMIN)
    await expectAddress(page, '/dashboard?tab=users')
    await expectText(heading(page), 'Users')
  })

  it('A call on a guarded page that gets a 401 leads to the sign-in page and back', async () => {
    const { page, open, context, expectProblem } = await journeys.visit({ as: READER })
    expectProblem(STATUS_401)
    await open('/dashboard?tab=profile')
    await page.waitForLoadState('networkidle')
    await context.clearCookies()
    await page.getByLabel('Username').fill('renamed')
    await page.getByRole('button', { name: 'Update' }).click()
    await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dprofile')
    await signIn(page, READER)
    await expectAddress(page, '/dashboard?tab=profile')
  })
})
