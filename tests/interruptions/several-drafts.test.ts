import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, openNewPost, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { readDrafts } from '#tests/support/writing/read-drafts.ts'
import { expectAddress, expectCount, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const asAdmin = async () => (await journeys.callAs(ADMIN)).api

const title = (page: Page) => page.getByLabel('Title')
const expectTitle = (page: Page, text: string) => expect.poll(() => title(page).inputValue()).toBe(text)
const drafts = async () => readDrafts(await asAdmin())
const titles = async () => (await drafts()).map((draft) => draft.title).toSorted()

async function write(page: Page, words: string): Promise<void> {
  await title(page).fill(words)
  await writeBody(page, `About ${words}.`)
  await expectText(saveStatus(page), 'Saved on the server')
}

it('Several new posts are written at a time, and each is opened by its own link', async () => {
  const { page, open } = await openNewPost(journeys)
  await write(page, 'Apples')
  await open('/create-post')
  await page.getByText('Restored your unsaved text').waitFor()
  await page.getByRole('button', { name: 'Begin a new post' }).click()
  await expectTitle(page, '')
  await expectText(bodyEditor(page), '')
  await write(page, 'Bears')
  expect(await titles()).toEqual(['Apples', 'Bears'])

  await open('/dashboard?tab=posts')
  await page.getByRole('link', { name: /^Go on writing Apples / }).click()
  await expectTitle(page, 'Apples')
  await expectText(saveStatus(page), 'Saved on the server')
  await writeBody(page, ' Red ones.')
  await expectText(saveStatus(page), 'Saved on the server')
  // The draft keeps its id, and the page its address.
  const [apples] = (await drafts()).filter((draft) => draft.title === 'Apples')
  await expectAddress(page, `/create-post?draft=${apples?.id}`)
  await page.reload()
  await expectTitle(page, 'Apples')
  await expectText(bodyEditor(page), 'About Apples. Red ones.')

  await open('/dashboard?tab=posts')
  await page.getByRole('link', { name: /^Go on writing Bears / }).click()
  await expectTitle(page, 'Bears')
  await expectText(bodyEditor(page), 'About Bears.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expectAddress(page, '/post/bears')
  expect(await titles()).toEqual(['Apples'])
})

it('The link of a deleted draft says so, and opens no other draft', async () => {
  const { page, open, expectProblem } = await openNewPost(journeys)
  expectProblem(/status of 404/)
  await write(page, 'Apples')
  await open(`/create-post?draft=${'0'.repeat(32)}`)
  await page.getByText('That unsaved text is no longer here').waitFor()
  await expectTitle(page, '')
  await title(page).fill('Cherries')
  await expectCount(page.getByText('That unsaved text is no longer here'), 0)
  await expectText(saveStatus(page), 'Saved on the server')
  expect(await titles()).toEqual(['Apples', 'Cherries'])
})

it('Two tabs that change one draft show both texts, and go on with the one that is chosen', async () => {
  const { page: first, context, expectProblem } = await openNewPost(journeys)
  await write(first, 'Apples')
  const second = await context.newPage()
  await second.goto(`/create-post?draft=${(await drafts())[0]?.id}`)
  await expectTitle(second, 'Apples')
  await write(second, 'Bears')
  expect(await titles()).toEqual(['Bears'])
  expectProblem(/status of 409/)
  await title(first).fill('Apples and more')
  const choice = first.getByRole('region', { name: 'Two versions of this post' })
  await choice.waitFor()
  expect(await titles()).toEqual(['Bears'])
  await choice.getByRole('button', { name: 'Not now' }).click()
  await first.getByText('You have changed this text in another place, too').waitFor()
  await first.getByRole('button', { name: 'Show both' }).click()
  await choice.getByRole('button', { name: 'Take the other' }).click()
  await expectTitle(first, 'Bears')
  await expectText(saveStatus(first), 'Saved on the server')
  await writeBody(first, ' And more.')
  await expect.poll(async () => (await drafts()).map(({ content }) => content)).toEqual(['<p>About Apples.About Bears. And more.</p>'])
})

it('A text stays one draft when its form is reloaded again and again while it is saved', async () => {
  const { page } = await openNewPost(journeys)
  await title(page).fill('Apples')
  for (const waitMs of [0, 350, 950, 1050]) {
    await writeBody(page, 'x')
    await page.waitForTimeout(waitMs)
    await page.reload()
    await page.getByText('Restored your unsaved text').waitFor()
    await expectCount(page.getByRole('region', { name: 'Two versions of this post' }), 0)
  }
  await expectText(bodyEditor(page), 'xxxx')
  await expectText(saveStatus(page), 'Saved on the server')
  expect((await drafts()).map(({ content }) => content)).toEqual(['<p>xxxx</p>'])
})
