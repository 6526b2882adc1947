import { openDB } from 'idb'
import { SHARED_DATABASE, SHARED_STORE, type SharedThings, SHARE_SCOPE, shareResponses } from '#media/contract/share.ts'

/** What nobody took out. */
const SHARED_TTL_MS = 7 * 24 * 3_600_000

/** Lets the phone's share sheet send files to the editor. */
export async function registerShareWorker(): Promise<void> {
  // Undefined over plain http, despite its type.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  await workers?.register(shareResponses.shareWorker.path, { scope: SHARE_SCOPE }).catch(() => {})
}

const open = () => openDB(SHARED_DATABASE, 1, { upgrade: (database) => void database.createObjectStore(SHARED_STORE, { keyPath: 'id' }) })

/** Takes what was shared out of the browser's database. @returns undefined if it is not there any more */
export async function takeShared(id: string): Promise<SharedThings | undefined> {
  const database = await open()
  try {
    const all = (await database.getAll(SHARED_STORE)) as SharedThings[]
    const old = all.filter((each) => each.id === id || each.at < Date.now() - SHARED_TTL_MS)
    for (const each of old) await database.delete(SHARED_STORE, each.id)
    return all.find((each) => each.id === id)
  } finally {
    database.close()
  }
}
