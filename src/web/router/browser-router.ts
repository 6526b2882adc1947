import type { Api } from '#web/api/client.ts'
import { createHistory, type HistoryChange, isSamePlace, newKey, pathOf, type RouterLocation, toLocation } from './history-entries.ts'
import { type LoadedPage, loadPage, unreachablePage } from './load-page.ts'
import { Redirect, type Route } from './page-module.ts'
import { createPrefetcher } from './prefetcher.ts'
import { createScrollMemory } from './scroll-memory.ts'
import { changeSmoothly } from './view-transition.ts'

export type { RouterLocation } from './history-entries.ts'

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

type Arrival = 'push' | 'replace' | 'back or forward'

interface Shown {
  readonly location: RouterLocation
  readonly page: LoadedPage
  readonly arrival: Arrival
}

interface RouterOptions {
  readonly routes: readonly Route[]
  readonly api: Api
  readonly page: LoadedPage
}

/** Screens kept for going back without a request. */
const KEPT_PAGES = 20
const REDIRECTS_MAX = 10

/**
 * Moves between screens without loading the page anew: fetches a screen's module and data, then shows
 * it. One navigation at a time; a newer one takes the place of one under way. Going back shows what
 * was there, at once, unless something was written since.
 */
export class BrowserRouter {
  readonly #routes: readonly Route[]
  readonly #api: Api
  readonly #listeners = new Set<() => void>()
  readonly #kept = new Map<string, LoadedPage>()
  readonly #scroll = createScrollMemory()
  readonly #prefetcher = createPrefetcher((url) => this.#fetch(url, new AbortController().signal))
  readonly #history = createHistory((change) => this.#followHistory(change))
  #state: RouterState
  #leaveCheck: LeaveCheck | null = null
  #underway: AbortController | null = null
  #onShown: (() => void) | null = null

