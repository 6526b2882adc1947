import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { mediaFactsOf } from '#media/contract/file-address.ts'
import { ffmpeg, missingFfmpeg } from '#tests/media/large-video.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { missingBackForwardCache } from '#tests/support/browser/chromium.ts'
import { mediaCards } from '#tests/support/browser/editor-files.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, deleteDrafts } from '#tests/support/browser/post-form-screen.ts'
import { crashTab } from '#tests/support/browser/visit.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'

const SECONDS = 40
const journeys = useJourneys()

/** A video as a phone records it: far more bits than it needs, with audio. */
async function makeVideo(): Promise<string> {
  const path = join(makeFolder(), 'First steps.mp4')
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=15:duration=${SECONDS},noise=alls=60:allf=t`]
  const audio = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${SECONDS}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', '-pix_fmt', 'yuv420p', '-g', '30', '-c:a', 'aac']
  await ffmpeg(...picture, ...audio, ...codecs, path)
  return path
}

/** Name and time of each finished piece on the device. */
const piecesOf = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('kindred-files')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const store = opening.result.transaction('pieces').objectStore('pieces')
    const [keys, values] = [store.getAllKeys(), store.getAll()]
    await new Promise((resolve) => values.addEventListener('success', resolve))
    opening.result.close()
    return Object.fromEntries(
      keys.result.map((key, index) => [(key as string).replace(/^.*\//, ''), (values.result[index] as { savedAt: number }).savedAt]),
    )
  })

async function chooseVideo(page: Page, path: string): Promise<void> {
  await page.goto('/create-post')
  await bodyEditor(page).waitFor()
  await page.getByLabel('Files', { exact: true }).setInputFiles(path)
}

describe(
  'A video that is made smaller in the browser',
  { ...unlessMissing(missingBackForwardCache() ?? missingFfmpeg), timeout: 600_000 },
  () => {
    beforeAll(async () => deleteDrafts((await journeys.callAs(ADMIN)).api))

    it('It is paused, goes on after the tab has died where it was, and is stored whole', async () => {
      const video = await makeVideo()
      const { page, context } = await journeys.visit({ as: ADMIN, on: 'phone', withBackForwardCache: true })
      await chooseVideo(page, video)
      await expect.poll(async () => Object.keys(await piecesOf(page)).length).toBeGreaterThan(2)
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByText(/^Paused: /).waitFor()
      const before = await piecesOf(page)
      await page.waitForTimeout(3000)
      // One piece may have been nearly finished.
      expect(Object.keys(await piecesOf(page)).length).toBeLessThanOrEqual(Object.keys(before).length + 1)
      expect(Object.keys(before).length).toBeLessThan(SECONDS / 4)

      await crashTab(page)
      const again = await context.newPage()
      await chooseVideo(again, video)
      await expect.poll(async () => Object.keys(await piecesOf(again)).length).toBeGreaterThan(Object.keys(before).length)
      // What was finished is not made again.
      expect(await piecesOf(again)).toMatchObject(before)
      const player = mediaCards(again).locator('video[src^="/files/"]')
      await player.waitFor({ timeout: 300_000 })
      const facts = mediaFactsOf((await player.getAttribute('src')) ?? '')
      expect(facts).toMatchObject({ kind: 'video', width: 640, height: 360, playsEverywhere: true })
      expect(Math.abs((facts?.seconds ?? 0) - SECONDS)).toBeLessThan(0.15)
      expect(facts?.bytes).toBeLessThan((await stat(video)).size * 0.85)
      await expect.poll(() => piecesOf(again)).toEqual({})
    })
  },
)
