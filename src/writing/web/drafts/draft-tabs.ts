import type { DraftScope } from './draft.ts'

/** Some browsers have no broadcast channels, or refuse them. */
const openChannel = (): BroadcastChannel | null => {
  try {
    return new BroadcastChannel('post-drafts')
  } catch {
    return null
  }
}

/**
 * Tracks which drafts of the same post other tabs of this browser have open. A tab holds a lock for each draft that it
 * writes, which the browser releases when the tab dies. Over plain http on another machine there are no locks, and each
 * tab counts as the only one: nothing is lost by that, as the server refuses the second writer of a draft.
 *
 * @param onChange called with the drafts of the other tabs whenever one opens, closes or discards one
 */
export const openDraftTabs = ({ userId, postId }: DraftScope, onChange: (others: ReadonlySet<string>) => void) => {
  const scope = `post-draft/${userId}/${postId}/`
  const locks = 'locks' in navigator ? navigator.locks : null
  const channel = openChannel()
  const own = new Map<string, () => void>()
  const notifyTabs = () => channel?.postMessage(scope)
  const ask = async (): Promise<ReadonlySet<string>> => {
    const { held = [] } = (await locks?.query()) ?? {}
    const names = held.flatMap(({ name = '' }) => (name.startsWith(scope) && !own.has(name) ? [name.slice(scope.length)] : []))
    return new Set(names.map((name) => name.slice(0, name.indexOf('/'))))
  }
  const listening = new AbortController()
  const onMessage = ({ data }: MessageEvent) => void (data === scope && ask().then(onChange))
  channel?.addEventListener('message', onMessage, { signal: listening.signal })
  const holdLock = (name: string) => {
    const released = new Promise<void>((release) => own.set(name, release))
    const onHeld = () => {
      notifyTabs()
      return released
    }
    void locks?.request(name, onHeld).then(notifyTabs, () => {})
  }
  /** Adds a draft that this tab writes. */
  const hold = (id: string, writer: string) => holdLock(`${scope}${id}/${writer}`)
  /** The page is left, and may be restored. */
  const pause = () => {
    for (const release of own.values()) release()
    notifyTabs()
  }
  const resume = () => [...own.keys()].forEach(holdLock)
  const close = () => {
    pause()
    listening.abort()
  }
  return { ask, hold, notifyTabs, pause, resume, close }
}
