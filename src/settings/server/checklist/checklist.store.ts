import { isSamplePost, readSampleIds } from '#posts/server/index.ts'
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

/** Returns whether a published or planned post exists that is not a sample. */
export async function hasOwnPosts(db: Database): Promise<boolean> {
  const samples = await readSampleIds(db)
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'revision'])
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(samples.size + 1)
    .execute()
  if (posts.some((post) => !isSamplePost(post, samples))) return true
  return (await db.selectFrom('planned_posts').select('id').orderBy('publish_at').limit(1).execute()).length > 0
}
