import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { getSettings } from '#site/contract/settings.endpoints.ts'
import { SETTINGS_PAGES, settingsPath } from '#ui/dashboard/settings-section.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { expectText, heading } from '#tests/support/visit.ts'

const journeys = useJourneys({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' }, { sharesTabs: true })
const SCREENS_MAX = 3

const listed = (page: Page) =>
  page
    .getByRole('list', { name: 'Settings' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))

it('The list has eight settings, and each is a page of at most three screens of a phone', async () => {
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/dashboard?tab=settings')
  expect(await listed(page)).toEqual(SETTINGS_PAGES.map(settingsPath))
  expect(SETTINGS_PAGES).toHaveLength(8)
  const problems: string[] = []
  for (const id of SETTINGS_PAGES) {
    await open(settingsPath(id))
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    const height = await page.evaluate(() => document.querySelector('main')!.getBoundingClientRect().bottom)
    if (height > SCREENS_MAX * 740) problems.push(`${id} is ${Math.round(height)} pixels high`)
  }
  expect(problems).toEqual([])
})

it('Without scripts the list is complete, and a page stays after it was saved', async () => {
  const { page } = await journeys.visit({ as: ADMIN, withoutScripts: true })
  await page.goto('/dashboard?tab=settings')
  expect(await listed(page)).toEqual(SETTINGS_PAGES.map(settingsPath))
  await page.getByRole('link', { name: /^Comments Who may comment/ }).click()
  await page.getByLabel('1,000 characters').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Readers see it from now on.').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=settings&section=comments')
  await expectText(heading(page), 'Settings')
  const { api } = await journeys.callAs(ADMIN)
  expect(await api(getSettings)).toMatchObject({ commentMaxLength: 1000 })
})

it('The last backup is four taps from the home page of a phone', async () => {
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await open('/')
  let taps = 0
  const tap = async (role: 'button' | 'link', name: string | RegExp) => {
    taps += 1
    await page.getByRole(role, { name }).first().tap()
  }
  await tap('button', 'Account')
  await tap('link', 'Settings')
  await tap('link', /^Safe copies/)
  await page.getByText(/^(There is none yet|The last one is of)/).waitFor()
  expect(taps).toBeLessThanOrEqual(4)
})
