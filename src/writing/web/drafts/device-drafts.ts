import { inTime } from '#writing/web/in-time.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { isCategorySlug } from '#platform/contract/categories.ts'
import type { PostText } from '#writing/web/post-form/post-text.ts'
import { type DeviceDraft, type Mark, pickText } from './draft.ts'

/** Texts on this device. Keys begin with the user, so another person at the same browser does not see them. */
export interface DeviceDrafts {
  readonly list: (userId: string) => Promise<DeviceDraft[]>
  /** In one step: stores a text, if there is one, and deletes others unless their forms have stored newer ones. Rejects if it could not. */
  readonly change: (draft: DeviceDraft | null, ended: readonly Mark[]) => Promise<void>
  /** Synchronous, for a page that is being unloaded. @returns whether it was stored */
  readonly putNow: (draft: DeviceDraft) => boolean
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Null for anything else. */
const parseText = (text: unknown): PostText | null => {
  if (!isObject(text) || !['title', 'category', 'image', 'content'].every((field) => typeof text[field] === 'string')) return null
  if (!isCategorySlug(String(text['category']))) return null
  return { ...pickText(text), audience: AUDIENCES.find((each) => each === text['audience']) ?? null }
}

/** As version 0.1 stored it, under `user/post/writer`: the text of one form, and what it followed on the server. */
interface FormerDraft extends Pick<DeviceDraft, 'savedAt' | 'isEnded' | 'sequence'> {
  readonly id?: string
  readonly writer: string
  readonly follows?: number
  readonly baseRevision: number | null
}

const isFormer = (stored: unknown): stored is FormerDraft => isObject(stored) && typeof stored['writer'] === 'string'
/** Version 0.1 left texts on the device that the server had. */
const isOver = (stored: unknown): boolean => isFormer(stored) && stored.sequence <= (stored.follows ?? 0)

const fromFormer = ({ id, writer, sequence, follows, ...draft }: FormerDraft, key: string) => {
  const [, postId = ''] = key.split('/')
  const begun = { id: postId === 'new' ? (id ?? writer) : postId, isNew: postId === 'new', sequence: follows ?? 0 }
  const nothing = { sent: null, attempts: [], keeps: [], replaces: [] }
  return { ...draft, ...begun, ...nothing, version: sequence, baseRevision: draft.baseRevision ?? 0, isEnded: draft.isEnded }
}

/** Null for broken data, and for a text of version 0.1 that the server has. */
export const parseDraft = (stored: unknown, key: string): DeviceDraft | null => {
  const text = isObject(stored) ? parseText(stored['text']) : null
  if (text === null || isOver(stored)) return null
  if (isFormer(stored)) return { ...fromFormer(stored, key), key, text }
  return isObject(stored) && Array.isArray(stored['replaces']) ? { ...(stored as unknown as DeviceDraft), key, text } : null
}

const STORE = 'post-drafts'
interface Schema extends DBSchema {
  [STORE]: { key: string; value: DeviceDraft }
}

/** Texts in IndexedDB, which has room for long ones and is consistent after a crash. */
const indexedDrafts = (): DeviceDrafts => {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const close = () => {
    opened = null
  }
  const open = () => {
    opened ??= openDB<Schema>('kindred', 1, {
      upgrade: (database) => void database.createObjectStore(STORE),
      // Another tab needs a newer version of the database: close this connection.
      blocking: (_version, _newer, event) => {
        ;(event.target as IDBDatabase).close()
        close()
      },
      terminated: close,
    })
    opened.catch(close)
    return opened
  }
  return {
    async list(userId) {
      const range = IDBKeyRange.bound(`${userId}/`, `${userId}/\uffff`)
      const { store } = (await open()).transaction(STORE, 'readwrite')
      const [keys, stored] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
      const entries = keys.map((key, index): [string, unknown] => [key, stored[index]])
      for (const [key, draft] of entries) if (isOver(draft)) void store.delete(key)
      return entries.map(([key, draft]) => parseDraft(draft, key)).filter((draft) => draft !== null)
    },
    async change(draft, ended) {
      const transaction = (await open()).transaction(STORE, 'readwrite', { durability: 'strict' })
      const { store } = transaction
      if (draft) await store.put(draft, draft.key)
      for (const { key, version } of ended) {
        const before = parseDraft(await store.get(key), key)
        if (before && before.version <= version) await store.delete(key)
      }
      await transaction.done
    },
    putNow: () => false,
  }
}

type PlainStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Fallback in local storage if IndexedDB is missing or full: a few megabytes, with the same guarantees. */
export const plainDrafts = (storage: () => PlainStorage): DeviceDrafts => {
  const PREFIX = 'post-draft/'
  const read = (key: string): DeviceDraft | null => {
    try {
      return parseDraft(JSON.parse(storage().getItem(PREFIX + key) ?? 'null'), key)
    } catch {
      return null
    }
  }
  const write = (draft: DeviceDraft) => storage().setItem(PREFIX + draft.key, JSON.stringify(draft))
  return {
    async list(userId) {
      const keys = Array.from({ length: storage().length }, (_, index) => storage().key(index) ?? '')
      return keys
        .filter((key) => key.startsWith(`${PREFIX}${userId}/`))
        .map((key) => read(key.slice(PREFIX.length)))
        .filter((draft) => draft !== null)
    },
    async change(draft, ended) {
      if (draft) write(draft)
      for (const { key, version } of ended) if ((read(key)?.version ?? Infinity) <= version) storage().removeItem(PREFIX + key)
    },
    putNow(draft) {
      try {
        write(draft)
        return true
      } catch {
        return false
      }
    },
  }
}

/** @returns the first place that stored the text */
const putInFirst = async ([place, ...others]: readonly DeviceDrafts[], put: (place: DeviceDrafts) => Promise<void>): Promise<unknown> => {
  try {
    if (place) await put(place)
    return place
  } catch (error) {
    if (others.length === 0) throw error
    return putInFirst(others, put)
  }
}

/** Stores a text in the first place that accepts it, and reads the texts of all places. */
export const firstThatWorks = (places: readonly DeviceDrafts[]): DeviceDrafts => ({
  async list(userId) {
    const found = await Promise.allSettled(places.map((place) => place.list(userId)))
    const drafts = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    // An unloaded page has stored its last text in another place than the one before.
    const latest = new Map<string, DeviceDraft>()
    for (const draft of drafts) if ((latest.get(draft.key)?.version ?? -1) < draft.version) latest.set(draft.key, draft)
    return [...latest.values()]
  },
  async change(draft, ended) {
    const first = draft && (await putInFirst(places, (place) => place.change(draft, ended)))
    const left = draft ? [draft, ...ended] : ended
    await Promise.allSettled(places.filter((place) => place !== first).map((place) => place.change(null, left)))
  },
  putNow: (draft) => places.some((place) => place.putNow(draft)),
})

/** IndexedDB may not respond at all, for example while another tab deletes it. */
const TIMEOUT_MS = 1000

/** Rejects where the database would wait for ever, and from then on. */
const inTimeOnly = (drafts: DeviceDrafts): DeviceDrafts => {
  let isSilent = false
  const wait = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isSilent) throw new Error('IndexedDB does not respond')
    return inTime(work(), TIMEOUT_MS).catch((error: unknown) => {
      isSilent = error instanceof DOMException && error.name === 'TimeoutError'
      throw error
    })
  }
  return {
    ...drafts,
    list: (userId) => wait(() => drafts.list(userId)),
    change: (draft, ended) => wait(() => drafts.change(draft, ended)),
  }
}

/** Texts of this browser. The database is opened when it is first used. */
export const deviceDrafts: DeviceDrafts = firstThatWorks([inTimeOnly(indexedDrafts()), plainDrafts(() => localStorage)])
