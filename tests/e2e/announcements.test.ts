import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { STATUS_401 } from '#tests/support/network.ts'
import { signIn } from '#tests/support/session-screens.ts'

const journeys = useJourneys({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Kindred <blog@example.org>' })

/**
 * Records what a screen reader says of a page: texts that appear in a live region that was there before, and what takes the
 * focus, with its description. A region that is inserted full is silent.
 */
async function record(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const LIVE = '[role=alert], [role=status], output, [aria-live]'
    const spoken: string[] = []
    Object.assign(globalThis, { spoken })
    const regions = new Map([...document.querySelectorAll(LIVE)].map((region) => [region, region.textContent]))
    new MutationObserver(() => {
      for (const region of document.querySelectorAll(LIVE)) {
        const text = region.textContent
        if (regions.has(region) && text !== regions.get(region) && text !== '') spoken.push(text)
        regions.set(region, text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement) || target.matches('button, a')) return
      const described = [target.getAttribute('aria-labelledby'), target.getAttribute('aria-describedby')].join(' ').split(' ')
      const texts = described.map((id) => document.getElementById(id)?.innerText ?? '').filter((text) => text !== '')
      spoken.push(texts.length === 0 && !target.matches('input, textarea, select') ? target.innerText : texts.join(' | '))
    })
  })
  return async () => {
    await page.waitForTimeout(300)
    return page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken.splice(0))
  }
}

/** Hydrates the form first: the log is about what its script announces. */
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).first().click()

const countOf = (said: readonly string[], text: string) => said.filter((one) => one.includes(text)).length

describe('What a screen reader says of a form, once each', () => {
  it('Sign-in: both fields, one field, and a message about none', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    expectProblem(STATUS_401)
    await open('/sign-in')
    const said = await record(page)
    await press(page, 'Sign In')
    expect(await said()).toEqual([expect.stringMatching(/^2 things are not right yet \| Email: .*Password: /s)])
    await page.getByLabel('Email').fill(READER.email)
    await said()
    await press(page, 'Sign In')
    expect(await said()).toEqual(['Please fill out all fields.'])
    await signIn(page, { email: READER.email, password: 'not the one' })
    expect(countOf(await said(), 'Wrong email or password.')).toBe(1)
  })

  it('Recovery: the result replaces the form and takes the focus', async () => {
    const { page, open } = await journeys.visit()
    await open('/forgot-password')
    const said = await record(page)
    await page.getByLabel('Email').fill(READER.email)
    await press(page, 'Send me a link')
    await page.getByText('is on its way to it').waitFor()
    expect(countOf(await said(), 'is on its way to it')).toBe(1)
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
  })

  it('A section of the settings: an error at its field, and success', async () => {
    const { page, open, expectProblem } = await journeys.visit({ as: ADMIN })
    expectProblem(/status of 400/)
    await open('/dashboard?tab=settings')
    const section = page.getByRole('region', { name: 'The blog', exact: true })
    const said = await record(page)
    const name = await section.getByLabel('Name of the blog').inputValue()
    await section.getByLabel('Name of the blog').fill('')
    await said()
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByText('Please enter a name for the blog.').waitFor()
    expect(countOf(await said(), 'Please enter a name for the blog.')).toBe(1)
    await section.getByLabel('Name of the blog').fill(name)
    await said()
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByText('Saved. Readers see it from now on.').waitFor()
    expect(await said()).toEqual(['Saved. Readers see it from now on.'])
  })
})
