import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { findAxeProblems } from '#tests/support/browser/check-page.ts'
import { mediaCards, storedPictures } from '#tests/support/browser/editor-files.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, deleteDrafts, saveStatus } from '#tests/support/browser/post-form-screen.ts'
import { pictureFile } from '#tests/support/media/picture-files.ts'
import { SMALL_FILES } from '#tests/support/media/small-files.ts'
import { expectAddress, expectCount, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

/** Pictures are cleaned in a process of low priority. */
const untilStored = (page: Page) => expect.poll(() => storedPictures(page).count()).toBe(1)
beforeEach(async () => deleteDrafts((await journeys.callAs(ADMIN)).api))

/** Sends a form as the phone's share sheet does: the browser opens the address with a POST. */
const share = async (page: Page, to: string, words: string) => {
  const { buffer } = await pictureFile()
  await page.evaluate(
    ({ to, words, picture, pdf }) => {
      const form = document.createElement('form')
      Object.assign(form, { action: to, method: 'POST', enctype: 'multipart/form-data' })
      const field = (name: string, type: string) => Object.assign(form.appendChild(document.createElement('input')), { name, type })
      const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
      const files = new DataTransfer()
      files.items.add(new File([bytes(picture)], 'Window.png', { type: 'image/png' }))
      files.items.add(new File([bytes(pdf)], 'Plan.pdf', { type: 'application/pdf' }))
      field('files', 'file').files = files.files
      field('text', 'hidden').value = words
      document.body.append(form)
      form.submit()
    },
    { to, words, picture: buffer.toString('base64'), pdf: (SMALL_FILES['pdf'] ?? Buffer.alloc(0)).toString('base64') },
  )
}

const isReady = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/share/files')
    return registration?.active?.state === 'activated'
  })

/** An admin whose browser has opened the editor once. */
async function openEditor() {
  const visit = await journeys.visit({ as: ADMIN, on: 'phone' })
  await visit.open('/create-post')
  await bodyEditor(visit.page).waitFor()
  await expect.poll(() => isReady(visit.page)).toBe(true)
  return visit
}

const putHere = (page: Page) => page.getByRole('button', { name: 'Put it here' }).click()

describe('The share sheet of a phone', () => {
  it('What is shared is offered in a new post, beside what was begun before, and is stored like chosen files', async () => {
    const { page } = await openEditor()
    await page.getByLabel('Title').fill('Begun before')
    await expectText(saveStatus(page), 'Saved on the server')
    await share(page, '/share/files', 'From the window')
    await putHere(page)
    await bodyEditor(page).getByText('From the window').waitFor()
    await expectAddress(page, '/create-post')
    expect(await page.getByLabel('Title').inputValue()).toBe('')
    await untilStored(page)
    await mediaCards(page).getByText('PDF, 1 KB, 1 page').waitFor()
    await page.reload()
    await untilStored(page)
    await expectCount(bodyEditor(page).getByText('From the window'), 1)
    await page.goto('/dashboard')
    await page.getByText('Begun before').waitFor()
  })

  it('Nothing is lost when the session has ended: after the sign-in, the files are in the new post', async () => {
    const { page, context, expectProblem } = await openEditor()
    expectProblem(/401 \(Unauthorized\) \(\/api\/auth\/session\)/)
    await context.clearCookies()
    await share(page, '/share/files', 'After the sign-in')
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await putHere(page)
    await bodyEditor(page).getByText('After the sign-in').waitFor()
    await untilStored(page)
  })

  it('What is shared stays on the device until it is stored: a tab that ends before loses nothing', async () => {
    const { page, context } = await openEditor()
    await context.route('**/files', () => {})
    await share(page, '/share/files', 'From the window')
    await putHere(page)
    await bodyEditor(page).getByText('From the window').waitFor()
    await expectText(saveStatus(page), 'Saved on the server')
    await page.close()
    const again = await context.newPage()
    await again.goto('/create-post')
    await again.getByText('You shared 2 files here.').waitFor()
    await context.unroute('**/files')
    await putHere(again)
    await untilStored(again)
    await mediaCards(again).getByText('PDF, 1 KB, 1 page').waitFor()
    await expectCount(again.getByText('You shared'), 0)
    const other = await context.newPage()
    await other.goto('/create-post')
    await bodyEditor(other).waitFor()
    await expectCount(other.getByText('You shared'), 0)
  })

  it('What another site sends is not taken in unasked', async () => {
    const { page, context, expectProblem } = await openEditor()
    // Of the helper that every page of the tests has.
    expectProblem(/Storage is disabled inside 'data:' URLs/)
    const { origin } = new URL(page.url())
    const evil = await context.newPage()
    await evil.goto('data:text/html,<title>Another site</title>')
    await share(evil, `${origin}/share/files`, 'Buy pills')
    await evil.getByText('Another app or page sent 2 files and a text.').waitFor()
    await expectCount(mediaCards(evil), 0)
    await expectText(saveStatus(evil), 'Nothing written yet')
    expect(await findAxeProblems(evil)).toEqual([])
    await evil.getByRole('button', { name: 'Delete it' }).click()
    await expectCount(evil.getByText('Another app or page sent'), 0)
  })

  it('Without the worker, a sentence says what to do', async () => {
    const visit = await journeys.visit({ as: ADMIN, on: 'phone' })
    await visit.open('/about')
    await share(visit.page, '/share/files', 'Too early')
    const sentence = visit.page.getByText('What you shared did not arrive. Please share it once more')
    await sentence.waitFor()
    // Not below the first screen of a phone.
    await expect.poll(() => sentence.evaluate((element) => element.getBoundingClientRect().bottom < innerHeight * 0.8)).toBe(true)
    await expect.poll(() => isReady(visit.page)).toBe(true)
  })
})
