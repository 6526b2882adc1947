import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { callAs } from '#tests/support/call-as.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { STATUS_503, failCalls, holdCalls } from '#tests/support/network.ts'
import { expectAddress, expectCount, expectShown, expectText, expectTexts, heading, type Visit } from '#tests/support/visit.ts'

const journeys = useJourneys()
/** Ending sessions also ends the one that the file shares. */
const caller = () => callAs(journeys.blog.url, ADMIN)
const BUSY = 'The blog is busy right now. Please try again in a moment.'

const rows = (page: Page) => page.getByRole('main').locator('tbody').getByRole('row')
const showMore = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Show More' })

async function openTab(tab: string): Promise<Visit> {
  const visit = await journeys.visit({ as: ADMIN })
  await visit.open(`/dashboard?tab=${tab}`)
  return visit
}

/** 'Show More' until fewer than nine come; each page asks from what is loaded. */
async function showAll({ page, calls }: Visit, path: string, total: number): Promise<void> {
  for (let loaded = 9; loaded < total; loaded += 9) {
    await expectCount(rows(page), loaded)
    await showMore(page).click()
  }
  await expectCount(rows(page), total)
  await expectCount(showMore(page), 0)
  const starts = calls()
    .filter((call) => call.startsWith(`GET ${path}`) && call.includes('startIndex'))
    .map((call) => new URLSearchParams(call.split('?')[1]).get('startIndex'))
  expect(starts).toEqual(Array.from({ length: Math.ceil(total / 9) - 1 }, (_, index) => String((index + 1) * 9)))
}

/** Asks to delete the row, thinks better of it, fails once, and deletes it. */
async function expectDeletion(
  { page, expectProblem }: Visit,
  row: ReturnType<typeof rows>,
  { question, path }: { question: string; path: string },
) {
  const dialog = page.getByRole('dialog')
  const ask = () => row.getByRole('button', { name: 'Delete' }).click()
  await ask()
  await expectText(dialog.getByRole('heading'), question)
  await dialog.getByRole('button', { name: 'No, cancel' }).click()
  await expectCount(dialog, 0)
  await expectCount(row, 1)

  expectProblem(STATUS_503)
  const mend = await failCalls(page, path)
  await ask()
  await dialog.getByRole('button', { name: 'Yes, I am sure' }).click()
  await expectText(dialog.getByRole('alert'), BUSY)
  await expectCount(row, 1)
  mend()
  await dialog.getByRole('button', { name: 'Yes, I am sure' }).click()
  await expectCount(dialog, 0)
  await expectCount(row, 0)
}

describe('The overview', () => {
  it('The overview counts users, comments and posts and lists the newest five of each', async () => {
    const { page } = await openTab('dash')
    const { api } = await journeys.callAs(ADMIN)
    const [users, comments, posts] = await Promise.all([
      api('GET /api/user/getusers', { query: { limit: 5 } }),
      api('GET /api/comment/getcomments', { query: { limit: 5 } }),
      api('GET /api/post/getposts', { query: { limit: 5 } }),
    ])
    for (const [name, total, lastMonth] of [
      ['Total Users', users.totalUsers, users.lastMonthUsers],
      ['Total Comments', comments.totalComments, comments.lastMonthComments],
      ['Total Posts', posts.totalPosts, posts.lastMonthPosts],
    ] as const) {
      await expectText(page.getByRole('region', { name, exact: true }), new RegExp(`${name}\\s+${total}\\s+${lastMonth}\\s*Last months`))
    }
    const list = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem')
    await expectTexts(
      list('Recent users'),
      users.users.map(({ username }) => username),
    )
    await expectCount(list('Recent comments'), 5)
    await expectText(list('Recent comments').first(), new RegExp(String(comments.comments[0]!.numberOfLikes)))
    await expectCount(list('Recent posts'), 5)
    await expectText(list('Recent posts').first(), new RegExp(`^${posts.posts[0]!.title}\\s+${posts.posts[0]!.category}$`))
    await expect.poll(() => list('Recent posts').getByRole('link').first().getAttribute('href')).toBe(`/post/${posts.posts[0]!.slug}`)
    for (const [name, tab] of [
      ['users', 'users'],
      ['comments', 'comments'],
      ['posts', 'posts'],
    ] as const) {
      await page.getByRole('link', { name: `See all ${name}` }).click()
      await expectAddress(page, `/dashboard?tab=${tab}`)
      await page.goBack()
      await expectText(heading(page), 'Dashboard')
    }
  })
})

