import type { DraftScope } from './draft.ts'

interface Message {
  readonly kind: 'who' | 'here' | 'gone'
  readonly scope: string
  readonly writer: string
}

/** How long the other tabs have to reply where there are no locks to query. */
const REPLY_MS = 300

/** Which other tabs of this browser have the same text open. */
export interface DraftTabs {
  readonly ask: () => Promise<ReadonlySet<string>>
  /** From now on this tab writes under that name, too. */
  readonly hold: (writer: string) => void
  /** The page goes, and may come back. */
  readonly pause: () => void
  readonly resume: () => void
  readonly close: () => void
}

/** A browser that keeps tabs apart may have none, or refuse it. */
const openChannel = (): BroadcastChannel | null => {
  try {
    return new BroadcastChannel('post-drafts')
  } catch {
    return null
  }
}

/**
 * A tab holds a lock for each of its writers: the browser tells at once who holds one, and gives it back when a tab dies.
 * Over plain http on another machine there are no locks; then the tabs are asked, and one that is asleep counts as gone.
 *
 * @param onChange called with the writers of the other tabs whenever one comes or goes
 */
export const openDraftTabs = ({ userId, postId }: DraftScope, onChange: (others: ReadonlySet<string>) => void): DraftTabs => {
  const scope = `post-draft/${userId}/${postId}/`
  const locks = 'locks' in navigator ? navigator.locks : null
  const channel = openChannel()
  const others = new Set<string>()
  const own = new Map<string, () => void>()
  const send = (kind: Message['kind'], writer: string) => channel?.postMessage({ kind, scope, writer } satisfies Message)

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.scope !== scope) return
    if (data.kind === 'who') for (const writer of own.keys()) send('here', writer)
    if (data.kind === 'here') others.add(data.writer)
    if (data.kind === 'gone') others.delete(data.writer)
    if (data.kind !== 'who') onChange(new Set(others))
  })

  const askLocks = async (manager: LockManager) => {
    const { held = [] } = await manager.query()
    return held.map(({ name = '' }) => name).filter((name) => name.startsWith(scope))
  }
  const hold = (writer: string) => {
    const held = new Promise<void>((release) => own.set(writer, release))
    void locks?.request(scope + writer, () => held).catch(() => {})
    send('here', writer)
  }
  const pause = () => {
    for (const [writer, release] of own) {
      release()
      send('gone', writer)
    }
  }
  return {
    async ask() {
      if (locks) for (const name of await askLocks(locks)) others.add(name.slice(scope.length))
      else {
        send('who', '')
        await new Promise((resolve) => setTimeout(resolve, REPLY_MS))
      }
      return new Set(others)
    },
    hold,
    pause,
    resume() {
      for (const writer of own.keys()) hold(writer)
    },
    close() {
      pause()
      channel?.close()
    },
  }
}
