import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { chooseFiles, pictures, storedPictures } from '#tests/support/browser/editor-files.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { CONNECTION_RESET, cutCalls, failCalls, holdCalls, STATUS_503 } from '#tests/support/browser/network.ts'
import { brokenPictureFile, pictureFile } from '#tests/support/media/picture-files.ts'
import {
  bodyEditor,
  chooseCover,
  coverPreview,
  openNewPost,
  openOptions,
  saveStatus,
  toolbarButton,
  writeBody,
} from '#tests/support/browser/post-form-screen.ts'
import { hasFocus } from '#tests/support/browser/tab-keys.ts'
import { expectAddress, expectCount, expectText, expectTexts, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys({}, { withMotion: true })

const press = (page: Page, name: string) => toolbarButton(page, name).click()

/** Writes a block of another kind, then returns to a plain paragraph. */
async function writeBlock(page: Page, button: string, text: string): Promise<void> {
  await press(page, button)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
}

async function addLink(page: Page, address: string, words: string): Promise<void> {
  await press(page, 'Link')
  const dialog = page.getByRole('dialog', { name: 'Add a link' })
  // What no link can lead to is said, and the dialog stays.
  await dialog.getByLabel('Address').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Save link' }).click()
  await dialog.getByText('A link cannot lead there.').waitFor()
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByLabel('Words to show').fill(words)
  await dialog.getByRole('button', { name: 'Save link' }).click()
  await expectCount(dialog, 0)
  await page.keyboard.type(' ')
}

/** Writes a body with every format of the toolbar. */
async function writeEverything(page: Page): Promise<void> {
  await bodyEditor(page).focus()
  await press(page, 'Heading')
  await page.keyboard.type('What happened')
  await page.keyboard.press('Enter')
  await page.keyboard.type('It was ')
  await press(page, 'Bold')
  await page.keyboard.type('loud')
  await press(page, 'Bold')
  await page.keyboard.type(' and ')
  await press(page, 'Code')
  await page.keyboard.type('beep()')
  await press(page, 'Code')
  await page.keyboard.press('Enter')
  await writeBlock(page, 'Bulleted list', 'A thing to pack')
  await writeBlock(page, 'Quote', 'She laughed.')
  await addLink(page, 'example.org/help', 'allowed')
  await addLink(page, 'mailto:us@example.org', 'write')
  await addLink(page, '0171 1234567', '')
  await page.keyboard.press('Enter')
}

describe('Publishing a post', () => {
  it('An admin publishes a post with every kind of content, and a visitor sees it at once', async () => {
    const visitor = await journeys.visit()
    await visitor.open('/')
    const { page, open } = await openNewPost(journeys)
    await expectText(heading(page), 'Create a Post')
    await page.getByLabel('Title').fill('The loudest morning')
    await openOptions(page)
    await page.getByLabel('Category').selectOption('Medical')
    await toolbarButton(page, 'Text styles').click()
    await writeEverything(page)
    await chooseFiles(page, [await pictureFile()])
    await expectCount(storedPictures(page), 1)
    await pictures(page).locator('img').click()
    await expect.poll(() => toolbarButton(page, 'Link').getAttribute('aria-disabled')).toBe('true')
    await pictures(page).getByLabel('Description').fill('A red square')
    await page.getByRole('button', { name: 'Publish' }).click()

    await expectAddress(page, '/post/the-loudest-morning')
    await visitor.open('/')
    await visitor.page.getByRole('link', { name: 'Read Article The loudest morning' }).click()
    for (const reader of [page, visitor.page]) {
      const main = reader.getByRole('main')
      await expectText(heading(reader), 'The loudest morning')
      await main.getByRole('link', { name: 'medical', exact: true }).waitFor()
      const body = main.locator('.prose')
      await expectTexts(body.locator('h2'), ['What happened'])
      await expectTexts(body.locator('strong'), ['loud'])
      await expectTexts(body.locator('code'), ['beep()'])
      await expectTexts(body.locator('ul > li'), ['A thing to pack'])
      await expectTexts(body.locator('blockquote'), ['She laughed.'])
      const href = (name: string) => body.getByRole('link', { name }).getAttribute('href')
      expect([await href('allowed'), await href('write')]).toEqual(['https://example.org/help', 'mailto:us@example.org'])
      expect(await href('0171 1234567')).toBe('tel:01711234567')
      await expect.poll(() => body.getByRole('img', { name: 'A red square' }).getAttribute('src')).toMatch(/^\/files\//)
    }
    await open('/create-post')
    await bodyEditor(page).waitFor()
    await expectCount(page.getByText('Restored your unsaved text'), 0)
  })

  it('A draft is restored the next time, until it is discarded', async () => {
    const { page, open } = await openNewPost(journeys)
    await page.getByLabel('Title').fill('Half written')
    await writeBody(page, 'The first half')
    await page.reload()
    await page.getByText('Restored your unsaved text').waitFor()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Half written')
    await expectText(bodyEditor(page), 'The first half')
    const focused = page.locator(':focus')
    const press = (name: string) => page.getByRole('button', { name }).press('Enter')
    await press('Begin a new post')
    await expectText(focused, 'Create a Post')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('')
    await page.reload()
    await page.getByText('Restored your unsaved text').waitFor()
    await press('Discard')
    await expectText(focused, /^Your unsaved text was discarded/)
    await press('Take it back')
    await expectText(focused, 'Create a Post')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Half written')
    await page.reload()
    await press('Discard')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('')
    await open('/create-post')
    await bodyEditor(page).waitFor()
    await expectCount(page.getByText('Restored your unsaved text'), 0)
  })
})

/** Plans the new post that the form shows. */
async function plan(page: Page): Promise<void> {
  await openOptions(page)
  await page.getByLabel('Publish at').fill('2090-07-01T08:30')
  await page.getByLabel('Readers can comment on this post').uncheck()
  await page.getByRole('button', { name: 'Plan post' }).waitFor()
}

describe('Choices beside a new post', () => {
  const choices = (page: Page) =>
    Promise.all([page.getByLabel('Publish at').inputValue(), page.getByLabel('Readers can comment on this post').isChecked()])

  it('The plan of a new post is discarded and taken back with its text, and is not that of the next post', async () => {
    const { page, open } = await openNewPost(journeys)
    await page.getByLabel('Title').fill('For the first of July')
    await writeBody(page, 'Not before.')
    await plan(page)
    await expectText(saveStatus(page), 'Saved on the server')
    await page.reload()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByRole('button', { name: 'Plan post' }).waitFor()
    await openOptions(page)
    expect(await choices(page)).toEqual(['2090-07-01T08:30', false])
    await expectText(saveStatus(page), 'Saved on the server')
    await page.reload()
    await page.getByRole('button', { name: 'Plan post' }).waitFor()
    await page.getByRole('button', { name: 'Begin a new post' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    await openOptions(page)
    expect(await choices(page)).toEqual(['', true])
    await page.getByLabel('Title').fill('At once')
    await writeBody(page, 'For today.')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expectAddress(page, '/post/at-once')
    await open('/create-post')
    await page.getByText('Restored your unsaved text').waitFor()
    await page.getByRole('button', { name: 'Plan post' }).waitFor()
  })
})

describe('Editing a post', () => {
  it('A date without a time is asked for, and publishes nothing', async () => {
    const { page } = await openNewPost(journeys)
    await page.getByLabel('Title').fill('The letter of Christmas')
    await writeBody(page, 'Not before the day.')
    await openOptions(page)
    const [time, problem] = [page.getByLabel('Publish at'), page.getByText('Please choose a date and a time')]
    await time.focus()
    await page.keyboard.type('12242027')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await problem.first().waitFor()
    const { posts } = await (await journeys.callAs(ADMIN)).api(listPosts, { query: { slug: 'the-letter-of-christmas' } })
    expect(posts).toEqual([])
    // What the error has opened stays when it is mended.
    await time.fill('2027-12-24T08:30')
    await expectCount(problem, 0)
    expect([await time.isVisible(), await hasFocus(time)]).toEqual([true, true])
  })

  it('A cover that was refused is replaced, and nothing says any longer that it failed', async () => {
    const { page } = await openNewPost(journeys)
    await page.getByLabel('Title').fill('A second picture')
    await writeBody(page, 'The first was broken.')
    await openOptions(page)
    await page.getByLabel('Cover image').setInputFiles(brokenPictureFile())
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Image upload failed').waitFor()
    await chooseCover(page, await pictureFile())
    await coverPreview(page).waitFor()
    await expectCount(page.getByText('Image upload failed'), 0)
  })

  it('A writer chooses to publish later while Publish waits for the server, and takes it back', async () => {
    const { page, expectProblem } = await openNewPost(journeys)
    expectProblem(STATUS_503)
    const goOn = await failCalls(page, '/api/post/draft')
    await page.getByLabel('Title').fill('Through the tunnel')
    await writeBody(page, 'Dark.')
    await page.getByText('The blog cannot be reached just now. Your text is safe on this device.').waitFor()
    const release = await holdCalls(page, '/api/post/draft')
    goOn()
    const whenOnline = page.getByLabel('Publish when I am back online')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await whenOnline.check()
    await whenOnline.uncheck()
    await whenOnline.check()
    release()
    await page.getByRole('link', { name: 'View post' }).click()
    await expectAddress(page, '/post/through-the-tunnel')
  })

  it('A writer who stops waiting after an attempt without a response reads that it may be published', async () => {
    const { page, expectProblem } = await openNewPost(journeys)
    expectProblem(CONNECTION_RESET)
    await page.getByLabel('Title').fill('Perhaps')
    await writeBody(page, 'Who knows.')
    await expectText(saveStatus(page), 'Saved on the server')
    await cutCalls(page, '/api/post/create')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const whenOnline = page.getByLabel('Publish when I am back online')
    const said = page.getByText('If the blog got it before the line broke, it is published.')
    const stopBetweenAttempts = async () => {
      await whenOnline.check()
      await whenOnline.click()
      await said.or(whenOnline).first().waitFor()
      return said.count()
    }
    await expect.poll(stopBetweenAttempts).toBe(1)
  })

  it('Words that a writer takes back are neither saved nor published', async () => {
    const { page, open } = await openNewPost(journeys)
    await page.getByLabel('Title').fill('Taken back')
    await writeBody(page, 'A secret sentence')
    await expectText(saveStatus(page), 'Saved on the server')
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Please write something.').waitFor()
    await writeBody(page, 'What may be read.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectAddress(page, '/post/taken-back')

    const { posts } = await (await journeys.callAs(ADMIN)).api(listPosts, { query: { slug: 'taken-back' } })
    await open(`/update-post/${posts[0]?._id}`)
    await writeBody(page, ' Her diagnosis is X.')
    await expectText(saveStatus(page), 'Saved on the server')
    // Keys with half a second between them are undone one after the other.
    const undo = async () => {
      await page.keyboard.press('Control+Z')
      return (await bodyEditor(page).innerText()).trim()
    }
    await expect.poll(undo).toBe('What may be read.')
    await page.getByRole('button', { name: 'Update post' }).click()
    await expectAddress(page, '/post/taken-back')
    await page.getByText('What may be read.').waitFor()
    expect(await page.content()).not.toContain('diagnosis')
  })
})
