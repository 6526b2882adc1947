import { sql } from 'kysely'
import { publicUserColumns } from '#accounts/server/index.ts'
import { AppError } from '#platform/contract/errors.ts'
import { LIST_LIMIT_MAX, REMOVAL_UNDO_MS } from '#platform/contract/limits.ts'
import { type Database, type DatabaseTransaction, isPostgres } from '#platform/database/database.ts'
import { COPIED_COMMENT_COLUMNS, copyLikesAndReports } from '#posts/server/index.ts'

const NEWEST_MAX = 3

/** The account whose traces are counted or removed. @throws not_found */
export async function getAccount(db: Database, userId: string) {
  const user = await db
    .selectFrom('users')
    .select([...publicUserColumns, 'users.email', 'users.is_admin', 'users.disabled_at'])
    .where('users.id', '=', userId)
    // Waits for comments and likes that are being written.
    .$if(db.isTransaction && isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst()
  if (!user) throw new AppError('not_found', 'There is no such user.')
  return user
}

/** Mails about the account's comments, and to its own address or following. */
const waitingMails = (db: Database, { id, email }: { readonly id: string; readonly email: string }) =>
  db
    .selectFrom('outbox')
    .select('outbox.id')
    .where('outbox.state', '=', 'waiting')
    .where((eb) =>
      eb.or([
        eb('outbox.email', '=', email),
        eb('outbox.follower_id', 'in', db.selectFrom('followers').select('followers.id').where('followers.user_id', '=', id)),
        eb('outbox.comment_id', 'in', db.selectFrom('comments').select('comments.id').where('comments.user_id', '=', id)),
      ]),
    )

export async function countTraces(db: Database, account: { readonly id: string; readonly email: string }) {
  const count = (table: 'comments' | 'likes' | 'post_likes') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', account.id)
  const [comments, replies, likes, hearts, mails, newest] = await Promise.all([
    count('comments').executeTakeFirstOrThrow(),
    count('comments').where('parent_id', 'is not', null).executeTakeFirstOrThrow(),
    count('likes').executeTakeFirstOrThrow(),
    count('post_likes').executeTakeFirstOrThrow(),
    db
      .selectFrom(waitingMails(db, account).as('waiting'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    db.selectFrom('comments').select('content').where('user_id', '=', account.id).orderBy('id', 'desc').limit(NEWEST_MAX).execute(),
  ])
  return {
    comments: Number(comments.count),
    replies: Number(replies.count),
    hearts: Number(likes.count) + Number(hearts.count),
    mails: Number(mails.count),
    newest: newest.map((row) => row.content),
  }
}

interface Removal {
  readonly account: { readonly id: string; readonly email: string; readonly disabled_at: number | null }
  /** Id of the admin. */
  readonly by: string
  readonly now: number
}

/** Call within a transaction. @returns the ids of the posts that show something else now */
export async function removeTraces(trx: DatabaseTransaction, { account, by, now }: Removal): Promise<string[]> {
  const { id } = account
  const posts = await listPostsWithTraces(trx, id)
  const { count } = await trx
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  const removal = { removed_by: by, removed_at: now }
  await trx
    .insertInto('removed_accounts')
    .values({ user_id: id, ...removal, was_enabled: account.disabled_at === null ? 1 : 0, comments: Number(count) })
    // Removed again: what it wrote meanwhile goes, too.
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ ...removal, comments: sql`removed_accounts.comments + excluded.comments` }),
    )
    .execute()
  await trx.deleteFrom('outbox').where('id', 'in', waitingMails(trx, account)).execute()
  await archiveComments(trx, id, now)
  await archiveLikes(trx, id)
  await trx
    .updateTable('users')
    .set((eb) => ({ disabled_at: eb.fn.coalesce('disabled_at', eb.val(now)) }))
    .where('id', '=', id)
    .execute()
  return posts
}

async function listPostsWithTraces(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .select('post_id')
    .where('user_id', '=', userId)
    .union(
      db
        .selectFrom('likes')
        .innerJoin('comments', 'comments.id', 'likes.comment_id')
        .select('comments.post_id')
        .where('likes.user_id', '=', userId),
    )
    .union(db.selectFrom('post_likes').select('post_id').where('user_id', '=', userId))
    .execute()
  return rows.map((row) => row.post_id)
}

