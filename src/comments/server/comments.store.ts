import { sql } from 'kysely'
import { publicUserColumns, type toPublicUser } from '#accounts/server/index.ts'
import { type Audience, audienceOf } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import { NEW_ACCOUNT_RATES, POST_COMMENTS_MAX } from '#comments/contract/comment-limits.ts'
import { maySeeComment } from '#comments/contract/comment-permissions.ts'
import { type Viewer } from '#platform/contract/permissions.ts'
import { forEachAudience, isLive, isNotInTrash, isReadable, isShown } from '#site/server/index.ts'
import { type Database, isOneOf } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import type { CommentTableRow, NewCommentRow } from '#migrations/schema.ts'

type Unread = 'report_count' | 'parent_at' | 'request_key' | 'state_before' | 'deleted_at' | 'deleted_by' | 'removal_id'

/** A comment with its author's name and picture, and the ids of users who like it, oldest like first. */
export interface CommentRow extends Omit<CommentTableRow, Unread> {
  readonly username: string | null
  readonly display_name: string | null
  readonly picture_url: string | null
  readonly is_admin: 0 | 1 | null
  readonly is_family: 0 | 1 | null
  readonly likes: string[]
  /** Admin who changed it, with the name that is shown. */
  readonly editor?: Parameters<typeof toPublicUser>[0] | undefined
}

export const commentNotFound = () => new AppError('not_found', 'This comment is no longer there.')

export const COMMENT_COLUMNS = [
  'comments.id',
  'comments.post_id',
  'comments.user_id',
  'comments.guest_name',
  'comments.content',
  'comments.parent_id',
  'comments.replied_to_id',
  'comments.state',
  'comments.editor_id',
  'comments.first_content',
  'comments.created_at',
  'comments.updated_at',
  'users.username',
  'users.display_name',
  'users.picture_url',
  'users.is_admin',
  'users.is_family',
] as const

export const selectComments = (db: Database) =>
  db.selectFrom('comments').leftJoin('users', 'users.id', 'comments.user_id').select(COMMENT_COLUMNS)

/** Comments that are not deleted, of posts that are not in the trash. */
export const selectLiveComments = (db: Database) => selectComments(db).where(isLive()).where(isNotInTrash())

/** The comment that an earlier request with the same key created. */
export async function findCommentOfRequest(
  db: Database,
  { user_id: userId, request_key: requestKey }: Pick<NewCommentRow, 'user_id' | 'request_key'>,
): Promise<CommentRow | undefined> {
  if (!userId || !requestKey) return undefined
  const [row] = await findByRequestKey(db, { userId, requestKey })
  return row && (await withLikes(db, [row]))[0]
}

const findByRequestKey = prepareQuery<{ userId: string; requestKey: string }, RowWithoutLikes>((db, value) =>
  selectLiveComments(db).where('comments.user_id', '=', value('userId')).where('comments.request_key', '=', value('requestKey')),
)

/** Checks no audience: for admins, and for comments that the caller has just written. @throws not_found */
export async function getComment(db: Database, id: string): Promise<CommentRow> {
  const [row] = await findComment(db, { id })
  if (!row) throw commentNotFound()
  const [comment] = await withLikes(db, [row])
  return comment as CommentRow
}

/**
 * Finds the comment in one statement, so that one that the viewer may not see takes as long as a missing one.
 * @throws not_found, also for a pending comment that the viewer may not see, or a comment on a post for others
 */
export async function getVisibleComment(db: Database, id: string, viewer: Viewer | null): Promise<CommentRow> {
  const [row] = await READABLE_COMMENT[audienceOf(viewer)](db, { id })
  if (!row || !maySeeComment(viewer, { userId: row.user_id, pending: row.state === 'pending' })) throw commentNotFound()
  const [comment] = await withLikes(db, [row])
  return comment as CommentRow
}

const READABLE_COMMENT = forEachAudience((audience) =>
  prepareQuery<{ id: string }, RowWithoutLikes>((db, value) =>
    selectComments(db)
      .innerJoin('posts', 'posts.id', 'comments.post_id')
      .where('comments.id', '=', value('id'))
      .where(isLive())
      .where(isReadable(audience)),
  ),
)

export async function isPostReadable(db: Database, postId: string, audience: Audience): Promise<boolean> {
  return (await READABLE[audience](db, { postId })).length > 0
}

const READABLE = forEachAudience((audience) =>
  prepareQuery<{ postId: string }, { id: string }>((db, value) =>
    db.selectFrom('posts').select('id').where('id', '=', value('postId')).where(isReadable(audience)),
  ),
)

