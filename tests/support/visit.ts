import type { BrowserContext, ConsoleMessage, Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** Patience for one step; what takes longer is broken. */
const STEP_TIMEOUT_MS = 10_000
const REPORTED = new Set(['error', 'warning', 'assert'])

/** One person in one browser. Whatever goes wrong in it unannounced fails the test. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Opens an address as typed, and waits until the scripts have taken the page over. */
  readonly open: (path: string) => Promise<void>
  /** Announces a problem that belongs to the journey, such as the network's line about a 401; one that does not come is a failure too. */
  readonly expectProblem: (pattern: RegExp) => void
  /** Calls of the API since the start, or since `forgetCalls`: 'GET /api/post/getposts?limit=3'. */
  readonly calls: () => readonly string[]
  /** Those calls that may change something. */
  readonly writes: () => readonly string[]
  readonly forgetCalls: () => void
  /** What has gone wrong so far, announced or not. */
  readonly problems: () => readonly string[]
  /** What the pages only logged. */
  readonly logged: () => readonly string[]
  /** @throws for each problem that nobody announced */
  readonly tellProblems: (isFailing: boolean) => void
}

interface Witness {
  readonly problems: string[]
  readonly calls: string[]
  readonly logged: string[]
}

/** Watches every page of a context. */
export async function createVisit(context: BrowserContext, url: string): Promise<Visit> {
  const witness: Witness = { problems: [], calls: [], logged: [] }
  const expected: RegExp[] = []
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  watch(context, url, witness)
  await context.addInitScript(reportPolicyViolations)
  const page = await context.newPage()
  return {
    page,
    context,
    open: (path) => openPage(page, path),
    expectProblem: (pattern) => void expected.push(pattern),
    calls: () => [...witness.calls],
    writes: () => witness.calls.filter((call) => !call.startsWith('GET ')),
    forgetCalls: () => void witness.calls.splice(0),
    problems: () => [...witness.problems],
    logged: () => [...witness.logged],
    tellProblems: (isFailing) => tellProblems({ problems: witness.problems, expected, isFailing }),
  }
}

function watch(context: BrowserContext, url: string, { problems, calls, logged }: Witness): void {
  const { origin } = new URL(url)
  context.on('console', (message) => {
    if (REPORTED.has(message.type())) problems.push(describe(message))
    else logged.push(message.text())
  })
  context.on('weberror', (error) => void problems.push(`page error: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request: Request) => {
    const asked = new URL(request.url())
    if (asked.origin === origin) {
      if (asked.pathname.startsWith('/api/')) calls.push(`${request.method()} ${asked.pathname}${asked.search}`)
    } else if (!['data:', 'blob:', 'about:'].includes(asked.protocol)) problems.push(`request to another origin: ${request.url()}`)
  })
}

function describe(message: ConsoleMessage): string {
  const { url } = message.location()
  return `console ${message.type()}: ${message.text()}${URL.canParse(url) ? ` (${new URL(url).pathname})` : ''}`
}

/** Runs in every page. Chromium's own line about it does not always come. */
function reportPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // oxlint-disable-next-line no-console -- it runs in the page, whose console is watched
    console.error(`content security policy: ${violatedDirective} refused ${blockedURI}`)
  })
}

function tellProblems({ problems, expected, isFailing }: { problems: string[]; expected: RegExp[]; isFailing: boolean }): void {
  const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
  // A test that has failed already says more than what it did not come to.
  const missing = isFailing ? [] : expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)))
  expect([...unexpected, ...missing.map((pattern) => `expected, and did not come: ${pattern}`)]).toEqual([])
}

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await waitForScripts(page)
}

/** React marks the elements that it has taken over. */
export async function waitForScripts(page: Page): Promise<void> {
  const isLive = () => page.evaluate(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')))
  await expect.poll(isLive, { message: 'the scripts take the page over' }).toBe(true)
}

/** The texts that a locator finds, in order, once they are these. */
export async function expectTexts(locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> {
  const wanted = texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text)))
  await expect.poll(async () => (await locator.allInnerTexts()).map((text) => text.trim())).toEqual(wanted)
}

/** The one text that a locator finds. */
export const expectText = (locator: Locator, text: string | RegExp): Promise<void> => expectTexts(locator, [text])

/** The locator finds something that can be seen. */
export const expectShown = (locator: Locator): Promise<void> => locator.first().waitFor()

export async function expectCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.count()).toBe(count)
}

/** Path, query and hash of where the reader is. */
export async function expectAddress(page: Page, address: string | RegExp): Promise<void> {
  const read = () => page.evaluate(() => location.pathname + location.search + location.hash)
  await expect.poll(read)[typeof address === 'string' ? 'toBe' : 'toMatch'](address)
}

/** The heading of the screen, which also has the focus after a navigation. */
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
