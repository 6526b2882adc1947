import { AppError } from '#platform/contract/errors.ts'
import { type Database, isPostgres } from '#platform/database/database.ts'
import { editorColumns } from '#accounts/server/index.ts'
import { isRoomForPin } from '#writing/server/save-post.ts'
import { reinsertPost } from '#writing/server/published-posts.store.ts'
import { COPIED_COMMENT_COLUMNS, copyLikesAndReports, getPost, lockPost, type ShownPost } from '#posts/server/index.ts'
import { createPlannedPost, deletePlannedPost, type PlannedPost, PLANNED_COLUMNS } from '#writing/server/planned-posts.store.ts'

const SLUG_COLUMNS = ['slug', 'post_id'] as const
const POST_LIKE_COLUMNS = ['post_id', 'user_id', 'created_at'] as const
const VISITOR_LIKE_COLUMNS = ['post_id', 'device_hash'] as const

/** Call within a transaction. Moves the post and its data to trash tables, which no page reads. @throws not_found */
export async function trashPost(trx: Database, id: string, deletion: { by: string; now: number }): Promise<void> {
  if (await trashPlannedPost(trx, id, deletion)) return
  const post = await lockPost(trx, id)
  // Waits for uncommitted likes and reports of the comments; later ones fail as for deleted comments.
  if (isPostgres(trx)) await trx.selectFrom('comments').select('id').where('post_id', '=', id).forUpdate().execute()
  await trx
    .insertInto('trashed_posts')
    .values({ ...post, deleted_at: deletion.now, deleted_by: deletion.by })
    .execute()
  const slugs = trx.selectFrom('post_slugs').select(SLUG_COLUMNS).where('post_id', '=', id)
  const comments = trx.selectFrom('comments').where('post_id', '=', id)
  await trx.insertInto('trashed_post_slugs').columns(SLUG_COLUMNS).expression(slugs).execute()
  await trx.insertInto('trashed_comments').columns(COPIED_COMMENT_COLUMNS).expression(comments.select(COPIED_COMMENT_COLUMNS)).execute()
  await copyLikesAndReports(trx, { from: '', to: 'trashed_', comments: comments.select('id') })
  await trashHearts(trx, id)
  await trx.deleteFrom('posts').where('id', '=', id).execute()
}

async function trashHearts(trx: Database, postId: string): Promise<void> {
  const likes = trx.selectFrom('post_likes').select(POST_LIKE_COLUMNS).where('post_id', '=', postId)
  const visitorLikes = trx.selectFrom('visitor_likes').select(VISITOR_LIKE_COLUMNS).where('post_id', '=', postId)
  await trx.insertInto('trashed_post_likes').columns(POST_LIKE_COLUMNS).expression(likes).execute()
  await trx.insertInto('trashed_visitor_likes').columns(VISITOR_LIKE_COLUMNS).expression(visitorLikes).execute()
}

async function restoreHearts(trx: Database, postId: string): Promise<void> {
  const likes = trx.selectFrom('trashed_post_likes').select(POST_LIKE_COLUMNS).where('post_id', '=', postId)
  const visitorLikes = trx.selectFrom('trashed_visitor_likes').select(VISITOR_LIKE_COLUMNS).where('post_id', '=', postId)
  await trx.insertInto('post_likes').columns(POST_LIKE_COLUMNS).expression(likes).execute()
  await trx.insertInto('visitor_likes').columns(VISITOR_LIKE_COLUMNS).expression(visitorLikes).execute()
}

/** @returns false if the post is not planned */
async function trashPlannedPost(trx: Database, id: string, deletion: { by: string; now: number }): Promise<boolean> {
  const post = await trx.selectFrom('planned_posts').select(PLANNED_COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!post) return false
  await trx
    .insertInto('trashed_posts')
    .values({ ...post, created_at: post.publish_at, deleted_at: deletion.now, deleted_by: deletion.by })
    .execute()
  await deletePlannedPost(trx, id)
  return true
}

