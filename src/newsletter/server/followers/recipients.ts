import { audienceOf } from '#platform/contract/audiences.ts'
import { isKeptOut } from '#platform/contract/closed-blog.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { toIso } from '#platform/contract/format-date.ts'
import type { FollowerRow } from '#migrations/schema.ts'
import type { Database } from '#platform/database/database.ts'
import type { Followed, Recipient } from '#newsletter/server/compose/follower-mail.ts'
import { isBlogClosed } from '#site/server/index.ts'

/** Number of consecutive permanent bounces that ends a following. */
export const BOUNCES_MAX = 3

/** Opens a following without a session: its id, and a key that only mails to this person contain. */
export const followingLink = ({ id, link_key: key }: Pick<FollowerRow, 'id' | 'link_key'>): string => `${id}.${key}`

/** URL of the page that changes or ends a following. The link is in the query, which the request log leaves out. */
export const manageAddress = (publicUrl: string, follower: Pick<FollowerRow, 'id' | 'link_key'>): string =>
  `${publicUrl}/following?link=${followingLink(follower)}`

/** URL of one-click unsubscribe (RFC 8058). */
export const endAddress = (publicUrl: string, follower: Pick<FollowerRow, 'id' | 'link_key'>, what: Followed): string =>
  `${publicUrl}/following/end?link=${followingLink(follower)}&what=${what}`

/**
 * Finds the recipient of mails to a follower, with current data.
 * @returns undefined where nothing may be mailed: not confirmed, ended by bounces, disabled, with an email that is not
 * verified, or of an account that is not family while the blog is closed
 */
export async function toRecipient(
  db: Database,
  follower: FollowerRow,
  { publicUrl }: { readonly publicUrl: string },
): Promise<Recipient | undefined> {
  if (follower.confirmed_at === null || follower.bounced_at !== null) return undefined
  const person = follower.user_id === null ? await findVisitor(db, follower.email) : await findMember(db, follower.user_id)
  return (
    person && {
      ...person,
      followerId: follower.id,
      userId: follower.user_id,
      manageUrl: (what) => `${manageAddress(publicUrl, follower)}&what=${what}`,
      endUrl: (what) => endAddress(publicUrl, follower, what),
    }
  )
}

type Person = Pick<Recipient, 'email' | 'name' | 'audience'>

/** Finds no recipient where the account with this address also follows, so that nobody gets two mails. */
async function findVisitor(db: Database, email: string | null): Promise<Person | undefined> {
  if (email === null || (await isBlogClosed(db))) return undefined
  const member = await db
    .selectFrom('users')
    .innerJoin('followers', 'followers.user_id', 'users.id')
    .select('users.id')
    .where('users.email', '=', email)
    .where('users.email_verified', '=', 1)
    .where('followers.posts', 'is not', null)
    .executeTakeFirst()
  return member ? undefined : { email, name: null, audience: 'public' }
}

async function findMember(db: Database, id: string): Promise<Person | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'display_name', 'email', 'is_admin', 'is_family'])
    .where('id', '=', id)
    .where('email_verified', '=', 1)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (user === undefined) return undefined
  const audience = audienceOf({ id: user.id, isAdmin: user.is_admin === 1, isFamily: user.is_family === 1 })
  if (await isKeptOut(audience, () => isBlogClosed(db))) return undefined
  return { email: user.email, name: nameOfUser({ username: user.username, displayName: user.display_name ?? undefined }), audience }
}

/** Counts a permanent bounce. The third in a row ends the following. */
export async function noteBounce(db: Database, followerId: string, now: number): Promise<void> {
  const row = await db
    .updateTable('followers')
    .set((eb) => ({ bounces: eb('bounces', '+', 1) }))
    .where('id', '=', followerId)
    .returning('bounces')
    .executeTakeFirst()
  if (!row || row.bounces < BOUNCES_MAX) return
  await db.updateTable('followers').set({ posts: null, replies: 0, comments: 0, bounced_at: now }).where('id', '=', followerId).execute()
}

/** Resets the count of bounces after a mail was accepted. */
export async function noteDelivered(db: Database, followerId: string): Promise<void> {
  await db.updateTable('followers').set({ bounces: 0 }).where('id', '=', followerId).where('bounces', '>', 0).execute()
}

/** Returns a user's following, for the download of their data. */
export async function findFollowingData(db: Database, userId: string) {
  const row = await db
    .selectFrom('followers')
    .select(['posts', 'replies', 'comments', 'bounces', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { posts, bounces } = row
  return { posts, replies: row.replies === 1, comments: row.comments === 1, bounces, since: toIso(row.created_at) }
}
