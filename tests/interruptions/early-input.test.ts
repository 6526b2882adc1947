import { expect, it } from 'vitest'
import { getLinks, updateLinks } from '#site/contract/links.endpoints.ts'
import { getSettings } from '#site/contract/settings.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { holdScripts } from '#tests/support/browser/network.ts'
import { waitForScripts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

it('What is chosen and ticked before the scripts have loaded is what Save stores', async () => {
  const { page } = await journeys.visit({ as: ADMIN, on: 'phone' })
  const releaseScripts = await holdScripts(page)
  await page.goto('/dashboard?tab=settings&section=comments', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: /1,000 characters/ }).check()
  await page.getByRole('checkbox', { name: /people we do not know yet wait/ }).check()
  await page.getByRole('checkbox', { name: 'Readers can comment' }).uncheck()
  releaseScripts()
  await waitForScripts(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const { api } = await journeys.callAs(ADMIN)
  expect(await api(getSettings)).toMatchObject({
    commentMaxLength: 1000,
    firstCommentsWait: true,
    commentsOpen: false,
  })
})

it('What is typed in two fields that depend on each other, and chosen from a list, stays when the scripts come', async () => {
  const { api } = await journeys.callAs(ADMIN)
  await api(updateLinks, { body: { links: [{ url: 'https://example.org/', label: 'Old words' }] } })
  const { page } = await journeys.visit({ as: ADMIN, on: 'phone' })
  let releaseScripts = await holdScripts(page)
  await page.goto('/dashboard?tab=settings&section=blog', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Address' }).fill('https://example.net/')
  await page.getByRole('textbox', { name: 'Words' }).fill('New words')
  await page.getByRole('textbox', { name: 'Words' }).press('ArrowLeft')
  releaseScripts()
  await waitForScripts(page)
  await page.keyboard.type('!')
  const links = page.getByRole('region', { name: 'Links in the footer' })
  await links.getByRole('button', { name: 'Save' }).click()
  await links.getByText('Saved.').waitFor()
  expect(await api(getLinks)).toMatchObject({ links: [{ url: 'https://example.net/', label: 'New word!s' }] })

  releaseScripts = await holdScripts(page)
  await page.goto('/dashboard?tab=settings&section=blog', { waitUntil: 'commit' })
  await page.getByLabel('Language of your posts').selectOption('de')
  releaseScripts()
  await waitForScripts(page)
  await expect.poll(() => page.getByLabel('Language of your posts').inputValue()).toBe('de')
  const language = page.getByRole('region', { name: 'Language' })
  await language.getByRole('button', { name: 'Save' }).click()
  await language.getByText('Saved.').waitFor()
  expect(await api(getSettings)).toMatchObject({ dateLanguage: 'de' })
})
