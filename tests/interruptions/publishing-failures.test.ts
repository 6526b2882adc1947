import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_503, cutCalls, failCalls, holdCalls, CONNECTION_RESET } from '#tests/support/browser/network.ts'
import { brokenPictureFile, pictureFile } from '#tests/support/media/picture-files.ts'
import { bodyEditor, deleteDrafts, openNewPost, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { readDrafts } from '#tests/support/writing/read-drafts.ts'
import { expectAddress, expectCount, expectText, heading } from '#tests/support/browser/visit.ts'

const BUSY = 'The blog is busy right now. Please try again in a moment.'
const journeys = useJourneys()
beforeEach(async () => deleteDrafts((await journeys.callAs(ADMIN)).api))

/** Visible messages; their live regions exist before, empty. */
const alert = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })
const publish = (page: Page) => page.getByRole('button', { name: 'Publish' })
const focused = (page: Page) => page.locator(':focus')

const isInView = (target: Locator) =>
  target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
/** Distance between the centres, in pixels. */
const distance = async (one: Locator, other: Locator) => {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  return a && b ? Math.abs(a.y + a.height / 2 - b.y - b.height / 2) : Infinity
}

describe('A cover that is not uploaded yet', () => {
  const coverOf = async (page: Page) => {
    const { api } = await journeys.callAs(ADMIN)
    const slug = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    return (await api(listPosts, { query: { slug } })).posts[0]
  }

  it('Publishing uploads a cover that was only chosen', async () => {
    const { page } = await openNewPost(journeys)
    await page.getByLabel('Title').fill('Chosen and sent')
    await writeBody(page, 'Words.')
    await page.getByLabel('Cover image').setInputFiles(await pictureFile())
    await publish(page).click()
    await expectAddress(page, '/post/chosen-and-sent')
    expect((await coverOf(page))?.image).toMatch(/^\/files\//)
  })

  it('A cover that cannot be uploaded stops publishing, which continues when the cover is removed', async () => {
    const { page } = await openNewPost(journeys)
    await page.getByLabel('Title').fill('Without its cover')
    await writeBody(page, 'Words.')
    await page.getByLabel('Cover image').setInputFiles(brokenPictureFile())
    await publish(page).click()
    await expectText(alert(page).first(), 'Image upload failed')
    await expect.poll(() => focused(page).getAttribute('type')).toBe('file')
    await expectAddress(page, '/create-post')
    await page.getByRole('button', { name: 'Remove image' }).click()
    await publish(page).click()
    await expectAddress(page, '/post/without-its-cover')
  })

  it('The browser asks before leaving a page whose cover is not uploaded', async () => {
    const { page } = await openNewPost(journeys)
    await page.getByLabel('Cover image').setInputFiles(await pictureFile())
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
  })
})

describe('Posts that cannot be published', () => {
  it('Text typed while a post is being published remains as a draft of the post', async () => {
    const { page } = await openNewPost(journeys)
    await page.getByLabel('Title').fill('Faster than the line')
    await writeBody(page, 'Sent.')
    const release = await holdCalls(page, '/api/post/create')
    await publish(page).click()
    await page.getByRole('button', { name: 'Loading...' }).waitFor()
    await writeBody(page, ' Not sent.')
    release()
    await expectAddress(page, /^\/update-post\//)
    await expectText(heading(page), 'Update Post')
    await expectText(page.getByRole('status').filter({ hasText: 'Published' }), /^Published\.\s*View post$/)
    await expect.poll(() => page.getByRole('link', { name: 'View post' }).getAttribute('href')).toBe('/post/faster-than-the-line')
    // The focus is still in the text.
    await page.keyboard.type(' Either.')
    await expectText(bodyEditor(page), 'Sent. Not sent. Either.')
    await expectText(saveStatus(page), 'Saved on the server')
    const { api } = await journeys.callAs(ADMIN)
    const [post] = (await api(listPosts, { query: { slug: 'faster-than-the-line' } })).posts
    expect(post?.content).toBe('<p>Sent.</p>')
    await expect.poll(() => readDrafts(api)).toEqual([])
    await page.reload()
    await page.getByText('Restored your unsaved text').waitFor()
    await page.getByRole('button', { name: 'Update post' }).click()
    await expectAddress(page, '/post/faster-than-the-line')
    await page.getByText('Sent. Not sent. Either.').waitFor()
  })

  it('On a phone, an invalid field is visible and focused, and any other failure is shown beside the button', async () => {
    const { page, expectProblem } = await openNewPost(journeys, { on: 'phone' })
    await writeBody(page, 'Line.')
    for (let line = 0; line < 60; line += 1) await page.keyboard.press('Enter')
    await publish(page).click()
    await expect.poll(() => focused(page).getAttribute('name')).toBe('title')
    const error = await focused(page).getAttribute('aria-describedby')
    await expectText(page.locator(`[id="${error}"]`), 'Please enter a title.')
    await expect.poll(() => isInView(page.getByLabel('Title'))).toBe(true)
    // The field says it, and nothing else.
    await expectCount(alert(page), 0)

    await page.getByLabel('Title').fill('Far down')
    await expectCount(page.getByText('Please enter a title.'), 0)
    await bodyEditor(page).focus()
    await page.keyboard.press('Control+End')
    expectProblem(STATUS_503)
    await failCalls(page, '/api/post/create')
    await publish(page).click()
    await expectText(alert(page), BUSY)
    await expectText(focused(page), 'Publish')
    await expect.poll(() => isInView(alert(page))).toBe(true)
    expect(await distance(alert(page), publish(page))).toBeLessThan(150)
  })

  it('An editor whose script could not be loaded can be loaded again, and the title stays', async () => {
    const visit = await journeys.visit({ as: ADMIN })
    visit.expectProblem(/net::ERR_FAILED/)
    const isEditor = /\/post-editor[^/]*\.js$/
    await visit.page.route(isEditor, (route) => route.abort())
    await visit.open('/create-post')
    await visit.page.getByText('The editor could not be loaded.').waitFor()
    await visit.page.getByLabel('Title').fill('With patience')
    await visit.page.unroute(isEditor)
    await visit.page.getByRole('button', { name: 'Try again' }).click()
    await writeBody(visit.page, 'It came.')
    await publish(visit.page).click()
    await expectAddress(visit.page, '/post/with-patience')
  })

  it('A post that cannot be published shows the empty body or the server’s message, and keeps the text', async () => {
    const { page, expectProblem } = await openNewPost(journeys)
    await page.getByLabel('Title').fill('On the third try')
    await publish(page).click()
    await expect.poll(() => bodyEditor(page).evaluate((editor) => editor === document.activeElement)).toBe(true)
    await expectText(page.locator('#post-body-error'), 'Please write something.')
    await expect.poll(() => bodyEditor(page).getAttribute('aria-describedby')).toBe('post-body-error')
    await writeBody(page, 'Patience.')
    expectProblem(STATUS_503)
    const endFault = await failCalls(page, '/api/post/create')
    await publish(page).click()
    await expectText(alert(page), BUSY)
    endFault()
    expectProblem(CONNECTION_RESET)
    const connect = await cutCalls(page, '/api/post/create')
    await publish(page).click()
    await page.getByText('The blog could not be reached to publish it.').waitFor()
    connect()
    await page.route('**/api/post/create', (route) => route.fulfill({ status: 200, body: '<html>no JSON' }), { times: 1 })
    await publish(page).click()
    await expectText(alert(page), 'Something went wrong')
    await expectText(bodyEditor(page), 'Patience.')
    const release = await holdCalls(page, '/api/post/create')
    await publish(page).click()
    await page.getByRole('button', { name: 'Loading...' }).waitFor()
    release()
    await expectAddress(page, '/post/on-the-third-try')
  })
})
