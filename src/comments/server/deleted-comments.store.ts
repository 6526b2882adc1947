import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { COMMENT_UNDO_MS } from '#platform/contract/limits.ts'
import { COPIED_COMMENT_COLUMNS, copyLikesAndReports } from '#posts/server/index.ts'
import { type Database, isPostgres } from '#platform/database/database.ts'

/** Copies a comment, its likes and its reports, so that they can be restored. Call within the transaction that deletes it. */
export async function archiveDeletedComment(trx: Database, id: string, now: number): Promise<void> {
  const comment = await trx
    .selectFrom('comments')
    .select(COPIED_COMMENT_COLUMNS)
    .where('id', '=', id)
    // Waits for likes and reports that are being written. Later ones fail as for a deleted comment.
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst()
  if (!comment) return
  await trx
    .insertInto('deleted_comments')
    .values({ ...comment, deleted_at: now })
    .execute()
  await copyLikesAndReports(trx, { from: '', to: 'deleted_', comments: sql`${id}` })
}

/** Call within a transaction. Foreign keys have already removed users who were deleted meanwhile. @throws not_found */
export async function restoreComment(trx: Database, id: string, now: number): Promise<void> {
  const comment = await trx
    .selectFrom('deleted_comments')
    .select(COPIED_COMMENT_COLUMNS)
    .where('id', '=', id)
    .where('with_account', '=', 0)
    .where('deleted_at', '>', now - COMMENT_UNDO_MS)
    .executeTakeFirst()
  if (!comment) throw new AppError('not_found', 'This comment can no longer be brought back.')
  // A concurrent request may have restored the comment already.
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('comments')
    .values(comment)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return
  await copyLikesAndReports(trx, { from: 'deleted_', to: '', comments: sql`${id}` })
  await trx.deleteFrom('deleted_comments').where('id', '=', id).execute()
}

/** Deletes copies of comments that can no longer be restored. */
export async function deleteOldDeletedComments(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('deleted_comments')
    .where('with_account', '=', 0)
    .where('deleted_at', '<=', now - COMMENT_UNDO_MS)
    .execute()
}