/** Call within a transaction. Foreign keys have removed users who were deleted meanwhile from the trash. @throws not_found */
export async function restorePost(trx: Database, id: string, now: number): Promise<ShownPost | PlannedPost> {
  const { deleted_at: _, deleted_by: __, publish_at, ...trashed } = await lockTrashedPost(trx, id)
  if (publish_at !== null && publish_at > now) {
    const { created_at: ___, pinned: ____, ...planned } = trashed
    await trx.deleteFrom('trashed_posts').where('id', '=', id).execute()
    return createPlannedPost(trx, { ...planned, publish_at })
  }
  const post = trashed.pinned === 1 && !(await isRoomForPin(trx)) ? { ...trashed, pinned: 0 as const } : trashed
  const oldSlugs = await trx.selectFrom('trashed_post_slugs').select('slug').where('post_id', '=', id).orderBy('slug').execute()
  await reinsertPost(
    trx,
    post,
    oldSlugs.map((row) => row.slug),
  )
  const comments = trx.selectFrom('trashed_comments').where('post_id', '=', id)
  await trx.insertInto('comments').columns(COPIED_COMMENT_COLUMNS).expression(comments.select(COPIED_COMMENT_COLUMNS)).execute()
  await copyLikesAndReports(trx, { from: 'trashed_', to: '', comments: comments.select('id') })
  await restoreHearts(trx, id)
  await trx.deleteFrom('trashed_posts').where('id', '=', id).execute()
  return getPost(trx, id)
}

/** Locks the row: a second transaction that restores or deletes the post waits and then finds nothing. @throws not_found */
async function lockTrashedPost(trx: Database, id: string) {
  const post = await findTrashedPost(trx, id)
  if (!post) throw new AppError('not_found', 'This post is not in the trash.')
  return post
}

const findTrashedPost = (trx: Database, id: string) =>
  trx
    .selectFrom('trashed_posts')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst()

/** Lists the trash, last deleted first. */
export async function listTrash(db: Database, range: { startIndex: number; limit: number }) {
  return db
    .selectFrom('trashed_posts')
    .leftJoin('users', 'users.id', 'trashed_posts.deleted_by')
    .select(['trashed_posts.id', 'title', 'category', 'image_url', 'audience', 'deleted_at', 'deleted_by', ...editorColumns])
    .select((eb) =>
      eb
        .selectFrom('trashed_comments')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('trashed_comments.post_id', '=', 'trashed_posts.id')
        .as('comments'),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('trashed_posts.id', 'desc')
    .limit(range.limit)
    .offset(range.startIndex)
    .execute()
}

export async function countTrash(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('trashed_posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists ids of posts deleted at this time or before. */
export async function listOldTrash(db: Database, deletedBefore: number): Promise<string[]> {
  const rows = await db
    .selectFrom('trashed_posts')
    .select('id')
    .where('deleted_at', '<=', deletedBefore)
    .orderBy('deleted_at')
    .limit(1000)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Call within a transaction. Deletes the post with its comments, revisions and drafts.
 * @returns addresses and HTML that may refer to pictures; null if the post is not in the trash
 */
export async function endTrashedPost(trx: Database, id: string): Promise<string[] | null> {
  const post = await findTrashedPost(trx, id)
  if (!post) return null
  const revisions = await trx.selectFrom('post_revisions').select(['image_url', 'content']).where('post_id', '=', id).execute()
  const drafts = await trx.selectFrom('post_drafts').select(['image_url', 'content']).where('post_id', '=', id).execute()
  await trx.deleteFrom('post_revisions').where('post_id', '=', id).execute()
  await trx.deleteFrom('post_drafts').where('post_id', '=', id).execute()
  await trx.deleteFrom('trashed_posts').where('id', '=', id).execute()
  return [post, ...revisions, ...drafts].flatMap((row) => [row.image_url ?? '', row.content])
}
