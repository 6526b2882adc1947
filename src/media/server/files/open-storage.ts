import { UPLOAD_TTL_MS } from '#media/contract/media-limits.ts'
import type { StorageSettings } from '#platform/process/config.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { messageOf, StartError } from '#platform/process/start-error.ts'
import { type FileStores, openFileStores, openFolder } from '#platform/storage/open-file-stores.ts'
import { UploadStore } from '#media/server/uploads/upload-store.ts'

/** Pictures are in `files/`, uploads that are not processed yet in `uploads/`. */
export interface Storage {
  readonly files: FileStore
  readonly uploads: UploadStore
  /** Rejects while the storage cannot be reached or written to. */
  readonly check: () => Promise<void>
  /** Free disk space; null for a bucket. */
  readonly freeBytes: () => Promise<number | null>
}

/** @throws StartError */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  try {
    return storageIn(await openFileStores(settings))
  } catch (error) {
    throw new StartError(
      `The bucket named by STORAGE_URL could not be opened (${messageOf(error)}). Look at STORAGE_URL and the S3_ settings.`,
    )
  }
}

export const openFolderStorage = (root: string): Storage => storageIn(openFolder(root))

const storageIn = ({ store, check, freeBytes }: FileStores): Storage => ({
  files: store('files'),
  uploads: new UploadStore(store('uploads'), UPLOAD_TTL_MS),
  check,
  freeBytes,
})
