import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { getPostToEdit, listPostOverview } from '#writing/contract/manage-posts.endpoints.ts'
import { getDraft } from '#writing/contract/writing.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { findAxeProblems } from '#tests/support/browser/check-page.ts'
import { chooseFiles, pictures, storedPictures, transferOf } from '#tests/support/browser/editor-files.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { brokenPictureFile, pictureFile } from '#tests/support/media/picture-files.ts'
import { bulky, heic } from '#tests/support/media/pictures.ts'
import { bodyEditor, openNewPost, openOptions, saveStatus, toolbarButton, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { slowUploads } from '#tests/support/browser/uploads.ts'
import { expectAddress, expectCount, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const asAdmin = async () => (await journeys.callAs(ADMIN)).api

/** The browser uploads WebP unchanged, here in several parts. */
let large: { name: string; mimeType: string; buffer: Buffer }[]
beforeAll(async () => {
  const photo = async (number: number) => ({ name: `day ${number}.webp`, mimeType: 'image/webp', buffer: await bulky(430_000) })
  large = await Promise.all([1, 2].map(photo))
})

/** Moves in steps, because a drag starts only after a small movement. */
async function dragTo(page: Page, source: Locator, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const [from, to] = await Promise.all([source.boundingBox(), target.boundingBox()])
  if (!from || !to) throw new Error('Both must be shown.')
  await page.mouse.move(from.x + 40, from.y + 40)
  await page.mouse.down()
  await page.mouse.move(from.x + 50, from.y + 50, { steps: 3 })
  await page.mouse.move(to.x + 2, to.y + 8, { steps: 8 })
  await page.mouse.up()
}

/** Row and column of each picture. */
const boxesOf = (cells: Locator) =>
  cells.evaluateAll((all) => {
    const boxes = all.map((cell) => cell.getBoundingClientRect())
    const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))]
    return boxes.map(({ top, left }) => ({
      row: tops.indexOf(Math.round(top)),
      column: boxes.filter((other) => Math.round(other.top) === Math.round(top) && other.left < left).length,
    }))
  })
const rowsOf = (...sizes: number[]) => sizes.flatMap((size, row) => Array.from({ length: size }, (_, column) => ({ row, column })))

const draftContent = async (postId = 'new') => (await (await asAdmin())(getDraft, { params: { postId } })).draft?.content

