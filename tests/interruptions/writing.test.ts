import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { getRevision, listRevisions } from '#writing/contract/writing.endpoints.ts'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { type Post, listPosts } from '#posts/contract/posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, deleteDrafts, openOptions, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { readDrafts } from '#tests/support/writing/read-drafts.ts'
import { crashTab, expectAddress, expectCount, expectText, type Visit } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const OFFLINE = /ERR_INTERNET_DISCONNECTED/
/** Text typed longer ago than this must survive a crash. */
const MAX_LOSS_MS = 2000

const asAdmin = async () => (await journeys.callAs(ADMIN)).api
beforeEach(async () => deleteDrafts(await asAdmin()))

async function openForm(visit: Visit, path = '/create-post'): Promise<Visit> {
  await visit.open(path)
  await bodyEditor(visit.page).waitFor()
  return visit
}
const openNewPost = async () => openForm(await journeys.visit({ as: ADMIN }))
const makePost = async (title: string) => (await asAdmin())(createPost, { body: { title, content: '<p>One.</p><p>Two.</p>' } })
const onServer = async (postId = 'new') => readDrafts(await asAdmin(), postId)
const pause = (page: Page, ms: number) => page.waitForTimeout(ms)
const leaveQuietly = (page: Page) => page.close({ runBeforeUnload: false })

/** Nothing is saved any more, nor sent. */
async function killTab(page: Page): Promise<void> {
  await crashTab(page)
  await leaveQuietly(page)
}

/** Another tab of the same person in the same browser. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await bodyEditor(page).waitFor()
  return page
}

describe('Drafts', () => {
  it('A text in a killed tab is restored from the device while the server fails', async () => {
    const { page, context, expectProblem } = await openNewPost()
    expectProblem(/net::ERR_FAILED/)
    await page.route('**/api/post/draft/**', (route) => route.abort())
    await page.getByLabel('Title').fill('Killed')
    await openOptions(page)
    await page.getByLabel('Category').selectOption('Medical')
    await writeBody(page, 'Older than two seconds.')
    await pause(page, MAX_LOSS_MS)
    await page.keyboard.type(' Younger.')
    await killTab(page)
    const again = await openTab(context, '/create-post')
    await again.getByText('Restored your unsaved text').waitFor()
    await expect.poll(() => again.getByLabel('Title').inputValue()).toBe('Killed')
    await expect.poll(() => again.getByLabel('Category').inputValue()).toBe('medical')
    await expectText(bodyEditor(again), /^Older than two seconds\./)
    // The page saves the restored draft on the server by itself.
    await expectText(saveStatus(again), 'Saved on the server')
    expect(await onServer()).toMatchObject([{ title: 'Killed', category: 'medical' }])
  })

  it('A text that was typed just before its page was left without a line is restored', async () => {
    const { page, context } = await openNewPost()
    await page.getByLabel('Title').fill('Left in the tunnel')
    await expectText(saveStatus(page), 'Saved on the server')
    await context.setOffline(true)
    // Within one task of the page, long before the form saves by itself.
    await page.getByLabel('Title').evaluate((field: HTMLInputElement) => {
      field.focus()
      document.execCommand('insertText', false, ', with a last word')
      location.assign('about:blank')
    })
    await page.waitForURL('about:blank')
    await context.setOffline(false)
    await page.goto('/create-post')
    await page.getByText(/Restored your unsaved text \(saved .* on this device\)/).waitFor()
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Left in the tunnel, with a last word')
  })

  it('A text saved on the server is continued in another browser of the same person', async () => {
    const { page } = await openNewPost()
    await expectText(saveStatus(page), 'Nothing written yet')
    await page.getByLabel('Title').fill('Begun at home')
    await writeBody(page, 'On the bus.')
    await expectText(saveStatus(page), 'Saved on the server')
    await leaveQuietly(page)
    const { page: other } = await openNewPost()
    await other.getByText(/Restored your unsaved text \(saved .* on the server\)/).waitFor()
    await expectText(bodyEditor(other), 'On the bus.')
    await writeBody(other, ' And on.')
    await expectText(saveStatus(other), 'Saved on the server')
    await other.getByRole('button', { name: 'Publish' }).click()
    await expectAddress(other, '/post/begun-at-home')
    expect(await onServer()).toEqual([])
  })

  it('An offline text is saved on the device, and on the server once it is back online', async () => {
    const { page, context, expectProblem } = await openNewPost()
    expectProblem(OFFLINE)
    await context.setOffline(true)
    await page.getByLabel('Title').fill('In the tunnel')
    await writeBody(page, 'Dark.')
    await expectText(saveStatus(page), 'Offline: saved on this device')
    expect(await onServer()).toEqual([])
    await context.setOffline(false)
    await expectText(saveStatus(page), 'Saved on the server')
    expect(await onServer()).toMatchObject([{ title: 'In the tunnel', content: '<p>Dark.</p>' }])
  })
})

describe('A discarded text', () => {
  const SAVES = '**/api/post/draft/**'
  const failDeletions = (page: Page) =>
    page.route(SAVES, (route) => (route.request().postData()?.includes('"state":"ended"') === true ? route.abort() : route.fallback()))
  /** Discards a restored draft while every deletion on the server fails. */
  async function discardWithoutServer(): Promise<Visit> {
    const visit = await openNewPost()
    const { page } = visit
    await writeBody(page, 'Not wanted.')
    await expectText(saveStatus(page), 'Saved on the server')
    await page.reload()
    await page.getByText('Restored your unsaved text').waitFor()
    await expectText(saveStatus(page), 'Saved on the server')
    visit.expectProblem(/net::ERR_FAILED/)
    await failDeletions(page)
    await page.getByRole('button', { name: 'Discard' }).click()
    return visit
  }

  it('A text that was discarded while the server could not be reached is not restored, and is deleted later', async () => {
    const { page, context } = await discardWithoutServer()
    await expectText(saveStatus(page), 'Nothing written yet')
    await pause(page, 500)
    // Leaving would send the deletion once more.
    await killTab(page)
    expect(await onServer()).toHaveLength(1)

    const next = await openTab(context, '/create-post')
    await expectText(saveStatus(next), 'Nothing written yet')
    await expectCount(next.getByText('unsaved text'), 0)
    await expectText(bodyEditor(next), '')
    await expect.poll(() => onServer()).toEqual([])
  })

  it('A failed deletion is tried again while the page stays open', async () => {
    const { page } = await discardWithoutServer()
    await pause(page, 300)
    await page.unroute(SAVES)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => onServer()).toEqual([])
  })
})

