import type { Locator, Page } from 'playwright-core'
import { getDraft, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import type { PickedFile } from '#tests/support/media/picture-files.ts'
import type { Api } from '#ui/api/client.ts'
import type { Journeys, VisitOptions } from './journey.ts'
import type { Visit } from './visit.ts'

/** The editor of the body; it appears once its chunk has loaded. */
export const bodyEditor = (page: Page): Locator => page.getByRole('textbox', { name: 'Body' })

export const toolbarButton = (page: Page, name: string): Locator =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })

/** Opens what stands behind 'Change': audience, category, cover, time, comments, mail. */
export async function openOptions(page: Page): Promise<void> {
  const change = page.getByRole('button', { name: 'Change', exact: true })
  if ((await change.getAttribute('aria-expanded')) !== 'true') await change.click()
}

/** Writes at the end of the body. */
export async function writeBody(page: Page, text: string): Promise<void> {
  await bodyEditor(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

/** Chooses a cover, and uploads it. */
export async function chooseCover(page: Page, file: PickedFile): Promise<void> {
  await openOptions(page)
  await page.getByLabel('Cover image').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload Image' }).click()
}

export const coverPreview = (page: Page): Locator => page.getByAltText('The cover as it will be seen')

/** The form's line about where the text is saved. */
export const saveStatus = (page: Page): Locator => page.locator('[data-save-status]')

/** Deletes the drafts on the server, so that a test does not find those of the previous one. */
export async function deleteDrafts(api: Api, postId = 'new'): Promise<void> {
  for (;;) {
    const { _id, draft } = await api(getDraft, { params: { postId } })
    if (_id === null || draft === null) return
    const { savedAt: _, ...text } = draft
    await api(saveDraft, { params: { postId: _id }, body: { ...text, state: 'ended' } })
  }
}

/** Opens the form of a new post as the admin, without the text that the test before has left. */
export async function openNewPost(journeys: Journeys, options: VisitOptions = {}): Promise<Visit> {
  await deleteDrafts((await journeys.callAs(ADMIN)).api)
  const visit = await journeys.visit({ as: ADMIN, ...options })
  await visit.open('/create-post')
  await bodyEditor(visit.page).waitFor()
  return visit
}

/** Runs in a page: the browser's database does not respond to others from then on. A deletion of the database waits for this connection, and every later one waits for the deletion. */
export async function blockDatabase(): Promise<void> {
  const request = indexedDB.open('kindred', 1)
  // Referenced, so that it stays open.
  Object.assign(globalThis, { request })
  await new Promise((resolve) => request.addEventListener('success', resolve))
  indexedDB.deleteDatabase('kindred')
}
