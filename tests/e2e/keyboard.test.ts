import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, toolbarButton } from '#tests/support/browser/post-form-screen.ts'
import { hasFocus, pressOn, tabTo } from '#tests/support/browser/tab-keys.ts'
import { expectAddress, expectCount, expectText, expectTexts, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
async function fill(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('main').getByLabel(label))
  await page.keyboard.type(text)
}

/** Presses a toolbar button. The toolbar is one tab stop, with arrow keys inside. */
async function pressInToolbar(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Shift+Tab')
  for (let steps = 0; steps < 30 && !(await hasFocus(toolbarButton(page, name))); steps += 1) await page.keyboard.press('ArrowRight')
  expect(await hasFocus(toolbarButton(page, name))).toBe(true)
  await page.keyboard.press('Enter')
}

/** Waits for the focus, which returns to the text after a toolbar button. */
const returnToText = (page: Page) => expect.poll(() => hasFocus(bodyEditor(page))).toBe(true)

async function writePost(page: Page): Promise<void> {
  await fill(page, 'Title', 'Written without a mouse')
  await page.keyboard.press('Enter')
  await returnToText(page)
  await page.keyboard.type('Plain words, and ')
  await pressInToolbar(page, 'Text styles')
  await tabTo(page, bodyEditor(page))
  await pressInToolbar(page, 'Bold')
  await returnToText(page)
  await page.keyboard.type('strong ones')
  await pressInToolbar(page, 'Link')
  const dialog = page.getByRole('dialog', { name: 'Add a link' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await expectCount(dialog, 0)
  await returnToText(page)
}

describe('Keyboard only', () => {
  it('By keyboard, a person signs up, signs in as the admin and publishes a post', async () => {
    const { page, open } = await journeys.visit()
    await open('/')
    await pressOn(page, page.getByRole('banner').getByRole('link', { name: 'Sign In' }))
    await expectText(heading(page), 'Sign In')
    await pressOn(page, page.getByRole('main').getByRole('link', { name: 'Sign Up' }))
    await expectText(heading(page), 'Sign Up')
    await fill(page, 'Username', 'typist')
    await fill(page, 'Email', 'typist@example.org')
    await fill(page, 'Password', 'words of a typist')
    await page.keyboard.press('Enter')
    await page.getByText('Your account is ready. You can sign in now.').waitFor()
    await fill(page, 'Email', ADMIN.email)
    await fill(page, 'Password', ADMIN.password)
    await page.keyboard.press('Enter')
    await expectAddress(page, '/')

    await pressOn(page, page.getByRole('button', { name: 'Account' }))
    await pressOn(page, page.getByRole('link', { name: 'Profile' }))
    await expectText(heading(page), 'Profile')
    await pressOn(page, page.getByRole('link', { name: 'Create a post' }))
    await bodyEditor(page).waitFor()
    await writePost(page)
    await pressOn(page, page.getByRole('button', { name: 'Publish' }))
    await expectAddress(page, '/post/written-without-a-mouse')
    await expectTexts(page.locator('.prose strong'), ['strong ones'])
  })

  it('By keyboard, a reader writes, likes, edits and deletes a comment', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    const { api } = await journeys.callAs(ADMIN)
    const { slug } = await api(createPost, { body: { title: 'For fingers', content: '<p>Words.</p>' } })
    await open(`/post/${slug}`)
    await fill(page, 'Your comment', 'Typed')
    await pressOn(page, page.getByRole('button', { name: 'Submit' }), 'Space')
    const item = page.getByRole('region', { name: /^Comments/ }).getByRole('listitem')
    await expectText(item, /Typed/)
    await pressOn(page, item.getByRole('button', { name: /^Like the comment of/ }), 'Space')
    await expectText(item, /1 like/)
    await pressOn(page, item.getByRole('button', { name: 'Edit' }))
    expect(await hasFocus(item.getByRole('textbox'))).toBe(true)
    await page.keyboard.press('End')
    await page.keyboard.type(' twice')
    await pressOn(page, item.getByRole('button', { name: 'Save' }))
    await expectText(item, /Typed twice/)
    expect(await hasFocus(item.getByRole('button', { name: 'Edit' }))).toBe(true)

    await pressOn(page, item.getByRole('button', { name: 'Delete' }))
    const dialog = page.getByRole('dialog')
    await expect.poll(() => hasFocus(dialog.getByRole('button', { name: 'No, cancel' }))).toBe(true)
    await page.keyboard.press('Escape')
    await expectCount(dialog, 0)
    expect(await hasFocus(item.getByRole('button', { name: 'Delete' }))).toBe(true)
    await page.keyboard.press('Enter')
    await pressOn(page, dialog.getByRole('button', { name: 'Yes, I am sure' }))
    await page.getByText('No comments yet!').waitFor()
    await expect.poll(() => hasFocus(item.getByRole('button', { name: /^Undo the deletion/ }))).toBe(true)
  })

  it('By keyboard, an admin deletes a row, undoes it, and the focus stays in the row', async () => {
    const { api } = await journeys.callAs(ADMIN)
    for (const title of ['Second', 'First']) await api(createPost, { body: { title, content: '<p>Words.</p>' } })
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=posts')
    const dialog = page.getByRole('dialog')
    await pressOn(page, page.getByRole('button', { name: 'Delete First' }))
    await pressOn(page, dialog.getByRole('button', { name: 'Yes, I am sure' }))
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Undo' }))).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Delete First' }))).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expectCount(dialog, 0)
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Delete First' }))).toBe(true)
  })

  it('By keyboard, the menu of a phone opens, closes and leads to a page', async () => {
    const { page, open } = await journeys.visit({ on: 'phone' })
    await open('/')
    await pressOn(page, page.getByRole('button', { name: 'Menu' }))
    const search = page.getByRole('searchbox', { name: 'Search posts' })
    await search.waitFor()
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'hidden' })
    expect(await hasFocus(page.getByRole('button', { name: 'Menu' }))).toBe(true)
    await page.keyboard.press('Enter')
    await tabTo(page, search)
    await page.keyboard.type('bus')
    await page.keyboard.press('Enter')
    await expectAddress(page, '/search?search=bus')
    await search.waitFor({ state: 'hidden' })
  })
})
