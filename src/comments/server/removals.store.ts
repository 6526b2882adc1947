import { sql } from 'kysely'
import { publicUserColumns } from '#accounts/server/index.ts'
import { AppError } from '#platform/contract/errors.ts'
import { LIST_LIMIT_MAX } from '#platform/contract/limits.ts'
import { REMOVAL_UNDO_MS } from '#comments/contract/comment-limits.ts'
import { type Database, type DatabaseTransaction, lockRows } from '#platform/database/database.ts'
import { isLive } from '#site/server/index.ts'
import { RESTORED, toDeleted } from './comment-writes.store.ts'

const NEWEST_MAX = 3

/** The account whose content is counted, removed or restored; a transaction locks it first. @throws not_found */
export async function getAccount(db: Database, userId: string) {
  const user = await db
    .selectFrom('users')
    .select([...publicUserColumns, 'users.email', 'users.is_admin', 'users.is_family', 'users.disabled_at'])
    .where('users.id', '=', userId)
    // Waits for comments and likes that are being written. Later ones wait for this (`lockAccount`).
    .$call(lockRows(db, 'forUpdate'))
    .executeTakeFirst()
  if (!user) throw new AppError('not_found', 'There is no such user.')
  return user
}

/** Mails to the account's address or following. Those about its comments are written without them. */
const waitingMails = (db: Database, { id, email }: { readonly id: string; readonly email: string }) =>
  db
    .selectFrom('outbox')
    .select('outbox.id')
    .where('outbox.state', '=', 'waiting')
    .where((eb) =>
      eb.or([
        eb('outbox.email', '=', email),
        eb('outbox.follower_id', 'in', db.selectFrom('followers').select('followers.id').where('followers.user_id', '=', id)),
      ]),
    )

export async function countUserContent(db: Database, account: { readonly id: string; readonly email: string }) {
  const comments = db.selectFrom('comments').where('user_id', '=', account.id).where(isLive())
  const countLikes = (table: 'likes' | 'post_likes') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', account.id)
      .where('removal_id', 'is', null)
      .executeTakeFirstOrThrow()
  const [written, commentLikes, postLikes, mails, newest] = await Promise.all([
    comments
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.count<number>('parent_id').as('replies')])
      .executeTakeFirstOrThrow(),
    countLikes('likes'),
    countLikes('post_likes'),
    db
      .selectFrom(waitingMails(db, account).as('waiting'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    comments.select('content').orderBy('id', 'desc').limit(NEWEST_MAX).execute(),
  ])
  return {
    comments: Number(written.count),
    replies: Number(written.replies),
    hearts: Number(commentLikes.count) + Number(postLikes.count),
    mails: Number(mails.count),
    newest: newest.map((row) => row.content),
  }
}

/** What of an account's work for the blog ends or stays when the account does. */
export async function countWork(db: Database, userId: string, now: number) {
  const { rows } = await sql<Record<'drafts' | 'plans' | 'invitations' | 'places', number>>`
    select (select count(*) from posts where author_id = ${userId} and state = 'draft')
        + (select count(*) from post_edits where user_id = ${userId} and is_empty = 0) as drafts,
      (select count(*) from posts where author_id = ${userId} and state = 'planned') as plans,
      (select count(*) from invitations where created_by = ${userId} and revoked_at is null and ends_at > ${now}
        and (uses_max is null or used < uses_max)) as invitations,
      (select count(*) from backup_place where name = 'elsewhere' and place is not null) as places`.execute(db)
  const [{ drafts, plans, invitations, places } = { drafts: 0, plans: 0, invitations: 0, places: 0 }] = rows
  return { drafts: Number(drafts), plans: Number(plans), invitations: Number(invitations), hasBackupPlace: Number(places) > 0 }
}

/**
 * Locks the posts that the account has commented on or liked, in one order: two removals do not wait for each other, and no
 * post moves into the trash meanwhile.
 * @returns their ids
 */
