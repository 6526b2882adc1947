import { describe, expect, it } from 'vitest'
import { getLinks, updateLinks } from '#site/contract/links.endpoints.ts'
import { getSettings } from '#site/contract/settings.endpoints.ts'
import { ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { holdScripts } from '#tests/support/browser/network.ts'
import { expectShown, expectText, waitForScripts } from '#tests/support/browser/visit.ts'
import type { Locator } from 'playwright-core'
import { commentBox, commentItem, commentsOf, makeTalk } from '#tests/support/browser/comments-screen.ts'

const journeys = useJourneys()

/** React and what it needs, without the script of every page. */
const REACT = ['react', 'hydrate-island']

const isBusy = (button: Locator) => button.evaluate((element) => element.getAttribute('aria-busy') === 'true')

describe('Taps before React has loaded', () => {
  it('Like and Submit are busy at once, and sent once', async () => {
    const { path } = await makeTalk(journeys, 'A kind word')
    const { page, open, writes } = await journeys.visit({ as: OTHER_READER })
    const letReactCome = await holdScripts(page, ...REACT)
    await open(path)
    const like = commentItem(page, 'A kind word').getByRole('button', { name: /^Like the comment of/ })
    const submit = commentsOf(page).getByRole('button', { name: 'Submit' })
    await like.click()
    await commentBox(page).fill('Quickly said')
    await submit.click()
    expect([await isBusy(like), await isBusy(submit)]).toEqual([true, true])
    expect(writes()).toEqual([])
    letReactCome()
    await expectShown(commentItem(page, 'Quickly said'))
    await expectText(like, /1 like$/)
    expect([await isBusy(like), await isBusy(submit)]).toEqual([false, false])
    expect(writes().map((write) => write.replace(/\/[^/]*$/, ''))).toEqual(['PUT /api/comment/likecomment', 'POST /api/comment'])
  })
})

describe('Taps before any script has loaded', () => {
  it('The last tap takes effect, once', async () => {
    const { page } = await journeys.visit()
    const releaseScripts = await holdScripts(page)
    await page.goto('/about', { waitUntil: 'commit' })
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
    const toggle = page.getByRole('button', { name: 'Toggle theme' })
    const text = page.getByRole('main').getByRole('paragraph').first()
    await text.click()
    await toggle.click()
    expect(await isBusy(toggle)).toBe(true)
    await toggle.click()
    await text.click()
    expect(await isDark()).toBe(false)
    releaseScripts()
    await expect.poll(isDark).toBe(true)
    await toggle.click()
    await expect.poll(isDark).toBe(false)
  })

  it.each([
    ['Menu', {}],
    ['Account', { as: READER }],
  ])('The menu %s, opened before the scripts, stays open when they come', async (name, options) => {
    const { page } = await journeys.visit({ on: 'phone', ...options })
    const releaseScripts = await holdScripts(page)
    await page.goto('/about', { waitUntil: 'commit' })
    await page.getByRole('button', { name, exact: true }).click()
    const panel = page.locator('.menu-panel:popover-open')
    await panel.waitFor()
    releaseScripts()
    await waitForScripts(page)
    await page.waitForLoadState('networkidle')
    expect(await panel.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  })
})

// They leave settings that close comments.
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