describe('The table of posts', () => {
  it('The table of posts shows more rows on request and links to each post and its form', async () => {
    const visit = await openTab('posts')
    const { page } = visit
    await expectTexts(page.getByRole('columnheader'), ['Date updated', 'Post Image', 'Post Title', 'Category', 'Delete', 'Edit'])
    const { api } = await journeys.callAs(ADMIN)
    const { posts, totalPosts } = await api('GET /api/post/overview')
    await showAll(visit, '/api/post/overview', totalPosts)
    const first = rows(page).first()
    await expect.poll(() => first.locator(`a[href="/post/${posts[0]!.slug}"] img`).getAttribute('src')).toBe(posts[0]!.image)
    await expect
      .poll(() => first.getByRole('link', { name: posts[0]!.title, exact: true }).getAttribute('href'))
      .toBe(`/post/${posts[0]!.slug}`)
    await first.getByRole('link', { name: /^Edit/ }).click()
    await expectAddress(page, `/update-post/${posts[0]!._id}`)
  })

  it('An admin deletes a post, and its page is a 404', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const post = await api('POST /api/post/create', { body: { title: 'Not for long', content: '<p>Gone soon.</p>' } })
    const visit = await openTab('posts')
    const row = rows(visit.page).filter({ hasText: 'Not for long' })
    await expectDeletion(visit, row, { question: 'Are you sure you want to delete this post?', path: '/api/post/deletepost' })
    visit.expectProblem(/status of 404/)
    const response = await visit.page.goto(`/post/${post.slug}`)
    expect(response?.status()).toBe(404)
  })
})

describe('The table of users', () => {
  it('The table of users lists all users and marks admins', async () => {
    const visit = await openTab('users')
    await expectTexts(visit.page.getByRole('columnheader'), ['Date Created', 'User Image', 'Username', 'Email', 'Admin', 'Delete'])
    const { api } = await journeys.callAs(ADMIN)
    await showAll(visit, '/api/user/getusers', (await api('GET /api/user/getusers')).totalUsers)
    await rows(visit.page).filter({ hasText: ADMIN.email }).getByText('Yes').waitFor({ state: 'attached' })
    await rows(visit.page).filter({ hasText: 'nightowl@example.org' }).getByText('No', { exact: true }).waitFor({ state: 'attached' })
  })

  it('An admin deletes a user', async () => {
    const { api } = await journeys.callAs(ADMIN)
    await api('POST /api/auth/signup', {
      body: { username: 'shortstay', email: 'shortstay@example.org', password: 'words of a short stay' },
    })
    const visit = await openTab('users')
    const row = rows(visit.page).filter({ hasText: 'shortstay@example.org' })
    await expectDeletion(visit, row, { question: 'Are you sure you want to delete this user?', path: '/api/user/delete' })
  })
})

describe('The table of comments', () => {
  it('The table of comments lists all comments', async () => {
    const visit = await openTab('comments')
    const columns = ['Date Updated', 'Comment Content', 'Number of likes', 'Post ID', 'User ID', 'Delete']
    await expectTexts(visit.page.getByRole('columnheader'), columns)
    const { api } = await journeys.callAs(ADMIN)
    const { comments, totalComments } = await api('GET /api/comment/getcomments')
    const { content, numberOfLikes, postId, userId } = comments[0]!
    const cells = rows(visit.page).first().getByRole('cell')
    await expectTexts(cells.nth(1), [content.trim()])
    await expectTexts(cells.nth(2), [String(numberOfLikes)])
    await expectTexts(cells.nth(3), [postId])
    await expectTexts(cells.nth(4), [userId ?? 'anonymous'])
    await showAll(visit, '/api/comment/getcomments', totalComments)
  })

  it('An admin deletes a comment', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const [post] = (await api('GET /api/post/getposts')).posts
    await api('POST /api/comment/create', { body: { content: 'Said in haste', postId: post!._id } })
    const visit = await openTab('comments')
    const row = rows(visit.page).filter({ hasText: 'Said in haste' })
    await expectDeletion(visit, row, { question: 'Are you sure you want to delete this comment?', path: '/api/comment/deletecomment' })
  })
})

describe('A list that cannot be loaded', () => {
  it('A failed Show More is shown, and the list stays', async () => {
    const visit = await openTab('posts')
    const { page, expectProblem } = visit
    expectProblem(STATUS_503)
    const mend = await failCalls(page, '/api/post/overview')
    await showMore(page).click()
    await page.getByText('More could not be loaded just now. Please try again in a moment.').waitFor()
    await expectCount(rows(page), 9)
    mend()
    await showMore(page).click()
    await expectCount(rows(page), 18)
  })
})

describe('The profile form', () => {
  it('What is typed while the profile is saved stays, and the rest shows what was saved', async () => {
    const { page } = await openTab('profile')
    const field = (name: string) => page.getByRole('main').getByLabel(name, { exact: true })
    const release = await holdCalls(page, '/api/user/update')
    await field('Username').fill('ruthannes')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Loading...' }).waitFor()
    await field('Email').fill('ruthanne.new@example.org')
    await field('Password').fill('words typed meanwhile')
    release()
    await page.getByText('Your profile was updated.').waitFor()
    await expect.poll(() => field('Username').inputValue()).toBe('ruthannes')
    await expect.poll(() => field('Email').inputValue()).toBe('ruthanne.new@example.org')
    await expect.poll(() => field('Password').inputValue()).toBe('words typed meanwhile')
    await field('Email').fill(ADMIN.email)
    await field('Password').fill('')
    await field('Username').fill(ADMIN.username)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(async () => (await journeys.callAs(ADMIN)).api('GET /api/auth/session')).toMatchObject({ username: ADMIN.username })
  })
})

