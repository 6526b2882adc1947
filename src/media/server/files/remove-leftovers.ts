import { PICTURE_GRACE_MS, UPLOAD_TTL_MS } from '#media/contract/media-limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { tryEach } from '#platform/process/try-each.ts'
import type { Storage } from './open-storage.ts'
import { deletePicture, findUsedFolders, listPictures, setUnusedSince } from './pictures.store.ts'
import { deleteUpload, listExpiredUploads } from '#media/server/uploads/uploads.store.ts'
import type { FileStore } from '#platform/storage/file-store.ts'

interface Parts {
  readonly db: Database
  readonly storage: Storage
  readonly logger: Logger
  readonly now: () => number
}

const BATCH_SIZE = 500

/** Deletes uploads that were begun more than a day ago, in any state. */
export async function removeOldUploads({ db, storage, logger, now }: Parts): Promise<void> {
  const ids = await listExpiredUploads(db, now() - UPLOAD_TTL_MS)
  const remove = async (id: string) => {
    await storage.uploads.remove(id)
    await deleteUpload(db, id)
  }
  await tryEach(ids, remove, (removed) => logger.info({ uploads: removed.length }, 'old uploads deleted'))
}

/** Deletes pictures and files that nothing has named for the whole grace period (`findUsedFolders`), and logs their addresses. */
export async function removeUnusedPictures({ db, storage, logger, now }: Parts): Promise<void> {
  const expired: Awaited<ReturnType<typeof listPictures>> = []
  let after = ''
  for (;;) {
    const pictures = await listPictures(db, { after, createdBefore: now(), limit: BATCH_SIZE })
    const used = await findUsedFolders(db, foldersOf(pictures))
    const unused = pictures.filter((picture) => !used.has(picture.folder))
    await setUnusedSince(db, foldersOf(pictures.filter((picture) => used.has(picture.folder) && picture.unused_since !== null)), null)
    await setUnusedSince(db, foldersOf(unused.filter((picture) => picture.unused_since === null)), now())
    expired.push(...unused.filter(({ unused_since: since }) => since !== null && since <= now() - PICTURE_GRACE_MS))
    after = pictures.at(-1)?.folder ?? ''
    if (pictures.length < BATCH_SIZE) break
  }
  await tryEach(
    expired,
    ({ folder }) => deleteUnusedFolder({ db, files: storage.files }, folder),
    (removed) => {
      const bytes = removed.reduce((sum, picture) => sum + picture.bytes, 0)
      logger.info({ pictures: removed.map((picture) => picture.address), bytes }, 'pictures deleted that no text has shown for 30 days')
    },
  )
}

const foldersOf = (pictures: readonly { folder: string }[]) => pictures.map((picture) => picture.folder)

interface PictureStore {
  readonly db: Database
  readonly files: FileStore
}

/**
 * Deletes a picture with all its files, by its address, unless something else shows it: a user can set the address of any
 * picture as their own. Housekeeping would delete it after the grace period anyway.
 */
export async function deleteUnusedPicture(parts: PictureStore, address: string): Promise<void> {
  const [, folder] = /^\/files\/([\w-]+)\//.exec(address) ?? []
  if (folder !== undefined) await deleteUnusedFolder(parts, folder)
}

/** The same, by the picture's folder. */
export async function deleteUnusedFolder({ db, files }: PictureStore, folder: string): Promise<void> {
  if ((await findUsedFolders(db, [folder])).size > 0) return
  await files.removeFolder(folder)
  await deletePicture(db, folder)
}
