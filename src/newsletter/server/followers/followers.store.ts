import type { ExpressionBuilder } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { BOUNCED_FOLLOWER_MS, FOLLOW_CONFIRM_MS } from '#newsletter/contract/newsletter-limits.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import type { FollowerRow, Schema } from '#migrations/schema.ts'
import type { Followed } from '#newsletter/server/compose/follower-mail.ts'
import { clearOptIns } from '#accounts/server/index.ts'
import { followingLink } from './recipients.ts'
import type { Database, RowRange } from '#platform/database/database.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'

/** Time in which a following that ended can be taken up again by its link. */
const ENDED_MS = DAY_MS

const COLUMNS = [
  'followers.id',
  'followers.user_id',
  'followers.email',
  'followers.posts',
  'followers.replies',
  'followers.comments',
  'followers.confirmed_at',
  'followers.bounces',
  'followers.bounced_at',
  'followers.ended_at',
  'followers.import_id',
  'followers.created_at',
] as const

/** Selects followers with their account, if they have one. */
const selectWithUser = (db: Database) =>
  db
    .selectFrom('followers')
    .leftJoin('users', 'users.id', 'followers.user_id')
    .select([...COLUMNS, 'users.email as user_email', 'users.username', 'users.display_name'])
    .select(['users.email_verified', 'users.disabled_at', 'users.is_admin'])

export type FollowerWithUser = Awaited<ReturnType<typeof listFollowers>>[number]

/** Stores a request, which the link in the mail confirms. Runs the same statement whether the address is known or not. */
export async function requestFollowing(trx: Database, { id, email, now }: { id: string; email: string; now: number }): Promise<void> {
  const row = {
    posts: 'weekly' as const,
    link_key: createToken(),
    confirm_ends_at: now + FOLLOW_CONFIRM_MS,
    created_at: now,
  }
  await trx
    .insertInto('followers')
    .values({ id, email, ...row, digest_through: now })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet((eb) => ({
          ...row,
          // The mail before is the only one while the address gets one a day.
          confirm_hash: eb.case().when('followers.confirmed_at', 'is', null).then(eb.ref('followers.confirm_hash')).end(),
          confirmed_at: null,
          bounces: 0,
          bounced_at: null,
          ended_at: null,
        }))
        // A visitor without posts has ended everything.
        .where((eb) =>
          eb.or([eb('followers.confirmed_at', 'is', null), eb('followers.bounced_at', 'is not', null), eb('followers.posts', 'is', null)]),
        ),
    )
    .execute()
}

/** Succeeds again with the same token, because people press twice. @returns the link of the following @throws bad_request */
export async function confirmFollowing(trx: Database, token: string, now: number): Promise<string> {
  const row = await trx
    .selectFrom('followers')
    .select(['id', 'link_key', 'email', 'confirmed_at', 'confirm_ends_at'])
    .where('confirm_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row || (row.confirm_ends_at ?? 0) <= now) {
    throw new AppError(
      'bad_request',
      'There is a newer link, or this one is older than a week. Please open the newest mail, or follow again.',
    )
  }
  if (row.email !== null) await clearOptIns(trx, row.email)
  if (row.confirmed_at === null)
    await trx.updateTable('followers').set({ confirmed_at: now, digest_through: now, import_id: null }).where('id', '=', row.id).execute()
  return followingLink(row)
}

/** @throws not_found for an unknown or expired link */
export async function getFollowingByLink(db: Database, link: string): Promise<FollowerWithUser> {
  const [id = '', key = ''] = link.split('.')
  const row = await selectWithUser(db).where('followers.id', '=', id).where('followers.link_key', '=', key).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This link is no longer valid, and sends no more mails.')
  return row
}

export const findFollowingOfUser = (db: Database, userId: string): Promise<FollowerWithUser | undefined> =>
  selectWithUser(db).where('followers.user_id', '=', userId).executeTakeFirst()

/** Finds a confirmed following of a visitor, which becomes that of the account with this address. */
export const findFollowingOfVisitor = (db: Database, email: string): Promise<FollowerWithUser | undefined> =>
  selectWithUser(db)
    .where('followers.email', '=', email)
    .where('followers.confirmed_at', 'is not', null)
    .where('followers.posts', 'is not', null)
    .executeTakeFirst()

/** Newest first; without those that ended within the last day. */
export const listFollowers = (db: Database, { startIndex, limit }: Pick<RowRange, 'startIndex' | 'limit'>) =>
  selectWithUser(db)
    .where('followers.ended_at', 'is', null)
    .orderBy('followers.created_at', 'desc')
    .orderBy('followers.id', 'desc')
    .limit(limit)
    .offset(startIndex)
    .execute()

