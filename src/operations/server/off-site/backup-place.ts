import { AppError } from '#platform/contract/errors.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'

export interface PlacedFile {
  readonly name: string
  readonly bytes: number
}

/** A folder of a bucket that holds copies of backups. Every method throws AppError with a sentence for admins. */
export interface BackupPlace {
  /** The complete files. */
  readonly list: () => Promise<readonly PlacedFile[]>
  /** The file has its name once it is complete. @param bytes exact size of the source */
  readonly write: (name: string, source: AsyncIterable<Uint8Array>, bytes: number) => Promise<void>
  /** Goes on where it was after a lost connection. */
  readonly read: (name: string) => AsyncIterable<Uint8Array>
  readonly remove: (name: string) => Promise<void>
  readonly close: () => void
}

/** Loads the library of the bucket only when it is used. */
export const openPlace = async (settings: PlaceSettings): Promise<BackupPlace> => (await import('./s3-place.ts')).openS3Place(settings)

/** Opens the place for as long as the work needs it. */
export async function withPlace<T>(settings: PlaceSettings, work: (place: BackupPlace) => Promise<T>): Promise<T> {
  const place = await openPlace(settings)
  try {
    return await work(place)
  } finally {
    place.close()
  }
}

export const placeError = (message: string, cause?: unknown): AppError => Object.assign(new AppError('unavailable', message), { cause })
