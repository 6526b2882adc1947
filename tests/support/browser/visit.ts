import type { BrowserContext, ConsoleMessage, Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** Ends only what hangs, as the limits in vitest.config.ts. */
export const STEP_TIMEOUT_MS = 300_000
const REPORTED = new Set(['error', 'warning', 'assert'])

/** One person in one browser. Every unexpected problem (console errors, page errors, requests elsewhere) fails the test. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Opens an address and waits until its scripts have loaded. */
  readonly open: (path: string) => Promise<void>
  /** Expects a problem that belongs to the journey, such as the console's line about a 401. If it does not occur, the test fails. */
  readonly expectProblem: (pattern: RegExp) => void
  /** Calls of the API: 'GET /api/post/getposts?limit=3'. */
  readonly calls: () => readonly string[]
  /** Calls except GET. */
  readonly writes: () => readonly string[]
  /** All problems so far, expected or not. */
  readonly problems: () => readonly string[]
  /** Console messages that are no problems. */
  readonly logged: () => readonly string[]
  /** @throws for each unexpected problem */
  readonly reportProblems: (isFailing: boolean) => void
  /** Clears everything observed and expected so far. */
  readonly reset: () => void
}

interface Observations {
  readonly problems: string[]
  readonly calls: string[]
  readonly logged: string[]
}

/** Watches every page of a context. */
export async function createVisit(context: BrowserContext, url: string): Promise<Visit> {
  const observed: Observations = { problems: [], calls: [], logged: [] }
  const expected: RegExp[] = []
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  watch(context, url, observed)
  await context.addInitScript(reportPolicyViolations)
  const page = await context.newPage()
  return {
    page,
    context,
    open: (path) => openPage(page, path),
    expectProblem: (pattern) => void expected.push(pattern),
    calls: () => [...observed.calls],
    writes: () => observed.calls.filter((call) => !call.startsWith('GET ')),
    problems: () => [...observed.problems],
    logged: () => [...observed.logged],
    reportProblems: (isFailing) => reportProblems({ problems: observed.problems, expected, isFailing }),
    reset: () => [observed.problems, observed.calls, observed.logged, expected].forEach((list) => list.splice(0)),
  }
}

function watch(context: BrowserContext, url: string, { problems, calls, logged }: Observations): void {
  const { origin } = new URL(url)
  context.on('console', (message) => {
    if (REPORTED.has(message.type())) problems.push(describe(message))
    else logged.push(message.text())
  })
  context.on('weberror', (error) => {
    const { name, message, stack } = error.error()
    // Errors of the browser itself have an empty stack.
    problems.push(`page error: ${stack === undefined || stack === '' ? `${name}: ${message}` : stack}`)
  })
  context.on('request', (request: Request) => {
    const target = new URL(request.url())
    if (target.origin === origin) {
      if (target.pathname.startsWith('/api/')) calls.push(`${request.method()} ${target.pathname}${target.search}`)
    } else if (!['data:', 'blob:', 'about:'].includes(target.protocol)) problems.push(`request to another origin: ${request.url()}`)
  })
}

function describe(message: ConsoleMessage): string {
  const { url } = message.location()
  return `console ${message.type()}: ${message.text()}${URL.canParse(url) ? ` (${new URL(url).pathname})` : ''}`
}

/** Runs in every page: Chromium does not always log violations. */
function reportPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // oxlint-disable-next-line no-console -- it runs in the page, whose console is watched
    console.error(`content security policy: ${violatedDirective} refused ${blockedURI}`)
  })
}

function reportProblems({ problems, expected, isFailing }: { problems: string[]; expected: RegExp[]; isFailing: boolean }): void {
  const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
  // A failed test may have ended before the expected problem.
  const missing = isFailing ? [] : expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)))
  expect([...unexpected, ...missing.map((pattern) => `expected, but did not happen: ${pattern}`)]).toEqual([])
}

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await waitForScripts(page)
}

/** Waits until the scripts have loaded and React has hydrated the islands that it hydrates at once. */
export async function waitForScripts(page: Page): Promise<void> {
  const isLive = () =>
    page.evaluate(() => globalThis.earlyTap === null && document.querySelector('[data-hydration=now]:not([data-hydrated])') === null)
  await expect.poll(isLive, { message: 'the scripts of the page are there' }).toBe(true)
}

/** Ends the tab without a word to its page, as when a battery is empty. */
export async function crashTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void session.send('Page.crash').catch(() => {})
  await crashed
}

/** Waits until a locator finds these texts, in order. */
export async function expectTexts(locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> {
  const wanted = texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text)))
  await expect.poll(async () => (await locator.allInnerTexts()).map((text) => text.trim())).toEqual(wanted)
}

/** Waits until a locator finds this one text. */
export const expectText = (locator: Locator, text: string | RegExp): Promise<void> => expectTexts(locator, [text])

/** Waits until a locator finds something visible. */
export const expectShown = (locator: Locator): Promise<void> => locator.first().waitFor()

export async function expectCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.count()).toBe(count)
}

/** Waits for an address: path, query and hash. */
export async function expectAddress(page: Page, address: string | RegExp): Promise<void> {
  const read = () => page.evaluate(() => location.pathname + location.search + location.hash)
  await expect.poll(read)[typeof address === 'string' ? 'toBe' : 'toMatch'](address)
}

/** The heading of the screen; it has the focus after a navigation. */
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
