import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { updateUser } from '#accounts/contract/users.endpoints.ts'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { listRevisions, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { commentBox, commentItem, commentsOf, showComments } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'

const journeys = useJourneys()

/** Each ends with a neutral character, whose place shows the direction: on the left of text from right to left. */
const TITLE = 'יום ארוך בבית החולים!'
const PARAGRAPH = 'היא צחקה היום בפעם הראשונה!'
const ENTRY = 'ישנה כל הלילה!'
const ARABIC = 'نفكر فيكم كل يوم!'
const MIXED = 'The doctor said שלום and left!'
const NAME = 'סבתא מרים'

/** Names of the planted texts that are visible, with whether they run from right to left. */
const directionsOn = (page: Page) =>
  page.evaluate(
    (texts) => {
      const found: Record<string, boolean> = {}
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const written = node.textContent ?? ''
        if (node.parentElement!.closest('.sr-only') !== null) continue
        const box = (index: number) => {
          const range = document.createRange()
          range.setStart(node!, index)
          range.setEnd(node!, index + 1)
          return range.getBoundingClientRect()
        }
        for (const [name, text] of Object.entries(texts)) {
          const start = written.indexOf(text)
          if (start === -1) continue
          const [first, last] = [box(start), box(start + text.length - 1)]
          // Only what is shown, on one line.
          if (first.width === 0 || Math.abs(first.top - last.top) > first.height / 2) continue
          const isRightToLeft = last.left < first.left
          found[name] = (found[name] ?? isRightToLeft) && isRightToLeft
        }
      }
      return found
    },
    { TITLE, PARAGRAPH, ENTRY, ARABIC, MIXED },
  )

const makePost = async () => {
  const { api } = await journeys.callAs(ADMIN)
  const content = `<p>${PARAGRAPH}</p><p>${MIXED}</p><ul><li>${ENTRY}</li></ul>`
  const post = await api(createPost, { body: { title: TITLE, content } })
  const reader = await journeys.callAs(READER)
  await reader.api(createComment, { body: { content: `${ARABIC}\n${MIXED}`, postId: post._id } })
  return post
}

it('Hebrew titles and texts, Arabic comments and English lines have their own direction wherever they stand', async () => {
  const post = await makePost()
  const { page, open } = await journeys.visit({ as: ADMIN })
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const path of ['/', '/search', '/dashboard?tab=posts', '/projects']) {
    await open(path)
    // Cards show the first line, too.
    expect(await directionsOn(page), path).toEqual(path.startsWith('/dashboard') ? { TITLE: true } : { TITLE: true, PARAGRAPH: true })
  }
  await open('/dashboard?tab=comments')
  const { ARABIC: isArabicReversed, MIXED: isMixedReversed = false } = await directionsOn(page)
  expect([isArabicReversed, isMixedReversed]).toEqual([true, false])
  await open(`/post/${post.slug}`)
  await showComments(page)
  await commentItem(page, ARABIC).waitFor()
  expect(await directionsOn(page)).toEqual({ TITLE: true, PARAGRAPH: true, ENTRY: true, ARABIC: true, MIXED: false })
  const [text, list] = await page
    .locator('article > .post-body')
    .evaluate((body) => [body.querySelector('li')!.getBoundingClientRect().right, body.getBoundingClientRect().right])
  expect(list! - text!).toBeGreaterThan(10)
  await open(`/update-post/${post._id}`)
  await page.getByRole('textbox', { name: 'Body' }).getByText(PARAGRAPH).waitFor()
  expect(await directionsOn(page)).toMatchObject({ PARAGRAPH: true, ENTRY: true, MIXED: false })
})

it('Hebrew titles and Arabic comments have their own direction in notices, cards, dialogs, the trash and old versions, too', async () => {
  const { api, id: userId } = await journeys.callAs(ADMIN)
  const { _id: postId } = await makePost()
  await api(updatePost, { params: { postId, userId }, body: { content: `<p>${MIXED}</p>`, baseRevision: 1 } })
  const { _id: deletedId } = await makePost()
  await api(deletePost, { params: { postId: deletedId, userId } })
  await api(createPage, { body: { title: TITLE, place: 'none' } })
  const draft = { sequence: 0, baseRevision: 0, category: 'life', image: '' }
  await api(saveDraft, { params: { postId: 'a'.repeat(32) }, body: { ...draft, title: TITLE, content: `<p>${PARAGRAPH}</p>` } })

  const { page, open } = await journeys.visit({ as: ADMIN })
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const path of ['/dashboard', '/dashboard?tab=posts&show=trash', '/dashboard?tab=pages']) {
    await open(path)
    expect(await directionsOn(page), path).toMatchObject({ TITLE: true })
  }
  const { revisions } = await api(listRevisions, { params: { postId }, query: {} })
  await open(`/update-post/${postId}/versions?version=${revisions.at(-1)!.id}`)
  expect(await directionsOn(page)).toMatchObject({ TITLE: true, PARAGRAPH: true })
  await open('/dashboard?tab=comments')
  const ofReader = page.getByRole('button', { name: `Remove or disable @${READER.username}…` })
  await ofReader.first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Remove everything' }).check()
  const quoted = dialog.locator('blockquote').first()
  await quoted.waitFor()
  expect(await quoted.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
})

it('Text fields take the direction of what is written in them', async () => {
  const post = await makePost()
  const { page, open } = await journeys.visit({ as: READER })
  await open(`/post/${post.slug}`)
  await showComments(page)
  const box = commentBox(page)
  await box.fill(ARABIC)
  expect(await box.evaluate((field) => getComputedStyle(field).unicodeBidi)).toBe('plaintext')
  await open('/search')
  const field = page.getByLabel('Search Term')
  expect(await field.evaluate((input) => getComputedStyle(input).unicodeBidi)).toBe('plaintext')
})

it('A Hebrew name does not change the order of the sentence around it', async () => {
  const reader = await journeys.callAs(READER)
  await reader.api(updateUser, { params: { userId: reader.id }, body: { displayName: NAME } })
  const post = await makePost()
  const { page, open } = await journeys.visit({ as: READER })
  await open(`/post/${post.slug}`)
  await showComments(page)
  const item = commentsOf(page).getByRole('listitem').filter({ hasText: ARABIC })
  const [name, time] = await Promise.all([item.getByText(NAME).first().boundingBox(), item.locator('time').first().boundingBox()])
  expect(time!.x).toBeGreaterThan(name!.x + name!.width - 1)
})
