import type { VideoSize } from './video-size.ts'
import { openDeviceFiles } from '#media/web/device/device-files.ts'

/** Pieces of a film that nobody continued. */
const PIECE_TTL_MS = 7 * 24 * 3_600_000

/** The finished pieces of one film: a film that is chosen again goes on where it was. */
export interface VideoPieces {
  readonly read: (name: string) => Promise<Blob | undefined>
  readonly write: (name: string, blob: Blob) => Promise<void>
  readonly remove: () => Promise<void>
}

/** Identifies a film and its target, also after a reload. */
export const filmKey = ({ name, size, lastModified }: File, target: VideoSize): string => [name, size, lastModified, target].join('-')

const rangeOf = (film: string) => IDBKeyRange.bound(`${film}/`, `${film}/\uffff`)

/** @param film identifies the file and the target. Without a database of the browser, pieces live in memory. */
export function openPieces(film: string): VideoPieces {
  const inMemory = new Map<string, Blob>()
  return {
    async read(name) {
      const stored = await openDeviceFiles()
        .then((database) => database.get('pieces', `${film}/${name}`))
        .catch(() => undefined)
      return stored?.blob ?? inMemory.get(name)
    },
    async write(name, blob) {
      try {
        await (await openDeviceFiles()).put('pieces', { blob, savedAt: Date.now() }, `${film}/${name}`)
      } catch {
        inMemory.set(name, blob)
      }
    },
    async remove() {
      inMemory.clear()
      await openDeviceFiles()
        .then((database) => database.delete('pieces', rangeOf(film)))
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