describe('Pictures in the text', () => {
  it('A picture removed while it is uploaded is cancelled, and undo uploads it again', async () => {
    const { page, context } = await openNewPost(journeys)
    await slowUploads({ context, page }, 5000)
    await chooseFiles(page, large.slice(0, 1))
    await page.getByRole('progressbar').waitFor({ state: 'attached' })
    await pictures(page).getByRole('button', { name: 'Remove' }).click()
    await expectCount(pictures(page), 0)
    await expect.poll(() => readdir(join(journeys.blog.dataDir, 'uploads')).catch(() => [])).toEqual([])
    await slowUploads({ context, page }, -1)
    await toolbarButton(page, 'Undo').click()
    await expectCount(storedPictures(page), 1)
  })

  it('A picture that fails, or is HEIC, shows the reason in its place and can be retried or removed; Publish names those that failed and waits for the others', async () => {
    const { page, context } = await openNewPost(journeys)
    await page.getByLabel('Title').fill('Nothing but pictures')
    const fromPhone = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic() }
    await chooseFiles(page, [brokenPictureFile(), fromPhone, await pictureFile()])
    await expectCount(storedPictures(page), 1)
    await pictures(page)
      .nth(1)
      .getByText(/choose Settings, Camera, Formats, Most Compatible/)
      .waitFor()
    await pictures(page).nth(1).getByRole('button', { name: 'Remove' }).click()
    const failed = pictures(page).first()
    await failed.getByText('This file is not a picture that the blog can show.').waitFor()
    await failed.getByRole('button', { name: 'Try again' }).click()
    await failed.getByRole('button', { name: 'Try again' }).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('1 picture could not be uploaded. Please try again, or remove what failed.').first().waitFor()
    // Where the writer can do something about it.
    expect(await failed.getByRole('button', { name: 'Try again' }).evaluate((button) => button === document.activeElement)).toBe(true)
    await failed.getByRole('button', { name: 'Remove' }).click()
    await expectCount(pictures(page), 1)

    await slowUploads({ context, page }, 5000)
    await chooseFiles(page, large.slice(0, 1))
    await page.getByRole('progressbar').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Waiting for 1 picture' }).waitFor()
    await slowUploads({ context, page }, -1)
    await expectAddress(page, '/post/nothing-but-pictures')
    await expectCount(page.locator('article .prose img'), 2)
  })

  it('Options that are chosen while Publish waits for an upload are published', async () => {
    const { page, context } = await openNewPost(journeys)
    await page.getByLabel('Title').fill('Later, and quietly')
    await slowUploads({ context, page }, 5000)
    await chooseFiles(page, large.slice(0, 1))
    await page.getByRole('progressbar').waitFor({ state: 'attached' })
    await page.clock.install()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Waiting for 1 picture' }).waitFor()
    // However long it takes.
    await page.clock.fastForward('10:00')
    await openOptions(page)
    await page.getByLabel('Readers can comment on this post').uncheck()
    await page.getByLabel('Publish at').fill('2090-07-01T08:30')
    await slowUploads({ context, page }, -1)
    await page.waitForURL('**/dashboard?tab=posts&status=planned')
    const { posts } = await (await asAdmin())(listPostOverview, { query: { status: 'planned' } })
    const planned = posts.find(({ title }) => title === 'Later, and quietly')
    const post = await (await asAdmin())(getPostToEdit, { params: { postId: planned!._id } })
    expect([post.publishAt?.slice(0, 4), post.commentsOpen]).toEqual(['2090', false])
  })

  it('A text with a picture that is not stored yet is left only after a question', async () => {
    const { page, context } = await openNewPost(journeys)
    const question = page.getByRole('dialog', { name: 'Leave these files behind?' })
    await page.getByLabel('Title').fill('Half written')
    await expectText(saveStatus(page), 'Saved on the server')
    await page.reload()
    await page.getByText('Restored your unsaved text').waitFor()
    await bodyEditor(page).waitFor()
    await slowUploads({ context, page }, 5000)
    await chooseFiles(page, large.slice(0, 1))
    await page.getByRole('progressbar').waitFor({ state: 'attached' })
    for (const name of ['Begin a new post', 'Discard']) {
      await page.getByRole('button', { name }).click()
      await question.getByText('Not stored yet: 1 picture.').waitFor()
      await question.getByRole('button', { name: 'No, wait' }).click()
      await expectCount(question, 0)
      expect(await page.getByLabel('Title').inputValue()).toBe('Half written')
    }
    await expectCount(pictures(page), 1)
    await page.getByRole('button', { name: 'Discard' }).click()
    await question.getByRole('button', { name: 'Yes, leave them' }).click()
    await expectText(page.locator(':focus'), /^Your unsaved text was discarded/)
    expect(await page.getByLabel('Title').inputValue()).toBe('')
    await slowUploads({ context, page }, -1)
  })

  it('A pasted picture and a dropped one are uploaded where they belong', async () => {
    const { page } = await openNewPost(journeys)
    await writeBody(page, 'One')
    const pasted = await transferOf(page, [await pictureFile('pasted.png')])
    await bodyEditor(page).evaluate((body, clipboardData) => {
      body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, pasted)
    await expectCount(storedPictures(page), 1)
    await page.keyboard.type('Two')
    const box = await bodyEditor(page).getByText('One').boundingBox()
    const at = { clientX: (box?.x ?? 0) + 2, clientY: (box?.y ?? 0) + 5 }
    await bodyEditor(page).dispatchEvent('drop', { dataTransfer: await transferOf(page, [await pictureFile('dropped.png')]), ...at })
    await expectCount(storedPictures(page), 2)
    await expect
      .poll(() => draftContent())
      .toEqual(
        expect.stringMatching(
          /^<img src="\/files\/[^"]*dropped[^"]*" alt=""><p>One<\/p><img src="\/files\/[^"]*pasted[^"]*" alt=""><p>Two<\/p>$/,
        ),
      )
  })

  it('A reload during uploads keeps the text, the finished pictures, and of the others only their captions', async () => {
    const { page, context } = await openNewPost(journeys)
    await chooseFiles(page, [await pictureFile()])
    await expectCount(storedPictures(page), 1)
    await slowUploads({ context, page }, 5000)
    await chooseFiles(page, large.slice(0, 2))
    await page.keyboard.type('Words.')
    await pictures(page).nth(2).locator('figcaption').click()
    await page.keyboard.type('Its caption.')
    await expectText(saveStatus(page), 'Saved on the server')
    const wanted = expect.stringMatching(/^<img src="\/files\/[^"]+" alt=""><p>Its caption.<\/p><p>Words.<\/p>$/)
    await expect.poll(() => draftContent()).toEqual(wanted)
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reloaded
    await page.getByText('Restored your unsaved text').waitFor()
    await expectCount(pictures(page), 1)
    await expectText(bodyEditor(page).locator('p').first(), 'Its caption.')
  })

  it('Pictures beside each other are a gallery in the editor and on the page, which keys, buttons and drag join and separate', async () => {
    const { page } = await openNewPost(journeys)
    // Both ends of the drag must be visible.
    await page.setViewportSize({ width: 1280, height: 1600 })
    await page.getByLabel('Title').fill('A gallery')
    await writeBody(page, 'One')
    await chooseFiles(page, [await pictureFile('a.png'), await pictureFile('b.png'), await pictureFile('c.png')])
    await expectCount(storedPictures(page), 3)
    await page.keyboard.type('Two')
    const cells = bodyEditor(page).locator('.gallery-cell')
    expect(await boxesOf(cells)).toMatchObject(rowsOf(3))
    await pictures(page).nth(2).locator('img').click()
    await page.keyboard.press('Alt+ArrowDown')
    await expectCount(cells, 2)
    await page.keyboard.press('Alt+ArrowUp')
    await expectCount(cells, 3)
    await pictures(page).nth(1).locator('img').click()
    await page.keyboard.press('Enter')
    await expectCount(cells, 2)
    await page.keyboard.press('Backspace')
    await expectCount(cells, 3)
    await pictures(page).nth(2).locator('figcaption').click()
    await page.keyboard.type('The third')
    await expect
      .poll(() => draftContent())
      .toEqual(
        expect.stringMatching(
          /^<p>One<\/p><img src="\S+" alt=""><img src="\S+" alt=""><figure><img src="\S+" alt=""><figcaption>The third<\/figcaption><\/figure><p>Two<\/p>$/,
        ),
      )
    await pictures(page).nth(2).getByRole('button', { name: 'Move down' }).click()
    await expectCount(cells, 2)
    await dragTo(page, pictures(page).nth(2).locator('img'), pictures(page).nth(1).locator('img'))
    await expectCount(cells, 3)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectAddress(page, '/post/a-gallery')
    const shown = page.locator('article .gallery img')
    await expect.poll(() => boxesOf(shown)).toMatchObject(rowsOf(3))
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await boxesOf(shown)).toMatchObject(rowsOf(1, 2))
    await expectText(page.locator('article .gallery figcaption'), 'The third')
  })
})

