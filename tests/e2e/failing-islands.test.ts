import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

/** What the browser says of a date that cannot be read. */
const RAW = /Invalid (time value|date)/i

/** Serves a page whose islands get dates that cannot be read. */
const spoilDates = (page: Page, path: string) =>
  page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(/"(createdAt|updatedAt)":"[^"]*"/g, '"$1":"never"') })
  })

it('A page whose island fails says so in words of the blog, not in those of the browser', async () => {
  const { page, expectProblem } = await journeys.visit({ as: ADMIN })
  const path = '/dashboard?tab=posts'
  await spoilDates(page, path)
  expectProblem(RAW)
  await page.goto(path)
  await expectText(heading(page), 'Unexpected Application Error!')
  await expectText(page.getByRole('main').getByRole('alert'), 'Something went wrong')
  expect(await page.locator('body').innerText()).not.toMatch(RAW)
})

it('A part of a page that fails says so in words of the blog, and the rest of the page stays', async () => {
  const { api } = await journeys.callAs(ADMIN)
  const post = await api(createPost, { body: { title: 'A post that stays', content: '<p>Its words.</p>' } })
  await api(createComment, { body: { content: 'A kind word', postId: post._id } })
  const { page, expectProblem } = await journeys.visit({ as: READER })
  const path = `/post/${post.slug}`
  await spoilDates(page, path)
  expectProblem(RAW)
  await page.goto(path)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByText('This part of the page stopped working. Loading the page again often helps.').waitFor()
  await page.getByText('Its words.').waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(RAW)
})
