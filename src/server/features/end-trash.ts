import { TRASH_TTL_MS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/logger.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { listPictureFolders } from './files/pictures.store.ts'
import { deleteUnusedFolder } from './files/delete-picture.ts'
import { endTrashedPost, listOldTrash } from './posts/trash.store.ts'

interface Parts {
  readonly db: Database
  readonly files: FileStore
}

/**
 * Takes a post out of the trash for good. Its pictures go with it, but those that something else shows.
 * @returns false when it was not there
 */
export async function endTrash({ db, files }: Parts, postId: string): Promise<boolean> {
  const texts = await db.transaction().execute((trx) => endTrashedPost(trx, postId))
  if (!texts) return false
  for (const folder of new Set(texts.flatMap(listPictureFolders))) await deleteUnusedFolder({ db, files }, folder)
  return true
}

/** Ends what has been in the trash for thirty days. */
export async function endOldTrash({ logger, now, ...parts }: Parts & { logger: Logger; now: () => number }): Promise<void> {
  const ids = await listOldTrash(parts.db, now() - TRASH_TTL_MS)
  for (const id of ids) await endTrash(parts, id)
  if (ids.length > 0) logger.info({ posts: ids }, `${ids.length} posts left the trash after 30 days`)
}
