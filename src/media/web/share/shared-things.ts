import { type IDBPDatabase, openDB } from 'idb'
import { SHARED_DATABASE, SHARED_STORE, type SharedThings, SHARE_SCOPE, shareResponses } from '#media/contract/share.ts'
import { holdOnDevice, listHeld } from '#media/web/device/device-hold.ts'
import { DAY_MS } from '#platform/contract/limits.ts'

/** What nobody took out. */
const SHARED_TTL_MS = 7 * DAY_MS

/** Lets the phone's share sheet send files to the editor. */
export async function registerShareWorker(): Promise<void> {
  // Undefined over plain http, despite its type.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  await workers?.register(shareResponses.shareWorker.path, { scope: SHARE_SCOPE })
}

const lockOf = (id: string) => `shared-${id}`

/** Holds what a text takes for this tab, whose end lets it go. The words are in the text. @returns a function that lets it go */
export async function takeShared(shared: SharedThings, userId: string): Promise<() => void> {
  const release = holdOnDevice(lockOf(shared.id))
  await withShared((database) => database.put(SHARED_STORE, { ...shared, words: [], userId })).catch(() => {})
  return release
}

/** What nobody took, and what this user took into a text that was closed before all was stored. The old is deleted. */
export const listShared = (userId: string): Promise<SharedThings[]> =>
  withShared(async (database) => {
    const [all, held] = await Promise.all([database.getAll(SHARED_STORE) as Promise<SharedThings[]>, listHeld()])
    const isOld = ({ at }: SharedThings) => at < Date.now() - SHARED_TTL_MS
    for (const { id } of all.filter(isOld)) await database.delete(SHARED_STORE, id)
    return all.filter((each) => !isOld(each) && (each.userId ?? userId) === userId && !held.has(lockOf(each.id)))
  })

export const deleteShared = (id: string): Promise<void> => withShared((database) => database.delete(SHARED_STORE, id))

async function withShared<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await openDB(SHARED_DATABASE, 1, {
    upgrade: (created) => void created.createObjectStore(SHARED_STORE, { keyPath: 'id' }),
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}
