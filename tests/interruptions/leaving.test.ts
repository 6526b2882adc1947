import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, deleteDrafts, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
beforeEach(async () => deleteDrafts((await journeys.callAs(ADMIN)).api))
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