describe('Conflicts', () => {
  const update = (page: Page) => page.getByRole('button', { name: 'Update post' }).click()
  const choice = (page: Page) => page.getByRole('region', { name: 'Two versions of this post' })
  const current = async (post: Post) => (await (await asAdmin())(listPosts, { query: { postId: post._id } })).posts[0]

  it('Of two tabs that change one post, the second is shown both texts, and what it does not choose stays as a version', async () => {
    const post = await makePost('Two tabs')
    const path = `/update-post/${post._id}`
    const visit = await openForm(await journeys.visit({ as: ADMIN }), path)
    const { page: one, context } = visit
    const two = await openTab(context, path)
    await writeBody(one, ' From the first.')
    await expectText(saveStatus(one), 'Saved on the server')
    visit.expectProblem(/status of 409/)
    await writeBody(two, ' From the second.')
    await choice(two).waitFor()
    await expectText(saveStatus(two), 'Saved on this device. Please choose between your two texts.')
    await expectText(choice(two).locator('mark').first(), 'first.')
    await expectText(choice(two).locator('mark').last(), 'second.')
    expect((await onServer(post._id)).map(({ content }) => content)).toEqual(['<p>One.</p><p>Two. From the first.</p>'])
    // Publishing needs the choice, too.
    await update(two)
    await two.getByRole('main').getByRole('alert').filter({ hasText: 'Please choose between the two first.' }).waitFor()
    await writeBody(two, ' And the first.')
    await expectText(choice(two).locator('mark').last(), 'second. And the')
    await choice(two).getByRole('button', { name: 'Keep mine' }).click()
    await expectCount(choice(two), 0)
    await update(two)
    await expectAddress(two, '/post/two-tabs')
    expect((await current(post))?.content).toBe('<p>One.</p><p>Two. From the second. And the first.</p>')
    const { revisions } = await (await asAdmin())(listRevisions, { params: { postId: post._id } })
    expect(new Set(revisions.map(({ revision }) => revision))).toEqual(new Set([1, 2, null]))
    expect(await onServer(post._id)).toEqual([])
  })

  it('The version of another admin can replace the own text, which stays as a version of its writer, on a phone too', async () => {
    const post = await makePost('Written by two')
    const { page } = await openForm(await journeys.visit({ as: ADMIN, on: 'phone' }), `/update-post/${post._id}`)
    await writeBody(page, ' Mine.')
    const api = await asAdmin()
    const params = { postId: post._id, userId: post.userId ?? '' }
    await api(updatePost, { params, body: { content: '<p>One.</p><p>Two. Theirs.</p>' } })
    // The next save reports the conflict, before anything is published.
    await page.getByText('has been published again since').waitFor()
    await page.getByRole('button', { name: 'Show both' }).first().click()
    await choice(page).getByRole('button', { name: 'Take theirs' }).click()
    await expectText(bodyEditor(page), /^One\.\s+Two\. Theirs\.$/)
    await expectText(saveStatus(page), 'Nothing changed yet')
    await expect.poll(() => onServer(post._id)).toEqual([])
    const { revisions } = await api(listRevisions, { params: { postId: post._id } })
    const mine = revisions.find(({ revision }) => revision === null)
    const version = await api(getRevision, { params: { postId: post._id, version: mine?.id ?? '' } })
    expect(version.content).toBe('<p>One.</p><p>Two. Mine.</p>')
  })
})
