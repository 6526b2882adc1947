import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createComment, listComments } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { commentBox, commentItem, commentsOf, showComments } from '#tests/support/comments-screen.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { expectText } from '#tests/support/visit.ts'

const journeys = useJourneys({}, { withMotion: true })

let count = 0
async function makePost() {
  count += 1
  const { api } = await journeys.callAs(ADMIN)
  return api(createPost, { body: { title: `Spam ${count}`, content: '<p>Say something.</p>' } })
}

/** Writes comments of fresh accounts, as a machine of theirs did within a night. */
function writeSpam(postId: string, numbers: Readonly<Record<string, number>>): void {
  using db = new DatabaseSync(join(journeys.blog.dataDir, 'kindred.sqlite'), { timeout: 5000 })
  const now = Date.now()
  for (const [username, comments] of Object.entries(numbers)) {
    db.prepare('insert into users (id, username, email, is_admin, created_at, updated_at) values (?, ?, ?, 0, ?, ?)').run(
      username,
      username,
      `${username}@example.org`,
      now,
      now,
    )
    const insert = db.prepare(
      "insert into comments (id, post_id, user_id, state, content, created_at, updated_at) values (?, ?, ?, 'shown', ?, ?, ?)",
    )
    for (let number = 0; number < comments; number += 1) {
      insert.run(`${username}-${number}`, postId, username, `Pills ${number} of ${username}`, now + number, now + number)
    }
  }
}

/** Counts what the thumb does. */
function countTaps(page: Page) {
  let taps = 0
  return {
    tap: async (name: string) => {
      taps += 1
      await page.getByRole('button', { name, exact: true }).first().click()
    },
    taps: () => taps,
  }
}

describe('Spam on the phone', () => {
  it('200 comments of three fresh accounts are gone in at most four taps an account, and back with one', async () => {
    const { _id: postId, slug } = await makePost()
    writeSpam(postId, { pillsone: 70, pillstwo: 70, pillsthree: 60 })
    const visitor = await journeys.callAs(READER)
    const left = async () => (await visitor.api(listComments, { params: { postId } })).length
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/dashboard?tab=comments')
    for (const username of ['pillsone', 'pillstwo', 'pillsthree']) {
      const { tap, taps } = countTaps(page)
      // The newest comments of one account may fill the first pages; then the next account is at the top.
      if ((await page.getByRole('button', { name: `Remove everything of @${username}` }).count()) === 0) await tap('Show More')
      await tap(`Remove everything of @${username}`)
      const dialog = page.getByRole('dialog')
      await dialog.getByText(username === 'pillsthree' ? '60 comments' : '70 comments').waitFor()
      await tap('Remove everything')
      await page.getByRole('button', { name: `Bring back everything of @${username}` }).waitFor()
      expect(taps()).toBeLessThanOrEqual(4)
    }
    expect(await left()).toBe(0)
    await page.goto(`/post/${slug}`)
    await page.getByText('No comments yet!').waitFor()
    await page.goto('/dashboard?tab=comments')
    for (const username of ['pillsone', 'pillstwo', 'pillsthree']) {
      await page.getByRole('button', { name: `Bring back everything of @${username}` }).click()
      await page.getByRole('listitem').filter({ hasText: username }).getByText('Everything is back.').waitFor()
      await expectText(page.locator(':focus'), 'Everything is back.')
    }
    expect(await left()).toBe(200)
  })

  it('Chosen comments are deleted together, and come back together', async () => {
    const { _id: postId } = await makePost()
    const { api } = await journeys.callAs(READER)
    for (const content of ['One wrong word', 'Another wrong word']) await api(createComment, { body: { content, postId } })
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/dashboard?tab=comments')
    const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
    for (const text of ['One wrong word', 'Another wrong word']) await rowOf(text).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete 2 comments' }).click()
    await page.getByRole('button', { name: 'Yes, I am sure' }).click()
    await expect.poll(() => rowOf('wrong word').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => rowOf('wrong word').count()).toBe(2)
  })
})

it('A comment whose response is lost stands once, also when the page was loaded again before it was sent again', async () => {
  const { slug, _id: postId } = await makePost()
  const { page, open, expectProblem } = await journeys.visit({ as: READER, on: 'phone' })
  await open(`/post/${slug}`)
  await showComments(page)
  let lost = 0
  await page.route('**/api/comment/create', async (route) => {
    if (lost === 2) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  expectProblem(/ERR_CONNECTION_RESET/)
  const submit = () => commentsOf(page).getByRole('button', { name: 'Submit' })
  await commentBox(page).fill('Once and for all')
  await submit().click()
  await commentsOf(page).getByText('cannot be reached').waitFor()
  await submit().click()
  await expect.poll(() => lost).toBe(2)
  await page.reload()
  await showComments(page)
  await expect.poll(() => commentBox(page).inputValue()).toBe('Once and for all')
  await submit().click()
  await expect.poll(() => commentBox(page).inputValue()).toBe('')
  await commentItem(page, 'Once and for all').first().waitFor()
  const { api } = await journeys.callAs(READER)
  expect((await api(listComments, { params: { postId } })).map(({ content }) => content)).toEqual(['Once and for all'])
  // The same words again are another comment.
  await commentBox(page).fill('Once and for all')
  await submit().click()
  await expect.poll(async () => (await api(listComments, { params: { postId } })).length).toBe(2)
})

it('Deleting another admin asks for the password, shows the account on the overview, and can be undone', async () => {
  using db = new DatabaseSync(join(journeys.blog.dataDir, 'kindred.sqlite'), { timeout: 5000 })
  const now = Date.now()
  db.prepare('insert into users (id, username, email, is_admin, created_at, updated_at) values (?, ?, ?, 1, ?, ?)').run(
    'second',
    'secondadmin',
    'second@example.org',
    now,
    now,
  )
  const { page, open, expectProblem } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await open('/dashboard?tab=users')
  db.prepare('update sessions set confirmed_at = 0').run()
  expectProblem(/status of 403/)
  await page.locator('summary').filter({ hasText: 'More for @secondadmin' }).click()
  await page.getByRole('button', { name: 'Delete @secondadmin' }).click()
  await page.getByRole('dialog').getByText('@secondadmin is an admin').waitFor()
  await page.getByRole('button', { name: 'Yes, I am sure' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Current password').fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('The account of @secondadmin is disabled, and deleted in a day.').first().waitFor()
  await page.goto('/dashboard')
  await page.getByText(`@secondadmin was deleted by @${ADMIN.username}.`).waitFor()
  await page.getByRole('button', { name: 'Keep the account of @secondadmin' }).click()
  await page.getByText('The account is kept.').waitFor()
  expect(db.prepare('select disabled_at, deletes_at from users where id = ?').get('second')).toEqual({
    disabled_at: null,
    deletes_at: null,
  })
})

it('An admin who reads spam below a post removes its writer from there', async () => {
  const { _id: postId, slug } = await makePost()
  writeSpam(postId, { lonepills: 2 })
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await open(`/post/${slug}`)
  await showComments(page)
  await page.getByRole('link', { name: 'Remove everything of @lonepills' }).first().click()
  await page.getByRole('dialog', { name: 'Remove everything of @lonepills?' }).getByText('2 comments').waitFor()
  await page.getByRole('button', { name: 'Remove everything', exact: true }).click()
  await page.getByRole('button', { name: 'Bring back everything of @lonepills' }).waitFor()
  await page.goto(`/post/${slug}`)
  await page.getByText('No comments yet!').waitFor()
  expect(await page.getByText('Pills 0 of lonepills').count()).toBe(0)
})
