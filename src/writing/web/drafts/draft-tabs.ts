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
 * Tracks which other tabs of this browser have the same text open. A tab holds a lock for each of its writers, which the
 * browser releases when the tab dies. Over plain http on another machine there are no locks, and each tab counts as the
 * only one: nothing is lost by that, as each writes under its own name.
 *
 * @param onChange called with the writers of the other tabs whenever one opens or closes
 */
export const openDraftTabs = ({ userId, postId }: DraftScope, onChange: (others: ReadonlySet<string>) => void) => {
  const scope = `post-draft/${userId}/${postId}/`
  const locks = 'locks' in navigator ? navigator.locks : null
  const channel = openChannel()
  const own = new Map<string, () => void>()
  const notifyTabs = () => channel?.postMessage(scope)
  const ask = async (): Promise<ReadonlySet<string>> => {
    const { held = [] } = (await locks?.query()) ?? {}
    const writers = held.flatMap(({ name = '' }) => (name.startsWith(scope) ? name.slice(scope.length) : []))
    return new Set(writers.filter((writer) => !own.has(writer)))
  }
  const listening = new AbortController()
  const onMessage = ({ data }: MessageEvent) => void (data === scope && ask().then(onChange))
  channel?.addEventListener('message', onMessage, { signal: listening.signal })
  /** Adds a name under which this tab writes. */
  const hold = (writer: string) => {
    const released = new Promise<void>((release) => own.set(writer, release))
    const onHeld = () => {
      notifyTabs()
      return released
    }
    void locks?.request(scope + writer, onHeld).then(notifyTabs, () => {})
  }
  /** The page is left, and may be restored. */
  const pause = () => {
    for (const release of own.values()) release()
    notifyTabs()
  }
  const resume = () => [...own.keys()].forEach(hold)
  const close = () => {
    pause()
    listening.abort()
  }
  return { ask, hold, pause, resume, close }
}
