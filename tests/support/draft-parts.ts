import { EMPTY_POST, type PostText } from '#writing/web/post-form/post-text.ts'
import type { DeviceDrafts } from '#writing/web/drafts/device-drafts.ts'
import type { Copy, Draft, DraftScope, ServerDrafts } from '#writing/web/drafts/draft.ts'

export const scope = { userId: 'u1', postId: 'p1' }
export const text = (title: string): PostText => ({ ...EMPTY_POST, title })
/** A text that its form has saved on the server. */
export const draft = (id: string, sequence: number, parts: Partial<Draft> = {}): Draft => ({
  id,
  writer: `${id} writer`,
  sequence,
  follows: sequence,
  begun: [],
  baseRevision: 1,
  savedAt: sequence,
  text: text(`${id}${sequence}`),
  isEnded: false,
  ...parts,
})
export const stored = (drafts: readonly Draft[], ended: ServerDrafts['ended'] = []): ServerDrafts => ({ revision: 1, drafts, ended })

export const putDraft = (drafts: DeviceDrafts, of: DraftScope, each: Draft, copies: readonly Copy[] = []) => drafts.change(of, each, copies)

/** A storage as browsers have it, with room for `size` characters. */
export const makeStorage = (size = Infinity) => {
  let room = size
  const stored = new Map<string, string>()
  return {
    get length() {
      return stored.size
    },
    fillUp: () => {
      room = 0
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
  }
}
