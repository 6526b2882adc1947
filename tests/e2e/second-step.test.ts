import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { addPasskeyDevice } from '#tests/support/sign-in/browser-passkey.ts'
import { findAxeProblems, findProblems } from '#tests/support/browser/check-page.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { bodyEditor, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { signIn } from '#tests/cases/screens/session-screens.ts'
import { expectAddress, expectCount, expectText } from '#tests/support/browser/visit.ts'
import { ageSessions } from '#tests/support/safe-copies/age-sessions.ts'
import { STATUS_403 } from '#tests/support/browser/network.ts'

/** Browsers allow passkeys only on host names, not on IP addresses. */
const port = await findFreePort()
const url = `http://localhost:${port}`
const mail = await startMailServer()
const journeys = useJourneys({ PORT: String(port), PUBLIC_URL: url, SMTP_URL: mail.url, MAIL_FROM: 'Kindred <blog@example.org>' })
afterAll(() => mail.stop())

const PROFILE = '/dashboard?tab=profile'
const codeIn = (subject: string) => /^(\d{6}) is your code/.exec(subject)?.[1]
const readCode = async (): Promise<string> => codeIn((await mail.next(ADMIN.email)).subject) ?? readCode()
const change = (statement: string) => {
  const database = new DatabaseSync(join(journeys.blog.dataDir, 'kindred.sqlite'), { timeout: 5000 })
  database.exec(statement)
  database.close()
}
const code = (page: Page) => page.getByLabel('Code from the mail')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()

