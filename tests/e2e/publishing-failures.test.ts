import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { STATUS_401, STATUS_503, cutCalls, failCalls, holdCalls, CONNECTION_RESET } from '#tests/support/network.ts'
import { brokenPictureFile, pictureFile, UPLOADS_PATH } from '#tests/support/picture-files.ts'
import { bodyEditor, deleteDrafts, toolbarButton, writeBody } from '#tests/support/post-form-screen.ts'
import { signIn } from '#tests/support/session-screens.ts'
import { expectAddress, expectCount, expectText, heading } from '#tests/support/visit.ts'

const BUSY = 'The blog is busy right now. Please try again in a moment.'
const journeys = useJourneys()
beforeEach(async () => deleteDrafts((await journeys.callAs(ADMIN)).api))

async function openNewPost() {
  const visit = await journeys.visit({ as: ADMIN })
  await visit.open('/create-post')
  await bodyEditor(visit.page).waitFor()
  return visit
}

const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const cover = (page: Page) => page.getByRole('img', { name: 'The cover as it will be seen' })
const upload = (page: Page) => page.getByRole('button', { name: /Upload Image$/ })

describe('The cover of a post', () => {
  it('A cover must be chosen first; its upload shows whole percents, then the picture', async () => {
    const { page } = await openNewPost()
    await upload(page).click()
    await expectText(alert(page), 'Please select an image')
    await expect.poll(() => page.getByLabel('Cover image').getAttribute('accept')).toBe('image/*')
    await page.getByLabel('Cover image').setInputFiles(await pictureFile('Our day (1).png'))
    await expectCount(alert(page), 0)
    const release = await holdCalls(page, UPLOADS_PATH)
    await upload(page).click()
    await page.getByRole('progressbar').waitFor()
    await page.getByText(/^\d+%$/).waitFor()
    await expect.poll(() => upload(page).isDisabled()).toBe(true)
    release()
    await cover(page).waitFor()
    await expectCount(page.getByRole('progressbar'), 0)
    await expect.poll(() => upload(page).isEnabled()).toBe(true)
    const src = await cover(page).getAttribute('src')
    await page.getByLabel('Title').fill('With a cover')
    await writeBody(page, 'And words.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectAddress(page, '/post/with-a-cover')
    await page.getByRole('main').locator(`header img[src="${src}"], article img[src="${src}"]`).first().waitFor()
  })

  it('A cover that cannot be uploaded shows an error', async () => {
    const { page, expectProblem } = await openNewPost()
    expectProblem(/status of 4\d\d/)
    await page.getByLabel('Cover image').setInputFiles(brokenPictureFile())
    await upload(page).click()
    await expectText(alert(page), 'Image upload failed')
    await expectCount(cover(page), 0)
    await expectCount(page.getByRole('progressbar'), 0)
    await toolbarButton(page, 'Picture').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Insert picture' }).click()
    await dialog.getByText('Please select an image').waitFor()
    await dialog.getByLabel('Picture file').setInputFiles(brokenPictureFile())
    await dialog.getByText('Image upload failed').waitFor()
    await dialog.getByLabel('Or its address here').fill('https://elsewhere.example/a.png')
    await dialog.getByRole('button', { name: 'Insert picture' }).click()
    await dialog.getByText(/^Only pictures of this blog can be shown/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expectCount(dialog, 0)
  })
})

describe('Posts that cannot be published', () => {
  it('A post that cannot be published shows the server’s message and keeps the text', async () => {
    const { page, expectProblem } = await openNewPost()
    const publish = page.getByRole('button', { name: 'Publish' })
    await page.getByLabel('Title').fill('On the third try')
    await writeBody(page, 'Patience.')
    expectProblem(STATUS_503)
    const mend = await failCalls(page, '/api/post/create')
    await publish.click()
    await expectText(alert(page), BUSY)
    mend()
    expectProblem(CONNECTION_RESET)
    const connect = await cutCalls(page, '/api/post/create')
    await publish.click()
    await expectText(alert(page), 'Something went wrong')
    connect()
    await page.route('**/api/post/create', (route) => route.fulfill({ status: 200, body: '<html>no JSON' }), { times: 1 })
    await publish.click()
    await expectText(alert(page), 'Something went wrong')
    await expectText(bodyEditor(page), 'Patience.')
    const release = await holdCalls(page, '/api/post/create')
    await publish.click()
    await page.getByRole('button', { name: 'Loading...' }).waitFor()
    release()
    await expectAddress(page, '/post/on-the-third-try')
  })

  it('Publishing after the session ended says so, and after signing in the text is there', async () => {
    const { page, context, expectProblem } = await openNewPost()
    expectProblem(STATUS_401)
    await page.getByLabel('Title').fill('Over an evening')
    await writeBody(page, 'Long words.')
    // Otherwise the next save of the draft finds out first.
    const release = await holdCalls(page, '/api/post/draft')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectText(heading(page), 'Sign In')
    release()
    await signIn(page, ADMIN)
    await expectAddress(page, '/create-post')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Over an evening')
    await expectText(bodyEditor(page), 'Long words.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectAddress(page, '/post/over-an-evening')
  })

  it('The update screen shows and logs why a post could not be loaded', async () => {
    const { page, open, expectProblem, logged } = await journeys.visit({ as: ADMIN })
    expectProblem(STATUS_503)
    await open('/dashboard?tab=posts')
    await failCalls(page, '/api/post/getposts')
    await page.getByRole('link', { name: /^Edit/ }).first().click()
    await expectText(heading(page), 'Update Post')
    await expectText(alert(page), BUSY)
    expect(logged()).toContain(BUSY)
    await expectCount(page.getByRole('button', { name: 'Update post' }), 0)
  })

  it('An update that fails shows the server’s message', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const post = await api('POST /api/post/create', { body: { title: 'Stays as it is', content: '<p>Words.</p>' } })
    const { page, open, expectProblem } = await journeys.visit({ as: ADMIN })
    expectProblem(STATUS_503)
    await open(`/update-post/${post._id}`)
    await writeBody(page, ' More.')
    await failCalls(page, '/api/post/updatepost')
    await page.getByRole('button', { name: 'Update post' }).click()
    await expectText(alert(page), BUSY)
    await expectAddress(page, `/update-post/${post._id}`)
  })
})
