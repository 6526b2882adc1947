import { expect, it } from 'vitest'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'

const journeys = useJourneys()

it('The header of a phone is one row with a long name, signed out with Sign In and signed in', async () => {
  const { api } = await journeys.callAs(ADMIN)
  await api(updateBlogWords, { body: { name: 'Familie Schneider-Oberhuber und Enkel' } })
  for (const as of [undefined, READER, ADMIN]) {
    const { page, open } = await journeys.visit({ on: 'phone', ...(as && { as }) })
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 })
      await open('/')
      const measure = (size: string) =>
        page.evaluate((text) => {
          document.documentElement.style.fontSize = text
          const { clientHeight: height } = document.querySelector('.site-header')!
          const { height: mark } = document.querySelector('.site-header .brand-mark')!.getBoundingClientRect()
          return { height, isMarkOneLine: mark < 44, overflow: document.documentElement.scrollWidth - innerWidth }
        }, size)
      expect(await measure('200%'), `${as?.username} at ${width} with 200 %`).toEqual({
        height: expect.toSatisfy((height: number) => height < 740 / 8),
        isMarkOneLine: true,
        overflow: 0,
      })
      expect(await measure(''), `${as?.username} at ${width}`).toEqual({ height: 68, isMarkOneLine: true, overflow: 0 })
      const wanted = as
        ? page.getByRole('button', { name: 'Account', exact: true })
        : page.getByRole('banner').getByRole('link', { name: 'Sign In' })
      expect(await wanted.isVisible()).toBe(true)
    }
  }
  await api(updateBlogWords, { body: { name: 'Kindred' } })
})

it('The cover of a post without a picture has the colour of the family, in both themes', async () => {
  const grounds = async (colorScheme: 'light' | 'dark') => {
    const { page, open } = await journeys.visit({ colorScheme })
    await open('/')
    const cover = page.locator('.drawn-cover').first()
    // A drawing that has not arrived takes no room.
    await expect.poll(() => cover.locator('use').evaluate((use: SVGUseElement) => use.getBBox().width)).toBeGreaterThan(0)
    return cover.evaluate((drawing) => {
      const { backgroundColor, color } = getComputedStyle(drawing)
      return `${color} on ${backgroundColor}`
    })
  }
  const { api } = await journeys.callAs(ADMIN)
  await api(updateLook, { body: { theme: 'system' } })
  const before = [await grounds('light'), await grounds('dark')]
  await api(updateLook, { body: { palette: 'lake' } })
  const after = [await grounds('light'), await grounds('dark')]
  expect(new Set([...before, ...after]).size).toBe(4)
  await api(updateLook, { body: { palette: 'heart', theme: 'light' } })
})

it('On a phone the first result is in sight below the filters, and an admin reads date and reading time on one line', async () => {
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await open('/search')
  const first = await page.getByRole('article').first().boundingBox()
  expect(first!.y).toBeLessThan(400)
  await page.getByRole('article').getByRole('link').first().click()
  await page.getByRole('link', { name: /^Edit / }).waitFor()
  const centres = await page
    .locator('article header p.ruled')
    .evaluate((line) =>
      [...line.children].map((part) => part.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2)),
    )
  expect(Math.abs(centres[0]! - centres[1]!)).toBeLessThanOrEqual(1)
})

it('A title of two lines does not touch the line below it in the Posts tab of a phone', async () => {
  const { api } = await journeys.callAs(ADMIN)
  const title = 'A title that is long enough for two lines on the small screen of a phone'
  await api(createPost, { body: { title, content: '<p>x</p>' } })
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await page.setViewportSize({ width: 390, height: 740 })
  await open('/dashboard?tab=posts')
  const row = page.getByRole('row').filter({ hasText: title })
  const [text, meta] = await Promise.all([
    row.getByRole('link', { name: title, exact: true }).evaluate((link) => {
      const range = document.createRange()
      range.selectNodeContents(link)
      return { bottom: range.getBoundingClientRect().bottom, height: range.getBoundingClientRect().height }
    }),
    row
      .locator('[data-slot=meta]')
      .first()
      .evaluate((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getBoundingClientRect().top
      }),
  ])
  expect(text.height).toBeGreaterThan(40)
  expect(meta).toBeGreaterThanOrEqual(text.bottom)
})
