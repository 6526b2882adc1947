import { sql } from 'kysely'
import { type Audience, audienceOf } from '#contract/audiences.ts'
import { AppError } from '#contract/errors.ts'
import { POST_COMMENTS_MAX } from '#contract/limits.ts'
import { maySeeComment, type Viewer } from '#contract/permissions.ts'
import { forEachAudience, isReadable } from '#server/features/readable.ts'
import { type Database, isForeignKeyViolation, isOneOf } from '#server/platform/database/database.ts'
import { prepareQuery } from '#server/platform/database/prepared-query.ts'
import type { CommentTableRow, NewCommentRow } from '#migrations/schema.ts'
import type { RowRange } from '#server/platform/page-of-rows.ts'

/** A comment with its author's name and picture, and the ids of users who like it, oldest like first. */
export interface CommentRow extends Omit<CommentTableRow, 'report_count' | 'parent_at'> {
  readonly username: string | null
  readonly display_name: string | null
  readonly picture_url: string | null
  readonly likes: string[]
}

const POST_GONE = 'This post is no longer there.'
const COMMENT_GONE = 'This comment is no longer there.'

export const commentGone = () => new AppError('not_found', COMMENT_GONE)

const COMMENT_COLUMNS = [
  'comments.id',
  'comments.post_id',
  'comments.user_id',
  'comments.guest_name',
  'comments.content',
  'comments.parent_id',
  'comments.replied_to_id',
  'comments.pending',
  'comments.created_at',
  'comments.updated_at',
  'users.username',
  'users.display_name',
  'users.picture_url',
] as const

export const selectComments = (db: Database) =>
  db.selectFrom('comments').leftJoin('users', 'users.id', 'comments.user_id').select(COMMENT_COLUMNS)

/** @throws not_found when there is no such post, or none for this audience */
export async function createComment(db: Database, comment: NewCommentRow, audience: Audience): Promise<CommentRow> {
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', comment.post_id)
    .where(isReadable(audience, 'posts'))
    .executeTakeFirst()
  if (!post) throw new AppError('not_found', POST_GONE)
  await orGone(db.insertInto('comments').values(comment).execute(), POST_GONE)
  return getComment(db, comment.id)
}

/** For admins, who read every post, and for what the caller has just written. @throws not_found */
export async function getComment(db: Database, id: string): Promise<CommentRow> {
  const [row] = await findComment(db, { id })
  if (!row) throw commentGone()
  const [comment] = await withLikes(db, [row])
  return comment as CommentRow
}

/**
 * One statement until it is found, so that a comment that is not for the viewer takes as long as none.
 * @throws not_found, also for one that waits for approval, or whose post is for others
 */
export async function getVisibleComment(db: Database, id: string, viewer: Viewer): Promise<CommentRow> {
  const [row] = await READABLE_COMMENT[audienceOf(viewer)](db, { id })
  if (!row || !maySeeComment(viewer, { userId: row.user_id, pending: row.pending === 1 })) throw commentGone()
  const [comment] = await withLikes(db, [row])
  return comment as CommentRow
}

const READABLE_COMMENT = forEachAudience((audience) =>
  prepareQuery<{ id: string }, RowWithoutLikes>((db, value) =>
    selectComments(db)
      .innerJoin('posts', 'posts.id', 'comments.post_id')
      .where('comments.id', '=', value('id'))
      .where(isReadable(audience, 'posts')),
  ),
)

export async function isPostReadable(db: Database, postId: string, audience: Audience): Promise<boolean> {
  return (await READABLE[audience](db, { postId })).length > 0
}

const READABLE = forEachAudience((audience) =>
  prepareQuery<{ postId: string }, { id: string }>((db, value) =>
    db.selectFrom('posts').select('id').where('id', '=', value('postId')).where(isReadable(audience, 'posts')),
  ),
)

const findComment = prepareQuery<{ id: string }, RowWithoutLikes>((db, value) => selectComments(db).where('comments.id', '=', value('id')))

export interface CommentRange {
  readonly startIndex: number
  readonly limit: number
}

export interface CommentedPost {
  readonly postId: string
  /** A post for others is as if it were not there. */
  readonly audience: Audience
}

/** What everyone may see who may read the post, newest first. */
export async function listCommentsOfPost(db: Database, { postId, audience }: CommentedPost, range: CommentRange): Promise<CommentRow[]> {
  if (!(await isPostReadable(db, postId, audience))) return []
  const rows = await findShown(db, { postId, ...range })
  if (rows.length === 0 || range.limit < POST_COMMENTS_MAX) return withLikes(db, rows)
  return attachLikes(rows, await findLikesOfPost(db, { postId }))
}

export async function countCommentsOfPost(db: Database, { postId, audience }: CommentedPost): Promise<number> {
  if (!(await isPostReadable(db, postId, audience))) return 0
  const [row] = await countShown(db, { postId })
  return row?.count ?? 0
}

const countShown = prepareQuery<{ postId: string }, { count: number }>((db, value) =>
  db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('post_id', '=', value('postId'))
    .where('pending', '=', 0),
)

const findShown = prepareQuery<{ postId: string } & CommentRange, RowWithoutLikes>((db, value) =>
  selectComments(db)
    .where('comments.post_id', '=', value('postId'))
    .where('comments.pending', '=', 0)
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(value('limit'))
    .offset(value('startIndex')),
)

const findLikesOfPost = prepareQuery<{ postId: string }, { comment_id: string; user_id: string }>((db, value) =>
  db
    .selectFrom('likes')
    .select(['likes.comment_id', 'likes.user_id'])
    .where(isOneOf(db, 'likes.comment_id', db.selectFrom('comments').select('comments.id').where('comments.post_id', '=', value('postId'))))
    .orderBy('likes.created_at')
    .orderBy('likes.user_id'),
)

