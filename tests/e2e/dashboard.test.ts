import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createComment, listAllComments } from '#comments/contract/comments.endpoints.ts'
import { createPost, deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { getSession } from '#accounts/contract/auth.endpoints.ts'
import { listPostOverview } from '#writing/contract/manage-posts.endpoints.ts'
import { listUsers, signUp } from '#accounts/contract/users.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { callAs } from '#tests/support/blog/call-as.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_503, failCalls, holdCalls } from '#tests/support/browser/network.ts'
import { readPage } from '#tests/support/blog/served-page.ts'
import { placesOf, tableRows } from '#tests/support/browser/table-rows.ts'
import { expectAddress, expectCount, expectShown, expectText, expectTexts, heading, type Visit } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
/** Not `journeys.callAs`: ending sessions would also end the one that the file shares. */
const caller = () => callAs(journeys.blog.url, ADMIN)
const BUSY = 'The blog is busy right now. Please try again in a moment.'

const showMore = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Show More' })

async function openTab(tab: string): Promise<Visit> {
  const visit = await journeys.visit({ as: ADMIN })
  await visit.open(`/dashboard?tab=${tab}`)
  return visit
}

/** Presses 'Show More' until fewer than nine rows are loaded. Each request starts after the loaded rows. */
async function showAll({ page, calls }: Visit, path: string, total: number): Promise<void> {
  for (let loaded = 9; loaded < total; loaded += 9) {
    await expectCount(tableRows(page), loaded)
    await showMore(page).click()
  }
  await expectCount(tableRows(page), total)
  await expectCount(showMore(page), 0)
  const starts = calls()
    .filter((call) => call.startsWith(`GET ${path}`) && call.includes('startIndex'))
    .map((call) => new URLSearchParams(call.split('?')[1]).get('startIndex'))
  expect(starts).toEqual(Array.from({ length: Math.ceil(total / 9) - 1 }, (_, index) => String((index + 1) * 9)))
}

/** Presses 'Show More' while the request fails: the list stays. */
async function failToShowMore({ page, expectProblem, clearCalls }: Visit, path: string): Promise<void> {
  expectProblem(STATUS_503)
  const endFault = await failCalls(page, path)
  await showMore(page).click()
  await page.getByText('More could not be loaded just now. Please try again in a moment.').waitFor()
  await expectCount(tableRows(page), 9)
  endFault()
  clearCalls()
}

/** Cancels a deletion of the row, lets one fail, then deletes the row. */
async function expectDeletion(
  { page, expectProblem }: Visit,
  row: ReturnType<typeof tableRows>,
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
  const endFault = await failCalls(page, path)
  await ask()
  await dialog.getByRole('button', { name: 'Yes, I am sure' }).click()
  await expectText(dialog.getByRole('alert'), BUSY)
  await expectCount(row, 1)
  endFault()
  await dialog.getByRole('button', { name: 'Yes, I am sure' }).click()
  await expectCount(dialog, 0)
  await expectCount(row, 0)
}

describe('The overview', () => {
  it('The overview counts users, comments and posts and lists the newest five of each', async () => {
    const { page } = await openTab('dash')
    const { api } = await journeys.callAs(ADMIN)
    const [users, comments, posts] = await Promise.all([
      api(listUsers, { query: { limit: 5 } }),
      api(listAllComments, { query: { limit: 5 } }),
      api(listPosts, { query: { limit: 5 } }),
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
    for (const tab of ['users', 'comments', 'posts']) {
      expect(await page.getByRole('link', { name: `See all ${tab}` }).getAttribute('href')).toBe(`/dashboard?tab=${tab}`)
    }
    await page.getByRole('link', { name: 'See all users' }).click()
    await expectAddress(page, '/dashboard?tab=users')
    await page.goBack()
    await expectText(heading(page), 'Dashboard')
  })
})

describe('The table of posts', () => {
  it('The table of posts shows more rows on request, also after a failure, and links to each post and its form', async () => {
    const visit = await openTab('posts')
    const { page } = visit
    await failToShowMore(visit, '/api/post/overview')
    await expectTexts(page.getByRole('columnheader'), ['Date updated', 'Post Image', 'Post Title', 'Category', 'Delete', 'Edit'])
    const { api } = await journeys.callAs(ADMIN)
    const { posts, totalPosts } = await api(listPostOverview)
    await showAll(visit, '/api/post/overview', totalPosts)
    const first = tableRows(page).first()
    await expect.poll(() => first.locator(`a[href="/post/${posts[0]!.slug}"] use`).getAttribute('href')).toBe(`${posts[0]!.image}#picture`)
    await expect
      .poll(() => first.getByRole('link', { name: posts[0]!.title, exact: true }).getAttribute('href'))
      .toBe(`/post/${posts[0]!.slug}`)
    expect(await first.getByRole('link', { name: /^Edit/ }).getAttribute('href')).toBe(`/update-post/${posts[0]!._id}`)
  })

  it('An admin deletes a post, whose page is a 404, and undoes it', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const post = await api(createPost, { body: { title: 'Not for long', content: '<p>Gone soon.</p>' } })
    const visit = await openTab('posts')
    const row = tableRows(visit.page).filter({ hasText: 'Not for long' })
    await expectDeletion(visit, row, { question: 'Are you sure you want to delete this post?', path: '/api/post/deletepost' })
    const statusOfPost = async () => (await fetch(`${journeys.blog.url}/post/${post.slug}`)).status
    expect(await statusOfPost()).toBe(404)
    await tableRows(visit.page).filter({ hasText: 'Moved to the trash.' }).getByRole('button', { name: 'Undo' }).click()
    await expectText(row.locator(':focus'), 'Delete')
    expect(await statusOfPost()).toBe(200)
  })
})

describe('The table of users', () => {
  it('The table of users lists all users and marks admins, and an admin deletes one', async () => {
    const { api } = await journeys.callAs(ADMIN)
    await api(signUp, {
      body: { username: 'shortstay', email: 'shortstay@example.org', password: 'words of a short stay' },
    })
    const visit = await openTab('users')
    await expectTexts(visit.page.getByRole('columnheader'), ['Date Created', 'User Image', 'Username', 'Email', 'Admin', 'Delete'])
    await showAll(visit, '/api/user/getusers', (await api(listUsers)).totalUsers)
    await tableRows(visit.page).filter({ hasText: ADMIN.email }).getByText('Yes').waitFor({ state: 'attached' })
    await tableRows(visit.page).filter({ hasText: 'nightowl@example.org' }).getByText('No', { exact: true }).waitFor({ state: 'attached' })
    const row = tableRows(visit.page).filter({ hasText: 'shortstay@example.org' })
    await expectDeletion(visit, row, { question: 'Are you sure you want to delete this user?', path: '/api/user/delete' })
  })
})

describe('The table of comments', () => {
  it('An admin deletes a comment and undoes it, and nothing moves on the screen; the table lists all comments', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const [newest] = (await api(listPosts)).posts
    await api(createComment, { body: { content: 'Said in haste', postId: newest!._id } })
    const visit = await journeys.visit({ as: ADMIN })
    // 'Account created 1 minute ago' just fits into its line, 'just now' always does.
    await visit.page.clock.setFixedTime(new Date(2020, 0))
    await visit.open('/dashboard?tab=comments')
    const row = tableRows(visit.page).filter({ hasText: 'Said in haste' })
    const before = await placesOf(visit.page)
    await expectDeletion(visit, row, { question: 'Are you sure you want to delete this comment?', path: '/api/comment/deletecomment' })
    expect(await placesOf(visit.page)).toEqual(before)
    const place = tableRows(visit.page).filter({ hasText: `The comment of @${ADMIN.username} is deleted.` })
    await expectText(place.locator(':focus'), 'Undo')
    await visit.page.keyboard.press('Enter')
    await expectText(row.locator(':focus'), 'Delete')
    expect(await placesOf(visit.page)).toEqual(before)
    await visit.page.reload()
    await expectCount(row, 1)

    const columns = ['Date Updated', 'Comment Content', 'Number of likes', 'Post ID', 'User ID', 'Delete']
    await expectTexts(visit.page.getByRole('columnheader'), columns)
    const { comments, totalComments } = await api(listAllComments)
    const { content, numberOfLikes, post, postId, user, userId } = comments[0]!
    const cells = tableRows(visit.page).first().getByRole('cell')
    await cells.nth(1).getByText(content.trim()).waitFor()
    if (user) await cells.nth(1).getByText(`@${user.username}`).waitFor()
    await expect
      .poll(() => cells.nth(1).getByRole('link', { name: post.title }).getAttribute('href'))
      .toMatch(`/post/${post.slug}#comment-`)
    await expectTexts(cells.nth(2), [String(numberOfLikes)])
    await expectTexts(cells.nth(3), [postId])
    await expectTexts(cells.nth(4), [userId ?? 'anonymous'])
    await showAll(visit, '/api/comment/getcomments', totalComments)
  })
})

describe('The profile form', () => {
  it('Text typed while the profile is being saved remains, and the other fields show the saved values', async () => {
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
    await expect.poll(async () => (await journeys.callAs(ADMIN)).api(getSession)).toMatchObject({ username: ADMIN.username })
  })
})

describe('A blog without comments', () => {
  it('The table of comments says that there are no comments', async () => {
    const { api, id: userId } = await caller()
    const { posts } = await api(listPosts, { query: { limit: 100 } })
    for (const { _id: postId } of posts) await api(deletePost, { params: { postId, userId } })
    const { page } = await openTab('comments')
    await expectShown(page.getByText('You have no Comments yet', { exact: true }))
    await expectCount(page.getByRole('table'), 0)
    const { text } = await readPage(`${journeys.blog.url}/dashboard`, await journeys.callAs(ADMIN))
    expect(text).toMatch(/Recent comments.*You have no Comments yet/)
    // None at all, and none in the last month.
    expect(text).toMatch(/Total Comments\s*0\s*0\s*Last months/)
  })
})