const findComment = prepareQuery<{ id: string }, RowWithoutLikes>((db, value) =>
  selectLiveComments(db).where('comments.id', '=', value('id')),
)

export interface CommentRange {
  readonly startIndex: number
  readonly limit: number
}

export interface CommentedPost {
  readonly postId: string
  /** A post that this audience may not read is treated as missing. */
  readonly audience: Audience
}

/** Lists the comments of a post without pending ones, newest first. */
export async function listCommentsOfPost(db: Database, { postId, audience }: CommentedPost, range: CommentRange): Promise<CommentRow[]> {
  if (!(await isPostReadable(db, postId, audience))) return []
  const rows = await findShown(db, { postId, ...range })
  if (rows.length === 0 || range.limit < POST_COMMENTS_MAX) return withLikes(db, rows)
  // An export reads all of them at once.
  return withEditors(db, attachLikes(rows, await findLikesOfPost(db, { postId })))
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
    .where(isShown()),
)

const findShown = prepareQuery<{ postId: string } & CommentRange, RowWithoutLikes>((db, value) =>
  selectComments(db)
    .where('comments.post_id', '=', value('postId'))
    .where(isShown())
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
    .where('likes.removal_id', 'is', null)
    .orderBy('likes.created_at')
    .orderBy('likes.user_id'),
)

/** Lists pending comments, newest first and without likes. @param authorId null for those of all authors */
export async function listPendingOfPost(db: Database, { postId, audience }: CommentedPost, authorId: string | null): Promise<CommentRow[]> {
  if (!(await isPostReadable(db, postId, audience))) return []
  const rows = await selectComments(db)
    .where('comments.post_id', '=', postId)
    .where('comments.state', '=', sql.lit('pending' as const))
    .$if(authorId !== null, (query) => query.where('comments.user_id', '=', authorId))
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(POST_COMMENTS_MAX)
    .execute()
  return withEditors(
    db,
    rows.map((row) => ({ ...row, likes: [] })),
  )
}

/** Returns whether all comments of the user, if any, are pending. */
export async function isNewCommenter(db: Database, userId: string): Promise<boolean> {
  return (await findShownBy(db, { userId })).length === 0
}

/** Lists when a user wrote their latest comments, the latest first. @returns nothing for an account created before `since` */
export async function listTimesOfNewAccount(db: Database, userId: string, since: number): Promise<number[]> {
  return (await findTimes(db, { userId, since })).map((row) => row.created_at)
}

const TIMES_MAX = Math.max(...NEW_ACCOUNT_RATES.map((rate) => rate.comments))

const findTimes = prepareQuery<{ userId: string; since: number }, { created_at: number }>((db, value) =>
  db
    .selectFrom('users')
    .innerJoin('comments', 'comments.user_id', 'users.id')
    .select('comments.created_at')
    .where('users.id', '=', value('userId'))
    .where('users.created_at', '>', value('since'))
    .where('comments.user_id', '=', value('userId'))
    .where(isLive())
    .orderBy('comments.id', 'desc')
    .limit(TIMES_MAX),
)

const findShownBy = prepareQuery<{ userId: string }, { id: string }>((db, value) =>
  db.selectFrom('comments').select('id').where('user_id', '=', value('userId')).where(isShown()).where(isNotInTrash()).limit(1),
)

export type RowWithoutLikes = Omit<CommentRow, 'likes' | 'editor'>

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
    .where('removal_id', 'is', null)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
  return withEditors(db, attachLikes(rows, likes))
}

/** Adds the names of admins who changed comments, which is rare. */
async function withEditors(db: Database, rows: CommentRow[]): Promise<CommentRow[]> {
  const ids = [...new Set(rows.flatMap((row) => row.editor_id ?? []))]
  if (ids.length === 0) return rows
  const editors = await db.selectFrom('users').select(publicUserColumns).where('users.id', 'in', ids).execute()
  const byId = new Map(editors.map((editor) => [editor.id, editor]))
  return rows.map((row) => ({ ...row, editor: byId.get(row.editor_id ?? '') }))
}

function attachLikes(rows: readonly RowWithoutLikes[], likes: readonly { comment_id: string; user_id: string }[]): CommentRow[] {
  const byComment = Map.groupBy(likes, (like) => like.comment_id)
  // Mutates the rows, because copying rows of node:sqlite takes as long as reading them.
  return rows.map((row) => Object.assign(row, { likes: (byComment.get(row.id) ?? []).map((like) => like.user_id) }))
}