/** Those that wait for approval, newest first: one author's, or with null everybody's. They have no likes. */
export async function listPendingOfPost(db: Database, { postId, audience }: CommentedPost, authorId: string | null): Promise<CommentRow[]> {
  if (!(await isPostReadable(db, postId, audience))) return []
  const rows = await selectComments(db)
    .where('comments.post_id', '=', postId)
    .where((eb) => eb('comments.pending', '=', eb.lit(1)))
    .$if(authorId !== null, (query) => query.where('comments.user_id', '=', authorId))
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(POST_COMMENTS_MAX)
    .execute()
  return rows.map((row) => ({ ...row, likes: [] }))
}

/** `attention`: reported comments first, then those that wait for approval, then the newest. */
export async function listComments(
  db: Database,
  range: Omit<RowRange, 'sort'> & { sort: RowRange['sort'] | 'attention' },
): Promise<CommentRow[]> {
  const byAttention = range.sort === 'attention'
  const direction = range.sort === 'asc' ? 'asc' : 'desc'
  const page = db
    .selectFrom('comments')
    .select('comments.id')
    .$if(byAttention, (query) => query.orderBy('comments.report_count', 'desc').orderBy('comments.pending', 'desc'))
    .orderBy('comments.created_at', direction)
    .orderBy('comments.id', direction)
    .limit(range.limit)
    .offset(range.startIndex)
  // The index alone is read for the rows that are skipped.
  const rows = await db
    .selectFrom(page.as('page'))
    // With an inner join SQLite would read all comments and look each up in the page.
    .crossJoin('comments')
    .leftJoin('users', 'users.id', 'comments.user_id')
    .select(COMMENT_COLUMNS)
    .whereRef('comments.id', '=', 'page.id')
    .$if(byAttention, (query) => query.orderBy('comments.report_count', 'desc').orderBy('comments.pending', 'desc'))
    .orderBy('comments.created_at', direction)
    .orderBy('comments.id', direction)
    .execute()
  return withLikes(db, rows)
}

/** Whether none of the user's comments has been approved or needed no approval. */
export async function isNewCommenter(db: Database, userId: string): Promise<boolean> {
  return (await findShownBy(db, { userId })).length === 0
}

const findShownBy = prepareQuery<{ userId: string }, { id: string }>((db, value) =>
  db.selectFrom('comments').select('id').where('user_id', '=', value('userId')).where('pending', '=', 0).limit(1),
)

/** @throws not_found */
export async function setPending(db: Database, id: string, pending: 0 | 1): Promise<CommentRow> {
  await db.updateTable('comments').set({ pending }).where('id', '=', id).execute()
  return getComment(db, id)
}

/** Those that `attention` puts first: two ranges of its index. */
export async function countAttention(db: Database): Promise<number> {
  const [row] = await countReportedOrPending(db, {})
  return row?.count ?? 0
}

const countReportedOrPending = prepareQuery<object, { count: number }>(
  () => sql<{ count: number }>`
    select (select count(*) from comments where report_count > 0)
      + (select count(*) from comments where report_count = 0 and pending = 1) as count`,
)

/** Title and slug by id. */
export async function listPostsOfComments(
  db: Database,
  rows: readonly CommentRow[],
): Promise<Map<string, { title: string; slug: string }>> {
  if (rows.length === 0) return new Map()
  const ids = [...new Set(rows.map((row) => row.post_id))]
  const posts = await db.selectFrom('posts').select(['id', 'title', 'slug']).where('id', 'in', ids).execute()
  return new Map(posts.map(({ id, title, slug }) => [id, { title, slug }]))
}

export async function updateComment(
  db: Database,
  id: string,
  change: { content: string; pending: 0 | 1; now: number },
): Promise<CommentRow> {
  await db
    .updateTable('comments')
    .set({ content: change.content, pending: change.pending, updated_at: change.now })
    .where('id', '=', id)
    .execute()
  return getComment(db, id)
}

export async function deleteComment(db: Database, id: string): Promise<void> {
  await db.deleteFrom('comments').where('id', '=', id).execute()
}

/** Adds the user's like, or removes it. */
export async function toggleLike(db: Database, id: string, like: { userId: string; now: number }): Promise<CommentRow> {
  const { numDeletedRows } = await db.deleteFrom('likes').where('comment_id', '=', id).where('user_id', '=', like.userId).executeTakeFirst()
  if (numDeletedRows === 0n) {
    const row = { comment_id: id, user_id: like.userId, created_at: like.now }
    await orGone(
      db
        .insertInto('likes')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
      COMMENT_GONE,
    )
  }
  return getComment(db, id)
}

/** A post or comment may be deleted between the check and the insert: its foreign key decides. */
async function orGone<T>(write: Promise<T>, message: string): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('not_found', message)
    throw error
  }
}

export type RowWithoutLikes = Omit<CommentRow, 'likes'>

export async function withLikes(db: Database, rows: readonly RowWithoutLikes[]): Promise<CommentRow[]> {
  if (rows.length === 0) return []
  const likes = await db
    .selectFrom('likes')
    .select(['comment_id', 'user_id'])
    .where(
      'comment_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
  return attachLikes(rows, likes)
}

function attachLikes(rows: readonly RowWithoutLikes[], likes: readonly { comment_id: string; user_id: string }[]): CommentRow[] {
  const byComment = Map.groupBy(likes, (like) => like.comment_id)
  // Copies of the rows that node:sqlite returns take as long as reading them.
  return rows.map((row) => Object.assign(row, { likes: (byComment.get(row.id) ?? []).map((like) => like.user_id) }))
}
