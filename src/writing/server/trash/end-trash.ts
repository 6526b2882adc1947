import { TRASH_TTL_MS } from '#writing/contract/writing-limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { tryEach } from '#platform/process/try-each.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { deleteUnusedFolder, listPictureFolders } from '#media/server/index.ts'
import { endTrashedPost, listOldTrash } from './trash.store.ts'

interface Parts {
  readonly db: Database
  readonly files: FileStore
}

/**
 * Deletes a trashed post for good, with its pictures unless something else shows them.
 * @param userId user who deletes it; none when its time is over
 * @returns false when it was not in the trash
 */
export async function endTrash({ db, files }: Parts, postId: string, userId: string | null): Promise<boolean> {
  const texts = await db.transaction().execute((trx) => endTrashedPost(trx, postId, userId))
  if (!texts) return false
  for (const folder of new Set(texts.flatMap(listPictureFolders))) await deleteUnusedFolder({ db, files }, folder)
  return true
}

/** Deletes posts that have been in the trash for thirty days. */
export async function endOldTrash({ logger, now, ...parts }: Parts & { logger: Logger; now: () => number }): Promise<void> {
  const ids = await listOldTrash(parts.db, now() - TRASH_TTL_MS)
  await tryEach(
    ids,
    (id) => endTrash(parts, id, null),
    (posts) => logger.info({ posts }, 'posts deleted after 30 days in the trash'),
  )
}
