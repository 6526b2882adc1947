import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { bodyEditor, deleteDrafts, writeBody } from '#tests/support/post-form-screen.ts'
import { expectAddress, expectCount, expectText, expectTexts, heading } from '#tests/support/visit.ts'

const journeys = useJourneys()
beforeEach(async () => deleteDrafts((await journeys.callAs(ADMIN)).api))
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const mainLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name })
const choose = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).click()

/** Home, then the dashboard, then a new post with some words in it. */
async function writeSomething() {
  const visit = await journeys.visit({ as: ADMIN })
  const { page, open } = visit
  await open('/')
  await mainLink(page, 'About').click()
  await expectText(heading(page), 'About Our Blog')
  await open('/dashboard?tab=profile')
  await page.getByRole('link', { name: 'Create a post' }).click()
  await bodyEditor(page).waitFor()
  await page.getByLabel('Title').fill('Not yet saved')
  return visit
}

describe('Leaving with unsaved text', () => {
  it('A link from an unsaved text asks, and the writer stays or leaves', async () => {
    const { page } = await writeSomething()
    await mainLink(page, 'Projects').click()
    await expectTexts(question(page).getByRole('button'), ['Leave', 'Keep writing'])
    await choose(page, 'Keep writing')
    await expectCount(question(page), 0)
    await expectAddress(page, '/create-post')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Not yet saved')
    await writeBody(page, 'Still here.')

    await mainLink(page, 'Projects').click()
    await question(page).waitFor()
    await page.keyboard.press('Escape')
    await expectCount(question(page), 0)
    await mainLink(page, 'Projects').click()
    await choose(page, 'Leave')
    await expectText(heading(page), 'Blogs')
    await page.goBack()
    await page.getByText('Restored your unsaved text').waitFor()
    await expectText(bodyEditor(page), 'Still here.')
  })

  it('Back from an unsaved text asks, and the writer stays or goes back', async () => {
    const { page } = await writeSomething()
    await page.evaluate(() => history.back())
    await question(page).waitFor()
    await expectAddress(page, '/create-post')
    await choose(page, 'Keep writing')
    await expectCount(question(page), 0)
    await page.getByLabel('Title').fill('Not yet saved, and longer')

    await page.evaluate(() => history.back())
    await question(page).waitFor()
    await choose(page, 'Leave')
    await expectAddress(page, '/dashboard?tab=profile')
    await expectText(heading(page), 'Profile')
    await page.evaluate(() => history.forward())
    await expectAddress(page, '/create-post')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Not yet saved, and longer')
  })

  it('Going back two screens from an unsaved text asks', async () => {
    const visit = await journeys.visit({ as: ADMIN })
    const { page, open } = visit
    await open('/about')
    await mainLink(page, 'Projects').click()
    await expectText(heading(page), 'Blogs')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('link', { name: 'Create a post' }).click()
    await page.getByLabel('Title').fill('Far away')
    await page.evaluate(() => history.go(-3))
    await question(page).waitFor()
    await choose(page, 'Keep writing')
    await expectAddress(page, '/create-post')
    await page.evaluate(() => history.go(-3))
    await choose(page, 'Leave')
    await expectAddress(page, '/about')
    await expectText(heading(page), 'About Our Blog')
  })

  it('The browser asks before it reloads an unsaved text', async () => {
    const { page } = await writeSomething()
    let asked = 0
    page.on('dialog', (dialog) => {
      asked += 1
      void dialog.accept()
    })
    await page.reload()
    expect(asked).toBe(1)
    await page.getByText('Restored your unsaved text').waitFor()
  })

  it('A published or empty text can be left without a question', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/create-post')
    await bodyEditor(page).waitFor()
    await mainLink(page, 'About').click()
    await expectText(heading(page), 'About Our Blog')
    await page.goBack()
    await page.getByLabel('Title').fill('Saved now')
    await writeBody(page, 'Words.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectAddress(page, '/post/saved-now')
    await mainLink(page, 'About').click()
    await expectText(heading(page), 'About Our Blog')
    await expectCount(question(page), 0)
  })
})
