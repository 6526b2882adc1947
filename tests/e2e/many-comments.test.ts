import { beforeAll, describe, expect, it } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { signUp, updateRole } from '#accounts/contract/users.endpoints.ts'
import { COMMENTS_PAGE_SIZE } from '#comments/contract/comment-limits.ts'
import { account, ADMIN } from '#tests/support/accounts.ts'
import { commentsOf } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { expectCount, expectShown, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const COMMENTS = COMMENTS_PAGE_SIZE + 5

/** Several accounts are needed: the rate limit is thirty comments in five minutes. */
async function createWriter(name: string) {
  const writer = account(name)
  const { api } = await journeys.callAs(ADMIN)
  await api(signUp, { body: writer })
  const caller = await journeys.callAs(writer)
  // Fast comments of new readers would wait for approval.
  await api(updateRole, { params: { userId: caller.id }, body: { role: 'family' } })
  return caller.api
}

describe('A post with many comments', () => {
  let path: string
  let oldestId: string

  beforeAll(async () => {
    const { api } = await journeys.callAs(ADMIN)
    const post = await api(createPost, { body: { title: 'Much said', content: '<p>Words.</p>' } })
    path = `/post/${post.slug}`
    const writers = [await createWriter('firstwriter'), await createWriter('secondwriter')]
    for (let number = 1; number <= COMMENTS; number += 1) {
      const write = writers[number % writers.length]!
      const { _id } = await write(createComment, { body: { content: `Comment number ${number}`, postId: post._id } })
      if (number === 1) oldestId = _id
    }
  })

  it('A post shows its newest comments and the count of all; Show More brings the others', async () => {
    const { page, open } = await journeys.visit()
    await open(path)
    const section = commentsOf(page)
    await expectText(section.getByRole('heading'), new RegExp(`^Comments\\s*${COMMENTS}$`))
    await expectCount(section.getByRole('listitem'), COMMENTS_PAGE_SIZE)
    await section.getByRole('button', { name: 'Show More' }).click()
    await expectCount(section.getByRole('listitem'), COMMENTS)
    await expectCount(section.getByRole('button', { name: 'Show More' }), 0)
    await expectText(section.getByRole('heading'), new RegExp(`^Comments\\s*${COMMENTS}$`))
  })

  it('A link to a comment scrolls to it, however old it is, and also on a slow processor, which renders later', async () => {
    const { page, open } = await journeys.visit()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await open(`${path}#comment-${oldestId}`)
    const linked = page.locator(`#comment-${oldestId}`)
    await expectShown(linked)
    const isInView = () => linked.evaluate((comment) => comment.getBoundingClientRect().top < innerHeight)
    await expect.poll(isInView).toBe(true)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  })

  it('A link to a deleted comment says that it was not found, and to an old one loads ten pages at most', async () => {
    const { page, open } = await journeys.visit()
    await open(`${path}#comment-gone`)
    await commentsOf(page).getByText('The comment that this link leads to was not found. It may have been deleted.').waitFor()

    // Each page is full, so that there seem to be more.
    let pages = 0
    await page.route('**/api/comment/getpostcomments/**', async (route) => {
      pages += 1
      const response = await route.fetch({
        url: route
          .request()
          .url()
          .replace(/startIndex=\d+/, 'startIndex=0'),
      })
      const comments = (await response.json()) as { _id: string }[]
      await route.fulfill({ response, json: comments.map((comment, index) => ({ ...comment, _id: `page-${pages}-${index}` })) })
    })
    await open('/')
    await open(`${path}#comment-gone`)
    await commentsOf(page).getByText('The comment that this link leads to was not found.').waitFor()
    expect(pages).toBe(10)
  })

  it('Without JavaScript, all comments of a post can be read', async () => {
    const { page } = await journeys.visit({ withoutScripts: true })
    await page.goto(path)
    const section = commentsOf(page)
    await expectCount(section.getByRole('listitem'), COMMENTS_PAGE_SIZE)
    await section.getByRole('button', { name: 'Show More' }).click()
    await expectCount(section.getByRole('listitem'), COMMENTS - COMMENTS_PAGE_SIZE)
    await section.getByText('Comment number 1', { exact: true }).waitFor()
  })
})
