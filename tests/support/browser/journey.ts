import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { launchChromium } from './chromium.ts'
import { type Caller, callAs } from '#tests/support/blog/call-as.ts'
import type { Account } from '#tests/support/accounts.ts'
import { type Visit, createVisit } from './visit.ts'

/** Below 440 pixels the theme toggle of visitors is inside the 'Menu'. */
const VIEWPORTS = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
} as const

export interface VisitOptions {
  /** Signed in from the start, in a session of this visit alone. */
  readonly as?: Account
  readonly on?: keyof typeof VIEWPORTS
  readonly colorScheme?: 'light' | 'dark'
  /** The user has not asked for less motion, so transitions, fades and animations run. */
  readonly withMotion?: boolean
  readonly withoutScripts?: boolean
  /** Uses a complete browser, which takes twice the CPU time. Tests that need it declare it with `missingBackForwardCache`. */
  readonly withBackForwardCache?: boolean
  /** UTC unless given. */
  readonly timezoneId?: string
}

/** One blog for all browser tests of a file. */
export interface Journeys {
  readonly blog: BlogProcess
  /** Starts the blog again after `blog.crash()`, at the PORT of its settings. */
  readonly start: () => Promise<void>
  /** Opens a browser context that closes with the test. Unexpected problems in it fail the test. */
  readonly visit: (options?: VisitOptions) => Promise<Visit>
  /** Calls the API to create test data, in one session for the whole file. */
  readonly callAs: (account: Account) => Promise<Caller>
}

/** One browser of each kind for all files of a worker; Playwright ends them with the process. */
const browsers = new Map<boolean, Promise<Browser>>()

/** Opens the shared browser. Tests must close their contexts, but not the browser. */
export function openBrowser({ withBackForwardCache = false }: VisitOptions = {}): Promise<Browser> {
  const launch = () => launchChromium({ withBackForwardCache })
  const known = browsers.get(withBackForwardCache)
  const browser = known?.then((open) => (open.isConnected() ? open : launch()), launch) ?? launch()
  browsers.set(withBackForwardCache, browser)
  return browser
}

/**
 * Starts the built blog on a copy of the seeded data, and Chromium. Usable once the tests run.
 * @param defaults of every visit of the file
 */
export function useJourneys(settings: Readonly<Record<string, string>> = {}, defaults: VisitOptions = {}): Journeys {
  let blog: BlogProcess | undefined
  let folder: string | undefined
  const callers = new Map<string, Promise<Caller>>()
  const start = async () => void (blog = await startBlogProcess({ ...settings, DATA_DIR: folder ?? '' }))

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-journey-'))
    await cp(inject('seededData'), folder, { recursive: true })
    await Promise.all([start(), openBrowser()])
  })
  afterAll(async () => {
    const ending = blog?.ending() ?? null
    await blog?.stop()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    if (blog) assertHealthy(blog.output(), ending)
  })

  const running = (): BlogProcess => {
    if (!blog) throw new Error('The blog exists only while tests run.')
    return blog
  }
  return {
    get blog() {
      return running()
    },
    start,
    callAs(account) {
      const caller = callers.get(account.email) ?? callAs(running().url, account)
      callers.set(account.email, caller)
      return caller
    },
    visit: (given = {}) => visitBlog(running(), { ...defaults, ...given }),
  }
}

/** A visit of a blog that the test has started. */
export async function visitBlog({ url }: Pick<BlogProcess, 'url'>, options: VisitOptions = {}): Promise<Visit> {
  const signedIn = options.as && (await callAs(url, options.as))
  return visitInNewContext(await openBrowser(options), contextOptions(url, options), signedIn)
}

async function visitInNewContext(
  browser: Browser,
  options: BrowserContextOptions & { readonly baseURL: string },
  signedIn: Caller | undefined,
): Promise<Visit> {
  const storageState = signedIn && { ...signedIn.storageState, origins: [] }
  const context = await browser.newContext({ ...options, ...(storageState && { storageState }) })
  for (const { localStorage } of signedIn?.storageState.origins ?? []) await context.addInitScript(fillStorage, localStorage)
  const visit = await createVisit(context, options.baseURL)
  onTestFinished(async ({ task }) => {
    await context.close()
    visit.reportProblems(task.result?.state === 'fail')
  })
  return visit
}

/** Fails the file if the server has ended or logged an error. */
function assertHealthy(output: string, ending: string | null): void {
  if (ending !== null) throw new Error(`The server ended by itself, with ${ending}:\n${output}`)
  if (/"level":[56]0/.test(output)) throw new Error(`The server logged an error:\n${output}`)
}

/**
 * Runs in each page before its scripts, and adds missing items to localStorage. For `origins`, Playwright would open a
 * page of its own in every context, which takes as long as a visit.
 */
function fillStorage(items: readonly { name: string; value: string }[]): void {
  if (location.protocol === 'about:') return
  for (const { name, value } of items) if (localStorage.getItem(name) === null) localStorage.setItem(name, value)
}

const contextOptions = (
  url: string,
  { on = 'desktop', colorScheme = 'light', withMotion = false, withoutScripts, timezoneId = 'UTC' }: VisitOptions,
): BrowserContextOptions & { readonly baseURL: string } => ({
  baseURL: url,
  timezoneId,
  viewport: VIEWPORTS[on],
  colorScheme,
  hasTouch: on === 'phone',
  javaScriptEnabled: withoutScripts !== true,
  // Most journeys check the end state of transitions; those about transitions, dialogs and the lightbox run both ways.
  reducedMotion: withMotion ? 'no-preference' : 'reduce',
})
