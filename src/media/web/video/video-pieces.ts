import type { VideoSize } from './video-size.ts'
import { openDeviceFiles } from '#media/web/device/device-files.ts'

/** Pieces of a video that nobody continued. */
const PIECE_TTL_MS = 7 * 24 * 3_600_000

/** The finished pieces of one video: a video that is chosen again goes on where it was. */
export interface VideoPieces {
  readonly read: (name: string) => Promise<Blob | undefined>
  readonly write: (name: string, blob: Blob) => Promise<void>
  readonly remove: () => Promise<void>
}

/** Identifies a video and its target, also after a reload. */
export const videoKey = ({ name, size, lastModified }: File, target: VideoSize): string => [name, size, lastModified, target].join('-')

const rangeOf = (key: string) => IDBKeyRange.bound(`${key}/`, `${key}/\uffff`)

/** @param key identifies the file and the target. Without a database of the browser, pieces live in memory. */
export function openPieces(key: string): VideoPieces {
  const inMemory = new Map<string, Blob>()
  return {
    async read(name) {
      const stored = await openDeviceFiles()
        .then((database) => database.get('pieces', `${key}/${name}`))
        .catch(() => undefined)
      return stored?.blob ?? inMemory.get(name)
    },
    async write(name, blob) {
      try {
        await (await openDeviceFiles()).put('pieces', { blob, savedAt: Date.now() }, `${key}/${name}`)
      } catch {
        inMemory.set(name, blob)
      }
    },
    async remove() {
      inMemory.clear()
      await openDeviceFiles()
        .then((database) => database.delete('pieces', rangeOf(key)))
        .catch(() => {})
    },
  }
}

export async function removeOldPieces(now: number): Promise<void> {
  const { store, done } = (await openDeviceFiles()).transaction('pieces', 'readwrite')
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
    if (cursor.value.savedAt < now - PIECE_TTL_MS) await cursor.delete()
  }
  await done
}
