import { sql, type SqlBool } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { isLive, isNotInTrash, isReadable, isShown } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'

/** A comment as mails show it. */
export interface MailedComment {
  readonly id: string
  readonly by: string
  readonly content: string
  readonly isPending: boolean
  /** ISO 8601. */
  readonly at: string
  readonly post: { readonly title: string; readonly slug: string }
}

/** Lists the replies that a mail brings, oldest first: what is shown on posts that this audience may read. */
export async function listRepliesOfMail(
  db: Database,
  { mailId, audience, limit }: { readonly mailId: string; readonly audience: Audience; readonly limit: number },
): Promise<MailedComment[]> {
  const rows = await selectComments(db, audience)
    .innerJoin('deliveries', 'deliveries.comment_id', 'comments.id')
    .where('deliveries.mail_id', '=', mailId)
    .where(isShown())
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(limit)
    .execute()
  return rows.map(toMailedComment)
}

/** Returns this user's comment that the reply is to: the comment replied to directly, else the first of the thread. */
export async function findRepliedTo(db: Database, replyId: string, userId: string): Promise<Pick<MailedComment, 'content'> | undefined> {
  const reply = await db
    .selectFrom('comments')
    .select(['parent_id', 'replied_to_id'])
    .where('id', '=', replyId)
    .where(isLive())
    .executeTakeFirst()
  const ids = [reply?.replied_to_id, reply?.parent_id].filter((id) => typeof id === 'string')
  if (ids.length === 0) return undefined
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'content'])
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where(isLive())
    .execute()
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))[0]
}

interface Day {
  /** Milliseconds since 1970, exclusive. */
  readonly since: number
  readonly until: number
  /** The comments of this user are left out. */
  readonly exceptUser: string
}

/** Lists the comments of a day for an admin, oldest first. */
export async function listCommentsOfDay(db: Database, { since, until, exceptUser }: Day, limit: number): Promise<MailedComment[]> {
  const rows = await selectComments(db, 'admins')
    .where('comments.created_at', '>', since)
    .where('comments.created_at', '<=', until)
    .where((eb) => eb.or([eb('comments.user_id', 'is', null), eb('comments.user_id', '<>', exceptUser)]))
    .where(isLive())
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(limit)
    .execute()
  return rows.map(toMailedComment)
}

/** With a literal, so that it uses the partial index. */
const WAITS = sql<SqlBool>`comments.state = 'pending'`

/** Lists comments that wait for approval, oldest first. */
export async function listPendingComments(db: Database, limit: number): Promise<MailedComment[]> {
  const rows = await selectComments(db, 'admins').where(WAITS).orderBy('comments.created_at').orderBy('comments.id').limit(limit).execute()
  return rows.map(toMailedComment)
}

export async function countPendingComments(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(WAITS)
    .where(isNotInTrash())
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Comments of posts that this audience may read. */
const selectComments = (db: Database, audience: Audience) =>
  db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .where(isReadable(audience))
    .leftJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'comments.user_id', 'comments.guest_name', 'comments.content', 'comments.state'])
    .select(['comments.created_at', 'posts.title', 'posts.slug', 'users.username', 'users.display_name'])

type Row = Awaited<ReturnType<ReturnType<typeof selectComments>['executeTakeFirstOrThrow']>>

const toMailedComment = (row: Row): MailedComment => ({
  id: row.id,
  by:
    row.username === null
      ? (row.guest_name ?? 'anonymous')
      : nameOfUser({ username: row.username, displayName: row.display_name ?? undefined }),
  content: row.content,
  isPending: row.state === 'pending',
  at: new Date(row.created_at).toISOString(),
  post: { title: row.title, slug: row.slug },
})