/** Moves the account's comments, with what others gave them. Those of posts in the trash end. */
async function archiveComments(trx: DatabaseTransaction, userId: string, now: number): Promise<void> {
  const own = trx.selectFrom('comments').select('id').where('user_id', '=', userId)
  const columns = [...COPIED_COMMENT_COLUMNS, 'deleted_at', 'with_account'] as const
  const copies = trx
    .selectFrom('comments')
    .select([...COPIED_COMMENT_COLUMNS, sql<number>`cast(${now} as bigint)`.as('deleted_at'), sql<1>`1`.as('with_account')])
    .where('user_id', '=', userId)
  await trx.insertInto('deleted_comments').columns(columns).expression(copies).execute()
  await copyLikesAndReports(trx, { from: '', to: 'deleted_', comments: own })
  await trx.deleteFrom('comments').where('user_id', '=', userId).execute()
  await trx.deleteFrom('trashed_comments').where('user_id', '=', userId).execute()
}

async function archiveLikes(trx: DatabaseTransaction, userId: string): Promise<void> {
  const columns = ['user_id', 'comment_id', 'created_at'] as const
  const likes = trx.selectFrom('likes').select(columns).where('user_id', '=', userId)
  await trx
    .insertInto('removed_likes')
    .columns(columns)
    .expression(likes)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx.deleteFrom('likes').where('user_id', '=', userId).execute()
  const heartColumns = ['user_id', 'post_id', 'created_at'] as const
  const hearts = trx.selectFrom('post_likes').select(heartColumns).where('user_id', '=', userId)
  await trx
    .insertInto('removed_hearts')
    .columns(heartColumns)
    .expression(hearts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx.deleteFrom('post_likes').where('user_id', '=', userId).execute()
}

/** Call within a transaction. @returns the ids of the posts that show something else now @throws not_found after a day */
export async function restoreTraces(trx: DatabaseTransaction, userId: string, now: number): Promise<string[]> {
  const removal = await trx
    .selectFrom('removed_accounts')
    .select('was_enabled')
    .where('user_id', '=', userId)
    .where('removed_at', '>', now - REMOVAL_UNDO_MS)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst()
  if (!removal) throw new AppError('not_found', 'What this account wrote can no longer be brought back.')
  await restoreArchivedComments(trx, userId)
  await restoreLikes(trx, userId)
  await trx.deleteFrom('removed_accounts').where('user_id', '=', userId).execute()
  if (removal.was_enabled === 1) await trx.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute()
  return listPostsWithTraces(trx, userId)
}

async function restoreArchivedComments(trx: DatabaseTransaction, userId: string): Promise<void> {
  const removed = trx.selectFrom('deleted_comments').where('user_id', '=', userId).where('with_account', '=', 1)
  await trx.insertInto('comments').columns(COPIED_COMMENT_COLUMNS).expression(removed.select(COPIED_COMMENT_COLUMNS)).execute()
  await copyLikesAndReports(trx, { from: 'deleted_', to: '', comments: removed.select('id') })
  await trx.deleteFrom('deleted_comments').where('user_id', '=', userId).where('with_account', '=', 1).execute()
}

/** Comments and posts that were deleted meanwhile are passed over. */
async function restoreLikes(trx: DatabaseTransaction, userId: string): Promise<void> {
  const columns = ['user_id', 'comment_id', 'created_at'] as const
  const likes = trx
    .selectFrom('removed_likes')
    .innerJoin('comments', 'comments.id', 'removed_likes.comment_id')
    .select(['removed_likes.user_id', 'removed_likes.comment_id', 'removed_likes.created_at'])
    .where('removed_likes.user_id', '=', userId)
  await trx
    .insertInto('likes')
    .columns(columns)
    .expression(likes)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const hearts = trx
    .selectFrom('removed_hearts')
    .innerJoin('posts', 'posts.id', 'removed_hearts.post_id')
    .select(['removed_hearts.user_id', 'removed_hearts.post_id', 'removed_hearts.created_at'])
    .where('removed_hearts.user_id', '=', userId)
  await trx
    .insertInto('post_likes')
    .columns(['user_id', 'post_id', 'created_at'])
    .expression(hearts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists removals that can be undone, the latest first. */
export const listRemovals = (db: Database, now: number) =>
  db
    .selectFrom('removed_accounts')
    .innerJoin('users', 'users.id', 'removed_accounts.user_id')
    .select([...publicUserColumns, 'removed_accounts.comments', 'removed_accounts.removed_at'])
    .where('removed_accounts.removed_at', '>', now - REMOVAL_UNDO_MS)
    .orderBy('removed_accounts.removed_at', 'desc')
    .orderBy('removed_accounts.user_id', 'desc')
    .limit(LIST_LIMIT_MAX)
    .execute()

/** Deletes what can no longer be brought back. */
export async function deleteOldRemovals(db: Database, now: number): Promise<void> {
  const before = now - REMOVAL_UNDO_MS
  await db.deleteFrom('deleted_comments').where('with_account', '=', 1).where('deleted_at', '<=', before).execute()
  await db.deleteFrom('removed_accounts').where('removed_at', '<=', before).execute()
}
