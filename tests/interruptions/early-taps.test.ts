import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { commentBox, commentItem, commentsOf } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { holdScripts } from '#tests/support/browser/network.ts'
import { expectShown, expectText, waitForScripts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

/** React and what it needs, without the script of every page. */
const REACT = ['react', 'hydrate-island']

let count = 0
async function makePost(comment: string): Promise<string> {
  count += 1
  const { api } = await journeys.callAs(ADMIN)
  const post = await api(createPost, { body: { title: `Early ${count}`, content: '<p>Say something.</p>' } })
  const reader = await journeys.callAs(OTHER_READER)
  await reader.api(createComment, { body: { content: comment, postId: post._id } })
  return `/post/${post.slug}`
}

const isBusy = (button: Locator) => button.evaluate((element) => element.getAttribute('aria-busy') === 'true')

describe('Taps before React has loaded', () => {
  it('Like and Submit are busy at once, and sent once', async () => {
    const path = await makePost('A kind word')
    const { page, open, writes } = await journeys.visit({ as: READER })
    const letReactCome = await holdScripts(page, ...REACT)
    await open(path)
    const like = commentItem(page, 'A kind word').getByRole('button', { name: /^Like the comment of/ })
    const submit = commentsOf(page).getByRole('button', { name: 'Submit' })
    await like.click()
    await commentBox(page).fill('Quickly said')
    await submit.click()
    expect([await isBusy(like), await isBusy(submit)]).toEqual([true, true])
    expect(writes()).toEqual([])
    letReactCome()
    await expectShown(commentItem(page, 'Quickly said'))
    await expectText(like, /1 like$/)
    expect([await isBusy(like), await isBusy(submit)]).toEqual([false, false])
    expect(writes().map((write) => write.replace(/\/[^/]*$/, ''))).toEqual(['PUT /api/comment/likecomment', 'POST /api/comment'])
  })
})

describe('Taps before any script has loaded', () => {
  it('The last tap takes effect, once', async () => {
    const { page } = await journeys.visit()
    const releaseScripts = await holdScripts(page)
    await page.goto('/about', { waitUntil: 'commit' })
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
    const toggle = page.getByRole('button', { name: 'Toggle theme' })
    const text = page.getByRole('main').getByRole('paragraph').first()
    await text.click()
    await toggle.click()
    expect(await isBusy(toggle)).toBe(true)
    await toggle.click()
    await text.click()
    expect(await isDark()).toBe(false)
    releaseScripts()
    await expect.poll(isDark).toBe(true)
    await toggle.click()
    await expect.poll(isDark).toBe(false)
  })

  it.each([
    ['Menu', {}],
    ['Account', { as: READER }],
  ])('The menu %s, opened before the scripts, stays open when they come', async (name, options) => {
    const { page } = await journeys.visit({ on: 'phone', ...options })
    const releaseScripts = await holdScripts(page)
    await page.goto('/about', { waitUntil: 'commit' })
    await page.getByRole('button', { name, exact: true }).click()
    const panel = page.locator('.menu-panel:popover-open')
    await panel.waitFor()
    releaseScripts()
    await waitForScripts(page)
    await page.waitForLoadState('networkidle')
    expect(await panel.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  })
})
