import { describe, expect, it } from 'vitest'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys({}, { withMotion: true })

/** Moments of the fade between two pages, which takes 140 ms. */
const MOMENTS_MS = Array.from({ length: 16 }, (_, index) => index * 12)

describe('The fade between two pages', () => {
  it('A page that is left again during its fade causes no error', async () => {
    const { page, problems } = await journeys.visit({ on: 'phone' })
    for (const ms of MOMENTS_MS) {
      await page.goto('/')
      await heading(page).waitFor()
      await page.evaluate((wait) => {
        location.assign('/about')
        setTimeout(() => location.assign('/projects'), wait)
      }, ms)
      // `waitForURL` would fail when the navigation to the first page is aborted.
      await expect.poll(() => page.url()).toMatch(/about|projects/)
      await page.evaluate(() => location.assign('/search')).catch(() => {})
      await expect.poll(() => page.url()).toMatch(/search/)
      await page.waitForTimeout(100)
    }
    expect(problems()).toEqual([])
  })
})
