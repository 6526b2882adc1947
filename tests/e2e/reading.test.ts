import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { listPosts as listPostsEndpoint } from '#posts/contract/posts.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { expectCount, expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

const listPosts = async () => (await (await journeys.callAs(ADMIN)).api(listPostsEndpoint)).posts

describe('Likes of a post', () => {
  const likeButtonOf = (page: Page) => page.getByRole('button', { name: /for this post$/ })
  const expectPressed = (page: Page, state: boolean) =>
    expect.poll(() => likeButtonOf(page).getAttribute('aria-pressed')).toBe(String(state))

  it('A visitor on a phone likes a post, sees it again and takes it back, and members see who likes it', async () => {
    const [, post] = await listPosts()
    const path = `/post/${post!.slug}`
    const { page, open, context, writes } = await journeys.visit({ on: 'phone' })
    await open(path)
    expect(await context.cookies()).toEqual([])
    const box = await likeButtonOf(page).boundingBox()
    await likeButtonOf(page).click()
    await expectPressed(page, true)
    const given = new RegExp(`${post!.likes + 1} hearts?\\b`)
    await expectText(likeButtonOf(page), given)
    expect((await likeButtonOf(page).boundingBox())!.width).toBe(box!.width)
    await page.reload()
    await expectPressed(page, true)

    const member = await journeys.visit({ as: READER })
    await member.open(path)
    await expectPressed(member.page, false)
    await Promise.all([member.page.waitForResponse('**/api/post/like/*'), likeButtonOf(member.page).click()])
    await member.page.getByRole('button', { name: 'See who' }).click()
    const who = member.page.getByRole('dialog', { name: 'With a heart from' })
    await who.getByText(`@${READER.username}`, { exact: true }).waitFor()
    await who.getByText(/^and (one|\d+) more$/).waitFor()

    await likeButtonOf(page).click()
    await expectPressed(page, false)
    await expectText(likeButtonOf(page), given)
    expect(writes()).toHaveLength(2)
  })

  it('A member whose session ended on another device likes nothing as a visitor, and gets the page of visitors', async () => {
    const [, , , post] = await listPosts()
    const { page, open, context, expectProblem } = await journeys.visit({ as: READER })
    expectProblem(/status of 401/)
    await open(`/post/${post!.slug}`)
    await expectPressed(page, false)
    await context.clearCookies()
    await likeButtonOf(page).click()
    await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
    await expectPressed(page, false)
    expect((await listPosts()).find(({ _id }) => _id === post!._id)?.likes).toBe(post!.likes)
  })

  it('A like stays when the visitor leaves before the response is read', async () => {
    const [, , post] = await listPosts()
    const { page, open } = await journeys.visit()
    await page.addInitScript(() => {
      Response.prototype.json = () => new Promise(() => {})
    })
    await open(`/post/${post!.slug}`)
    await Promise.all([page.waitForResponse('**/api/post/like/*'), likeButtonOf(page).click()])
    await page.reload()
    await expectPressed(page, true)
    await expectText(likeButtonOf(page), new RegExp(`${post!.likes + 1} hearts?\\b`))
  })

  it('A like stays when the visitor leaves while it is being sent', async () => {
    const [, , , post] = await listPosts()
    const { page, open } = await journeys.visit()
    const reloaded = Promise.withResolvers<void>()
    await page.route('**/api/post/like/*', (route) => reloaded.promise.then(() => route.continue()).catch(() => {}))
    await open(`/post/${post!.slug}`)
    await likeButtonOf(page).click()
    await expectPressed(page, true)
    await page.reload()
    await expectPressed(page, true)
    reloaded.resolve()
  })
})

it('Where the browser can neither share nor copy, the link is shown, and selected', async () => {
  const { page, open } = await journeys.visit({ as: ADMIN })
  const [newest] = await listPosts()
  await open(`/post/${newest!.slug}`)
  await page.evaluate(() => {
    for (const name of ['clipboard', 'canShare']) Object.defineProperty(navigator, name, { value: undefined })
  })
  await page.getByRole('button', { name: 'Send the link' }).click()
  expect(await page.getByLabel('The link').inputValue()).toMatch(new RegExp(`/post/${newest!.slug}$`))
  expect(await page.evaluate(() => getSelection()?.toString())).toContain(newest!.slug)
})

it('A post in the dark theme is printed black on white, with one left edge, and without buttons and fields', async () => {
  const { page, open } = await journeys.visit()
  const [newest] = await listPosts()
  await open(`/post/${newest!.slug}`)
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await page.emulateMedia({ media: 'print' })
  await expectCount(page.locator('.site-header, .site-footer, form, button, nav, aside, .button').filter({ visible: true }), 0)
  await expectCount(page.getByText('You must be signed in to comment.').filter({ visible: true }), 0)
  const colours = () =>
    page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body)
      return [backgroundColor, color]
    })
  await expect.poll(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  const edges = await page
    .locator('h1, .post-cover, article header time, .post-body, .post-body > p, #comments-heading')
    .evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().left)))
  expect(edges.length).toBeGreaterThan(5)
  expect(new Set(edges).size).toBe(1)
})

it('A link to the comments leaves their heading in view below the header', async () => {
  const { page, open } = await journeys.visit()
  const [newest] = await listPosts()
  await open(`/post/${newest!.slug}#comments`)
  const top = () => page.locator('#comments-heading').evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const headerBottom = await page.getByRole('banner').evaluate((element) => Math.round(element.getBoundingClientRect().bottom))
  expect(headerBottom).toBeGreaterThan(40)
  // Before, it is far below.
  await expect.poll(top).toBeLessThan(headerBottom + 60)
  expect(await top()).toBeGreaterThanOrEqual(headerBottom)
})

describe('What fails', () => {
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
})
