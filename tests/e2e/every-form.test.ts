import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { ADMIN_FORM_PATHS, SAYS, VISITOR_FORM_PATHS } from '#tests/support/browser/form-pages.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

/** The forms of a page that are posted, as the browser sees them. */
const countForms = (page: Page) => page.locator('main form[method=post]').count()

/** Sends the form at an index, as a press on its first submit button or Enter does. @returns what the browser shows then */
async function sendForm(page: Page, path: string, index: number) {
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
  const form = page.locator('main form[method=post]').nth(index)
  const name = await form.evaluate((element: HTMLFormElement) => new FormData(element).get('form'))
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.request().method() === 'POST' && one.request().isNavigationRequest()),
    form.evaluate((element: HTMLFormElement) => element.submit()),
  ])
  await page.locator('footer').waitFor()
  return { path, name, status: response.status(), type: (await response.allHeaders())['content-type'] ?? 'redirect' }
}

it('While no script arrives, each form of a visitor ends on a page: it is done, or says what is wrong', async () => {
  const { page, expectProblem } = await journeys.visit()
  expectProblem(/status of 4\d\d|ERR_FAILED/)
  await page.route('**/*.js', (route) => route.abort())
  const sent: Awaited<ReturnType<typeof sendForm>>[] = []
  for (const path of VISITOR_FORM_PATHS) {
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('footer').waitFor()
    const count = await countForms(page)
    for (let index = 0; index < count; index += 1) {
      const result = await sendForm(page, path, index)
      sent.push(result)
      expect(result.type, JSON.stringify(result)).toMatch(/^text\/html|redirect/)
      await heading(page).waitFor()
      // Not done: a sentence says why.
      const reasons = await page.locator(SAYS).count()
      expect(result.status < 400 || reasons > 0, JSON.stringify(result)).toBe(true)
    }
  }
  expect(sent.length).toBeGreaterThan(4)
})

describe('Pages that need their script', () => {
  const notice = (page: Page) => page.getByText('This page needs a script that your browser has not loaded yet.')

  it('While no script arrives, each page of the dashboard says so, and that it saves nothing', async () => {
    const { page, expectProblem } = await journeys.visit({ as: ADMIN })
    expectProblem(/ERR_FAILED/)
    await page.route('**/*.js', (route) => route.abort())
    for (const path of ADMIN_FORM_PATHS) {
      await page.goto(path)
      await notice(page).waitFor()
    }
    await page.goto('/dashboard?tab=profile')
    await page.getByLabel('Display name').fill('Ines')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('alert').getByText('needs a script that your browser could not load').waitFor()
    expect(await page.getByLabel('Display name').inputValue()).toBe('Ines')
  })

  it('A form whose own script is missing says so where it was pressed, and keeps what was typed', async () => {
    const { page, expectProblem } = await journeys.visit({ as: ADMIN })
    expectProblem(/ERR_FAILED/)
    await page.route('**/dashboard.island-*.js', (route) => route.abort())
    await page.goto('/dashboard?tab=profile')
    await page.getByLabel('Display name').fill('Ines')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('alert').getByText('needs a script that your browser could not load').waitFor()
    expect(await page.getByLabel('Display name').inputValue()).toBe('Ines')
    expect(new URL(page.url()).search).toBe('?tab=profile')
  })

  it('The sentence is gone once the script is there', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=settings')
    await expect.poll(() => notice(page).isVisible()).toBe(false)
  })
})
