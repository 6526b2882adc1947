import type { Database } from '#platform/database/database.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { deletePicture, findUsedFolders } from './pictures.store.ts'

interface Parts {
  readonly db: Database
  readonly files: FileStore
}

/**
 * Deletes a picture with all its files, by its address, unless something else shows it: a user can set the address of any
 * picture as their own. Housekeeping would delete it after the grace period anyway.
 */
export async function deleteUnusedPicture(parts: Parts, address: string): Promise<void> {
  const [, folder] = /^\/files\/([\w-]+)\//.exec(address) ?? []
  if (folder !== undefined) await deleteUnusedFolder(parts, folder)
}

/** The same, by the picture's folder. */
export async function deleteUnusedFolder({ db, files }: Parts, folder: string): Promise<void> {
  if ((await findUsedFolders(db, [folder])).size > 0) return
  await files.removeFolder(folder)
  await deletePicture(db, folder)
}
