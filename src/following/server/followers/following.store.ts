import { type ExpressionBuilder, sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { FollowingChoices } from '#following/contract/following.endpoints.ts'
import type { CommentCadence, PostCadence } from '#following/contract/cadences.ts'
import { BOUNCED_FOLLOWER_MS, DAY_MS, FOLLOW_CONFIRM_MS, HOUR_MS } from '#platform/contract/limits.ts'
import type { FollowerRow, Schema } from '#migrations/schema.ts'
import type { Followed } from '#following/server/compose/follower-mail.ts'
import { clearAsks } from '#accounts/server/index.ts'
import { followingLink } from './recipients.ts'
import type { Database, RowRange } from '#platform/database/database.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'

const COLUMNS = [
  'followers.id',
  'followers.user_id',
  'followers.email',
  'followers.posts',
  'followers.categories',
  'followers.replies',
  'followers.comments',
  'followers.confirmed_at',
  'followers.bounces',
  'followers.bounced_at',
  'followers.ended',
  'followers.ended_at',
  'followers.created_at',
] as const

/** Selects followers with their account, if they have one. */
const selectWithUser = (db: Database) =>
  db
    .selectFrom('followers')
    .leftJoin('users', 'users.id', 'followers.user_id')
    .select([...COLUMNS, 'users.email as user_email', 'users.username', 'users.display_name'])
    .select(['users.email_verified', 'users.disabled_at'])

export type FollowerWithUser = Awaited<ReturnType<typeof listFollowers>>[number]

/** Stores a request, which the link in the mail confirms. Runs the same statement whether the address is known or not. */
export async function requestFollowing(
  trx: Database,
  request: { id: string; email: string; posts: PostCadence; categories: readonly string[] | null; now: number },
): Promise<void> {
  const { id, email, posts, now } = request
  const row = {
    posts,
    categories: toStored(request.categories),
    link_key: createToken(),
    confirm_hash: null,
    confirm_ends_at: now + FOLLOW_CONFIRM_MS,
    created_at: now,
  }
  await trx
    .insertInto('followers')
    .values({ id, email, ...row, digest_through: now })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ ...row, confirmed_at: null, bounces: 0, bounced_at: null, ...NOTHING_ENDED })
        // A visitor without posts has ended everything.
        .where((eb) =>
          eb.or([eb('followers.confirmed_at', 'is', null), eb('followers.bounced_at', 'is not', null), eb('followers.posts', 'is', null)]),
        ),
    )
    .execute()
}

const toStored = (categories: readonly string[] | null): string | null => (categories === null ? null : JSON.stringify(categories))

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
  if (row.email !== null) await clearAsks(trx, row.email)
  if (row.confirmed_at === null)
    await trx.updateTable('followers').set({ confirmed_at: now, digest_through: now }).where('id', '=', row.id).execute()
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

/** SQL condition: something is mailed, or was until the address refused it; not a following that ended within the last day. */
const isFollowing = sql<boolean>`not (followers.ended_at is not null and followers.posts is null and followers.replies = 0
  and followers.comments is null)`

/** Newest first. */
export const listFollowers = (db: Database, { startIndex, limit }: Pick<RowRange, 'startIndex' | 'limit'>) =>
  selectWithUser(db)
    .where(isFollowing)
    .orderBy('followers.created_at', 'desc')
    .orderBy('followers.id', 'desc')
    .limit(limit)
    .offset(startIndex)
    .execute()

export async function countFollowers(db: Database): Promise<number> {
  const count = (eb: ExpressionBuilder<Schema, 'followers'>) => eb.fn.countAll<number>().as('count')
  const all = await db.selectFrom('followers').select(count).executeTakeFirstOrThrow()
  // The ended ones are few and have an index.
  const ended = await db
    .selectFrom('followers')
    .select(count)
    .where('followers.ended_at', 'is not', null)
    .where(sql<boolean>`not (${isFollowing})`)
    .executeTakeFirstOrThrow()
  return Number(all.count) - Number(ended.count)
}

/** Deletes the row where nothing is chosen. A new row starts now, so that nothing older is mailed. */
export async function saveFollowingOfUser(
  trx: Database,
  userId: string,
  saved: { id: string; choices: FollowingChoices; now: number },
): Promise<void> {
  const { id, choices, now } = saved
  const present = await trx.selectFrom('followers').select(['id', 'posts', 'comments']).where('user_id', '=', userId).executeTakeFirst()
  const { posts, replies, comments } = choices
  if (posts === null && !replies && comments === null) {
    if (present) await trx.deleteFrom('followers').where('id', '=', present.id).execute()
    return
  }
  const row = { posts, categories: toStored(choices.categories), replies: replies ? (1 as const) : (0 as const), comments }
  if (present) await updateFollower(trx, present, { ...row, ...toStartTimes(present, { posts, comments, now }) })
  else
    await trx
      .insertInto('followers')
      .values({ id, user_id: userId, link_key: createToken(), ...row, ...toNewRowTimes(now) })
      .execute()
}

const toNewRowTimes = (now: number) => ({ digest_through: now, comments_through: now, confirmed_at: now, created_at: now })

export const changePosts = (
  trx: Database,
  present: FollowerWithUser,
  { posts, categories, now }: { posts: PostCadence; categories: readonly string[] | null; now: number },
): Promise<unknown> =>
  updateFollower(trx, present, {
    posts,
    categories: toStored(categories),
    ...toStartTimes(present, { posts, comments: present.comments, now }),
  })