describe('The toolbar', () => {
  it('The toolbar of the editor fits a phone in one line with Photo, Film and Voice in words, and never lies over the bar with Publish', async () => {
    const { page } = await openNewPost(journeys, { on: 'phone' })
    const buttons = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button')
    const labels = () => buttons.evaluateAll((all) => all.map((button) => button.getAttribute('title') ?? button.textContent))
    expect(await labels()).toEqual(['Photo', 'Film', 'Voice', 'Text styles', 'Undo'])
    const boxes = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().toJSON() as DOMRect))
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1)
    for (const { left, right, width, height } of boxes)
      expect([left >= 0, right <= 360, width >= 44, height >= 44]).toEqual([true, true, true, true])
    expect(await findAxeProblems(page)).toEqual([])

    await writeBody(page, 'Words.')
    for (let line = 0; line < 12; line += 1) await page.keyboard.press('Enter')
    await toolbarButton(page, 'Text styles').click()
    await toolbarButton(page, 'Italic').waitFor()
    /** @returns the scroll positions at which the toolbar lies over the button */
    const findCovered = () =>
      page.evaluate(async () => {
        const publish = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Publish')
        if (!publish) throw new Error('There is no Publish button.')
        const covered: number[] = []
        for (let top = 0; top < 1400; top += 60) {
          scrollTo({ top, behavior: 'instant' })
          await new Promise(requestAnimationFrame)
          const { x, y, width, height } = publish.getBoundingClientRect()
          const there = document.elementFromPoint(x + width / 2, y + height / 2)
          if (there?.closest('[role=toolbar]')) covered.push(top)
        }
        return covered
      })
    // With a soft keyboard the window is about half as high.
    for (const height of [740, 400, 340]) {
      await page.setViewportSize({ width: 360, height })
      expect([height, await findCovered()]).toEqual([height, []])
    }
  })
})
