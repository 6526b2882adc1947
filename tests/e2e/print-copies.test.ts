import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { choosePictures, storedPictures } from '#tests/support/editor-pictures.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { bodyEditor, deleteDrafts } from '#tests/support/post-form-screen.ts'
import { expectAddress } from '#tests/support/visit.ts'

const journeys = useJourneys()

/** Pictures are cleaned in a process of low priority. */
const untilStored = (page: Page) => expect.poll(() => storedPictures(page).count()).toBe(1)
beforeEach(async () => deleteDrafts((await journeys.callAs(ADMIN)).api))

const photo = async () => ({
  name: 'window.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1800, height: 60, channels: 3, background: '#7a9bb0' } })
    .jpeg()
    .toBuffer(),
})

/** Runs in the page: a photo of an admin who did not come back to this device. */
const leaveOldPhoto = () =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('kindred-files')
    opening.onsuccess = () => {
      const photos = opening.result.transaction('prints', 'readwrite')
      photos.objectStore('prints').put({ picture: '/files/old', userId: 'another', file: new Blob(['x']), addedAt: 1, isDue: true })
      photos.oncomplete = () => (opening.result.close(), resolve())
      photos.onerror = () => reject(photos.error)
    }
  })

/** Reads the blog's database, which its process has open. */
const countPrints = () => {
  const db = new DatabaseSync(join(journeys.folder, 'kindred.sqlite'), { readOnly: true })
  const { count } = db.prepare('select count(print_bytes) as count from pictures').get() as { count: number }
  db.close()
  return count
}

/** @param title its address is made of it */
async function publishPhoto(title: string) {
  const visit = await journeys.visit({ as: ADMIN, on: 'phone' })
  const { page } = visit
  await visit.open('/create-post')
  await bodyEditor(page).waitFor()
  await page.getByLabel('Title').fill(title)
  await choosePictures(page, [await photo()])
  await untilStored(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expectAddress(page, `/post/${title.toLowerCase().replaceAll(' ', '-')}`)
  return visit
}

describe('Print copies', () => {
  it('After a post is published, its photo is sent once more in the background', async () => {
    const before = countPrints()
    const { page } = await publishPhoto('A photo to print')
    await page.evaluate(leaveOldPhoto)
    await expect.poll(countPrints).toBe(before + 1)
    // Nothing is left to send.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('print-copies'))).toBeNull()
  })

  it('A photo stays on the device while the blog takes no more today, and is sent on a later page', async () => {
    const before = countPrints()
    const { page, expectProblem } = await publishPhoto('A photo for tomorrow')
    expectProblem(/429/)
    let isLimited = true
    const refused = page.waitForResponse((response) => response.status() === 429)
    await page.route('**/files', async (route) => {
      if (!isLimited) return route.continue()
      return route.fulfill({ status: 429, headers: { 'Retry-After': '3600' }, json: { message: 'Please go on tomorrow.' } })
    })
    await refused
    isLimited = false
    await page.reload()
    await expect.poll(countPrints).toBe(before + 1)
  })
})
