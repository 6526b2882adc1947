import { sql } from 'kysely'
import type { Database, RowRange } from '#platform/database/database.ts'
import { NEW_COMMENTS_MAX } from '#comments/contract/comment-limits.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { isLive, isNotInTrash } from '#site/server/index.ts'
import { COMMENT_COLUMNS, type CommentRange, type CommentRow, selectLiveComments, withLikes } from './comments.store.ts'

/** Lists comments for admins. The order `attention` is: reported comments, then pending ones, then the newest. */
export async function listComments(
  db: Database,
  range: Omit<RowRange, 'sort'> & { sort: RowRange['sort'] | 'attention'; userId?: string | undefined },
): Promise<CommentRow[]> {
  if (range.userId !== undefined) return listCommentsOfUser(db, { ...range, userId: range.userId })
  const byAttention = range.sort === 'attention'
  const direction = range.sort === 'asc' ? 'asc' : 'desc'
  const page = db
    .selectFrom('comments')
    .select('comments.id')
    .where(isLive())
    .where(isNotInTrash())
    .$if(byAttention, (query) => query.orderBy('comments.report_count', 'desc').orderBy('comments.state'))
    .orderBy('comments.created_at', direction)
    .orderBy('comments.id', direction)
    .limit(range.limit)
    .offset(range.startIndex)
  const rows = await db
    .selectFrom(page.as('page'))
    // With an inner join SQLite would read all comments and look each up in the page.
    .crossJoin('comments')
    .leftJoin('users', 'users.id', 'comments.user_id')
    .select(COMMENT_COLUMNS)
    .whereRef('comments.id', '=', 'page.id')
    .$if(byAttention, (query) => query.orderBy('comments.report_count', 'desc').orderBy('comments.state'))
    .orderBy('comments.created_at', direction)
    .orderBy('comments.id', direction)
    .execute()
  return withLikes(db, rows)
}

/** Counts reported and pending comments, in two ranges of the index for `attention`. */
export async function countAttention(db: Database): Promise<number> {
  const [row] = await countReportedOrPending(db, {})
  return row?.count ?? 0
}

const countReportedOrPending = prepareQuery<object, { count: number }>(
  () => sql<{ count: number }>`
    select (select count(*) from comments where report_count > 0 and ${isLive()} and ${isNotInTrash()})
      + (select count(*) from comments where report_count = 0 and state = 'pending' and ${isNotInTrash()}) as count`,
)

/** Counts shown comments of others since the admin last saw the list, or since the account exists; those that wait count already. */
export async function countNewComments(db: Database, userId: string): Promise<number> {
  return (await findNew(db, { userId })).length
}

const findNew = prepareQuery<{ userId: string }, { id: string }>(
  (_, value) => sql<{ id: string }>`
    select comments.id from comments
    where created_at > (select coalesce(comments_seen_at, created_at) from users where id = ${value('userId')})
      and ${isLive()} and state = 'shown' and report_count = 0 and (user_id is null or user_id <> ${value('userId')}) and ${isNotInTrash()}
    order by created_at desc limit ${sql.lit(NEW_COMMENTS_MAX)}`,
)

/** Never set back: two tabs may be open. */
export async function setCommentsSeen(trx: Database, userId: string, at: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ comments_seen_at: at })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('comments_seen_at', 'is', null), eb('comments_seen_at', '<', at)]))
    .execute()
}

/** Newest first: ids begin with their time. */
async function listCommentsOfUser(db: Database, { userId, limit, startIndex }: CommentRange & { userId: string }): Promise<CommentRow[]> {
  const rows = await selectLiveComments(db)
    .where('comments.user_id', '=', userId)
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .offset(startIndex)
    .execute()
  return withLikes(db, rows)
}

/** Returns title and slug of the comments' posts, by post id. */
export async function listPostsOfComments(
  db: Database,
  rows: readonly CommentRow[],
): Promise<Map<string, { title: string; slug: string }>> {
  if (rows.length === 0) return new Map()
  const ids = [...new Set(rows.map((row) => row.post_id))]
  const posts = await db.selectFrom('posts').select(['id', 'title', 'slug']).where('id', 'in', ids).execute()
  return new Map(posts.map(({ id, title, slug }) => [id, { title, slug }]))
}

export interface WriterRow {
  readonly id: string
  readonly created_at: number
  readonly comments: number
}

/** When the accounts of these comments were created, and how many comments each has in all. */
export async function listWriters(db: Database, rows: readonly CommentRow[]): Promise<Map<string, WriterRow>> {
  const ids = [...new Set(rows.flatMap((row) => row.user_id ?? []))]
  if (ids.length === 0) return new Map()
  const writers = await db
    .selectFrom('users')
    .select(['users.id', 'users.created_at'])
    .select((eb) =>
      eb
        .selectFrom('comments')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('comments.user_id', '=', 'users.id')
        .where(isLive())
        .where(isNotInTrash())
        .as('comments'),
    )
    .where('users.id', 'in', ids)
    .execute()
  return new Map(writers.map((row) => [row.id, { ...row, comments: Number(row.comments) }]))
}
