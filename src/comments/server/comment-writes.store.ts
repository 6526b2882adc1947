import { sql } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import { COMMENT_UNDO_MS } from '#comments/contract/comment-limits.ts'
import { isLive, isNotInTrash, isReadable } from '#site/server/index.ts'
import { type Database, isForeignKeyViolation, lockRows } from '#platform/database/database.ts'
import type { Actor } from '#platform/contract/permissions.ts'
import type { CommentTableRow, NewCommentRow } from '#migrations/schema.ts'
import { type CommentedPost, commentNotFound, type CommentRow, findCommentOfRequest, getComment } from './comments.store.ts'

/**
 * Call within the transaction that writes the comment, before it locks another comment: the post moves into the trash before
 * this or after that, so that its comments are counted once.
 * @returns undefined when the post does not exist or is for others
 */
export async function lockCommentedPost(trx: Database, { postId, audience }: CommentedPost): Promise<{ comments_open: 0 | 1 } | undefined> {
  return trx
    .selectFrom('posts')
    .select('comments_open')
    .where('id', '=', postId)
    .where(isReadable(audience))
    .$call(lockRows(trx, 'forShare'))
    .executeTakeFirst()
}

interface CreatedComment {
  readonly comment: CommentRow
  /** False if an earlier request with the same key created it. */
  readonly isNew: boolean
}

/** @throws not_found when the post does not exist or is for others */
export async function createComment(trx: Database, comment: NewCommentRow, audience: Audience): Promise<CreatedComment> {
  const post = await lockCommentedPost(trx, { postId: comment.post_id, audience })
  if (!post) throw new AppError('not_found', 'This post is no longer there.')
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('comments')
    .values(comment)
    .onConflict((conflict) => conflict.columns(['user_id', 'request_key']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return { comment: await getComment(trx, comment.id), isNew: true }
  // PostgreSQL has waited for the transaction of the other request, whose row is visible now.
  const existing = await findCommentOfRequest(trx, comment)
  if (!existing) throw commentNotFound()
  return { comment: existing, isNew: false }
}

type LiveState = Exclude<CommentTableRow['state'], 'deleted'>

/** @returns whether it was in the other state @throws not_found */
export async function setState(trx: Database, id: string, state: LiveState): Promise<{ comment: CommentRow; isChanged: boolean }> {
  const { numUpdatedRows } = await trx
    .updateTable('comments')
    .set({ state })
    .where('id', '=', id)
    .where(isLive())
    .where('state', '<>', state)
    .executeTakeFirst()
  return { comment: await getComment(trx, id), isChanged: numUpdatedRows > 0n }
}

/** A pending comment stays pending, also if an admin hides it at the same time. @throws not_found */
export async function updateComment(
  trx: Database,
  id: string,
  { now, state, ...change }: Pick<CommentTableRow, 'content' | 'editor_id' | 'first_content'> & { state: LiveState; now: number },
): Promise<CommentRow> {
  await trx
    .updateTable('comments')
    .set({ ...change, ...(state === 'pending' ? { state } : {}), updated_at: now })
    .where('id', '=', id)
    .where(isLive())
    .execute()
  return getComment(trx, id)
}

/**
 * Locks the posts of comments that are about to be deleted or restored, so that none of them moves into the trash meanwhile:
 * comments there are not counted.
 * @returns their ids
 */
export async function lockPostsOfComments(trx: Database, commentIds: readonly string[]): Promise<string[]> {
  const posts = await trx
    .selectFrom('posts')
    .select('id')
    .where('id', 'in', trx.selectFrom('comments').select('post_id').where('comments.id', 'in', commentIds))
    .orderBy('id')
    .$call(lockRows(trx, 'forShare'))
    .execute()
  return posts.map((post) => post.id)
}

/** Columns of a comment that is deleted and can be restored. A repeated request must not find it by its key. */
export const toDeleted = ({ by, now }: { readonly by: string; readonly now: number }) => ({
  state: 'deleted' as const,
  state_before: sql<LiveState>`state`,
  deleted_at: now,
  deleted_by: by,
  request_key: null,
})

/** Columns of a comment that is restored. */
export const RESTORED = {
  state: sql<LiveState>`state_before`,
  state_before: null,
  deleted_at: null,
  deleted_by: null,
  removal_id: null,
}

/** Those that are gone already are skipped. @returns the ids of their posts */
export async function deleteComments(
  trx: Database,
  ids: readonly string[],
  deletion: { readonly by: string; readonly now: number },
): Promise<string[]> {
  const posts = await lockPostsOfComments(trx, ids)
  await trx.updateTable('comments').set(toDeleted(deletion)).where('id', 'in', ids).where(isLive()).where(isNotInTrash()).execute()
  return posts
}

interface Restored {
  /** Those that are back. */
  readonly ids: string[]
  /** Posts of all that were named. */
  readonly posts: string[]
}

interface Restoration {
  readonly viewer: Actor
  readonly now: number
}

/**
 * Who deleted a comment restores it; an admin also what another admin has deleted, but not what its author has.
 * Those that cannot be restored, or no longer, are skipped.
 */
export async function restoreComments(trx: Database, ids: readonly string[], { viewer, now }: Restoration): Promise<Restored> {
  const posts = await lockPostsOfComments(trx, ids)
  const restored = await trx
    .updateTable('comments')
    .set(RESTORED)
    .where('id', 'in', ids)
    .where('state', '=', sql.lit('deleted' as const))
    .where('removal_id', 'is', null)
    .where('deleted_at', '>', now - COMMENT_UNDO_MS)
    .where((eb) => {
      if (!viewer.isAdmin) return eb('deleted_by', '=', viewer.id)
      const isOfOther = eb.or([eb('user_id', 'is', null), eb('deleted_by', 'is', null), eb('deleted_by', '<>', eb.ref('user_id'))])
      return eb.or([eb('deleted_by', '=', viewer.id), isOfOther])
    })
    .where(isNotInTrash())
    .returning('id')
    .execute()
  return { ids: restored.map(({ id }) => id), posts }
}

/** Deletes comments that can no longer be restored. */
export async function deleteOldDeletions(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('comments')
    .where('state', '=', sql.lit('deleted' as const))
    .where('removal_id', 'is', null)
    .where('deleted_at', '<=', now - COMMENT_UNDO_MS)
    .execute()
}

interface Like {
  readonly userId: string
  readonly now: number
  /** Undefined to toggle. */
  readonly isLiked: boolean | undefined
}

/** Adds the user's like, or removes it. @throws not_found when the comment has been deleted since it was checked */
export async function setLike(trx: Database, id: string, { userId, now, isLiked }: Like): Promise<CommentRow> {
  const own = { comment_id: id, user_id: userId }
  const { numDeletedRows } =
    isLiked === true
      ? { numDeletedRows: 0n }
      : await trx
          .deleteFrom('likes')
          .where('comment_id', '=', id)
          .where('user_id', '=', userId)
          .where('removal_id', 'is', null)
          .executeTakeFirst()
  if (isLiked ?? numDeletedRows === 0n) {
    try {
      await trx
        .insertInto('likes')
        .values({ ...own, created_at: now })
        // A like that was removed with the others of its account is given again.
        .onConflict((conflict) =>
          conflict.columns(['comment_id', 'user_id']).doUpdateSet({ removal_id: null }).where('likes.removal_id', 'is not', null),
        )
        .execute()
    } catch (error) {
      if (isForeignKeyViolation(error)) throw commentNotFound()
      throw error
    }
  }
  return getComment(trx, id)
}
