import type { Api } from '#web/api/client.ts'
import { type LoadedPage, loadPage } from './load-page.ts'
import { Redirect, type Route } from './page-module.ts'
import { createPrefetcher } from './prefetcher.ts'
import { createScrollMemory } from './scroll-memory.ts'

/** Where the reader is. */
export interface RouterLocation {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** One for each entry of the history. */
  readonly key: string
  /** What the navigation handed over, for instance that an account was just made. */
  readonly state: unknown
}

/** A navigation that a guard holds back until the reader has decided. */
export interface BlockedNavigation {
  readonly proceed: () => void
  readonly stay: () => void
}

export interface RouterState {
  readonly location: RouterLocation
  readonly page: LoadedPage
  /** Where a navigation under way leads; null when there is none. */
  readonly pending: RouterLocation | null
  readonly blocked: BlockedNavigation | null
}

export interface NavigateOptions {
  readonly replace?: boolean
  readonly state?: unknown
}

/** May hold a navigation back by answering true. */
export type LeaveCheck = (next: RouterLocation) => boolean

interface HistoryEntry {
  readonly key: string
  readonly index: number
  readonly state: unknown
}

type Arrival = 'push' | 'replace' | 'back or forward'

interface RouterOptions {
  readonly routes: readonly Route[]
  readonly api: Api
  readonly page: LoadedPage
}

/** Screens kept for going back without a request. */
const KEPT_PAGES = 20
const REDIRECTS_MAX = 10

const newKey = () => Math.random().toString(36).slice(2, 10)
const readEntry = (): HistoryEntry | null => {
  const entry = history.state as Partial<HistoryEntry> | null
  return typeof entry?.key === 'string' && typeof entry.index === 'number'
    ? { key: entry.key, index: entry.index, state: entry.state ?? null }
    : null
}
const toLocation = (url: URL, entry: Pick<HistoryEntry, 'key' | 'state'>): RouterLocation => ({
  pathname: url.pathname,
  search: url.search,
  hash: url.hash,
  key: entry.key,
  state: entry.state,
})
const pathOf = ({ pathname, search, hash }: RouterLocation) => pathname + search + hash

/**
 * Moves between screens without loading the page anew: fetches a screen's module and data, then shows
 * it. One navigation at a time; a newer one takes the place of one under way. Going back shows what
 * was there, at once, unless something was written since.
 */