  constructor({ routes, api, page }: RouterOptions) {
    this.#routes = routes
    this.#api = api
    this.#state = { location: this.#history.current(), page, pending: null, blocked: null }
    this.#keep(this.#state.location.key, page)
    addEventListener('pagehide', () => this.#scroll.remember(this.#state.location.key))
  }

  readonly getState = (): RouterState => this.#state

  /** @returns a function that ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Resolves once the screen is shown, or the navigation was overtaken or held back. */
  readonly navigate = async (to: string, options: NavigateOptions = {}): Promise<void> => {
    const url = new URL(to, location.href)
    if (url.origin !== location.origin) {
      location.assign(url)
      return
    }
    const next = toLocation(url, { key: newKey(), state: options.state ?? null })
    const arrival = options.replace === true || isSamePlace(next, this.#state.location) ? 'replace' : 'push'
    if (!this.#isHeldBack(next, () => void this.#go(next, arrival))) await this.#go(next, arrival)
  }

  /** Loads the data of the screen that is shown once more. */
  readonly revalidate = async (): Promise<void> => {
    this.forget()
    await this.#go({ ...this.#state.location, key: newKey() }, 'replace')
  }

  /** Something was written: what was fetched before may be old. The screen that is shown stays. */
  readonly forget = (): void => {
    this.#kept.clear()
    this.#prefetcher.clear()
  }

  readonly prefetch = (url: URL): void => this.#prefetcher.start(url)

  /** To be called after each change of the screen has reached the document. */
  readonly screenStands = (isFirst: boolean): void => {
    this.#scroll.restore(this.#state.location.key, isFirst)
    this.#onShown?.()
  }

  /** One guard at a time; null takes it away. */
  readonly setLeaveCheck = (check: LeaveCheck | null): void => {
    this.#leaveCheck = check
  }

  #set(change: Partial<RouterState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #keep(key: string, page: LoadedPage): void {
    this.#kept.delete(key)
    // What failed is tried again.
    if (page.error !== null) return
    this.#kept.set(key, page)
    if (this.#kept.size > KEPT_PAGES) this.#kept.delete(this.#kept.keys().next().value ?? '')
  }

  #fetch(url: URL, signal: AbortSignal): Promise<LoadedPage | Redirect> {
    return loadPage(this.#routes, { url, api: this.#api, signal })
  }

  async #go(target: RouterLocation, arrival: Arrival): Promise<void> {
    this.#underway?.abort()
    const { signal } = (this.#underway = new AbortController())
    this.#scroll.remember(this.#state.location.key)
    const kept = arrival === 'back or forward' ? this.#kept.get(target.key) : undefined
    if (kept) return this.#show(target, kept, arrival)
    this.#set({ pending: target, blocked: null })
    try {
      const { location, page } = await this.#follow(target, signal)
      const how = location === target ? arrival : arrival === 'push' ? 'push' : 'replace'
      if (!signal.aborted) await this.#change(signal, { location, page, arrival: how })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof TypeError)) throw error
      await this.#goWithoutModule(target, arrival, signal)
    }
  }

  /**
   * A module that cannot be fetched is one of a build that is no longer there: the page is loaded whole. Or there
   * is no line: loading it whole would only take away what the reader has.
   */
  async #goWithoutModule(target: RouterLocation, arrival: Arrival, signal: AbortSignal): Promise<void> {
    try {
      await fetch(pathOf(target), { method: 'HEAD', signal })
      window.location.assign(pathOf(target))
    } catch (error) {
      if (!signal.aborted) this.#show(target, unreachablePage(this.#routes, { pathname: target.pathname, error }), arrival)
    }
  }

  /** Loads a screen, and those that it redirects to. */
  async #follow(target: RouterLocation, signal: AbortSignal): Promise<{ location: RouterLocation; page: LoadedPage }> {
    let location = target
    for (let redirects = 0; redirects < REDIRECTS_MAX; redirects += 1) {
      const url = new URL(pathOf(location), window.location.origin)
      const page = await (this.#prefetcher.take(url) ?? this.#fetch(url, signal))
      if (!(page instanceof Redirect)) return { location, page }
      location = toLocation(new URL(page.to, window.location.origin), { key: newKey(), state: null })
    }
    throw new Error('This address leads in circles.')
  }

  /** Another screen comes with a transition; the same one with other data, or one that is gone back to, at once. */
  async #change(signal: AbortSignal, { location, page, arrival }: Shown): Promise<void> {
    const show = () => {
      if (!signal.aborted) this.#show(location, page, arrival)
    }
    if (arrival === 'back or forward' || location.pathname === this.#state.location.pathname) return show()
    await changeSmoothly(async () => {
      const shown = Promise.withResolvers<void>()
      this.#onShown = shown.resolve
      show()
      if (!signal.aborted) await shown.promise
    })
  }

  #show(location: RouterLocation, page: LoadedPage, arrival: Arrival): void {
    if (arrival !== 'back or forward') this.#history.write(location, arrival)
    this.#keep(location.key, page)
    this.#scroll.expect(arrival === 'back or forward' ? { key: location.key } : { hash: location.hash })
    this.#set({ location, page, pending: null, blocked: null })
  }

  #isHeldBack(next: RouterLocation, proceed: () => void): boolean {
    if (this.#leaveCheck?.(next) !== true) return false
    this.#set({ blocked: { proceed, stay: () => this.#set({ blocked: null }) } })
    return true
  }

  #followHistory(change: HistoryChange): void {
    if (change.kind === 'same page') {
      // The browser says so before it scrolls.
      this.#scroll.remember(this.#state.location.key)
      this.#keep(change.location.key, this.#state.page)
      this.#set({ location: change.location })
      return
    }
    const leave = () => {
      this.#leaveCheck = null
      change.redo()
    }
    if (this.#isHeldBack(change.location, leave)) change.undo()
    else void this.#go(change.location, 'back or forward')
  }
}
