import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { missingBackForwardCache } from '#tests/support/chromium.ts'
import { findAxeProblems } from '#tests/support/check-page.ts'
import { mediaCards } from '#tests/support/editor-media.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { bodyEditor, deleteDrafts, toolbarButton } from '#tests/support/post-form-screen.ts'
import { expectCount } from '#tests/support/visit.ts'

const journeys = useJourneys()
beforeEach(async () => deleteDrafts((await journeys.callAs(ADMIN)).api))

async function openForm() {
  // The packaged browser has no microphone, not even a fake one.
  const visit = await journeys.visit({ as: ADMIN, on: 'phone', withBackForwardCache: true })
  await visit.open('/create-post')
  await bodyEditor(visit.page).waitFor()
  return visit
}

async function openRecorder(page: Page) {
  await toolbarButton(page, 'More formatting').click()
  await toolbarButton(page, 'Record voice or film').click()
  await page.getByRole('dialog', { name: 'Record voice or film' }).waitFor()
}

/** Seconds that the recorder shows. */
const waitForSeconds = (page: Page, text: string) => page.getByRole('timer', { name: 'Recorded' }).getByText(text).waitFor()

describe('Recording', unlessMissing(missingBackForwardCache()), () => {
  it('Voice is recorded with a level, paused, heard again, and takes its place in the text', async () => {
    const { page, context } = await openForm()
    await context.grantPermissions(['microphone', 'camera'])
    await openRecorder(page)
    expect(await findAxeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Record voice', exact: true }).click()
    await waitForSeconds(page, '0:02')
    const level = () => page.getByLabel('How loud it is').evaluate((meter) => (meter as HTMLMeterElement).value)
    await expect.poll(level).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused. What you recorded is kept.').waitFor()
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText(/^You recorded 0:0\d\. Listen again, then use it\.$/).waitFor()
    expect(await findAxeProblems(page)).toEqual([])
    const length = page.getByLabel('Your recording').evaluate(async (player) => {
      const audio = player as HTMLAudioElement
      await audio.play()
      return audio.error
    })
    expect(await length).toBeNull()
    await page.getByRole('button', { name: 'Use it' }).click()
    await expectCount(mediaCards(page), 1)
    await mediaCards(page)
      .getByText(/^Voice \d{4}-\d\d-\d\d\.(?:m4a|webm)$/)
      .waitFor()
  })

  it('A tab that dies while it records loses at most five seconds: the editor offers the recording again', async () => {
    const { page, context } = await openForm()
    await context.grantPermissions(['microphone', 'camera'])
    await openRecorder(page)
    await page.getByRole('button', { name: 'Record voice', exact: true }).click()
    await waitForSeconds(page, '0:07')
    // Without a word to the page, as when a battery is empty.
    const session = await context.newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    void session.send('Page.crash').catch(() => {})
    await crashed
    const again = await context.newPage()
    await again.goto('/create-post')
    await again.getByText(/^You recorded 0:0[5-7] here\.$/).waitFor()
    await again.getByRole('button', { name: 'Use it' }).click()
    await expectCount(mediaCards(again), 1)
    await expectCount(again.getByText(/^You recorded/), 0)
  })

  it('A refused microphone and a missing one are sentences', async () => {
    const { page } = await openForm()
    await openRecorder(page)
    await page.getByRole('button', { name: 'Record voice', exact: true }).click()
    await page.getByText('This browser may not use the microphone here.').waitFor()
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
    })
    await page.getByRole('button', { name: 'Record film' }).click()
    await page.getByText('No microphone or camera was found.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectCount(page.getByRole('dialog'), 0)
  })
})