export async function countFollowers(db: Database): Promise<number> {
  const count = (eb: ExpressionBuilder<Schema, 'followers'>) => eb.fn.countAll<number>().as('count')
  const all = await db.selectFrom('followers').select(count).executeTakeFirstOrThrow()
  // The ended ones are few and have an index.
  const ended = await db.selectFrom('followers').select(count).where('ended_at', '>', 0).executeTakeFirstOrThrow()
  return Number(all.count) - Number(ended.count)
}

/** What a follower chose. */
export type Chosen = Pick<FollowerRow, 'posts' | 'replies' | 'comments'>

const isNothing = ({ posts, replies, comments }: Chosen): boolean => posts === null && replies === 0 && comments === 0

/** Follows with an account. Nothing older is mailed. */
export async function createFollowingOfUser(
  trx: Database,
  { userId, chosen, ...row }: { id: string; userId: string; chosen: Chosen; now: number },
): Promise<void> {
  if (isNothing(chosen)) return
  const { id, now } = row
  const times = { digest_through: now, comments_through: now, confirmed_at: now, created_at: now }
  await trx
    .insertInto('followers')
    .values({ id, user_id: userId, link_key: createToken(), ...chosen, ...times })
    .execute()
}

/**
 * What begins contains nothing older. Where nothing is left, the row ends: it is deleted a day later. Resets bounces, because a
 * person who chooses can be reached again.
 */
export async function saveChoices(
  trx: Database,
  present: Chosen & Pick<FollowerRow, 'id' | 'ended_at'>,
  { now, ...chosen }: Chosen & { readonly now: number },
) {
  await trx
    .updateTable('followers')
    .set({
      ...chosen,
      ...(present.posts === null ? { digest_through: now } : {}),
      ...(present.comments === 0 ? { comments_through: now } : {}),
      ended_at: isNothing(chosen) ? (present.ended_at ?? now) : null,
      bounces: 0,
      bounced_at: null,
    })
    .where('id', '=', present.id)
    .execute()
}

/** Ends the mails of one kind; a second call changes nothing. */
export async function endFollowing(
  trx: Database,
  row: FollowerWithUser,
  { what, now }: { readonly what: Followed; readonly now: number },
): Promise<void> {
  if (!wants(row, what)) return
  const { posts, replies, comments } = row
  await saveChoices(trx, row, { posts, replies, comments, [what]: what === 'posts' ? null : 0, now })
}

/** Whether a follower gets mails of this kind. */
export const wants = (chosen: Chosen, what: Followed): boolean => (what === 'posts' ? chosen.posts !== null : chosen[what] === 1)

/** Whether an admin is mailed about what waits. */
export const setWaitingMails = (trx: Database, userId: string, isOn: boolean): Promise<unknown> =>
  trx
    .updateTable('users')
    .set({ waiting_mails: isOn ? 1 : 0 })
    .where('id', '=', userId)
    .execute()

/** @returns whether the follower existed */
export async function deleteFollower(trx: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('followers').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes requests that were never confirmed, followings that have ended, and visitors whose address has bounced. */
export async function deleteOldFollowers(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('followers')
    .where('ended_at', '<=', now - ENDED_MS)
    .execute()
  await db
    .deleteFrom('followers')
    .where('confirmed_at', 'is', null)
    .where('import_id', 'is', null)
    .where('confirm_ends_at', '<=', now)
    .execute()
  await db
    .deleteFrom('followers')
    .where('user_id', 'is', null)
    .where('bounced_at', '<=', now - BOUNCED_FOLLOWER_MS)
    .execute()
}

interface Member {
  readonly id: string
  /** Confirmed address. */
  readonly email: string
}

/**
 * Merges a visitor's subscription into that of the account with the same address, so that nobody gets two mails. Call
 * within a transaction, when the address is confirmed. The visitor's row remains, because deliveries and the links in
 * earlier mails refer to its id.
 */
export async function takeOverFollowing(trx: Database, { id, email }: Member): Promise<void> {
  const columns = ['id', 'posts', 'replies', 'comments', 'comments_through', 'confirmed_at', 'bounced_at'] as const
  const visitor = await trx.selectFrom('followers').select(columns).where('email', '=', email).executeTakeFirst()
  if (!visitor) return
  if (visitor.confirmed_at === null || visitor.bounced_at !== null || visitor.posts === null) {
    await trx.deleteFrom('followers').where('id', '=', visitor.id).execute()
    return
  }
  const own = await trx.deleteFrom('followers').where('user_id', '=', id).returning(columns).executeTakeFirst()
  const { posts, replies, comments, comments_through } = own ?? { ...visitor, replies: 0 as const, comments: 0 as const }
  await trx
    .updateTable('followers')
    .set({
      user_id: id,
      email: null,
      import_id: null,
      posts: posts ?? visitor.posts,
      replies,
      comments,
      comments_through,
      confirm_hash: null,
    })
    .where('id', '=', visitor.id)
    .execute()
}
