import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { blockDatabase, bodyEditor, deleteDrafts, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { readDrafts } from '#tests/support/writing/read-drafts.ts'
import { expectAddress, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const asAdmin = async () => (await journeys.callAs(ADMIN)).api
beforeEach(async () => deleteDrafts(await asAdmin()))

const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })

describe('Waits that end', () => {
  it('The editor opens without IndexedDB, and says that nothing keeps the text while it is offline', async () => {
    const visit = await journeys.visit({ as: ADMIN })
    await visit.open('/about')
    await visit.page.evaluate(blockDatabase)
    const page = await visit.context.newPage()
    await page.goto('/create-post')
    await bodyEditor(page).waitFor({ timeout: 10_000 })
    await page.getByLabel('Title').fill('Without a database')
    await writeBody(page, 'Words.')
    visit.expectProblem(/ERR_INTERNET_DISCONNECTED/)
    await visit.context.setOffline(true)
    await writeBody(page, ' More.')
    await expectText(saveStatus(page), /^Not saved: the server cannot be reached, and this browser keeps nothing\./)
    await visit.context.setOffline(false)
    await expectText(saveStatus(page), /^Saved on the server\./)
    expect(await readDrafts(await asAdmin())).toMatchObject([{ title: 'Without a database', content: '<p>Words. More.</p>' }])
    await publish(page).click()
    await expectAddress(page, '/post/without-a-database')
  })

  it('Publishing ends when no response comes; everything is kept, and another try publishes nothing twice', async () => {
    const visit = await journeys.visit({ as: ADMIN })
    await visit.context.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      // Half a minute is too long for a test.
      AbortSignal.timeout = (ms) => timeout(Math.min(ms, 3000))
    })
    const { page } = visit
    // The form learns that the post is published.
    visit.expectProblem(/status of 409/)
    await visit.open('/create-post')
    await bodyEditor(page).waitFor()
    await page.getByLabel('Title').fill('Into the silence')
    await writeBody(page, 'Words.')
    await page.route('**/api/post/create', (route) => route.fetch().then(() => {}), { times: 1 })
    await publish(page).click()
    await page.getByRole('main').getByRole('alert').filter({ hasText: 'Publishing took too long.' }).waitFor()
    await expectText(bodyEditor(page), 'Words.')
    await writeBody(page, ' More.')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectAddress(page, '/post/into-the-silence')
    const api = await asAdmin()
    const postsAt = async (slug: string) => (await api(listPosts, { query: { slug } })).posts.map(({ content }) => content)
    expect([await postsAt('into-the-silence'), await postsAt('into-the-silence-2')]).toEqual([['<p>Words. More.</p>'], []])
  })
})
