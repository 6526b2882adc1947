import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { commentBox, commentItem, commentsOf } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { STATUS_401 } from '#tests/support/browser/network.ts'
import { accountMenu, signIn, signUp } from '#tests/cases/screens/session-screens.ts'
import { expectCount, expectText, heading } from '#tests/support/browser/visit.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const journeys = useJourneys({ SMTP_URL: mail.url, MAIL_FROM: 'Kindred <blog@example.org>' })

describe('Without JavaScript', () => {
  it('Without JavaScript, a visitor reads home and a post, and likes it', async () => {
    const { page } = await journeys.visit({ withoutScripts: true })
    await page.goto('/')
    const link = page.getByRole('link', { name: /^Read Article/ }).first()
    const href = await link.getAttribute('href')
    await link.click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(href)
    await expectText(heading(page), /./)
    const likeButton = page.getByRole('button', { name: /for this post$/ })
    const before = Number(/\d+/.exec(await likeButton.innerText())?.[0] ?? 0)
    await likeButton.click()
    await expect.poll(() => page.url()).toContain(`${href}#hearts`)
    await expectText(likeButton, new RegExp(`${before + 1} hearts?\\b`))
  })

  it('Without JavaScript, a visitor searches, filters and pages through the results', async () => {
    const { page } = await journeys.visit({ withoutScripts: true })
    await page.goto('/')
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('bus')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?search=bus')
    await page.getByRole('main').getByRole('article').first().waitFor()

    await page.getByLabel('Search Term').fill('')
    await page.getByLabel('Sort').selectOption('Oldest')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await page.waitForURL('**/search?searchTerm=&sort=asc&category=uncategorized')
    const seen = new Set<string>()
    for (const count of [9, 9, 8]) {
      const titles = page.getByRole('main').getByRole('article').getByRole('heading')
      await expectCount(titles, count)
      for (const title of await titles.allInnerTexts()) seen.add(title)
      const next = page.getByRole('button', { name: 'Show More' })
      if (count === 9) await next.click()
      else await expectCount(next, 0)
    }
    expect(seen.size).toBe(26)
    await page.getByRole('link', { name: 'Back to the first posts' }).click()
    await expectCount(page.getByRole('main').getByRole('article'), 9)
  })

  it('Without JavaScript, the menu opens on a phone', async () => {
    const { page } = await journeys.visit({ withoutScripts: true, on: 'phone' })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Projects' }).click()
    await expectText(heading(page), 'Blogs')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/projects')
  })
})

const STATUS_400 = /status of 400/

/** Expects a field to be invalid, with this message and value. */
async function expectFieldError(page: Page, { label, message, value }: { label: string; message: RegExp; value: string }): Promise<void> {
  const field = page.getByRole('main').getByLabel(label)
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const described = await field.getAttribute('aria-describedby')
  const texts = await Promise.all((described ?? '').split(' ').map((id) => page.locator(`[id="${id}"]`).innerText()))
  expect(texts.join('\n')).toMatch(message)
  expect(await field.inputValue()).toBe(value)
}

describe('Forms without JavaScript', () => {
  it('Without JavaScript, a reader signs up, signs in, comments, likes and signs out', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const post = await api(createPost, { body: { title: 'Plain forms', content: '<p>Say something.</p>' } })
    const account = { username: 'plainreader', email: 'plainreader@example.org', password: 'a plain old password' }
    const { page, expectProblem } = await journeys.visit({ withoutScripts: true })
    const main = page.getByRole('main')

    expectProblem(STATUS_400)
    await page.goto(`/sign-up?from=${encodeURIComponent(`/post/${post.slug}#comments`)}`)
    await signUp(page, { ...account, username: 'ab' })
    await expectFieldError(page, { label: 'Username', message: /between 3 and 20/, value: 'ab' })
    expect(await main.getByLabel('Email').inputValue()).toBe(account.email)
    expect(await main.getByLabel('Password').inputValue()).toBe('')
    await signUp(page, account)

    await expectText(heading(page), 'Sign In')
    expectProblem(STATUS_401)
    await signIn(page, { ...account, password: 'not this one' })
    await expectText(main.getByRole('alert').filter({ hasText: /./ }), 'Wrong email or password.')
    expect(await main.getByLabel('Email').inputValue()).toBe(account.email)
    expect(await main.getByLabel('Password').inputValue()).toBe('')
    await signIn(page, account)

    await expect.poll(() => page.url()).toContain(`/post/${post.slug}#comments`)
    await commentBox(page).fill('   ')
    await commentsOf(page).getByRole('button', { name: 'Submit' }).click()
    await commentsOf(page).getByRole('alert').filter({ hasText: /./ }).waitFor()
    await commentBox(page).fill('Two lines\nby hand')
    await commentsOf(page).getByRole('button', { name: 'Submit' }).click()
    const item = commentItem(page, 'by hand')
    await item.getByText(`@${account.username}`, { exact: true }).waitFor()
    expect(page.url()).toMatch(/#comment-/)
    expect(await commentBox(page).inputValue()).toBe('')

    const like = item.getByRole('button', { name: /^Like the comment of/ })
    await like.click()
    await expectText(like, /1 like$/)
    await like.click()
    await expectText(like, '')

    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
    await page.goto('/dashboard')
    await expectText(heading(page), 'Sign In')
  })
})