export const createBrowserRouter = ({ routes, api, page }: RouterOptions) => {
  const listeners = new Set<() => void>()
  const kept = new Map<string, LoadedPage>()
  const scroll = createScrollMemory()
  const prefetcher = createPrefetcher((url) => loadPage(routes, { url, api, signal: new AbortController().signal }))
  let leaveCheck: LeaveCheck | null = null
  let underway: AbortController | null = null
  let ignoreNextPop = false

  let entry = readEntry() ?? { key: newKey(), index: 0, state: null }
  history.replaceState(entry, '')
  history.scrollRestoration = 'manual'
  let state: RouterState = { location: toLocation(new URL(location.href), entry), page, pending: null, blocked: null }

  const set = (change: Partial<RouterState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const keep = (key: string, loaded: LoadedPage) => {
    kept.delete(key)
    kept.set(key, loaded)
    if (kept.size > KEPT_PAGES) kept.delete(kept.keys().next().value ?? '')
  }
  keep(entry.key, page)

  const show = (next: RouterLocation, loaded: LoadedPage, arrival: Arrival) => {
    if (arrival !== 'back or forward') {
      const index = arrival === 'push' ? entry.index + 1 : entry.index
      const nextEntry: HistoryEntry = { key: next.key, index, state: next.state }
      history[arrival === 'push' ? 'pushState' : 'replaceState'](nextEntry, '', pathOf(next))
      entry = nextEntry
    } else {
      entry = readEntry() ?? entry
    }
    keep(next.key, loaded)
    scroll.expect(arrival === 'back or forward' ? { key: next.key } : { hash: next.hash })
    set({ location: next, page: loaded, pending: null, blocked: null })
  }

  const load = async (next: RouterLocation, signal: AbortSignal) => {
    const url = new URL(pathOf(next), location.origin)
    return prefetcher.take(url) ?? loadPage(routes, { url, api, signal })
  }

  const go = async (target: RouterLocation, arrival: Arrival): Promise<void> => {
    underway?.abort()
    const controller = new AbortController()
    underway = controller
    scroll.remember(state.location.key)
    const known = arrival === 'back or forward' ? kept.get(target.key) : undefined
    if (known) return show(target, known, arrival)
    set({ pending: target, blocked: null })
    let next = target
    try {
      for (let redirects = 0; redirects < REDIRECTS_MAX; redirects += 1) {
        const loaded = await load(next, controller.signal)
        if (controller.signal.aborted) return
        if (!(loaded instanceof Redirect)) return show(next, loaded, redirects > 0 && arrival === 'back or forward' ? 'replace' : arrival)
        next = toLocation(new URL(loaded.to, location.origin), { key: newKey(), state: null })
      }
      throw new Error('This address leads in circles.')
    } catch (error) {
      if (controller.signal.aborted) return
      // A module that cannot be fetched is most often one of a build that is no longer there: load the page whole.
      if (!(error instanceof TypeError)) throw error
      location.assign(pathOf(next))
    }
  }

  const isHeldBack = (next: RouterLocation, proceed: () => void): boolean => {
    if (leaveCheck?.(next) !== true) return false
    set({ blocked: { proceed, stay: () => set({ blocked: null }) } })
    return true
  }

  const navigate = async (to: string, options: NavigateOptions = {}): Promise<void> => {
    const url = new URL(to, location.href)
    if (url.origin !== location.origin) return location.assign(url)
    const next = toLocation(url, { key: newKey(), state: options.state ?? null })
    const isSamePlace = pathOf(next) === pathOf(state.location)
    const arrival = options.replace === true || isSamePlace ? 'replace' : 'push'
    if (isHeldBack(next, () => void go(next, arrival))) return
    await go(next, arrival)
  }

  const followHistory = () => {
    if (ignoreNextPop) {
      ignoreNextPop = false
      return
    }
    const url = new URL(location.href)
    const popped = readEntry()
    if (popped === null) {
      // The browser itself went to another place of this page.
      entry = { key: newKey(), index: entry.index + 1, state: null }
      history.replaceState(entry, '')
      keep(entry.key, state.page)
      set({ location: toLocation(url, entry) })
      return
    }
    const next = toLocation(url, popped)
    const steps = popped.index - entry.index
    const proceed = () => {
      leaveCheck = null
      history.go(steps)
    }
    if (isHeldBack(next, proceed)) {
      // The address has moved already; back to where the reader still is.
      ignoreNextPop = true
      history.go(-steps)
      return
    }
    void go(next, 'back or forward')
  }

  addEventListener('popstate', followHistory)
  addEventListener('pagehide', () => scroll.remember(state.location.key))

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    navigate,
    /** Loads the data of the screen that is shown once more. */
    async revalidate(): Promise<void> {
      kept.clear()
      prefetcher.clear()
      await go({ ...state.location, key: newKey() }, 'replace')
    },
    /** Something was written: what was fetched before may be old. The screen that is shown stays. */
    forget() {
      kept.clear()
      prefetcher.clear()
    },
    prefetch: (url: URL) => prefetcher.start(url),
    /** Called after each change of the screen has reached the document. */
    restoreScroll: scroll.restore,
    /** One guard at a time; null takes it away. */
    setLeaveCheck(check: LeaveCheck | null) {
      leaveCheck = check
    },
  }
}

export type BrowserRouter = ReturnType<typeof createBrowserRouter>
