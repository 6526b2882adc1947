import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { updateRole } from '#accounts/contract/users.endpoints.ts'
import { ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { missingBackForwardCache } from '#tests/support/browser/chromium.ts'
import { findAxeProblems } from '#tests/support/browser/check-page.ts'
import { mediaCards } from '#tests/support/browser/editor-files.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { bodyEditor, openNewPost, openOptions, toolbarButton } from '#tests/support/browser/post-form-screen.ts'
import { crashTab, expectAddress, expectCount } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
/** The packaged browser has no microphone, not even a fake one. */
const WHOLE_BROWSER = { on: 'phone', withBackForwardCache: true } as const

async function openRecorder(page: Page) {
  await toolbarButton(page, 'Voice').click()
  await page.getByRole('dialog', { name: 'Record your voice' }).waitFor()
}

const SECONDS_1904_TO_1970 = 2_082_844_800

/** Waits until the recorder shows at least so many. */
const waitForSeconds = (page: Page, seconds: number) => {
  const shown = async () => Number((await page.getByRole('timer', { name: 'Recorded' }).innerText()).split(':')[1])
  return expect.poll(shown).toBeGreaterThanOrEqual(seconds)
}

/** How many recordings are on this device. */
const countRecordings = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('kindred-files')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const count = opening.result.transaction('recordings').objectStore('recordings').count()
    await new Promise((resolve) => count.addEventListener('success', resolve))
    opening.result.close()
    return count.result
  })

/** Keeps what is recorded from being stored. @returns a function that lets it be stored */
async function blockStoring(page: Page) {
  await page.evaluate(async () => {
    const opening = indexedDB.open('kindred-files')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const parts = opening.result.transaction('parts', 'readwrite').objectStore('parts')
    const block = Object.assign(globalThis, { isBlocked: true })
    // A transaction lasts as long as it is asked for something, and others wait for it.
    const goOn = () => {
      if (block.isBlocked) parts.count().addEventListener('success', goOn)
      else opening.result.close()
    }
    goOn()
  })
  return () => page.evaluate(() => Object.assign(globalThis, { isBlocked: false }))
}

