import type { DraftScope } from './draft.ts'

interface Message {
  readonly kind: 'who' | 'here' | 'gone'
  readonly scope: string
  readonly writer: string
}

/** How long the other tabs of this browser have to say that they are there. */
const ANSWER_MS = 120

/** Which other tabs of this browser have the same text open. */
export interface DraftTabs {
  /** Asks them; those that sleep may not answer. */
  readonly ask: () => Promise<ReadonlySet<string>>
  readonly close: () => void
}

/** @param onChange told the writers of the other tabs whenever one comes or goes */
export const openDraftTabs = (
  { userId, postId }: DraftScope,
  writer: () => string,
  onChange: (others: ReadonlySet<string>) => void,
): DraftTabs => {
  if (!('BroadcastChannel' in globalThis)) return { ask: async () => new Set<string>(), close: () => {} }
  const scope = `${userId}/${postId}`
  const channel = new BroadcastChannel('post-drafts')
  const others = new Set<string>()
  const tell = (kind: Message['kind']) => channel.postMessage({ kind, scope, writer: writer() } satisfies Message)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.scope !== scope || data.writer === writer()) return
    if (data.kind === 'gone') others.delete(data.writer)
    else others.add(data.writer)
    if (data.kind === 'who') tell('here')
    onChange(new Set(others))
  })
  return {
    async ask() {
      tell('who')
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
      return new Set(others)
    },
    close() {
      tell('gone')
      channel.close()
    },
  }
}
