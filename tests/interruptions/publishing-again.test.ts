import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { getPostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { CONNECTION_RESET, loseResponses } from '#tests/support/browser/network.ts'
import { bodyEditor, deleteDrafts, openOptions, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { expectAddress, expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const asAdmin = async () => (await journeys.callAs(ADMIN)).api
beforeEach(async () => deleteDrafts(await asAdmin()))

const time = (page: Page) => page.getByLabel('Publish at')
const comments = (page: Page) => page.getByLabel('Readers can comment on this post')
const audience = (page: Page) => page.getByLabel('Who can read it')
/** It says what it does once the form has learnt that the post is published or planned. */
const button = (page: Page) => page.getByRole('button', { name: /^(Publish|Publish now|Plan post|Update post)$/ })

async function openForm(path: string) {
  const visit = await journeys.visit({ as: ADMIN })
  await visit.open(path)
  await bodyEditor(visit.page).waitFor()
  visit.expectProblem(CONNECTION_RESET)
  // The form learns that the post is published.
  visit.expectProblem(/status of 409/)
  await loseResponses(visit.page, path === '/create-post' ? '**/api/post/create' : '**/api/post/updatepost/**', 1)
  return visit
}

/** The server does what was said, and its response is lost. */
async function publishUnheard(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByText('The blog could not be reached to publish it.').waitFor()
}

const readPost = async (post: Post) => (await asAdmin())(getPostToEdit, { params: { postId: post._id } })

describe('Publishing again after a lost response', () => {
  it('A post that was planned is published now when its time is emptied', async () => {
    const { page } = await openForm('/create-post')
    await page.getByLabel('Title').fill('Not in 2030')
    await writeBody(page, 'Today.')
    await openOptions(page)
    await time(page).fill('2090-01-01T08:00')
    await publishUnheard(page, 'Plan post')
    await time(page).fill('')
    await button(page).click()
    await expectAddress(page, '/post/not-in-2030')
    await expectText(heading(page), 'Not in 2030')
  })

  it('An update that opened a post for everyone, closed its comments and dated it back is taken back by the next one', async () => {
    const body = { title: 'Only for us', content: '<p>Words.</p>', audience: 'family' } as const
    const before = await (await asAdmin())(createPost, { body })
    const { page } = await openForm(`/update-post/${before._id}`)
    await openOptions(page)
    await audience(page).selectOption('public')
    await comments(page).uncheck()
    await time(page).fill('2020-01-01T08:00')
    await publishUnheard(page, 'Update post')
    expect(await readPost(before)).toMatchObject({ audience: 'public', commentsOpen: false, createdAt: '2020-01-01T08:00:00.000Z' })
    await audience(page).selectOption('family')
    await comments(page).check()
    await time(page).fill('')
    await page.getByRole('button', { name: 'Update post' }).click()
    await expectAddress(page, '/post/only-for-us')
    const { audience: readers, commentsOpen, createdAt } = before
    expect(await readPost(before)).toMatchObject({ audience: readers, commentsOpen, createdAt })
  })
})
