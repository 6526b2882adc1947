import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { READER } from '#tests/support/accounts.ts'
import { getAs } from '#tests/support/blog/get-as.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_401, cutCalls, holdCalls, CONNECTION_RESET } from '#tests/support/browser/network.ts'
import { accountMenu, signIn, signUp } from '#tests/support/screens/session-screens.ts'
import { expectAddress, expectCount, expectShown, expectText } from '#tests/support/browser/visit.ts'

const NO_CONNECTION = 'The blog cannot be reached just now. Please check the connection and try again.'
const journeys = useJourneys()
/** Live region of the form; it exists, empty, before the first message. */
const alert = (page: Page) => page.locator('form').getByRole('alert')

describe('Sign-up', () => {
  it('Sign-up shows errors and loading, then leads to the sign-in page and home', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    const account = { username: 'Newcomer', email: 'newcomer@example.org', password: 'words of a newcomer' }
    await open('/sign-up')
    expectProblem(/status of 409/)
    await signUp(page, { ...account, email: READER.email })
    await page
      .getByRole('main')
      .getByText(/already/)
      .waitFor()

    const release = await holdCalls(page, '/api/auth/signup')
    await signUp(page, account)
    const busy = page.getByRole('main').getByRole('button', { name: 'Loading...' })
    await busy.waitFor()
    await expect.poll(() => busy.isDisabled()).toBe(true)
    await expectText(alert(page), '')
    release()
    await expectAddress(page, '/sign-in?welcome=1')
    await page.getByText('Your account is ready. You can sign in now.').waitFor()
    // No address and no log contains the email.
    await expect.poll(() => page.getByRole('main').getByLabel('Email').inputValue()).toBe(account.email)
    await page.getByRole('main').getByLabel('Password').fill(account.password)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expectAddress(page, '/')
    await accountMenu(page).click()
    await page.getByText('@newcomer', { exact: true }).waitFor()
    await page.getByText('newcomer@example.org').waitFor()
  })
})

describe('Sign-in', () => {
  it('Sign-in shows errors and loading, then returns to the previous page', async () => {
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
    // Sent as a password, so that the browser does not remember it as a text.
    await signIn(page, { email: READER.email, password: 'not the one' })
    await expect.poll(() => password.getAttribute('type')).toBe('password')
    await expectText(alert(page), 'Wrong email or password.')
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
})

describe('Sign-out', () => {
  it('Signing out from the header ends the session in the browser and on the server', async () => {
    const { page, open, context } = await journeys.visit({ as: READER })
    await open('/about')
    const cookies = await context.cookies()
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
    await expectAddress(page, '/about')
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('persist:root') ?? '').state.user)).toEqual({
      currentUser: null,
      sessionExpiresAt: null,
    })
    await context.addCookies(cookies)
    const { status } = await getAs(context, '/api/auth/session').then((response) => ({ status: response.status() }))
    expect(status).toBe(401)
  })

  it('A sign-out that fails is logged, and the reader stays signed in', async () => {
    const { page, open, logged, expectProblem } = await journeys.visit({ as: READER })
    expectProblem(CONNECTION_RESET)
    await open('/about')
    await cutCalls(page, '/api/user/signout')
    // Until the session's script has loaded, the form is sent as plain HTML.
    await page.waitForLoadState('networkidle')
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(logged).toContain(NO_CONNECTION)
    await accountMenu(page).waitFor()
    await expectCount(page.getByRole('alert'), 0)
  })

  it('Signing out in one tab signs out the other', async () => {
    const { page, open, context } = await journeys.visit({ as: READER })
    await open('/about')
    const other = await context.newPage()
    await other.goto('/terms')
    await accountMenu(other).click()
    await other.getByRole('button', { name: 'Sign out' }).click()
    await expectShown(page.getByRole('banner').getByRole('link', { name: 'Sign In' }))
  })
})
