import { openDB } from 'idb'
import { SHARED_DATABASE, SHARED_STORE, type SharedThings, SHARE_SCOPE, shareResponses } from '#media/contract/share.ts'
import { DAY_MS } from '#platform/contract/limits.ts'

/** What nobody took out. */
const SHARED_TTL_MS = 7 * DAY_MS

/** Lets the phone's share sheet send files to the editor. */
export async function registerShareWorker(): Promise<void> {
  // Undefined over plain http, despite its type.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  await workers?.register(shareResponses.shareWorker.path, { scope: SHARE_SCOPE })
}

/** Finds what was shared, and deletes what nobody took in time. */
export async function findShared(id: string): Promise<SharedThings | undefined> {
  const database = await openShared()
  try {
    const all = (await database.getAll(SHARED_STORE)) as SharedThings[]
    for (const each of all) if (each.at < Date.now() - SHARED_TTL_MS) await database.delete(SHARED_STORE, each.id)
    return all.find((each) => each.id === id)
  } finally {
    database.close()
  }
}

export async function deleteShared(id: string): Promise<void> {
  const database = await openShared()
  try {
    await database.delete(SHARED_STORE, id)
  } finally {
    database.close()
  }
}

const openShared = () =>
  openDB(SHARED_DATABASE, 1, { upgrade: (database) => void database.createObjectStore(SHARED_STORE, { keyPath: 'id' }) })
