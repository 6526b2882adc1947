import type { Page, Request } from 'playwright-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { blockDatabase, bodyEditor, deleteDrafts, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { expectCount, expectText, heading } from '#tests/support/browser/visit.ts'
import { saveDraft } from '#writing/contract/writing.endpoints.ts'
import { readDrafts } from '#tests/support/writing/read-drafts.ts'

const journeys = useJourneys()
const asAdmin = async () => (await journeys.callAs(ADMIN)).api
beforeEach(async () => deleteDrafts(await asAdmin()))
const title = (page: Page) => page.getByLabel('Title')
const mainLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name })

async function writeSomething() {
  const visit = await journeys.visit({ as: ADMIN })
  const { page, open } = visit
  await open('/dashboard?tab=profile')
  await page.getByRole('link', { name: 'Create a post' }).click()
  await bodyEditor(page).waitFor()
  await title(page).fill('Just begun')
  await writeBody(page, 'The last words.')
  return visit
}

/** Records dialogs. @returns a function that fails if there was one */
const recordDialogs = (page: Page) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  return () => expect(dialogs).toEqual([])
}

const expectRestored = async (page: Page) => {
  await page.getByText('Restored your unsaved text').waitFor()
  await expect.poll(() => title(page).inputValue()).toBe('Just begun')
  await expectText(bodyEditor(page), 'The last words.')
}

describe('Leaving with unsaved text', () => {
  it('The last words before following a link are restored on the way back, without a dialog', async () => {
    const { page } = await writeSomething()
    const expectNoDialog = recordDialogs(page)
    await mainLink(page, 'Projects').click()
    await expectText(heading(page), 'Blogs')
    await page.goBack()
    await expectRestored(page)
    expectNoDialog()
  })

  it('The last words before a tab is closed are restored in the next one', async () => {
    const { page, context } = await writeSomething()
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => page.isClosed()).toBe(true)
    const next = await context.newPage()
    await next.goto('/create-post')
    await expectRestored(next)
  })

  it('The browser asks before leaving a page whose text could not be saved', async () => {
    const { page, context, expectProblem } = await writeSomething()
    await expectText(saveStatus(page), 'Saved on the server')
    await page.evaluate(() => {
      Object.defineProperty(IDBDatabase.prototype, 'transaction', {
        value: () => {
          throw new DOMException('full', 'QuotaExceededError')
        },
      })
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    expectProblem(/ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(true)
    await writeBody(page, ' Saved nowhere.')
    await expectText(saveStatus(page), /^Not saved/)
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expectText(saveStatus(page), /^Not saved/)
    await context.setOffline(false)
    await expectText(saveStatus(page), /^Saved on the server/)
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => page.isClosed()).toBe(true)
  })
})

const draftsOnServer = async () => readDrafts(await asAdmin())

const SAVES = '**/api/post/draft/**'
const isSave = (request: Request) => request.method() === 'PUT'

const stopWritingOnDevice = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(IDBObjectStore.prototype, 'put', { value: () => new Promise(() => {}) })
  })

/** A server that gets saves only when the page is already left. */
async function discardAndLeave({ lateSave }: { readonly lateSave: boolean }) {
  const { page, open, context } = await journeys.visit({ as: ADMIN })
  const held: Request[] = []
  await context.route(SAVES, (route) => (isSave(route.request()) ? void held.push(route.request()) : route.continue()))
  await open('/create-post')
  await bodyEditor(page).waitFor()
  await title(page).fill('Half written')
  await writeBody(page, 'The first half')
  const former = await vi.waitUntil(() => held[0], { timeout: 120_000 })
  await page.reload()
  await page.getByText('Restored your unsaved text').waitFor()
  await expect.poll(() => title(page).inputValue()).toBe('Half written')
  const postId = new URL(former.url()).pathname.split('/').at(-1) ?? ''
  if (lateSave) await (await asAdmin())(saveDraft, { params: { postId }, body: former.postDataJSON() })
  // At once, within one task of the page.
  await page.evaluate(() => {
    const discard = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Discard')
    discard?.click()
    location.assign('about:blank')
  })
  await page.waitForURL('about:blank')
  return { page, open, context }
}

it.each([{ lateSave: false }, { lateSave: true }])(
  'A discarded text does not come back when its page is left before the deletion is saved (a save of the page before arrives late: $lateSave)',
  async ({ lateSave }) => {
    const { page, open, context } = await discardAndLeave({ lateSave })
    expect(await draftsOnServer()).toHaveLength(lateSave ? 1 : 0)
    await context.unroute(SAVES)
    await open('/create-post')
    await bodyEditor(page).waitFor()
    await expectCount(page.getByText('Restored your unsaved text'), 0)
    expect(await title(page).inputValue()).toBe('')
    await expect.poll(draftsOnServer).toEqual([])
    await page.reload()
    await bodyEditor(page).waitFor()
    await expectCount(page.getByText('Restored your unsaved text'), 0)
  },
)

it('A discarded text does not come back where the storage of the browser does not respond', async () => {
  const body = { sequence: 0, baseRevision: 0, title: 'Half written', category: 'life', image: '', content: '<p>Words.</p>' }
  await (
    await asAdmin()
  )(saveDraft, { params: { postId: 'ab'.repeat(16) }, body })
  const visit = await journeys.visit({ as: ADMIN })
  await visit.open('/about')
  await visit.page.evaluate(blockDatabase)
  const page = await visit.context.newPage()
  await page.goto('/create-post')
  await page.getByText('Restored your unsaved text').waitFor()
  const { promise: rendered, resolve: render } = Promise.withResolvers<void>()
  await page.route(SAVES, async (route) => {
    if (isSave(route.request())) await rendered
    await route.continue()
  })
  const deleted = page.waitForResponse((response) => isSave(response.request()) && response.url().includes('/api/post/draft/'))
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.route('**/create-post', async (route) => {
    const response = await route.fetch()
    render()
    await deleted
    await route.fulfill({ response })
  })
  await page.goto('/create-post')
  await bodyEditor(page).waitFor()
  await expectCount(page.getByText('Restored your unsaved text'), 0)
  expect(await title(page).inputValue()).toBe('')
})

it('A discarded text is deleted on the server although its page is left at once, for the other devices of its writer', async () => {
  const { page, open } = await journeys.visit({ as: ADMIN })
  await open('/create-post')
  await bodyEditor(page).waitFor()
  await title(page).fill('Half written')
  await expect.poll(async () => (await draftsOnServer()).map((draft) => draft.title)).toEqual(['Half written'])
  await page.reload()
  await page.getByText('Restored your unsaved text').waitFor()
  // The form saves on the server after it has saved on the device.
  await stopWritingOnDevice(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.goto('about:blank')
  await expect.poll(draftsOnServer).toEqual([])
})
