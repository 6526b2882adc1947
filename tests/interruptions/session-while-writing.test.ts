import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { holdCalls, STATUS_401 } from '#tests/support/browser/network.ts'
import { bodyEditor, openNewPost, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { readDrafts } from '#tests/support/writing/read-drafts.ts'
import { storedUser } from '#tests/cases/screens/session-screens.ts'
import { expectAddress, expectCount, expectText, type Visit } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const asAdmin = async () => (await journeys.callAs(ADMIN)).api

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' })
const ended = (page: Page) => page.getByText('Your session has ended.')
const drafts = async () => readDrafts(await asAdmin())
const postsOf = async (slug: string) => (await (await asAdmin())(listPosts, { query: { slug } })).posts
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })

async function startWriting(title: string): Promise<Visit> {
  const visit = await openNewPost(journeys)
  visit.expectProblem(STATUS_401)
  await visit.page.getByLabel('Title').fill(title)
  await writeBody(visit.page, 'Long')
  await expectText(saveStatus(visit.page), 'Saved on the server')
  return visit
}

async function signInOver(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page).getByLabel('Password').fill(password)
  await dialog(page).getByRole('button', { name: 'Sign In' }).click()
}

describe('A session that ends while a post is written', () => {
  it('The writer continues, signs in over the text, and focus, scroll position and text are unchanged', async () => {
    const { page, context } = await startWriting('Over an evening')
    await context.clearCookies()
    await page.keyboard.type(' words.')
    await ended(page).waitFor()
    await expectText(saveStatus(page), 'Signed out: saved on this device')
    await page.keyboard.type(' More.')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog(page).waitFor()
    await expect.poll(() => dialog(page).getByLabel('Email').inputValue()).toBe(ADMIN.email)
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('password')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('Wrong email or password.').waitFor()
    await signInOver(page, ADMIN)
    await expectCount(dialog(page), 0)
    await expectCount(ended(page), 0)
    await expectText(saveStatus(page), 'Saved on the server')
    await expect.poll(() => bodyEditor(page).evaluate((editor) => editor === document.activeElement)).toBe(true)
    await page.keyboard.type('!')
    await expectText(bodyEditor(page), 'Long words. More!.')
    await expect.poll(async () => (await drafts()).map(({ content }) => content)).toEqual(['<p>Long words. More!.</p>'])
    expect(await storedUser(page)).toMatchObject({ email: ADMIN.email })
  })

  it('Publishing asks to sign in, and then continues by itself, once', async () => {
    const { page, context } = await startWriting('Asked at the gate')
    const release = await holdCalls(page, '/api/post/draft')
    await context.clearCookies()
    await publish(page).click()
    await dialog(page).waitFor()
    await dialog(page).getByRole('button', { name: 'Not now' }).click()
    await expectCount(dialog(page), 0)
    await page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: /sign(ed)? in/i })
      .waitFor()
    await expectText(bodyEditor(page), 'Long')
    await publish(page).click()
    release()
    await signInOver(page, ADMIN)
    await expectAddress(page, '/post/asked-at-the-gate')
    expect(await postsOf('asked-at-the-gate')).toMatchObject([{ content: '<p>Long</p>', revision: 1 }])
    expect(await postsOf('asked-at-the-gate-2')).toEqual([])
    expect(await drafts()).toEqual([])
  })

  it('Another person who signs in over the text does not see it, and the writer finds it again', async () => {
    const other = { username: 'helga', email: 'helga@example.org', password: 'a long password of helga' }
    const { email, username, password } = other
    await journeys.blog.command('user', 'create', '--admin', '--email', email, '--username', username, '--password', password)
    const { page, context } = await startWriting('Not for Helga')
    await context.clearCookies()
    await page.keyboard.type(' words.')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await signInOver(page, other)
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('')
    await bodyEditor(page).waitFor()
    await expectText(bodyEditor(page), '')
    await expectCount(page.getByText('unsaved text'), 0)
    await context.clearCookies()
    await page.keyboard.press('Tab')
    await writeBody(page, 'Of Helga.')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await signInOver(page, ADMIN)
    await page.getByText('Restored your unsaved text').waitFor()
    await expectText(bodyEditor(page), 'Long words.')
  })
})
