import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { pictureFile } from '#tests/support/media/picture-files.ts'
import { bodyEditor, toolbarButton } from '#tests/support/browser/post-form-screen.ts'
import { expectAddress, expectCount, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

describe('Shortcuts to writing', () => {
  it('A post with five photos is five taps from the home page, on a phone, with at most four choices until Change', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/')
    let taps = 0
    const tap = async (target: Locator) => {
      taps += 1
      await target.tap()
    }
    await tap(page.getByRole('button', { name: 'Account', exact: true }))
    await tap(page.getByRole('banner').getByRole('link', { name: 'Write' }))
    await bodyEditor(page).waitFor()
    // Title, text, the bar of media and text styles, and the line with Publish.
    const form = page.getByRole('main').locator('form')
    expect(
      await form.locator('input:not([type=file]):visible, select:visible, textarea:visible, [contenteditable=true]:visible').count(),
    ).toBe(2)
    expect(await form.getByRole('toolbar').count()).toBe(1)
    expect(await form.locator('button:visible:not([role=toolbar] *)').allTextContents()).toEqual(['Change', 'Publish'])

    await tap(page.getByLabel('Title'))
    await page.keyboard.type('A day at the sea')
    await page.keyboard.press('Enter')
    await page.keyboard.type('We went to the sea.')
    const chooser = page.waitForEvent('filechooser')
    await tap(toolbarButton(page, 'Photo'))
    // In the phone's own gallery.
    await (await chooser).setFiles(await Promise.all([1, 2, 3, 4, 5].map((number) => pictureFile(`sea-${number}.png`))))
    await tap(page.getByRole('button', { name: 'Publish', exact: true }))
    await expectAddress(page, '/post/a-day-at-the-sea')
    await expectCount(page.locator('article .prose img'), 5)
    expect(taps).toBe(5)
    // The first photo is the cover, and stands on the page once.
    await expectCount(page.locator('article .post-cover'), 0)
    await open('/')
    const card = page.getByRole('article').filter({ hasText: 'A day at the sea' })
    await expect.poll(() => card.locator('img').getAttribute('src')).toContain('-sea-1_')
  })

  it('Enter in the title leads on to the text, and publishes nothing', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/create-post')
    await bodyEditor(page).waitFor()
    await page.getByLabel('Title').fill('Not yet')
    await page.getByLabel('Title').press('Enter')
    await page.keyboard.type('Here')
    await expectText(bodyEditor(page), /Here/)
    await expectAddress(page, '/create-post')
  })
})
