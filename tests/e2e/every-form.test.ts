import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { ADMIN_FORM_PATHS, SAYS, VISITOR_FORM_PATHS } from '#tests/support/form-pages.ts'
import { useJourneys, type VisitOptions } from '#tests/support/journey.ts'
import { heading } from '#tests/support/visit.ts'

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

describe.each<[string, VisitOptions, readonly string[]]>([
  ['an admin', { as: ADMIN }, ADMIN_FORM_PATHS],
  ['a visitor', {}, VISITOR_FORM_PATHS],
])('Every form that %s can see, while no script arrives', (_, options, paths) => {
  it('each form ends on a page: it is done, or says what is wrong, or that it needs its script', async () => {
    const { page, expectProblem } = await journeys.visit(options)
    expectProblem(/status of 4\d\d|ERR_FAILED/)
    await page.route('**/*.js', (route) => route.abort())
    const sent: Awaited<ReturnType<typeof sendForm>>[] = []
    for (const path of paths) {
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
})

describe('Buttons that need a script', () => {
  it('While no script arrives, a sentence says so wherever there is such a button', async () => {
    const { page, expectProblem } = await journeys.visit({ as: ADMIN })
    expectProblem(/ERR_FAILED/)
    await page.route('**/*.js', (route) => route.abort())
    const tried: string[] = []
    for (const path of ADMIN_FORM_PATHS) {
      await page.goto(path)
      if ((await page.locator('main button[type=button]:not([popovertarget])').count()) === 0) continue
      await page.getByText('need a script that your browser has not loaded yet').first().waitFor()
      tried.push(path)
    }
    expect(tried.length).toBeGreaterThan(6)
  })

  it('The sentence is gone once the script is there', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=settings')
    await expect.poll(() => page.locator('.script-notice').count()).toBe(0)
  })
})
