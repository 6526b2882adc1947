import { describe, expect, it } from 'vitest'
import { READER } from '#tests/support/accounts.ts'
import { ageSessions } from '#tests/support/safe-copies/age-sessions.ts'
import { addPasskeyDevice } from '#tests/support/sign-in/browser-passkey.ts'
import { findAxeProblems, findSidewaysScroll, findSmallTargets } from '#tests/support/browser/check-page.ts'
import { STATUS_403 } from '#tests/support/browser/network.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { expectAddress } from '#tests/support/browser/visit.ts'

/** Browsers allow passkeys only on host names, not on IP addresses. */
const port = await findFreePort()
const url = `http://localhost:${port}`
const journeys = useJourneys({ PORT: String(port), PUBLIC_URL: url })

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
    expect([...(await findAxeProblems(page)), ...(await findSidewaysScroll(page)), ...(await findSmallTargets(page))]).toEqual([])
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
