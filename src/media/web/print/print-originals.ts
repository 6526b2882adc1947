import { openDeviceFiles, type PrintOriginal } from '#media/web/device/device-files.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { PRINTS_DUE } from './start-print-copies.ts'
import { DAY_MS, PICTURE_MAX_WIDTH } from '#platform/contract/limits.ts'

/** For photos of texts that were not published, and copies whose writer did not come back to this device. */
const ORIGINAL_TTL_MS = 30 * DAY_MS

async function deleteOld(): Promise<void> {
  const database = await openDeviceFiles()
  for (const { picture, addedAt } of await database.getAll('prints'))
    if (addedAt < Date.now() - ORIGINAL_TTL_MS) await database.delete('prints', picture)
}

const setFlag = (isSet: boolean) => {
  try {
    if (isSet) localStorage.setItem(PRINTS_DUE, '1')
    else localStorage.removeItem(PRINTS_DUE)
  } catch {
    // Without storage, no copies are sent.
  }
}

/** Keeps a photo on this device until its post is published. One that is stored in full size needs no copy, and drawings make none. */
export async function keepOriginal(picture: string, userId: string, file: Blob): Promise<void> {
  const stored = readPictureAddress(picture)
  if (stored?.format !== 'jpg' || stored.width < PICTURE_MAX_WIDTH) return
  await (await openDeviceFiles()).put('prints', { picture, userId, file, addedAt: Date.now(), isDue: false })
  await deleteOld()
}

/** Makes copies due of the photos that a published text shows. */
export async function markPrintsDue(html: string): Promise<void> {
  const { store, done } = (await openDeviceFiles()).transaction('prints', 'readwrite')
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
    if (cursor.value.isDue || !html.includes(cursor.value.picture)) continue
    await cursor.update({ ...cursor.value, addedAt: Date.now(), isDue: true })
    setFlag(true)
  }
  await done
}

/** Copies of this user that are due. */
export async function listDuePrints(userId: string): Promise<PrintOriginal[]> {
  await deleteOld()
  const due = (await (await openDeviceFiles()).getAll('prints')).filter(({ isDue }) => isDue)
  if (due.length === 0) setFlag(false)
  return due.filter((each) => each.userId === userId)
}

export async function deletePrint(picture: string): Promise<void> {
  await (await openDeviceFiles()).delete('prints', picture)
}
