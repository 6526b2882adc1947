import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createPage, listPages } from '#site/contract/blog-pages.endpoints.ts'
import { SETTINGS_PAGES, settingsPath } from '#ui/dashboard/settings-section.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { cutCalls } from '#tests/support/browser/network.ts'
import { expectCount, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' })
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

it('A page that was saved says so, also if the list of pages cannot be read again', async () => {
  const { api } = await journeys.callAs(ADMIN)
  const { _id } = await api(createPage, { body: { title: 'Emergency plan', place: 'none' } })
  const { page, open, expectProblem } = await journeys.visit({ as: ADMIN })
  await open('/dashboard?tab=pages')
  expectProblem(/ERR_CONNECTION_RESET/)
  await cutCalls(page, '/api/pages')
  const own = page.getByRole('listitem').filter({ hasText: 'Emergency plan' })
  for (const place of ['Footer', 'Header']) {
    await own.getByLabel('Menu', { exact: true }).selectOption(place)
    await own.getByRole('button', { name: 'Save' }).click()
    await expectText(own.getByRole('status'), 'Saved.')
  }
  expect((await api(listPages)).pages).toContainEqual(expect.objectContaining({ _id, place: 'header' }))
})

it('A page that is deleted while the list is being read does not come back', async () => {
  const { api } = await journeys.callAs(ADMIN)
  for (const title of ['Going', 'Staying']) await api(createPage, { body: { title, place: 'footer' } })
  const { page, open } = await journeys.visit({ as: ADMIN })
  await open('/dashboard?tab=pages')
  const { promise: deleted, resolve: onDeleted } = Promise.withResolvers<void>()
  const { promise: read, resolve: onRead } = Promise.withResolvers<void>()
  await page.route(
    '**/api/pages',
    async (route) => {
      const response = await route.fetch()
      onRead()
      await deleted
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Later in the menu: Going' }).click()
  await read
  await page.getByRole('button', { name: 'Delete Going' }).click()
  await page.getByRole('button', { name: 'Yes, I am sure' }).click()
  await page.getByText('The page “Going” is deleted.').waitFor()
  const arrived = page.waitForResponse('**/api/pages')
  onDeleted()
  await (await arrived).finished()
  await page.getByRole('button', { name: 'Delete Staying' }).click()
  await page.getByRole('button', { name: 'No, cancel' }).click()
  await expectCount(page.getByRole('heading', { name: 'Going' }), 0)
})
