import { UPLOAD_TTL_MS } from '#contract/limits.ts'
import type { StorageSettings } from '#server/platform/config.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { type FileStores, openFileStores, openFolder } from '#server/platform/storage/open-file-stores.ts'
import { UploadStore } from './upload-store.ts'

/** Pictures are in `files/`, uploads that are not processed yet in `uploads/`. */
export interface Storage {
  readonly files: FileStore
  readonly uploads: UploadStore
  /** Rejects while the storage cannot be reached or written to. */
  readonly check: () => Promise<void>
}

/** @throws when the bucket cannot be reached */
export const openStorage = async (settings: StorageSettings): Promise<Storage> => storageIn(await openFileStores(settings))

export const openFolderStorage = (root: string): Storage => storageIn(openFolder(root))

const storageIn = ({ store, check }: FileStores): Storage => ({
  files: store('files'),
  uploads: new UploadStore(store('uploads'), UPLOAD_TTL_MS),
  check,
})
