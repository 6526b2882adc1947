import { inTime } from '#writing/web/in-time.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { isCategorySlug } from '#platform/contract/categories.ts'
import { EMPTY_POST, POST_FIELDS, type PostText } from '#writing/web/post-form/post-text.ts'
import type { Copy, Draft, DraftScope } from './draft.ts'

/** Drafts on this device. Keys contain the user, so another person at the same browser does not see them. */
export interface DeviceDrafts {
  readonly list: (scope: DraftScope) => Promise<Draft[]>
  /**
   * In one step: stores the text of one form, if there is one, and deletes copies of others unless they have newer changes.
   * Rejects if the text could not be stored.
   */
  readonly change: (scope: DraftScope, draft: Draft | null, ended: readonly Copy[]) => Promise<void>
  /** Synchronous, for a page that is being unloaded. @returns whether it was stored */
  readonly putNow: (scope: DraftScope, draft: Draft) => boolean
}

const prefixOf = ({ userId, postId }: DraftScope) => `${userId}/${postId}/`
/** Whether a value is an object whose fields have these types. */
const hasFields = (value: unknown, types: Readonly<Record<string, string>>): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.entries(types).every(([key, type]) => typeof Reflect.get(value, key) === type)

const isCopy = (value: unknown): value is Copy => hasFields(value, { writer: 'string', sequence: 'number' })
/** Older versions stored no audience. */
const isText = (value: unknown): value is Omit<PostText, 'audience'> & { readonly audience?: unknown } =>
  hasFields(value, { title: 'string', category: 'string', image: 'string', content: 'string' }) && isCategorySlug(String(value['category']))

/** Null for broken data. Before version 38 of the database, each form was a draft of its own, with no other id. */
export const parseDraft = (stored: unknown): Draft | null => {
  if (!isCopy(stored) || !hasFields(stored, { savedAt: 'number' })) return null
  const { text, baseRevision, id, follows, begun, isEnded, savedAt } = stored as Record<string, unknown> & Copy
  if (!isText(text) || (baseRevision !== null && typeof baseRevision !== 'number')) return null
  // A draft from before a field existed has none of it.
  const fields = Object.fromEntries(POST_FIELDS.map((field) => [field, text[field] ?? EMPTY_POST[field]])) as unknown as PostText
  return {
    id: typeof id === 'string' ? id : stored.writer,
    writer: stored.writer,
    sequence: stored.sequence,
    follows: typeof follows === 'number' ? follows : 0,
    begun: Array.isArray(begun) ? begun.filter(isCopy) : [],
    baseRevision,
    savedAt: Number(savedAt),
    text: { ...fields, audience: AUDIENCES.find((each) => each === text.audience) ?? null },
    isEnded: isEnded === true,
  }
}

const STORE = 'post-drafts'
interface Schema extends DBSchema {
  [STORE]: { key: string; value: Draft }
}

/** Drafts in IndexedDB, which has room for long texts and is consistent after a crash. */
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
    async list(scope) {
      const prefix = prefixOf(scope)
      const stored: unknown[] = await (await open()).getAll(STORE, IDBKeyRange.bound(prefix, `${prefix}\uffff`))
      return stored.map(parseDraft).filter((draft) => draft !== null)
    },
    async change(scope, draft, ended) {
      const transaction = (await open()).transaction(STORE, 'readwrite', { durability: 'strict' })
      if (draft) await transaction.store.put(draft, prefixOf(scope) + draft.writer)
      for (const { writer, sequence } of ended) {
        const key = prefixOf(scope) + writer
        const before = await transaction.store.get(key)
        if (before !== undefined && before.sequence <= sequence) await transaction.store.delete(key)
      }
      await transaction.done
    },
    putNow: () => false,
  }
}

type PlainStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Fallback in local storage if IndexedDB is missing or full: a few megabytes, with the same guarantees. */
export const plainDrafts = (storage: () => PlainStorage): DeviceDrafts => {
  const prefix = (scope: DraftScope) => `post-draft/${prefixOf(scope)}`
  const read = (key: string): Draft | null => {
    try {
      return parseDraft(JSON.parse(storage().getItem(key) ?? 'null'))
    } catch {
      return null
    }
  }
  const write = (scope: DraftScope, draft: Draft) => storage().setItem(prefix(scope) + draft.writer, JSON.stringify(draft))
  return {
    async list(scope) {
      const keys = Array.from({ length: storage().length }, (_, index) => storage().key(index) ?? '')
      return keys
        .filter((key) => key.startsWith(prefix(scope)))
        .map(read)
        .filter((draft) => draft !== null)
    },
    async change(scope, draft, ended) {
      if (draft) write(scope, draft)
      for (const { writer, sequence } of ended) {
        const key = prefix(scope) + writer
        if ((read(key)?.sequence ?? Infinity) <= sequence) storage().removeItem(key)
      }
    },
    putNow(scope, draft) {
      try {
        write(scope, draft)
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

/** Stores a draft in the first place that accepts it, and reads drafts from all places. */
export const firstThatWorks = (places: readonly DeviceDrafts[]): DeviceDrafts => ({
  async list(scope) {
    const found = await Promise.allSettled(places.map((place) => place.list(scope)))
    const drafts = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    // An unloaded page has stored its last text in another place than the one before.
    const latest = new Map<string, Draft>()
    for (const draft of drafts) if ((latest.get(draft.writer)?.sequence ?? 0) < draft.sequence) latest.set(draft.writer, draft)
    return [...latest.values()]
  },
  async change(scope, draft, ended) {
    const first = draft && (await putInFirst(places, (place) => place.change(scope, draft, ended)))
    const left = draft ? [draft, ...ended] : ended
    await Promise.allSettled(places.filter((place) => place !== first).map((place) => place.change(scope, null, left)))
  },
  putNow: (scope, draft) => places.some((place) => place.putNow(scope, draft)),
})

/** IndexedDB may not respond at all, for example while another tab deletes it. */
const TIMEOUT_MS = 5000

/** Rejects where the database would wait for ever. */
const inTimeOnly = (drafts: DeviceDrafts): DeviceDrafts => ({
  ...drafts,
  list: (scope) => inTime(drafts.list(scope), TIMEOUT_MS),
  change: (scope, draft, ended) => inTime(drafts.change(scope, draft, ended), TIMEOUT_MS),
})

const plain = plainDrafts(() => localStorage)

/** A device whose database does not respond: it only stores the text of a page that is being unloaded. */
export const silentDevice: DeviceDrafts = {
  list: async () => [],
  change: (_, draft) => (draft ? Promise.reject(new Error('IndexedDB does not respond')) : Promise.resolve()),
  putNow: plain.putNow,
}

/** Drafts of this browser. The database is opened when it is first used. */
export const deviceDrafts: DeviceDrafts = firstThatWorks([inTimeOnly(indexedDrafts()), plain])
