import { expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { LOW_PRIORITY } from '#tests/support/blog/low-priority.ts'
import { likePost } from '#posts/contract/likes.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { makeGhostExport } from '#tests/support/import-export/ghost-export.ts'
import { hasFocus } from '#tests/support/browser/tab-keys.ts'
import { readPage } from '#tests/support/blog/served-page.ts'
import { expectText } from '#tests/support/browser/visit.ts'
import { makeWordpressExport } from '#tests/support/import-export/wordpress-export.ts'

const journeys = useJourneys({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' })
const POSTS = 12

it('An admin imports a blog on a phone: uploads the file, reads what it contains, starts, and reads what is missing', async () => {
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await open('/dashboard?tab=moving')
  const choose = (name: string, text: string) =>
    page.getByLabel('The exported file').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
  await choose('feed.xml', '<?xml version="1.0"?><rss version="2.0"><channel></channel></rss>')
  await expectText(page.getByRole('alert'), /^This is the feed of a blog/)

  // Larger than one upload request. Imports do not fetch from loopback, so the pictures are missing.
  const { xml } = makeWordpressExport('http://127.0.0.1:9', POSTS)
  await choose('our old blog.xml', xml.replace('</channel>', `${`<!--${'x'.repeat(1000)}-->`.repeat(300)}</channel>`))
  await page.getByRole('heading', { name: 'What is in it', exact: true }).waitFor(LOW_PRIORITY)
  // It begins with one sentence.
  await page.getByText(/^14 posts, 2 drafts, 1 page, .* come; \d+ things? cannot\.$/).waitFor()
  await page.getByText('What does not come as it was, and why').click()
  await page.getByText(/^Left there/).click()
  await page.getByText('Thrown away: in the trash').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('heading', { name: 'You have moved in' }).waitFor(LOW_PRIORITY)
  await page.getByText('the address is not a public one').first().waitFor()

  // The old blog cannot be reached, so it stays open.
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: 'On its way' }).waitFor()
  await page.getByRole('heading', { name: 'You have moved in' }).waitFor(LOW_PRIORITY)
  const { links } = await readPage(`${journeys.blog.url}/search?category=recipes-more`)
  expect(links().map(({ text }) => text)).toContain('呼吸器の夜 10')

  // What stays is as it is now, not as it was when the page was opened.
  const { api } = await journeys.callAs(ADMIN)
  const [loved] = (await api(listPosts, { query: { category: 'recipes-more' } })).posts
  await api(likePost, { params: { postId: loved?._id ?? '' } })
  await page.getByRole('button', { name: 'Take this import back' }).click()
  await page.getByRole('dialog').getByText(`${loved?.title}: it has hearts from here`).waitFor()
  await page.getByRole('button', { name: 'Move 15 posts to the trash' }).click()
  const message = page.getByText('15 posts went to the trash.')
  await message.waitFor()
  await expect.poll(() => hasFocus(message)).toBe(true)
  expect(await message.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('heading', { name: 'You have moved in' }).waitFor(LOW_PRIORITY)
  await page.getByText(/^14 posts, 2 drafts, 1 page, .* came/).waitFor()
  await page.getByRole('button', { name: 'Delete them now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Choose it here' }).waitFor()
})

it('A wrong address of the old blog is named at its field, the import starts with the right one, and its follower gets mails when the admin says so', async () => {
  const { page, open, expectProblem } = await journeys.visit({ as: ADMIN, on: 'phone' })
  expectProblem(/status of 400 .*\/start/)
  await open('/dashboard?tab=moving')
  const buffer = Buffer.from(makeGhostExport(2).json.replace('"members":[{', '"members":[{"subscribed":true,'))
  await page.getByLabel('The exported file').setInputFiles({ name: 'nights.json', mimeType: 'application/json', buffer })
  const address = page.getByLabel('Address of the old blog')
  await address.waitFor(LOW_PRIORITY)
  for (const [typed, message] of [
    ['nowhere at all', 'Please write the address of the old blog like https://old.example.org.'],
    ['', 'This file does not say where the old blog is. Please write its address, or go without pictures.'],
  ] as const) {
    await address.fill(typed)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText(message).waitFor()
    expect([await address.getAttribute('aria-invalid'), await hasFocus(address)]).toEqual(['true', true])
  }
  await address.fill('http://127.0.0.1:9')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('heading', { name: 'You have moved in' }).waitFor(LOW_PRIORITY)
  const mail = page.getByRole('button', { name: 'Mail new posts to them' })
  await mail.click()
  await page.getByText('1 follower gets the next post by mail.').waitFor()
  await mail.waitFor({ state: 'detached' })
})
