import { expect, it } from 'vitest'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { expectCount, expectText } from '#tests/support/browser/visit.ts'

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
