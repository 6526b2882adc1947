import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_401 } from '#tests/support/browser/network.ts'
import { signIn, signUp } from '#tests/support/screens/session-screens.ts'
import { expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const FILL_ALL = 'Please fill out all fields.'
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label)
/** The live region of the form. */
const announced = (page: Page) => page.locator('form').getByRole('alert')

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

describe('Errors of the account forms', () => {
  it('Several empty fields are marked and listed in a summary that takes the focus and links to them, without a request', async () => {
    const { page, open, calls } = await journeys.visit()
    await open('/sign-up')
    await field(page, 'Username').fill('newcomer2')
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    const summary = page.getByRole('group', { name: '2 things are not right yet' })
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true)
    // It is read because of the focus; the live region would read it again.
    await expectText(announced(page), '')
    expect(await summary.getByRole('link').allInnerTexts()).toEqual([`Email: ${FILL_ALL}`, `Password: ${FILL_ALL}`])
    await summary.getByRole('link', { name: /^Email/ }).click()
    await expectError(field(page, 'Email'), FILL_ALL)
    await field(page, 'Password').fill('only this one')
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    await expectError(field(page, 'Email'), FILL_ALL)
    await expect.poll(() => field(page, 'Username').inputValue()).toBe('newcomer2')
    expect(calls()).toEqual([])
  })

  it('A validation error of the server is shown at its field, and the fields keep their values', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    expectProblem(/status of 400/)
    await open('/sign-up')
    const account = { username: 'longenough', email: 'long.enough@example.org', password: 'short' }
    await signUp(page, account)
    await expectError(field(page, 'Password'), 'Password must be between 8 and 128 characters.')
    await signUp(page, { ...account, username: 'no', password: 'long enough now' })
    await expectError(field(page, 'Username'), 'Username must be between 3 and 20 characters.')
    expect(await field(page, 'Password').getAttribute('aria-invalid')).toBeNull()
    await expect.poll(() => field(page, 'Email').inputValue()).toBe(account.email)
    await expect.poll(() => field(page, 'Password').inputValue()).toBe('long enough now')
  })

  it('A message about no single field is announced in a live region that was there before, once: the focus stays', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    expectProblem(STATUS_401)
    await open('/sign-in')
    await expectText(announced(page), '')
    const region = await announced(page).elementHandle()
    await signIn(page, { email: READER.email, password: 'not the one' })
    await expectText(announced(page), 'Wrong email or password.')
    expect(await region?.evaluate((element) => [element.isConnected, element.textContent, element === document.activeElement])).toEqual([
      true,
      'Wrong email or password.',
      false,
    ])
    await expect.poll(() => field(page, 'Email').inputValue()).toBe(READER.email)
  })
})
