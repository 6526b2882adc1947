import { type RawBuilder, sql } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { LIST_LIMIT_MAX } from '#platform/contract/limits.ts'
import { maySeeComment } from '#comments/contract/comment-permissions.ts'
import { type Viewer } from '#platform/contract/permissions.ts'
import { isLive, isReadable, isShown } from '#site/server/index.ts'
import { type Database, lockRows } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import type { CommentTableRow } from '#migrations/schema.ts'
import {
  type CommentedPost,
  type CommentRange,
  type CommentRow,
  isPostReadable,
  type RowWithoutLikes,
  selectComments,
  withLikes,
} from './comments.store.ts'

type ReplyColumns = Pick<CommentTableRow, 'parent_id' | 'parent_at' | 'replied_to_id'>

interface Reply {
  /** Null for a comment that is not a reply. */
  readonly repliedToId: string | null
  readonly postId: string
  readonly audience: Audience
  readonly viewer: Viewer
}

/**
 * Call within the transaction that writes the reply. A reply to a reply joins the same thread.
 * @throws not_found when the comment does not exist or the viewer may not see it; conflict while it is pending
 */
export async function toReplyColumns(trx: Database, { repliedToId, postId, audience, viewer }: Reply): Promise<ReplyColumns> {
  if (repliedToId === null) return { parent_id: null, parent_at: null, replied_to_id: null }
  const repliedTo = await trx
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.user_id', 'comments.parent_id', 'comments.parent_at', 'comments.created_at', 'comments.state'])
    .where('comments.id', '=', repliedToId)
    .where('comments.post_id', '=', postId)
    .where(isLive())
    .where(isReadable(audience))
    // Waits for a running deletion. A later deletion waits for this transaction.
    .$call(lockRows(trx, 'forShare', 'comments'))
    .executeTakeFirst()
  const pending = repliedTo?.state === 'pending'
  if (!repliedTo || !maySeeComment(viewer, { userId: repliedTo.user_id, pending })) {
    throw new AppError('not_found', 'The comment that you are replying to is no longer there.')
  }
  if (pending) throw new AppError('conflict', 'This comment is waiting for approval. You can reply once it is approved.')
  const { parent_id: parentId, parent_at: parentAt, created_at: createdAt } = repliedTo
  return { parent_id: parentId ?? repliedToId, parent_at: parentAt ?? createdAt, replied_to_id: repliedToId }
}

/** A comment, and the reason if its parent is missing. */
export interface ThreadRow extends CommentRow {
  missingParent?: Comment['missingParent']
}

/** Lists the comments of a post without pending ones: the newest thread first, each comment before its replies. */
export async function listThreadsOfPost(db: Database, { postId, audience }: CommentedPost, range: CommentRange): Promise<ThreadRow[]> {
  if (!(await isPostReadable(db, postId, audience))) return []
  const limit = Math.min(range.limit, LIST_LIMIT_MAX)
  const rows: ThreadRow[] = await withLikes(db, await findThreads(db, { postId, startIndex: range.startIndex, limit }))
  const shown = new Set(rows.map((row) => row.id))
  const outside = new Set(rows.flatMap(({ parent_id: id }) => (id === null || shown.has(id) ? [] : id)))
  const states = await findParents(db, [...outside])
  for (const row of rows) {
    if (row.parent_id === null || shown.has(row.parent_id)) continue
    const state = states.get(row.parent_id)
    // A parent that is shown is on the previous page.
    if (state !== 'shown') row.missingParent = state ?? 'deleted'
  }
  return rows
}

// Must match the expressions of the index `comments_by_thread`.
const THREAD_AT: RawBuilder<number> = sql`coalesce(comments.parent_at, comments.created_at)`
const THREAD_ID: RawBuilder<string> = sql`coalesce(comments.parent_id, comments.id)`
const IS_REPLY: RawBuilder<0 | 1> = sql`case when comments.parent_id is null then 0 else 1 end`

const findThreads = prepareQuery<{ postId: string } & CommentRange, RowWithoutLikes>((db, value) =>
  selectComments(db)
    .where('comments.post_id', '=', value('postId'))
    .where(isShown())
    .orderBy(THREAD_AT, 'desc')
    .orderBy(THREAD_ID, 'desc')
    .orderBy(IS_REPLY)
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(value('limit'))
    .offset(value('startIndex')),
)

/** @returns states by id; a comment that its author deleted has none */
async function findParents(db: Database, ids: readonly string[]): Promise<Map<string, CommentTableRow['state']>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('comments').select(['id', 'state']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.state]))
}

/** A comment that was replied to, with its author. */
export type RepliedToRow = Pick<
  RowWithoutLikes,
  'id' | 'user_id' | 'guest_name' | 'content' | 'username' | 'display_name' | 'picture_url' | 'is_admin' | 'is_family'
>

/** For admins: returns the comments that these reply to, by id. */
export async function listRepliedTo(db: Database, rows: readonly CommentRow[]): Promise<Map<string, RepliedToRow>> {
  const ids = [...new Set(rows.flatMap((row) => row.replied_to_id ?? []))]
  if (ids.length === 0) return new Map()
  const repliedTo = await db
    .selectFrom('comments')
    .select(['id', 'user_id', 'guest_name', 'content'])
    .where('id', 'in', ids)
    .where(isLive())
    .execute()
  const userIds = [...new Set(repliedTo.flatMap((row) => row.user_id ?? []))]
  const users =
    userIds.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['id', 'username', 'display_name', 'picture_url', 'is_admin', 'is_family'])
          .where('id', 'in', userIds)
          .execute()
  const byId = new Map(users.map(({ id, ...user }) => [id, user]))
  const nobody = { username: null, display_name: null, picture_url: null, is_admin: null, is_family: null }
  return new Map(repliedTo.map((row) => [row.id, { ...row, ...(byId.get(row.user_id ?? '') ?? nobody) }]))
}
