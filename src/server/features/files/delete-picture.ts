import type { Database } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { deletePicture, findUsedFolders } from './pictures.store.ts'

interface Parts {
  readonly db: Database
  readonly files: FileStore
}

/**
 * Removes a picture in all its forms at once, by its address; the hourly job would do it after the grace period.
 * One that a post or another user shows stays: users may set any address of a picture as theirs.
 */
export async function deleteUnusedPicture(parts: Parts, address: string): Promise<void> {
  const [, folder] = /^\/files\/([\w-]+)\//.exec(address) ?? []
  if (folder !== undefined) await deleteUnusedFolder(parts, folder)
}

/** The same, by the folder that it lies in. */
export async function deleteUnusedFolder({ db, files }: Parts, folder: string): Promise<void> {
  if ((await findUsedFolders(db, [folder])).size > 0) return
  await files.removeFolder(folder)
  await deletePicture(db, folder)
}
