import type { Audience } from '#platform/contract/audiences.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { isReadable } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'

/** A comment as mails show it. */
export interface MailedComment {
  readonly id: string
  readonly userId: string | null
  readonly by: string
  readonly content: string
  readonly isPending: boolean
  readonly isReply: boolean
  /** ISO 8601. */
  readonly at: string
  readonly post: { readonly title: string; readonly slug: string }
}

/** Returns the comment if this audience may read its post. */
export async function findMailedComment(db: Database, id: string, audience: Audience): Promise<MailedComment | undefined> {
  const row = await selectComments(db).where('comments.id', '=', id).where(isReadable(audience, 'posts')).executeTakeFirst()
  return row && toMailedComment(row)
}

/** Returns this user's comment that the reply is to: the comment replied to directly, else the first of the thread. */
export async function findRepliedTo(db: Database, replyId: string, userId: string): Promise<Pick<MailedComment, 'content'> | undefined> {
  const reply = await db.selectFrom('comments').select(['parent_id', 'replied_to_id']).where('id', '=', replyId).executeTakeFirst()
  const ids = [reply?.replied_to_id, reply?.parent_id].filter((id) => typeof id === 'string')
  if (ids.length === 0) return undefined
  const rows = await db.selectFrom('comments').select(['id', 'content']).where('id', 'in', ids).where('user_id', '=', userId).execute()
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))[0]
}

/** Whether this user wants no mails about what the other one writes. */
export async function isMuted(db: Database, { userId, mutedId }: { userId: string; mutedId: string | null }): Promise<boolean> {
  if (mutedId === null) return false
  const row = await db
    .selectFrom('mutes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('muted_id', '=', mutedId)
    .executeTakeFirst()
  return row !== undefined
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
  const rows = await selectComments(db)
    .where('comments.created_at', '>', since)
    .where('comments.created_at', '<=', until)
    .where((eb) => eb.or([eb('comments.user_id', 'is', null), eb('comments.user_id', '<>', exceptUser)]))
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(limit)
    .execute()
  return rows.map(toMailedComment)
}

/** Lists comments that wait for approval, oldest first. */
export async function listPendingComments(db: Database, limit: number): Promise<MailedComment[]> {
  const rows = await selectComments(db)
    .where('comments.pending', '=', 1)
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(limit)
    .execute()
  return rows.map(toMailedComment)
}

export async function countPendingComments(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('pending', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const selectComments = (db: Database) =>
  db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .leftJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'comments.user_id', 'comments.guest_name', 'comments.content', 'comments.pending'])
    .select(['comments.parent_id', 'comments.created_at', 'posts.title', 'posts.slug', 'users.username', 'users.display_name'])

type Row = Awaited<ReturnType<ReturnType<typeof selectComments>['executeTakeFirstOrThrow']>>

const toMailedComment = (row: Row): MailedComment => ({
  id: row.id,
  userId: row.user_id,
  by:
    row.username === null
      ? (row.guest_name ?? 'anonymous')
      : nameOfUser({ username: row.username, displayName: row.display_name ?? undefined }),
  content: row.content,
  isPending: row.pending === 1,
  isReply: row.parent_id !== null,
  at: new Date(row.created_at).toISOString(),
  post: { title: row.title, slug: row.slug },
})
