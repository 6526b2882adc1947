import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { commentItem } from '#tests/support/comments-screen.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { heading } from '#tests/support/visit.ts'

const journeys = useJourneys()

const HEBREW = 'שלום מהבית'
const ARABIC = 'شكرا لكم'
const MIXED = 'Ruth says שלום to all'
const BODY = `<p>בוקר טוב לכולם</p><p>${MIXED}</p><ul><li>ראשון</li></ul>`
let path = ''

beforeAll(async () => {
  const { api } = await journeys.callAs(ADMIN)
  const post = await api(createPost, { body: { title: HEBREW, content: BODY } })
  path = `/post/${post.slug}`
  const reader = await journeys.callAs(READER)
  await reader.api(createComment, { body: { content: ARABIC, postId: post._id } })
})

/** Where the text of an element begins. */
const startOf = (locator: Locator) =>
  locator.first().evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
    if (box.width - text.width < 8) return getComputedStyle(element).direction === 'rtl' ? 'right' : 'left'
    return box.right - text.right < text.left - box.left ? 'right' : 'left'
  })

describe('Texts in scripts that are written from right to left', () => {
  it('A title, a text, a comment and a mixed line begin where their language begins', async () => {
    const { page, open } = await journeys.visit({ as: READER, on: 'phone' })
    await open(path)
    const body = page.locator('.post-body').first()
    expect(await heading(page).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
    expect(await startOf(body.getByText('בוקר טוב לכולם'))).toBe('right')
    expect(await startOf(body.getByText(MIXED))).toBe('left')
    expect(await startOf(body.getByText('ראשון'))).toBe('right')
    expect(await startOf(commentItem(page, ARABIC).getByText(ARABIC))).toBe('right')
  })

  it('A card and the fields of a form have the direction of their text', async () => {
    const { page, open } = await journeys.visit({ as: READER, on: 'phone' })
    await open('/')
    expect(await startOf(page.getByRole('heading', { name: HEBREW }))).toBe('right')
    await open('/dashboard?tab=profile')
    const name = page.getByLabel('Display name')
    await name.fill(HEBREW)
    expect(await name.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
    await name.fill('Mara')
    expect(await name.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
  })
})
