import { printKey } from '#media/contract/picture-address.ts'
import type { Database } from '#platform/database/database.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import type { PictureWorkers } from './picture-workers.ts'
import { setPrintBytes } from './pictures.store.ts'

export interface PrintParts {
  readonly db: Database
  readonly files: FileStore
  readonly workers: Pick<PictureWorkers, 'cleanPrint'>
}

/**
 * Stores a clean print copy in the folder of its picture, with which it is backed up and deleted.
 * @throws bad_request with the reason; unavailable when too many are queued
 */
export async function storePrint(
  { db, files, workers }: PrintParts,
  { bytes, folder }: { bytes: Uint8Array; folder: string },
): Promise<void> {
  const clean = await workers.cleanPrint(bytes)
  await files.write(printKey(folder), clean)
  if (!(await setPrintBytes(db, folder, clean.byteLength))) await files.removeFolder(folder)
}
