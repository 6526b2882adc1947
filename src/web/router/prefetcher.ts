import type { LoadedPage } from './load-page.ts'
import type { Redirect } from './page-module.ts'

/** Older than this, what was fetched ahead is fetched again. */
const FRESH_MS = 20_000
const KEPT = 10

type Loading = Promise<LoadedPage | Redirect>

/** Fetches the screen of a link that a reader is about to follow, so that following it makes no request. */
export const createPrefetcher = (load: (url: URL) => Loading) => {
  const loads = new Map<string, { readonly loading: Loading; readonly at: number }>()
  const keyOf = (url: URL) => url.pathname + url.search

  return {
    start(url: URL) {
      const key = keyOf(url)
      const known = loads.get(key)
      if (known && Date.now() - known.at < FRESH_MS) return
      const loading = load(url)
      loads.set(key, { loading, at: Date.now() })
      if (loads.size > KEPT) loads.delete(loads.keys().next().value ?? '')
      // What failed ahead is simply asked for again.
      loading.then(
        (page) => {
          if ('error' in page && page.error !== null) loads.delete(key)
        },
        () => loads.delete(key),
      )
    },
    /** Hands over what was fetched ahead, once. */
    take(url: URL): Loading | undefined {
      const known = loads.get(keyOf(url))
      loads.delete(keyOf(url))
      return known && Date.now() - known.at < FRESH_MS ? known.loading : undefined
    },
    clear: () => loads.clear(),
  }
}