describe('Recording', unlessMissing(missingBackForwardCache()), () => {
  it('A voice is recorded by touch, paused, heard again and published for the family, who hears it, and nobody else; it does not say when that was', async () => {
    const { page, context } = await openNewPost(journeys, WHOLE_BROWSER)
    await context.grantPermissions(['microphone'])
    await page.getByLabel('Title').fill('Her first word')
    await toolbarButton(page, 'Voice').tap()
    await page.getByRole('dialog', { name: 'Record your voice' }).waitFor()
    expect(await findAxeProblems(page)).toEqual([])
    const begunAt = Date.now()
    await page.getByRole('button', { name: 'Record voice', exact: true }).tap()
    await waitForSeconds(page, 2)
    const level = () => page.getByLabel('How loud it is').evaluate((meter) => (meter as HTMLMeterElement).value)
    await expect.poll(level).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Pause' }).tap()
    await page.getByText('Paused. What you recorded is kept.').waitFor()
    await page.getByRole('button', { name: 'Continue' }).tap()
    await page.getByRole('button', { name: 'Stop' }).tap()
    const endedAt = Date.now()
    await page.getByText(/^You recorded 0:\d\d\. Listen again, then use it\.$/).waitFor()
    expect(await findAxeProblems(page)).toEqual([])
    await page.getByLabel('Your recording').evaluate((player) => (player as HTMLAudioElement).play())
    await page.getByRole('button', { name: 'Use it' }).tap()
    const stored = () => bodyEditor(page).locator('audio').first().getAttribute('src')
    await expect.poll(stored).toMatch(/^\/files\//)
    const address = journeys.blog.url + (await stored())
    await openOptions(page)
    await page.getByLabel('Who can read it').selectOption('Family')
    await page.getByRole('button', { name: 'Publish' }).tap()
    await expectAddress(page, '/post/her-first-word')

    const admin = await journeys.callAs(ADMIN)
    await admin.api(updateRole, { params: { userId: (await journeys.callAs(READER)).id }, body: { role: 'family' } })
    const grandmother = await journeys.visit({ as: READER, ...WHOLE_BROWSER })
    await grandmother.open('/post/her-first-word')
    const heard = await grandmother.page.locator('article audio').evaluate(async (element) => {
      const audio = element as HTMLAudioElement
      await audio.play()
      return { seconds: Math.round(audio.duration), error: audio.error }
    })
    expect(heard.error).toBeNull()
    expect(heard.seconds).toBeGreaterThanOrEqual(2)
    const bytes = await (await grandmother.context.request.get(address)).body()
    // Chromium's recorder writes the time into the head of its MP4: seconds since 1904.
    const dates = Array.from({ length: Math.ceil((endedAt - begunAt) / 1000) + 1 }, (_, index) => {
      const date = Buffer.alloc(4)
      date.writeUInt32BE(Math.floor(begunAt / 1000) + index + SECONDS_1904_TO_1970)
      return date
    })
    expect([bytes.length > 1000, dates.filter((date) => bytes.includes(date))]).toEqual([true, []])
    const other = await journeys.visit({ as: OTHER_READER })
    expect([(await fetch(address)).status, (await other.context.request.get(address)).status()]).toEqual([404, 404])
  })

  it('A tab that dies while it records loses at most five seconds: the editor offers the recording again', async () => {
    const { page, context } = await openNewPost(journeys, WHOLE_BROWSER)
    await context.grantPermissions(['microphone'])
    await openRecorder(page)
    await page.getByRole('button', { name: 'Record voice', exact: true }).click()
    await waitForSeconds(page, 7)
    await crashTab(page)
    const again = await context.newPage()
    await again.goto('/create-post')
    await again.getByText(/^You recorded 0:(0[5-9]|[1-5]\d) here\.$/).waitFor()
    await again.getByRole('button', { name: 'Put it here' }).click()
    await expectCount(mediaCards(again), 1)
    await expectCount(again.getByText(/^You recorded/), 0)
  })

  it('A recording that is used stays on the device until it is stored: a tab that dies before loses nothing', async () => {
    const { page, context } = await openNewPost(journeys, WHOLE_BROWSER)
    await context.grantPermissions(['microphone'])
    let isStuck = true
    await context.route('**/files', (route) => (isStuck ? undefined : route.continue()))
    await openRecorder(page)
    await page.getByRole('button', { name: 'Record voice', exact: true }).click()
    await waitForSeconds(page, 2)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Use it' }).click()
    await expectCount(mediaCards(page), 1)
    await expectCount(page.getByText(/^You recorded/), 0)
    await crashTab(page)
    const again = await context.newPage()
    await again.goto('/create-post')
    await again.getByText(/^You recorded 0:\d\d here\.$/).waitFor()
    isStuck = false
    await again.getByRole('button', { name: 'Put it here' }).click()
    await expectCount(again.getByText(/^You recorded/), 0)
    const stored = () => bodyEditor(again).locator('audio').first().getAttribute('src')
    await expect.poll(stored).toMatch(/^\/files\//)
    await expect.poll(() => countRecordings(again)).toBe(0)
  })

  it('Cancel while the browser still asks for the microphone turns it off', async () => {
    const { page, context } = await openNewPost(journeys, WHOLE_BROWSER)
    await context.grantPermissions(['microphone'])
    await openRecorder(page)
    await page.evaluate(() => {
      const { mediaDevices } = navigator
      const ask = mediaDevices.getUserMedia.bind(mediaDevices)
      const { promise, resolve } = Promise.withResolvers<void>()
      const asked = Object.assign(globalThis, { allow: resolve, states: null as readonly string[] | null })
      mediaDevices.getUserMedia = async (devices) => {
        await promise
        const stream = await ask(devices)
        setTimeout(() => (asked.states = stream.getTracks().map(({ readyState }) => readyState)), 500)
        return stream
      }
    })
    await page.getByRole('button', { name: 'Record voice', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.evaluate(() => (globalThis as unknown as { allow: () => void }).allow())
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as { states: unknown }).states)).toEqual(['ended'])
    expect(await countRecordings(page)).toBe(0)
  })

  it('Escape stops a recording, and a second one does not hide it', async () => {
    const { page, context } = await openNewPost(journeys, WHOLE_BROWSER)
    await context.grantPermissions(['microphone'])
    await openRecorder(page)
    await page.getByRole('button', { name: 'Record voice', exact: true }).click()
    await waitForSeconds(page, 1)
    const unblock = await blockStoring(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Record your voice' }).waitFor()
    await unblock()
    await page.getByText(/^You recorded 0:\d\d\./).waitFor()
    await page.keyboard.press('Escape')
    await expectCount(page.getByRole('dialog'), 0)
    expect(await countRecordings(page)).toBe(1)
  })

  it('A browser that stops storing says so, and lets the writer go', async () => {
    const { page, context } = await openNewPost(journeys, WHOLE_BROWSER)
    await context.grantPermissions(['microphone'])
    await openRecorder(page)
    await page.getByRole('button', { name: 'Record voice', exact: true }).click()
    await waitForSeconds(page, 1)
    await page.evaluate(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('', 'InvalidStateError')
      }
    })
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('This browser does not keep what you record.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectCount(page.getByRole('dialog'), 0)
  })

  it('A refused microphone and a missing one are sentences', async () => {
    const { page } = await openNewPost(journeys, WHOLE_BROWSER)
    await openRecorder(page)
    await page.getByRole('button', { name: 'Record voice', exact: true }).click()
    await page.getByText('This browser may not use the microphone here.').waitFor()
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
    })
    await page.getByRole('button', { name: 'Record voice', exact: true }).click()
    await page.getByText('No microphone was found.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectCount(page.getByRole('dialog'), 0)
  })
})
