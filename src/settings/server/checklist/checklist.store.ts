import { isAtDesk } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'

/** Returns when the first account was created; 0 where there is none. */
export async function findFirstAccountTime(db: Database): Promise<number> {
  const first = await db.selectFrom('users').select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
  return first?.created_at ?? 0
}

export async function hasSeveralAccounts(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').orderBy('created_at').limit(2).execute()).length > 1
}

export async function hasInvitation(db: Database): Promise<boolean> {
  return (await db.selectFrom('invitations').select('id').orderBy('created_at').limit(1).execute()).length > 0
}

/** Returns whether a post is published or planned. */
export async function hasPosts(db: Database): Promise<boolean> {
  return (await db.selectFrom('posts').select('id').where(isAtDesk()).orderBy('created_at').limit(1).execute()).length > 0
}
