import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Caller } from './call-as.ts'
import { type Visit, createVisit } from './visit.ts'

/** Members with lasting effects. A tab whose test has used one of them is not reused. */
const LASTING = [
  'addInitScript',
  'addLocatorHandler',
  'clock',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'newPage',
  'on',
  'once',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
  'setViewportSize',
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
      if (wasChanged() || page.isClosed() || context.pages().length > 1 || POST_FORM.test(new URL(page.url()).pathname)) return false
      await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
      await page.goto(EMPTY_PAGE)
      await page.evaluate(() => sessionStorage.clear())
      await context.clearCookies()
      await devtools.send('Storage.clearDataForOrigin', { origin: new URL(options.baseURL).origin, storageTypes: STORAGE })
      await page.mouse.move(-1, -1)
      return true
    },
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
