import type { Database } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { deletePicture } from './files/pictures.store.ts'

/** Removes a picture in all its forms at once, by its address; the hourly job would do it after the grace period. */
export async function forgetPicture({ db, files }: { db: Database; files: FileStore }, address: string): Promise<void> {
  const [, folder] = /^\/files\/([\w-]+)\//.exec(address) ?? []
  if (folder === undefined) return
  await files.removeFolder(folder)
  await deletePicture(db, folder)
}
