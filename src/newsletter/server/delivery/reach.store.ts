import { sql } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import { POST_CADENCES } from '#newsletter/contract/cadences.ts'
import type { MailReach } from '#newsletter/contract/deliveries.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import { isAtDesk, isBlogClosed } from '#site/server/index.ts'

/** SQL condition on `users`: the member may read posts of this audience. */
const mayRead = (audience: Audience, isClosed: boolean) => {
  if (audience === 'public' && !isClosed) return sql<boolean>`1 = 1`
  return audience !== 'admins' ? sql<boolean>`users.is_admin + users.is_family > 0` : sql<boolean>`users.is_admin = 1`
}

/** Counts the visitors who get mails about posts while everybody may read. */
export async function countVisitorsByMail(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('followers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('posts', 'in', POST_CADENCES)
    .where('user_id', 'is', null)
    .where('confirmed_at', 'is not', null)
    .where('bounced_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether the writer does not want this post mailed. */
export async function isUnmailed(db: Database, postId: string): Promise<boolean> {
  const post = db.selectFrom('posts').select('id').where('id', '=', postId).where('is_mailed', '=', 0).where(isAtDesk())
  return (await post.executeTakeFirst()) !== undefined
}

/** Counts the people who would get this post by mail, as `mayReceivePost` chooses them when its mails are queued. */
export async function countReach(db: Database, audience: Audience): Promise<Omit<MailReach, 'isMailed'>> {
  const isClosed = await isBlogClosed(db)
  const isForVisitors = audience === 'public' && !isClosed
  const rows = await db
    .selectFrom('followers')
    .leftJoin('users', 'users.id', 'followers.user_id')
    .select((eb) => ['followers.posts as cadence', eb.fn.countAll<number>().as('count')])
    .where('followers.posts', 'in', POST_CADENCES)
    .where('followers.confirmed_at', 'is not', null)
    .where('followers.bounced_at', 'is', null)
    .where((eb) =>
      eb.or([
        isForVisitors ? eb('followers.user_id', 'is', null) : sql<boolean>`1 = 0`,
        eb.and([eb('users.email_verified', '=', 1), eb('users.disabled_at', 'is', null), mayRead(audience, isClosed)]),
      ]),
    )
    .groupBy('followers.posts')
    .execute()
  const countOf = (isAtOnce: boolean) =>
    rows.filter(({ cadence }) => (cadence === 'at_once') === isAtOnce).reduce((sum, { count }) => sum + Number(count), 0)
  return { atOnce: countOf(true), inDigests: countOf(false) }
}
