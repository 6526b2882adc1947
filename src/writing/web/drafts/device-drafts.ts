import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { isCategorySlug } from '#site/contract/category-names.ts'
import { inTime } from '#writing/web/in-time.ts'
import type { PostText } from '#writing/web/post-form/post-text.ts'
import { type DeviceDraft, pickText } from './draft.ts'

/** Texts on this device. Keys begin with the user, so another person at the same browser does not see them. */
export interface DeviceDrafts {
  readonly list: (userId: string) => Promise<DeviceDraft[]>
  /**
   * In one step: stores the text of a form, or deletes it with null, and deletes others that are over, unless their forms have
   * stored newer ones. It takes effect although the page is left meanwhile.
   * @param key that of the form; null for none
   */
  readonly change: (key: string | null, draft: DeviceDraft | null, over: readonly DeviceDraft[]) => Promise<void>
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What was for readers in version 0.1 is for the family. */
const parseAudience = (stored: unknown) => (stored === 'readers' ? 'family' : (AUDIENCES.find((each) => each === stored) ?? null))

/** Null for anything else. */
const parseText = (text: unknown): PostText | null => {
  if (!isObject(text) || !['title', 'category', 'image', 'content'].every((field) => typeof text[field] === 'string')) return null
  if (!isCategorySlug(String(text['category']))) return null
  return { ...pickText(text), audience: parseAudience(text['audience']) }
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

const fromFormer = ({ id, writer, sequence, follows = 0, baseRevision, savedAt, isEnded }: FormerDraft, key: string) => {
  const [, postId = ''] = key.split('/')
  const begun = { id: postId === 'new' ? (id ?? writer) : postId, isNew: postId === 'new', sequence: follows }
  return { ...begun, version: sequence, baseRevision: baseRevision ?? 0, savedAt, isEnded, sent: null, attempts: [] }
}

/** Null for broken data, and for a text of version 0.1 that the server has. */
export const parseDraft = (stored: unknown, key: string): DeviceDraft | null => {
  const text = isObject(stored) ? parseText(stored['text']) : null
  if (text === null || isOver(stored)) return null
  if (isFormer(stored)) return { ...fromFormer(stored, key), key, text }
  return isObject(stored) && typeof stored['version'] === 'number' ? { ...(stored as unknown as DeviceDraft), key, text } : null
}

const STORE = 'post-drafts'
interface Schema extends DBSchema {
  [STORE]: { key: string; value: DeviceDraft }
}

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

const list = async (userId: string): Promise<DeviceDraft[]> => {
  const range = IDBKeyRange.bound(`${userId}/`, `${userId}/\uffff`)
  const { store } = (await open()).transaction(STORE, 'readwrite')
  const [keys, stored] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
  const entries = keys.map((key, index): [string, unknown] => [key, stored[index]])
  for (const [key, draft] of entries) if (isOver(draft)) void store.delete(key)
  return entries.map(([key, draft]) => parseDraft(draft, key)).filter((draft) => draft !== null)
}

const change: DeviceDrafts['change'] = async (key, draft, over) => {
  const transaction = (await open()).transaction(STORE, 'readwrite', { durability: 'strict' })
  const { store } = transaction
  const written = key === null ? null : draft ? store.put(draft, key) : store.delete(key)
  for (const each of over) {
    const stored = parseDraft(await store.get(each.key), each.key)
    if (stored && stored.version <= each.version) void store.delete(each.key)
  }
  // Without it, a page that is left could not store its last text: a transaction that waits for it is aborted.
  transaction.commit()
  await Promise.all([written, transaction.done])
}

/** IndexedDB may not respond at all, for example while another tab deletes it. */
const TIMEOUT_MS = 1000

/** Texts of this browser in IndexedDB, which has room for long ones and is consistent after a crash. It is opened when it is first used. */
export const deviceDrafts: DeviceDrafts = {
  list: (userId) => inTime(list(userId), TIMEOUT_MS),
  change: (...call) => inTime(change(...call), TIMEOUT_MS),
}
