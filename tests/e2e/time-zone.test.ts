import { expect, it } from 'vitest'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPostOverview } from '#writing/contract/manage-posts.endpoints.ts'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { openOptions } from '#tests/support/browser/post-form-screen.ts'
import { expectAddress, expectCount, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const LOS_ANGELES = 'America/Los_Angeles'

it('An admin chooses the zone of the own device, which comes first, and the form has it on the next visit', async () => {
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone', timezoneId: LOS_ANGELES })
  await open('/dashboard?tab=settings&section=blog')
  const zone = page.getByLabel('Time zone')
  const section = page.locator('form').filter({ has: zone })
  await expectText(zone.locator('option').first(), 'Los Angeles (America), as on this device')
  expect(await zone.inputValue()).toBe('UTC')
  for (const [value, first] of [
    [LOS_ANGELES, 'Los Angeles (America)'],
    ['Asia/Kathmandu', 'Los Angeles (America), as on this device'],
    [LOS_ANGELES, 'Los Angeles (America)'],
  ] as const) {
    // V8 knows it by its former name.
    await zone.selectOption(value)
    await section.getByRole('button', { name: 'Save' }).click()
    await expectText(section.getByRole('status'), 'Saved. Readers see it from now on.')
    await page.reload()
    await expectText(zone.locator('option').first(), first)
    expect(await zone.inputValue()).toBe(value)
    await expectCount(zone.locator(`option[value="Asia/Katmandu"]`), 0)
  }
})

it('A reader on the other side of the world sees the date of the blog, before and after the scripts', async () => {
  const { api } = await journeys.callAs(ADMIN)
  await api(updateBlogWords, { body: { timeZone: LOS_ANGELES } })
  const body = { title: 'Christmas Eve', content: '<p>Candles.</p>', publishAt: '2025-12-25T04:00:00Z' }
  const post = await api(createPost, { body })
  await api(createComment, { body: { postId: post._id, content: 'Good night' } })
  for (const withoutScripts of [true, false]) {
    const { page, open } = await journeys.visit({ as: READER, timezoneId: 'Pacific/Auckland', withoutScripts })
    if (withoutScripts) await page.goto(`/post/${post.slug}`)
    else {
      await open(`/post/${post.slug}`)
      await page.getByLabel('Your comment').fill('The comments are hydrated.')
      await expectText(page.locator('#comments time').first(), /^(just now|\d+ minutes? ago)$/)
    }
    await expectText(page.getByRole('article').locator('time').first(), '24 December 2025')
    const title = (await page.locator('#comments time').first().getAttribute('title')) ?? ''
    const now = new Intl.DateTimeFormat('en-GB', { timeZone: LOS_ANGELES, weekday: 'long', day: 'numeric', month: 'long' }).format(
      new Date(),
    )
    for (const word of now.split(/[ ,]+/)) expect(title).toContain(word)
  }
})

it('A writer in another zone plans on the clock of the blog, which the field names, and the time stays as it is', async () => {
  const { api } = await journeys.callAs(ADMIN)
  await api(updateBlogWords, { body: { timeZone: LOS_ANGELES } })
  const { page, open } = await journeys.visit({ as: ADMIN, timezoneId: 'Europe/Berlin' })
  await open('/create-post')
  await page.getByLabel('Title').fill('For Christmas Eve')
  await page.getByRole('textbox', { name: 'Body' }).fill('Candles.')
  await openOptions(page)
  await page.getByText('On the clock of the blog, Los Angeles (America).').waitFor()
  await page.getByLabel('Publish at').fill('2090-12-24T20:00')
  await page.getByRole('button', { name: 'Plan post' }).click()
  await expectAddress(page, '/dashboard?tab=posts&status=planned')
  const row = page.getByRole('main').locator('tbody').getByRole('row').filter({ hasText: 'For Christmas Eve' })
  await row.getByText(/planned for 24 December 2090\D+20:00/).waitFor()
  const planned = async () => (await api(listPostOverview)).posts.find(({ title }) => title === 'For Christmas Eve')?.publishAt
  expect(await planned()).toBe('2090-12-25T04:00:00.000Z')

  await row.getByRole('link', { name: /^Edit/ }).click()
  await expect.poll(() => page.getByLabel('Publish at').inputValue()).toBe('2090-12-24T20:00')
  await page.getByLabel('Title').fill('For Christmas Eve')
  await page.getByRole('textbox', { name: 'Body' }).fill('More candles.')
  await page.getByRole('button', { name: 'Update post' }).click()
  await expectAddress(page, '/dashboard?tab=posts&status=planned')
  expect(await planned()).toBe('2090-12-25T04:00:00.000Z')
})
