import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { loseResponses } from '#tests/support/browser/network.ts'
import { bodyEditor, openNewPost, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { expectAddress, expectCount, expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const OFFLINE = /ERR_INTERNET_DISCONNECTED/
const asAdmin = async () => (await journeys.callAs(ADMIN)).api

/** It says what it does once the form has learnt that the post is published. */
const publish = (page: Page) => page.getByRole('button', { name: /^(Publish|Update post)$/ })
const whenOnline = (page: Page) => page.getByLabel('Publish when I am back online')
const published = (page: Page) => page.getByRole('link', { name: 'View post' })
const titles = async (searchTerm: string) => (await (await asAdmin())(listPosts, { query: { searchTerm } })).posts.map(({ title }) => title)

async function write(title: string) {
  const visit = await openNewPost(journeys, { on: 'phone' })
  await visit.page.getByLabel('Title').fill(title)
  await writeBody(visit.page, 'Dark.')
  await expectText(saveStatus(visit.page), 'Saved on the server')
  return visit
}

const UNREACHABLE = 'The blog could not be reached to publish it.'

describe('Publishing offline', () => {
  it('A post is published automatically when the browser is online again, if the writer chose so, and the form stays open', async () => {
    const { page, context, expectProblem } = await write('Lantern in the tunnel')
    expectProblem(OFFLINE)
    await context.setOffline(true)
    await writeBody(page, ' Very.')
    await page.getByText('You are offline. Your text is safe on this device.').waitFor()
    await whenOnline(page).check()
    await writeBody(page, ' Still.')
    // Publishing later can be cancelled.
    await whenOnline(page).uncheck()
    await page.getByRole('main').getByRole('alert').filter({ hasText: 'It was not published.' }).waitFor()
    await whenOnline(page).check()
    await page.getByText('Please leave this page open.').waitFor()
    expect(await titles('lantern')).toEqual([])
    await context.setOffline(false)
    await published(page).waitFor()
    await expectText(heading(page), 'Update Post')
    await expectAddress(page, /^\/update-post\//)
    await expectText(bodyEditor(page), 'Dark. Very. Still.')
    await expectText(saveStatus(page), 'Nothing changed yet')
    expect(await titles('lantern')).toEqual(['Lantern in the tunnel'])
    await published(page).click()
    await expectAddress(page, '/post/lantern-in-the-tunnel')
    await page.getByText('Dark. Very. Still.').waitFor()
  })

  it('A new post and an update whose responses are lost are published once, with the text written since', async () => {
    const { page, expectProblem } = await write('Ferry with no echo')
    expectProblem(/net::ERR_CONNECTION_RESET/)
    expectProblem(/status of 409/)
    const lost = await loseResponses(page, '**/api/post/create', 1)
    await publish(page).click()
    await page.getByText(UNREACHABLE).waitFor()
    await expectCount(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ }), 0)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expectCount(page.getByText(UNREACHABLE), 0)
    expect([lost(), await titles('ferry')]).toEqual([1, ['Ferry with no echo']])
    await writeBody(page, ' And on.')
    await page.reload()
    await page.getByText('Restored your unsaved text').waitFor()
    await publish(page).click()
    await expectAddress(page, '/post/ferry-with-no-echo')
    await page.getByText('Dark. And on.').waitFor()
    expect(await titles('ferry')).toEqual(['Ferry with no echo'])

    await page.getByRole('link', { name: 'Edit' }).click()
    await writeBody(page, ' Twice?')
    await loseResponses(page, '**/api/post/updatepost/**', 2)
    const update = page.getByRole('button', { name: 'Update post' })
    await update.click()
    await page.getByText(UNREACHABLE).waitFor()
    await writeBody(page, ' No.')
    await whenOnline(page).check()
    await page.getByText('Please leave this page open.').waitFor()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await published(page).waitFor()
    await expectCount(page.getByRole('region', { name: 'Two versions of this post' }), 0)
    const [post] = (await (await asAdmin())(listPosts, { query: { slug: 'ferry-with-no-echo' } })).posts
    expect(post?.content).toBe('<p>Dark. And on. Twice? No.</p>')
  })
})