/** Whether an admin is mailed about what waits. */
export const setWaitingMails = (trx: Database, userId: string, isOn: boolean): Promise<unknown> =>
  trx
    .updateTable('users')
    .set({ waiting_mails: isOn ? 1 : 0 })
    .where('id', '=', userId)
    .execute()

/** Resets bounces, because a person who changes a following can be reached again. */
const updateFollower = (trx: Database, { id }: { id: string }, changes: Partial<FollowerRow>): Promise<unknown> =>
  trx
    .updateTable('followers')
    .set({ ...changes, bounces: 0, bounced_at: null, ...NOTHING_ENDED })
    .where('id', '=', id)
    .execute()

/** Start times after a change: now, or an hour ago where posts were mailed at once, to include those not mailed yet. */
function toStartTimes(
  present: Pick<FollowerRow, 'posts' | 'comments'>,
  { posts, comments, now }: { posts: PostCadence | null; comments: CommentCadence | null; now: number },
): Partial<FollowerRow> {
  const wasAtOnce = present.posts === 'at_once' && posts !== 'at_once'
  return {
    ...(present.posts === null || wasAtOnce ? { digest_through: wasAtOnce ? now - HOUR_MS : now } : {}),
    ...(present.comments !== comments ? { comments_through: now } : {}),
  }
}

/** What a person ended, as stored for the day in which it can be taken back. */
export type EndedChoices = Pick<FollowingChoices, 'posts' | 'replies' | 'comments'>

const NOTHING_ENDED = { ended: null, ended_at: null }
/** Time in which an ending can be taken back. Then a following of which nothing is left is deleted. */
const TAKE_BACK_MS = DAY_MS

export const endedOf = ({ ended }: Pick<FollowerRow, 'ended'>): EndedChoices | null =>
  ended === null ? null : (JSON.parse(ended) as EndedChoices)

type Left = Pick<FollowerRow, 'posts' | 'replies' | 'comments'>

const NOTHING: Left = { posts: null, replies: 0, comments: null }

/** Moves what is ended to what was ended within the last day. */
function endOf(row: FollowerWithUser, what: Followed | 'all'): { readonly left: Left; readonly ended: EndedChoices } {
  const { posts, replies, comments } = row
  const left: Left = what === 'all' ? NOTHING : { posts, replies, comments, [what]: NOTHING[what] }
  const before: EndedChoices = endedOf(row) ?? { posts: null, replies: false, comments: null }
  return {
    left,
    ended: {
      posts: left.posts ? null : (posts ?? before.posts),
      replies: left.replies === 0 && (replies === 1 || before.replies),
      comments: left.comments ? null : (comments ?? before.comments),
    },
  }
}

/** Ends some or all mails; a second call with the same changes nothing. */
export async function endFollowing(
  trx: Database,
  row: FollowerWithUser,
  { what, now }: { readonly what: Followed | 'all'; readonly now: number },
): Promise<void> {
  const { left, ended } = endOf(row, what)
  const isNothing = ended.posts === null && !ended.replies && ended.comments === null
  if (isNothing) return
  const set = { ...left, ended: JSON.stringify(ended), ended_at: now }
  await trx.updateTable('followers').set(set).where('id', '=', row.id).execute()
}

/** Takes back what was ended. Digests then also have what was published in between. */
export async function resumeFollowing(trx: Database, row: FollowerWithUser): Promise<void> {
  const ended = endedOf(row)
  if (ended === null) return
  const replies = row.replies === 1 || ended.replies ? (1 as const) : (0 as const)
  await updateFollower(trx, row, { posts: row.posts ?? ended.posts, replies, comments: row.comments ?? ended.comments })
}

/** @returns whether the follower existed */
export async function deleteFollower(trx: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('followers').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes requests that were never confirmed, followings that have ended, and visitors whose address has bounced. */
export async function deleteOldFollowers(db: Database, now: number): Promise<void> {
  const isOver = sql<boolean>`ended_at <= ${now - TAKE_BACK_MS}`
  await db
    .deleteFrom('followers')
    .where(isOver)
    .where(sql<boolean>`not (${isFollowing})`)
    .execute()
  await db.updateTable('followers').set(NOTHING_ENDED).where(isOver).execute()
  await db.deleteFrom('followers').where('confirmed_at', 'is', null).where('confirm_ends_at', '<=', now).execute()
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
  const columns = ['id', 'posts', 'categories', 'replies', 'comments', 'confirmed_at', 'bounced_at'] as const
  const visitor = await trx.selectFrom('followers').select(columns).where('email', '=', email).executeTakeFirst()
  if (!visitor) return
  if (visitor.confirmed_at === null || visitor.bounced_at !== null || visitor.posts === null) {
    await trx.deleteFrom('followers').where('id', '=', visitor.id).execute()
    return
  }
  const own = await trx.deleteFrom('followers').where('user_id', '=', id).returning(columns).executeTakeFirst()
  const posts = own?.posts ? { posts: own.posts, categories: own.categories } : {}
  await trx
    .updateTable('followers')
    .set({ user_id: id, email: null, replies: own?.replies ?? 0, comments: own?.comments ?? null, ...posts, confirm_hash: null })
    .where('id', '=', visitor.id)
    .execute()
}