async function lockPosts(trx: DatabaseTransaction, userId: string): Promise<string[]> {
  const ids = trx
    .selectFrom('comments')
    .select('post_id')
    .where('user_id', '=', userId)
    .union(
      trx
        .selectFrom('likes')
        .innerJoin('comments', 'comments.id', 'likes.comment_id')
        .select('comments.post_id')
        .where('likes.user_id', '=', userId),
    )
    .union(trx.selectFrom('post_likes').select('post_id').where('user_id', '=', userId))
  const posts = await trx
    .selectFrom('posts')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$call(lockRows(trx, 'forNoKeyUpdate'))
    .execute()
  return posts.map((post) => post.id)
}

interface Removal {
  /** For a new row: an account that is removed again keeps its row, with what it has removed. */
  readonly id: string
  readonly account: { readonly id: string; readonly email: string; readonly disabled_at: number | null }
  /** Id of the admin. */
  readonly by: string
  readonly now: number
}

/** Call within a transaction that has locked the account. @returns the ids of the posts that show something else now */
export async function removeUserContent(trx: DatabaseTransaction, { id: newId, account, by, now }: Removal): Promise<string[]> {
  // Before mails, as whoever moves a post into the trash.
  const posts = await lockPosts(trx, account.id)
  const isEnabled = account.disabled_at === null
  const removal = { removed_by: by, removed_at: now }
  const { id } = await trx
    .insertInto('removals')
    .values({ id: newId, user_id: account.id, ...removal, disabled_user: isEnabled ? 1 : 0 })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...removal, ...(isEnabled ? { disabled_user: 1 } : {}) }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('outbox').where('id', 'in', waitingMails(trx, account)).execute()
  await trx
    .updateTable('comments')
    .set({ ...toDeleted({ by, now }), removal_id: id })
    .where('user_id', '=', account.id)
    .where(isLive())
    .execute()
  for (const table of ['likes', 'post_likes'] as const) {
    await trx.updateTable(table).set({ removal_id: id }).where('user_id', '=', account.id).where('removal_id', 'is', null).execute()
  }
  if (isEnabled) await trx.updateTable('users').set({ disabled_at: now }).where('id', '=', account.id).execute()
  return posts
}

interface Restored {
  /** Ids of the posts that show something else now. */
  readonly posts: string[]
  readonly isEnabled: boolean
}

/** Call within a transaction. @throws not_found after a day */
export async function restoreUserContent(trx: DatabaseTransaction, userId: string, now: number): Promise<Restored> {
  const account = await getAccount(trx, userId)
  const removal = await trx
    .selectFrom('removals')
    .select(['id', 'disabled_user'])
    .where('user_id', '=', userId)
    .where('removed_at', '>', now - REMOVAL_UNDO_MS)
    .executeTakeFirst()
  if (!removal) throw new AppError('not_found', 'What this account wrote can no longer be brought back.')
  const posts = await lockPosts(trx, userId)
  await trx.updateTable('comments').set(RESTORED).where('removal_id', '=', removal.id).execute()
  for (const table of ['likes', 'post_likes'] as const) {
    await trx.updateTable(table).set({ removal_id: null }).where('removal_id', '=', removal.id).execute()
  }
  await trx.deleteFrom('removals').where('id', '=', removal.id).execute()
  if (removal.disabled_user === 1) await trx.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute()
  return { posts, isEnabled: removal.disabled_user === 1 || account.disabled_at === null }
}

/** Lists removals that can be undone, the latest first. */
export const listRemovals = (db: Database, now: number) =>
  db
    .selectFrom('removals')
    .innerJoin('users', 'users.id', 'removals.user_id')
    .select([...publicUserColumns, 'removals.removed_at'])
    .select((eb) =>
      eb
        .selectFrom('comments')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('comments.removal_id', '=', 'removals.id')
        .$asScalar()
        .$notNull()
        .as('comments'),
    )
    .where('removals.removed_at', '>', now - REMOVAL_UNDO_MS)
    .orderBy('removals.removed_at', 'desc')
    .orderBy('removals.id', 'desc')
    .limit(LIST_LIMIT_MAX)
    .execute()

/** Deletes removals that can no longer be undone, with all that they removed. */
export async function deleteOldRemovals(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('removals')
    .where('removed_at', '<=', now - REMOVAL_UNDO_MS)
    .execute()
}
