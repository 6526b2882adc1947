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

/** What we keep in an entry of the browser's history. */
interface Entry {
  readonly key: string
  /** Counts up with each push, so the distance between two entries is known. */
  readonly index: number
  readonly state: unknown
}

/** The address changed without us: by the back button, or by the browser going to a part of the page. */
export type HistoryChange =
  | { readonly kind: 'same page'; readonly location: RouterLocation }
  | {
      readonly kind: 'other entry'
      readonly location: RouterLocation
      /** Goes back to where the reader was. */
      readonly undo: () => void
      /** Goes there after all. */
      readonly redo: () => void
    }

export const newKey = (): string => Math.random().toString(36).slice(2, 10)

export const toLocation = (url: URL, entry: Pick<Entry, 'key' | 'state'>): RouterLocation => ({
  pathname: url.pathname,
  search: url.search,
  hash: url.hash,
  key: entry.key,
  state: entry.state,
})

export const pathOf = ({ pathname, search, hash }: RouterLocation): string => pathname + search + hash

export const isSamePlace = (a: RouterLocation, b: RouterLocation): boolean => pathOf(a) === pathOf(b)

const readEntry = (): Entry | null => {
  const entry = history.state as Partial<Entry> | null
  if (typeof entry?.key !== 'string' || typeof entry.index !== 'number') return null
  return { key: entry.key, index: entry.index, state: entry.state ?? null }
}

/** The browser's history with our entries in it; `onChange` is told of what we did not write ourselves. */
export const createHistory = (onChange: (change: HistoryChange) => void) => {
  let entry = readEntry() ?? { key: newKey(), index: 0, state: null }
  let href = location.href
  let isUndoing = false
  const current = () => toLocation(new URL(location.href), entry)
  history.replaceState(entry, '')
  history.scrollRestoration = 'manual'

  const follow = (popped: Entry) => {
    const steps = popped.index - entry.index
    const before = entry
    entry = popped
    href = location.href
    onChange({
      kind: 'other entry',
      location: current(),
      undo: () => {
        isUndoing = true
        entry = before
        history.go(-steps)
      },
      redo: () => history.go(steps),
    })
  }

  /** The browser went to a part of the page: in an entry of its own, or once more in the same one, which some browsers empty. */
  const adopt = () => {
    const isNew = location.href !== href
    if (isNew) entry = { key: newKey(), index: entry.index + 1, state: null }
    href = location.href
    history.replaceState(entry, '')
    if (isNew) onChange({ kind: 'same page', location: current() })
  }

  addEventListener('popstate', () => {
    const popped = readEntry()
    if (isUndoing) {
      isUndoing = false
      href = location.href
    } else if (popped === null) adopt()
    else if (popped.key !== entry.key) follow(popped)
  })

  return {
    current,
    write(next: RouterLocation, how: 'push' | 'replace') {
      entry = { key: next.key, index: how === 'push' ? entry.index + 1 : entry.index, state: next.state }
      history[how === 'push' ? 'pushState' : 'replaceState'](entry, '', pathOf(next))
      href = location.href
    },
  }
}