describe('The second step of admins', () => {
  it('An admin requires it, signs in with a code on a phone and over a draft, confirms a change with a code, uses a passkey, and enters codes without scripts', async () => {
    change(`update users set email_verified = 1; update sessions set confirmed_at = confirmed_at - ${HOUR_MS}`)
    const { page, open, expectProblem } = await journeys.visit({ as: ADMIN, on: 'phone' })
    change(`update sessions set confirmed_at = confirmed_at - ${HOUR_MS}`)
    expectProblem(/status of 403/)
    // The session of the stored user has ended.
    expectProblem(/status of 401/)
    await open('/dashboard?tab=settings&section=reading')
    const section = page.getByRole('region', { name: 'How admins sign in' })
    await section.getByText('Two steps').tap()
    await section.getByRole('button', { name: 'Save' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByLabel('Current password').fill(ADMIN.password)
    await dialog.getByRole('button', { name: 'Continue' }).tap()
    await section.getByText('Saved. Admins who are signed in stay signed in.').waitFor()
    await expectCount(dialog, 0)

    await page.context().clearCookies()
    await open('/sign-in?from=%2Fcreate-post')
    await signIn(page, ADMIN)
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('code')
    const first = await readCode()
    // Phones reload the page when the user returns from the mail program.
    await page.reload()
    expectProblem(/status of 400/)
    await code(page).fill(first === '000000' ? '111111' : '000000')
    await press(page, 'Sign In')
    await page.getByText('That is not the code').first().waitFor()
    await code(page).fill(`${first.slice(0, 3)} ${first.slice(3)}`)
    await press(page, 'Sign In')
    await expectAddress(page, '/create-post')

    await bodyEditor(page).waitFor()
    await page.getByLabel('Title').fill('Over an evening')
    await page.context().clearCookies()
    await writeBody(page, 'Words.')
    await page.getByRole('button', { name: 'Sign in', exact: true }).tap()
    const again = page.getByRole('dialog', { name: 'Please sign in again' })
    await again.getByLabel('Password').fill(ADMIN.password)
    await again.getByRole('button', { name: 'Sign In', exact: true }).tap()
    await code(page).fill(await readCode())
    await again.getByRole('button', { name: 'Continue' }).tap()
    await expectText(saveStatus(page), 'Saved on the server')
    await expectText(bodyEditor(page), 'Words.')
    await open(PROFILE)

    change(`update sessions set confirmed_at = confirmed_at - ${HOUR_MS}`)
    await page.getByLabel('Password', { exact: true }).fill('a brand new password')
    await press(page, 'Update')
    await dialog.getByLabel('Current password').fill(ADMIN.password)
    await dialog.getByRole('button', { name: 'Continue' }).tap()
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('code')
    expect(await findProblems(page)).toEqual([])
    await code(page).fill(await readCode())
    await dialog.getByRole('button', { name: 'Continue' }).tap()
    await page.getByText('Your new password is saved.').waitFor()

    await addPasskeyDevice(page)
    await open(`${PROFILE}&show=safety`)
    const own = page.getByRole('region', { name: 'Your passkeys' })
    await own.getByRole('button', { name: 'Add a passkey' }).tap()
    await own.getByRole('listitem').waitFor()
    await page.context().clearCookies()
    await open(`/sign-in?from=${encodeURIComponent(PROFILE)}`)
    await signIn(page, { email: ADMIN.email, password: 'a brand new password' })
    await press(page, 'Use your passkey')
    await expectAddress(page, PROFILE)

    // The blog does not know the passkey of the device any more.
    change(`update sessions set confirmed_at = confirmed_at - ${HOUR_MS}; update passkeys set credential_id = 'another'`)
    await page.getByLabel('Password', { exact: true }).fill('one more password')
    await press(page, 'Update')
    await press(page, 'Use a passkey instead')
    await dialog.getByText('This passkey did not work here.').waitFor()
    await dialog.getByLabel('Current password').fill('a brand new password')
    await dialog.getByRole('button', { name: 'Continue' }).tap()
    await press(page, 'Use your passkey')
    await dialog.getByText('This passkey did not work here.').waitFor()
    await press(page, 'Send me a code by mail')
    await code(page).fill(await readCode())
    await dialog.getByRole('button', { name: 'Continue' }).tap()
    await page.getByText('Your new password is saved.').waitFor()
    await signInWithoutScripts()
  })

  /** The admin has a passkey, which needs a script. */
  const signInWithoutScripts = async () => {
    const { page, expectProblem } = await journeys.visit({ on: 'phone', withoutScripts: true })
    for (const problem of [/status of 403/, /status of 400/]) expectProblem(problem)
    await page.goto(`${url}/sign-in?from=/about`)
    await signIn(page, { email: ADMIN.email, password: 'one more password' })
    await press(page, 'Send me a code by mail')
    await page.getByText('Six digits, good for ten minutes').waitFor()
    await code(page).fill('12')
    await press(page, 'Sign In')
    await page.getByText('The code has six digits.').first().waitFor()
    await code(page).fill(await readCode())
    await press(page, 'Sign In')
    await expectAddress(page, '/about')
  }
})

describe('Passkeys in the browser', () => {
  it('A reader adds one, names it, signs in by it without typing, and removes it', async () => {
    const { page, expectProblem } = await journeys.visit({ on: 'phone' })
    await addPasskeyDevice(page)
    await page.goto(`${url}/sign-in?from=${encodeURIComponent('/dashboard?tab=profile&show=safety')}`)
    // There is no passkey on this device yet.
    await page.getByRole('button', { name: 'Sign in with a passkey' }).tap()
    await page.getByText('no passkey was chosen').waitFor()
    expect(await findAxeProblems(page)).toEqual([])
    await page.getByLabel('Email').fill(READER.email)
    await page.getByLabel('Password').fill(READER.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).tap()

    const own = page.getByRole('region', { name: 'Your passkeys' })
    await own.getByRole('button', { name: 'Add a passkey' }).tap()
    await own
      .getByRole('listitem')
      .getByRole('button', { name: /^Rename/ })
      .tap()
    await own.getByLabel('Name').fill('   ')
    await own.getByRole('button', { name: 'Save' }).tap()
    await own.getByText('Please enter a name.').waitFor()
    await own.getByLabel('Name').fill('My phone')
    await own.getByRole('button', { name: 'Save' }).tap()
    await own.getByText('My phone', { exact: true }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Rename')
    expect(await findProblems(page)).toEqual([])
    await own.getByRole('button', { name: 'Add a passkey' }).tap()
    await own.getByText('This device has a passkey of yours already.').waitFor()

    expectProblem(/status of 400/)
    await page.getByRole('button', { name: 'Sign Out' }).last().tap()
    await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dprofile%26show%3Dsafety')
    await page.goto(`${url}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).tap()
    await expectAddress(page, '/')
    await page.getByRole('button', { name: 'Account' }).waitFor()

    await page.goto(`${url}/dashboard?tab=profile&show=safety`)
    await own.getByText('last used').waitFor()
    ageSessions(journeys.blog)
    await own.getByRole('button', { name: 'Remove My phone' }).tap()
    expectProblem(STATUS_403)
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByLabel('Current password').fill(READER.password)
    await page.keyboard.press('Enter')
    await own.getByRole('listitem').waitFor({ state: 'detached' })
    // The button that asked is gone.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Your passkeys')
  })

  it.each([
    ['that of its part', /\/hydrate-island-/],
    ['any', /\.js$/],
  ])('The button says that it needs a script, where %s does not arrive', async (_, scripts) => {
    const { page, reset } = await journeys.visit()
    await page.route(scripts, (route) => route.abort())
    await page.goto(`${url}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click({ noWaitAfter: true })
    await page.getByRole('alert').getByText('needs a script that your browser could not load').waitFor()
    expect(await page.locator('[aria-busy]').count()).toBe(0)
    reset()
  })
})
