import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { DEFAULT_LOOK, PALETTES } from '#site/contract/look.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { brokenPictureFile, pictureFile } from '#tests/support/media/picture-files.ts'
import { slowUploads } from '#tests/support/browser/uploads.ts'
import { expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const SAVED = 'Saved. Readers see it from now on.'

const resetLook = () =>
  onTestFinished(async () => {
    const { api } = await journeys.callAs(ADMIN)
    await api(updateLook, { body: DEFAULT_LOOK })
  })

const toRgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
const markColour = (page: Page) => page.locator('.site-header .brand-mark').evaluate((mark) => getComputedStyle(mark).backgroundColor)

describe('The look', () => {
  it('An admin chooses a colour, a picture and a logo, and sees them at once, as do visitors once they are saved', async () => {
    resetLook()
    const { page, open } = await journeys.visit({ as: ADMIN })
    const visitor = await journeys.visit()
    await visitor.open('/')
    await open('/dashboard?tab=settings&section=look')
    const section = (name: string) => page.getByRole('region', { name })
    const form = section('Look').locator('form')
    await form.getByRole('radio', { name: 'Heart' }).focus()
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
    expect(await form.getByRole('radio', { name: 'Lake' }).isChecked()).toBe(true)
    // The page shows the choice, which is not saved yet.
    expect(await markColour(page)).toBe(toRgb(PALETTES.lake.light.accent))
    await visitor.open('/')
    expect(await markColour(visitor.page)).toBe(toRgb(PALETTES.heart.light.accent))
    const save = async () => {
      await form.getByRole('button', { name: 'Save' }).click()
      await expectText(form.getByRole('status').last(), SAVED)
    }
    await save()

    const picture = section('Picture on the home page')
    await picture.locator('input[type=file]').setInputFiles(await pictureFile('sea.png'))
    await picture.getByLabel('What the picture shows').fill('Us by the sea')
    const logo = section('Logo')
    await logo.locator('input[type=file]').setInputFiles(brokenPictureFile())
    await expectText(logo.getByRole('alert').filter({ hasText: /./ }), /^This file is not a picture/)
    await logo.locator('input[type=file]').setInputFiles(await pictureFile('logo.png'))
    await logo.getByRole('button', { name: 'Remove logo' }).waitFor()
    await save()
    // The picture is removed, and chosen again; what it shows was not lost.
    await picture.getByRole('button', { name: 'Hearts again' }).click()
    await save()
    await picture.locator('input[type=file]').setInputFiles(await pictureFile('sea.png'))
    expect(await picture.getByLabel('What the picture shows').inputValue()).toBe('Us by the sea')
    await save()

    await visitor.open('/')
    expect(await markColour(visitor.page)).toBe(toRgb(PALETTES.lake.light.accent))
    const top = async (name: string) => (await visitor.page.getByRole('main').getByRole('img', { name }).boundingBox())?.y ?? Infinity
    const welcome = await visitor.page.getByRole('heading', { level: 1 }).boundingBox()
    // Beside the welcome, not under it.
    expect(await top('Us by the sea')).toBeLessThan((welcome?.y ?? 0) + (welcome?.height ?? 0))
    expect(
      await visitor.page.locator('.site-header .brand img').evaluate((image: HTMLImageElement) => image.decode().then(() => true)),
    ).toBe(true)
    await visitor.page.setViewportSize({ width: 320, height: 640 })
    const mark = visitor.page.locator('.site-header .brand-mark')
    const isSeen = (name: HTMLElement) => {
      const { left, top, height } = name.getBoundingClientRect()
      return document.elementFromPoint(left + 12, top + height / 2) === name
    }
    for (const name of ['Us', 'The four of us by the northern sea']) {
      await mark.evaluate((element, text) => (element.textContent = text), name)
      expect(await mark.evaluate(isSeen), name).toBe(true)
    }
    expect(await visitor.page.locator('meta[property="og:image"]').getAttribute('content')).toMatch(/\/files\/.+\.(jpe?g|png)$/)
  })

  it('Save waits for a picture that is still being uploaded', async () => {
    resetLook()
    const { page, context, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=settings&section=look')
    const form = page.getByRole('region', { name: 'Look' }).locator('form')
    await slowUploads({ context, page }, 100)
    await page
      .getByRole('region', { name: 'Logo' })
      .locator('input[type=file]')
      .setInputFiles(await pictureFile('logo.png'))
    const waiting = form.getByRole('button', { name: 'Waiting for 1 picture' })
    await waiting.waitFor()
    await waiting.dispatchEvent('click')
    await slowUploads({ context, page }, -1)
    await form.getByRole('button', { name: 'Remove logo' }).waitFor()
    await expectText(form.getByRole('status').last(), '')
    await form.getByRole('button', { name: 'Save' }).click()
    await expectText(form.getByRole('status').last(), SAVED)
    await open('/dashboard?tab=settings&section=look')
    await form.getByRole('button', { name: 'Remove logo' }).waitFor()
  })
})
