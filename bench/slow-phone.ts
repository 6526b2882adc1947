import { constants, brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { writeVideos } from '#tests/support/media/write-videos.ts'
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/browser/find-chromium.ts'
import { createCookies, sqliteUrl } from './accounts.ts'
import { postJson, startBlog } from './blog.ts'
import type { BenchContext } from './context.ts'
import type { FixedResponse } from './fixed-response-server.ts'
import { printTable } from './print.ts'
import { startFloor } from './processes.ts'
import { alternate, describeRounds, median, RATIO_HEADS } from './rounds.ts'

const KILOBITS_PER_SECOND = 400
const LATENCY_MS = 400
export const CPU_SLOWDOWN = 4
export const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** Wait after the load event for the largest paint and late layout shifts. */
const SETTLE_MS = 1500

interface Paint {
  readonly firstMs: number
  readonly largestMs: number
  /** Sum of all layout shifts. */
  readonly shift: number
}

/** Compares first visits on a slow phone with a page of the same text without styles, scripts and pictures. */
export async function benchSlowPhone({ dataDir, blog: { slugs, adminId }, effort }: BenchContext): Promise<void> {
  const { path, problem } = await ensureChromium()
  if (path === null) throw new Error(problem)
  const [cookie = ''] = await createCookies(sqliteUrl(dataDir), [adminId])
  const blog = await startBlog(dataDir)
  const browser = await chromium.launch({ executablePath: path, args: CHROMIUM_ARGS })
  try {
    const rows: string[][] = []
    const pages = { home: '/', post: `/post/${slugs.at(-1)}`, 'post with a video': await writeVideoPost(blog.url, cookie) }
    for (const [name, page] of Object.entries(pages)) {
      const url = blog.url + page
      const floor = await startFloor('./fixed-response-server.ts', barePage(await readText(browser, url)))
      try {
        const rounds = await alternate(
          effort.rounds,
          () => visit(browser, url),
          () => visit(browser, floor.url),
        )
        const compared = (key: keyof Paint) => rounds.map(({ ours, floor: bare }) => ({ ours: ours[key], floor: bare[key] }))
        rows.push(describeRounds({ name: `${name}, first paint, ms`, bar: 'at most 1.3' }, compared('firstMs')))
        rows.push(describeRounds({ name: `${name}, largest paint, ms` }, compared('largestMs')))
        const shift = median(rounds.map(({ ours }) => ours.shift))
        rows.push([`${name}, layout shift`, shift.toFixed(3), '0', '', 'at most 0.01'])
      } finally {
        await floor.stop()
      }
    }
    printTable(RATIO_HEADS, rows)
  } finally {
    await browser.close()
    await blog.stop()
  }
}

/** A post with a video, an audio file and a document. @returns its path */
async function writeVideoPost(url: string, cookie: string): Promise<string> {
  const client = {
    send: (path: string, { headers, ...init }: RequestInit) => fetch(url + path, { ...init, headers: { ...(headers as object), cookie } }),
  }
  const videos = await writeVideos(client)
  const content = `<p>Words before a video.</p>${videos}<p>Words after it.</p>`
  const response = await postJson(`${url}/api/post/create`, { title: 'First steps', content }, { cookie, expected: 201 })
  return `/post/${((await response.json()) as { slug: string }).slug}`
}

/** Visible text of the page by line. */
async function readText(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage(PHONE)
  try {
    await page.goto(url)
    const text = await page.locator('body').innerText()
    return text.split('\n').filter((line) => line.trim() !== '')
  } finally {
    await page.close()
  }
}

function barePage(lines: readonly string[]): FixedResponse {
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const body = lines.map((line) => `<p>${escape(line)}</p>`).join('\n')
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Text</title>${body}</html>`
  const bytes = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'content-length': String(bytes.byteLength) }
  return { status: 200, headers, body: bytes.toString('base64') }
}

/** A first visit, with an empty cache. */
async function visit(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const bytesPerSecond = (KILOBITS_PER_SECOND * 1000) / 8
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.addInitScript(observePaint)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForTimeout(SETTLE_MS)
    return await page.evaluate(() => (globalThis as unknown as { paint: Paint }).paint)
  } finally {
    await context.close()
  }
}

/** Runs in the page, before its own scripts. */
function observePaint(): void {
  const paint = { firstMs: Number.NaN, largestMs: Number.NaN, shift: 0 }
  Object.assign(globalThis, { paint })
  const observe = (type: string, read: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') paint.firstMs = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => (paint.largestMs = entry.startTime))
  observe('layout-shift', (entry) => (paint.shift += (entry as PerformanceEntry & { value: number }).value))
}
