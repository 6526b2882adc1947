import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { showComments } from '#tests/support/browser/comments-screen.ts'
import { sendAs } from '#tests/support/media/upload-as.ts'
import { writeVideos } from '#tests/support/media/write-videos.ts'
import { compressBytes } from '#platform/http/compress.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_404 } from '#tests/support/browser/network.ts'
import { describeWeight, weighFile, weighPage } from '#tests/support/browser/page-weight.ts'

const journeys = useJourneys()
const KB = 1024
const READER_SCRIPT_MAX = 8 * KB
const MEMBER_SCRIPT_MAX = 94 * KB
const STYLE_MAX = 8 * KB
const POST_MAX = 45 * KB
/** Of the compressed document without its later style. On a slow line each hundred bytes delay the first paint by 2 ms (docs/performance.md, In the browser). */
const SHORT_POST_MAX = 9_700
/** Longer than any delay before a page loads something by itself. */
const UNTOUCHED_MS = 6000

const postPath = async () => {
  const { posts } = (await (await fetch(`${journeys.blog.url}/api/post/getposts?limit=1`)).json()) as { posts: { slug: string }[] }
  return `/post/${posts[0]?.slug}`
}

/** Addresses of the scripts that a page has requested, in order. */
const recordScripts = (page: Page): string[] => {
  const scripts: string[] = []
  page.on('request', (request) => void (new URL(request.url()).pathname.endsWith('.js') && scripts.push(request.url())))
  return scripts
}

const scriptBytes = async (urls: readonly string[]): Promise<number> => {
  const files = await Promise.all([...new Set(urls)].map(weighFile))
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Runs in the page, before its own scripts. */
function sumShifts(): void {
  Object.assign(globalThis, { shift: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      ;(globalThis as unknown as { shift: number }).shift += (entry as PerformanceEntry & { value: number }).value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

describe('The first page of a visit', () => {
  it('The first view of a signed-out reader loads at most 8 KB of script, on every reading page', async () => {
    const paths = ['/', await postPath(), '/search', '/about', '/projects', '/nowhere']
    const weights = await Promise.all(
      paths.map(async (path) => {
        const { page, expectProblem } = await journeys.visit()
        if (path === '/nowhere') expectProblem(STATUS_404)
        const scripts = recordScripts(page)
        await page.goto(path, { waitUntil: 'load' })
        await page.waitForTimeout(UNTOUCHED_MS)
        expect(scripts.length, path).toBeGreaterThan(0)
        return [path, await scriptBytes(scripts)] as const
      }),
    )
    expect(weights.filter(([, bytes]) => bytes > READER_SCRIPT_MAX || bytes < KB)).toEqual([])
  })

  it('The first view of a post is within its limits, and each file is explained', async () => {
    const weight = await weighPage(journeys.blog.url + (await postPath()))
    expect(weight.js).toBeGreaterThan(KB)
    expect(weight.js).toBeLessThan(READER_SCRIPT_MAX)
    expect(weight.css).toBeGreaterThan(KB)
    expect(weight.css).toBeLessThan(STYLE_MAX)
    expect(weight.total).toBeLessThan(POST_MAX)
    expect(weight.files.map(({ kind }) => kind)).toContain('font')
    expect(describeWeight(weight).filter((row) => row.includes('not explained yet'))).toEqual([])
  })

  it('The document of a post of two words is small: what every page carries delays the first paint of each', async () => {
    const admin = await journeys.callAs(ADMIN)
    const { slug } = await admin.api(createPost, { body: { title: 'A day', content: '<p>We went.</p>' } })
    const html = await (await fetch(`${journeys.blog.url}/post/${slug}`)).text()
    const first = html.replace(/<style>[^<]*<\/style>(?=<div)/, '')
    expect(first.length).toBeLessThan(html.length - KB)
    expect((await compressBytes(Buffer.from(first), 'br')).byteLength).toBeLessThan(SHORT_POST_MAX)
  })

  it('A post with a video, an audio file and a document loads no more script, and keeps room for them', async () => {
    const admin = await journeys.callAs(ADMIN)
    const content = `<p>Words before a video.</p>${await writeVideos({ send: sendAs(admin) })}<p>Words after it.</p>`
    const { slug } = await admin.api(createPost, { body: { title: 'First steps', content } })
    const weight = await weighPage(`${journeys.blog.url}/post/${slug}`)
    expect(weight.js).toBeLessThan(READER_SCRIPT_MAX)
    expect(weight.total).toBeLessThan(POST_MAX)
    const { page, open } = await journeys.visit({ on: 'phone' })
    const scripts = recordScripts(page)
    await page.addInitScript(sumShifts)
    await open(`/post/${slug}`)
    await page.locator('article video').first().scrollIntoViewIfNeeded()
    await page.waitForTimeout(UNTOUCHED_MS)
    expect(await scriptBytes(scripts)).toBeLessThan(READER_SCRIPT_MAX)
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.01)
  })

  it('The first view of a member loads at most 94 KB of script, each file once, and React only for an island', async () => {
    const { page } = await journeys.visit({ as: READER })
    const scripts = recordScripts(page)
    await page.goto('/about', { waitUntil: 'networkidle' })
    expect(scripts.filter((url) => url.includes('session-lifecycle'))).toHaveLength(1)
    expect(scripts.filter((url) => url.includes('/react-'))).toEqual([])

    const other = await journeys.visit({ as: READER, on: 'phone' })
    const all = recordScripts(other.page)
    await other.page.goto(await postPath(), { waitUntil: 'load' })
    await showComments(other.page)
    await other.page.waitForLoadState('networkidle')
    expect(all).toHaveLength(new Set(all).size)
    expect(all.filter((url) => url.includes('/react-'))).toHaveLength(1)
    expect(all.filter((url) => /editor|dashboard|upload/.test(url))).toEqual([])
    expect(await scriptBytes(all)).toBeLessThan(MEMBER_SCRIPT_MAX)
  })

  it('The layout does not shift while a page loads', async () => {
    const { page, open } = await journeys.visit({ on: 'phone' })
    await page.addInitScript(sumShifts)
    await open(await postPath())
    await page.waitForLoadState('networkidle')
    await page.mouse.wheel(0, 4000)
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.01)
  })
})