describe('The focus after a button that vanishes', () => {
  const focused = (page: Page) => page.locator(':focus')
  const press = async (button: ReturnType<typeof showMore>) => {
    await button.focus()
    await button.press('Enter')
  }
  /** A comment that a reader has reported. */
  async function makeReported(content: string): Promise<string> {
    const { api } = await caller()
    const reader = await journeys.callAs(READER)
    const [post] = (await api('GET /api/post/getposts')).posts
    const { _id: commentId } = await api('POST /api/comment/create', { body: { content, postId: post!._id } })
    await reader.api('POST /api/comment/report/:commentId', { params: { commentId }, body: { reason: 'Rude.' } })
    return commentId
  }

  it('After one session is ended the focus is on the next one, and after all others on the heading', async () => {
    for (let more = 0; more < 3; more += 1) await callAs(journeys.blog.url, ADMIN)
    const { page } = await openTab('profile')
    const end = page.getByRole('button', { name: /^End the session of/ })
    const count = await end.count()
    await press(end.first())
    await expectCount(end, count - 1)
    await expect.poll(() => focused(page).getAttribute('aria-label')).toMatch(/^End the session of/)
    await press(page.getByRole('button', { name: 'End all other sessions' }))
    await expectCount(end, 0)
    await expectText(focused(page), 'Your sessions')
  })

  it('After a post is restored the focus is on the row that follows', async () => {
    const { api, id: userId } = await caller()
    for (const title of ['Trashed first', 'Trashed second']) {
      const { _id: postId } = await api('POST /api/post/create', { body: { title, content: '<p>Gone.</p>' } })
      await api('DELETE /api/post/deletepost/:postId/:userId', { params: { postId, userId } })
    }
    const { page } = await openTab('posts&show=trash')
    await press(page.getByRole('button', { name: 'Restore Trashed second' }))
    await page.getByText('“Trashed second” is published again').waitFor()
    await expectText(focused(page), /Trashed first/)
    await press(page.getByRole('button', { name: 'Restore Trashed first' }))
    await page.getByText('“Trashed first” is published again').waitFor()
    // The next row, or the heading where the trash is empty.
    await expect.poll(() => focused(page).evaluate((element) => element.tagName)).toMatch(/^(TR|H1)$/)
  })

  it('After reports are dismissed, and after a comment is approved, the focus is on the row in its place', async () => {
    await makeReported('Reported first')
    await makeReported('Reported second')
    const { page } = await openTab('comments')
    const dismiss = page.getByRole('button', { name: 'Dismiss reports' })
    await expectCount(dismiss, 2)
    await press(dismiss.first())
    await expectCount(dismiss, 1)
    await expectText(focused(page), /Reported (first|second)/)
    await press(dismiss)
    await expectCount(dismiss, 0)
    await expect.poll(() => focused(page).evaluate((element) => element.tagName)).toBe('TR')

    const { api } = await caller()
    const reader = await journeys.callAs(READER)
    const [post] = (await api('GET /api/post/getposts')).posts
    await api('PUT /api/settings', { body: { linkCommentsWait: true } })
    for (const name of ['one', 'two'])
      await reader.api('POST /api/comment/create', { body: { content: `See https://${name}.example.org`, postId: post!._id } })
    await page.reload()
    const approve = page.getByRole('button', { name: 'Approve' })
    await expectCount(approve, 2)
    await press(approve.first())
    await expectCount(approve, 1)
    await expectText(focused(page), /See https/)
  })

  it('After a comment is reported the focus is on the thanks', async () => {
    const { api } = await caller()
    const [post] = (await api('GET /api/post/getposts')).posts
    await api('POST /api/comment/create', { body: { content: 'Loud and long', postId: post!._id } })
    const { page, open } = await journeys.visit({ as: READER })
    await open(`/post/${post!.slug}`)
    const comment = page.getByRole('listitem').filter({ hasText: 'Loud and long' })
    await press(comment.getByRole('button', { name: 'Report' }))
    await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
    await expectText(focused(page), 'Thank you. Somebody will look at it.')
  })
})

describe('A blog without comments', () => {
  it('The table of comments says that there are no comments', async () => {
    const { api, id: userId } = await caller()
    const { posts } = await api('GET /api/post/getposts', { query: { limit: 100 } })
    for (const { _id: postId } of posts) await api('DELETE /api/post/deletepost/:postId/:userId', { params: { postId, userId } })
    const { page, open } = await openTab('comments')
    await expectShown(page.getByText('You have no Comments yet', { exact: true }))
    await expectCount(page.getByRole('table'), 0)
    await open('/dashboard')
    await expectShown(page.getByRole('region', { name: 'Recent comments' }).getByText('You have no Comments yet'))
    await expectText(page.getByRole('region', { name: 'Total Comments' }), /Total Comments\s+0\s+0\s*Last months/)
  })
})
