import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { getSettings } from '#site/contract/settings.endpoints.ts'
import { matchSection } from '#pages/dashboard/settings-list.tsx'
import { SECTIONS } from '#pages/dashboard/settings-tab.tsx'
import { sectionPath } from '#ui/dashboard/settings-section.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { expectText, heading } from '#tests/support/visit.ts'

const journeys = useJourneys({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' }, { sharesTabs: true })
const SCREENS_MAX = 3

const listed = (page: Page) =>
  page.locator('main li > a[href*="section="]:visible').evaluateAll((links) => links.map((link) => link.parentElement?.id))

/** Labels of fields, headings of groups, and buttons that stand alone. */
const labelsOf = (page: Page) =>
  page
    .locator('main section section h3, main form label:not(fieldset label):not([hidden] label), main fieldset > legend')
    .evaluateAll((elements) => elements.map((element) => element.textContent?.trim() ?? ''))

it('Each section is a page of at most three screens of a phone, and is found by each of its labels', async () => {
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await page.setViewportSize({ width: 360, height: 740 })
  const problems: string[] = []
  for (const section of SECTIONS) {
    await open(sectionPath(section.id))
    await expectText(page.getByRole('heading', { level: 2 }).first(), section.title)
    const height = await page.evaluate(() => document.querySelector('main')!.getBoundingClientRect().bottom)
    if (height > SCREENS_MAX * 740) problems.push(`${section.id} is ${Math.round(height)} pixels high`)
    for (const label of await labelsOf(page)) if (!matchSection(section, label)) problems.push(`${section.id} is not found by “${label}”`)
  }
  expect(problems).toEqual([])
})

it('The list has every section, is searched as one types, and an address of before leads to its section', async () => {
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await open('/dashboard?tab=settings')
  expect(await listed(page)).toEqual(SECTIONS.map(({ id }) => id))
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('language')
  await expect.poll(() => listed(page)).toEqual(['dates'])
  await expectText(page.getByRole('main').getByRole('status'), '1 section')
  await page.getByRole('link', { name: /Language of posts and dates/ }).tap()
  await page.waitForURL(`**${sectionPath('dates')}`)
  await expect.poll(() => page.title()).toMatch(/^Language/)
  await page.getByRole('link', { name: 'All settings' }).tap()
  await page.waitForURL('**/dashboard?tab=settings')
  await page.goto('/dashboard?tab=settings#comments')
  await page.waitForURL(`**${sectionPath('comments')}`)
})

it('Without scripts the list is complete and searched by a request, and a section stays after it was saved', async () => {
  const { page } = await journeys.visit({ as: ADMIN, withoutScripts: true })
  await page.goto('/dashboard?tab=settings')
  expect(await listed(page)).toEqual(SECTIONS.map(({ id }) => id))
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('longest')
  await page.getByRole('button', { name: 'Search the settings' }).click()
  expect(await listed(page)).toEqual(['comments'])
  await page.getByRole('link', { name: /Longest comment/ }).click()
  await page.getByLabel('1,000 characters').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Readers see it from now on.').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=settings&section=comments')
  await expectText(heading(page), 'Settings')
  const { api } = await journeys.callAs(ADMIN)
  expect(await api(getSettings)).toMatchObject({ commentMaxLength: 1000 })
})
