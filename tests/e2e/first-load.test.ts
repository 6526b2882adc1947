import { describe, expect, it } from 'vitest'
import { useJourneys } from '#tests/support/journey.ts'
import { describeWeight, weighPage } from '#tests/support/page-weight.ts'

const journeys = useJourneys()
const KB = 1024

const postPath = async () => {
  const { posts } = (await (await fetch(`${journeys.blog.url}/api/post/getposts?limit=1`)).json()) as { posts: { slug: string }[] }
  return `/post/${posts[0]?.slug}`
}

describe('The first page of a visit', () => {
  it('The first page weighs at most its limit, and each file is explained', async () => {
    const weight = await weighPage(journeys.blog.url + (await postPath()))
    expect(weight.js).toBeGreaterThan(60 * KB)
    expect(weight.js).toBeLessThan(85 * KB)
    expect(weight.css).toBeLessThan(12 * KB)
    expect(weight.html).toBeLessThan(12 * KB)
    expect(describeWeight(weight).filter((row) => row.includes('not explained yet'))).toEqual([])
  })

  it('The first page loads no script that only writers need', async () => {
    const { page, open } = await journeys.visit()
    const scripts: string[] = []
    page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
    await open(await postPath())
    await page.waitForLoadState('networkidle')
    expect(scripts.length).toBeGreaterThan(3)
    expect(scripts.filter((url) => /editor|dashboard|upload/.test(url))).toEqual([])
  })

  it('A page comes from the cache the second time, and as 304 to a browser that has it', async () => {
    const url = journeys.blog.url + (await postPath())
    const first = await fetch(url, { headers: { 'accept-encoding': 'br' } })
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const second = await fetch(url, { headers: { 'if-none-match': etag } })
    expect([second.status, await second.text()]).toEqual([304, ''])
    expect(second.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
  })

  it('The last tap before hydration takes effect, once', async () => {
    const { page } = await journeys.visit()
    const { promise: scriptsCome, resolve: letScriptsCome } = Promise.withResolvers<void>()
    await page.route('**/*.js', async (route) => {
      await scriptsCome
      await route.continue()
    })
    await page.goto(journeys.blog.url + (await postPath()), { waitUntil: 'commit' })
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
    const toggle = page.getByRole('button', { name: 'Toggle theme' })
    const text = page.locator('.post-body')
    await text.click()
    await toggle.click()
    await toggle.click()
    await text.click()
    expect(await isDark()).toBe(false)
    letScriptsCome()
    await expect.poll(isDark).toBe(true)
    await toggle.click()
    await expect.poll(isDark).toBe(false)
  })

  it('The layout does not shift while a page loads', async () => {
    const { page, open } = await journeys.visit({ on: 'phone' })
    await page.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          ;(globalThis as unknown as { shift: number }).shift += (entry as PerformanceEntry & { value: number }).value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open(await postPath())
    await page.waitForLoadState('networkidle')
    await page.mouse.wheel(0, 4000)
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.01)
  })
})
