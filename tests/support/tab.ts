import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import type { Caller } from './call-as.ts'
import { type Visit, createVisit } from './visit.ts'

/** Members with lasting effects that `clean` does not end. A tab whose test has used one of them is not reused. */
const LASTING = [
  'addInitScript',
  'addLocatorHandler',
  'clock',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'once',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
]
/** Pages that save their text when they are left. */
const POST_FORM = /^\/(create|update)-post/
/** A page of the blog without scripts. */
const EMPTY_PAGE = '/healthz'
const STORAGE = 'indexeddb,local_storage,cache_storage,service_workers'

/** A tab that tests reuse in sequence, because a page in a new browser context takes twice the CPU time. */
export interface Tab {
  readonly visit: Visit
  readonly context: BrowserContext
  /** Signs the user in, if one is given, and begins to observe. */
  readonly begin: (signedIn: Caller | undefined) => Promise<void>
  /** @returns false if the tab must not be reused */
  readonly clean: () => Promise<boolean>
}

export async function openTab(browser: Browser, options: BrowserContextOptions & { readonly baseURL: string }): Promise<Tab> {
  const context = await browser.newContext(options)
  const visit = await createVisit(context, options.baseURL)
  const { page } = visit
  const devtools = await context.newCDPSession(page)
  await page.goto(EMPTY_PAGE)
  const viewport = page.viewportSize()
  const closeSessions = collectSessions(context)
  const wasChanged = watchUse(context, page)
  return {
    visit,
    context,
    async begin(signedIn) {
      if (signedIn) await context.addCookies(signedIn.storageState.cookies)
      const stored = signedIn?.storageState.origins.flatMap(({ localStorage }) => localStorage)
      if (stored) await page.evaluate((items) => items.forEach(({ name, value }) => localStorage.setItem(name, value)), stored)
      await devtools.send('Page.resetNavigationHistory')
      visit.reset()
    },
    async clean() {
      if (wasChanged() || page.isClosed()) return false
      if (POST_FORM.test(new URL(page.url()).pathname)) await page.evaluate(leaveSilently)
      await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
      await Promise.all(context.pages().map((other) => (other === page ? closeSessions() : other.close())))
      await page.goto(EMPTY_PAGE)
      if (viewport && !isDeepStrictEqual(page.viewportSize(), viewport)) await page.setViewportSize(viewport)
      await page.evaluate(() => sessionStorage.clear())
      await context.clearCookies()
      await devtools.send('Storage.clearDataForOrigin', { origin: new URL(options.baseURL).origin, storageTypes: STORAGE })
      await page.mouse.move(-1, -1)
      return true
    },
  }
}

/** Runs in a page that saves its text when it is left: the next test would find it. */
function leaveSilently(): void {
  for (const event of ['beforeunload', 'visibilitychange', 'pagehide'])
    addEventListener(event, (leaving) => leaving.stopImmediatePropagation(), { capture: true })
}

/** @returns a function that ends the DevTools sessions of the test, and what they emulate */
function collectSessions(context: BrowserContext): () => Promise<void> {
  const sessions: CDPSession[] = []
  const open = context.newCDPSession.bind(context)
  context.newCDPSession = async (page) => {
    const session = await open(page)
    sessions.push(session)
    return session
  }
  return async () => {
    await Promise.all(sessions.splice(0).map((session) => session.detach().catch(() => {})))
  }
}

/** @returns a function that checks whether one of LASTING has been used */
function watchUse(...things: readonly (BrowserContext | Page)[]): () => boolean {
  let isUsed = false
  for (const thing of things)
    for (const name of LASTING) {
      const value: unknown = Reflect.get(thing, name)
      const get = () => {
        isUsed = true
        return value
      }
      Object.defineProperty(thing, name, { get })
    }
  return () => isUsed
}
