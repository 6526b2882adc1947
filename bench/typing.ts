import { writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/browser/find-chromium.ts'
import { chooseFiles } from '#tests/support/browser/editor-files.ts'
import { bodyEditor } from '#tests/support/browser/post-form-screen.ts'
import { createCookies, sqliteUrl, withDatabase } from './accounts.ts'
import { startBlog } from './blog.ts'
import type { BenchContext, Effort } from './context.ts'
import { drawPhoto } from './draw-photo.ts'
import { recordTasks } from './page-tasks.ts'
import { printTable } from './print.ts'
import { describeSpan } from './rounds.ts'
import { CPU_SLOWDOWN, PHONE } from './slow-phone.ts'
import { watchMemory } from './tab-memory.ts'

/** Pause between two letters of a fast typist on a phone. */
const KEY_PAUSE_MS = 120
const WARM_UP_KEYS = 40
const QUIET_KEYS = 80
const SENT_TIMEOUT_MS = 420_000
const WORDS = 'a slow and ordinary day on the ward '

interface Typed {
  /** Time from each key press to the next paint. */
  readonly delaysMs: readonly number[]
  /** CPU time of the page's longest task. */
  readonly longestTaskMs: number
  readonly peakMb: number
}

/** Measures typing on a slow phone, alone and while photos are scaled and uploaded. The network is fast, so only the CPU limits uploads. */
export async function benchTyping({ dataDir, blog: { adminId }, effort: { rounds, photos } }: BenchContext): Promise<void> {
  const { path, problem } = await ensureChromium()
  if (path === null) throw new Error(problem)
  const files = await drawPhotos(dataDir, photos)
  const blog = await startBlog(dataDir)
  // In reality the server runs on another machine: its processing of photos must not slow down the tab.
  setPriority(blog.pid, constants.priority.PRIORITY_LOW)
  try {
    const measured: { alone: Typed; handling: Typed }[] = []
    for (let round = 0; round < rounds; round += 1) {
      // Each round begins with an empty form.
      await withDatabase(sqliteUrl(dataDir), (db) => db.deleteFrom('posts').where('state', '=', 'draft').execute())
      const [cookie = ''] = await createCookies(sqliteUrl(dataDir), [adminId])
      const browser = await chromium.launch({ executablePath: path, args: CHROMIUM_ARGS })
      try {
        measured.push(await typeInForm(browser, { url: blog.url, cookie, files }))
      } finally {
        await browser.close()
      }
    }
    printTable(
      ['keystroke to paint', 'p50 ms', 'p95 ms', 'longest task, processor ms', 'memory of the tab, MB'],
      [
        describeTyped(
          'no pictures',
          measured.map(({ alone }) => alone),
        ),
        describeTyped(
          `${photos.count} photos of ${photos.width} pixels' width are scaled and sent`,
          measured.map(({ handling }) => handling),
        ),
        ['bar', '', 'below 100', '', 'below 400'],
      ],
    )
  } finally {
    await blog.stop()
  }
}

/** The photos differ, as an upload of the same bytes would be resumed instead. */
async function drawPhotos(folder: string, { count, width }: Effort['photos']): Promise<string[]> {
  const files: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const file = join(folder, `photo ${number}.jpg`)
    await writeFile(file, await drawPhoto(width))
    files.push(file)
  }
  return files
}

function describeTyped(name: string, rounds: readonly Typed[]): string[] {
  const span = (read: (round: Typed) => number) => describeSpan(rounds.map(read), 0)
  const delays = [0.5, 0.95].map((share) => span(({ delaysMs }) => percentile(delaysMs, share)))
  return [name, ...delays, span(({ longestTaskMs }) => longestTaskMs), span(({ peakMb }) => peakMb)]
}

interface Form {
  readonly url: string
  readonly cookie: string
  readonly files: readonly string[]
}

async function typeInForm(browser: Browser, { url, cookie, files }: Form): Promise<{ alone: Typed; handling: Typed }> {
  const context = await browser.newContext({ ...PHONE, baseURL: url })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.addInitScript(observeKeys)
  await page.goto('/create-post')
  await bodyEditor(page).click()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  // Warms up the code that typing runs.
  await type(page, (keys) => keys >= WARM_UP_KEYS)
  const watch = await watchMemory(browser)
  const measure = async (begin: () => Promise<void>, isDone: (keys: number) => boolean): Promise<Typed> => {
    const endRecording = await recordTasks(devtools)
    await begin()
    const delaysMs = await type(page, isDone)
    return { delaysMs, longestTaskMs: Math.max(...(await endRecording())), peakMb: watch.takePeak() }
  }
  const alone = await measure(
    async () => {},
    (keys) => keys >= QUIET_KEYS,
  )
  const sent = watchSent(page)
  const handling = await measure(
    () => chooseFiles(page, files),
    () => sent.size === files.length,
  )
  await watch.stop()
  await context.close()
  return { alone, handling }
}

/** Collects finished uploads: the page then requests the addresses of their pictures. */
function watchSent(page: Page): ReadonlySet<string> {
  const sent = new Set<string>()
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/files/uploads/')) sent.add(request.url())
  })
  return sent
}

async function type(page: Page, isDone: (keys: number) => boolean): Promise<number[]> {
  await page.evaluate(() => void (globalThis as unknown as { delays: number[] }).delays.splice(0))
  const end = performance.now() + SENT_TIMEOUT_MS
  for (let keys = 1; ; keys += 1) {
    if (performance.now() > end) throw new Error('The pictures were not sent in time.')
    await page.keyboard.type(WORDS.charAt(keys % WORDS.length))
    await page.waitForTimeout(KEY_PAUSE_MS)
    if (isDone(keys)) break
  }
  await page.waitForTimeout(KEY_PAUSE_MS * 4)
  return page.evaluate(() => (globalThis as unknown as { delays: number[] }).delays)
}

/** Runs in the page. Measures the time from each key press until the next frame is drawn. */
function observeKeys(): void {
  const delays: number[] = []
  Object.assign(globalThis, { delays })
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => delays.push(performance.now() - timeStamp))
        port1.start()
        port2.postMessage(null)
      })
    },
    true,
  )
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
