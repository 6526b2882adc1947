import { sql, type SqlBool } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { PostState } from '#migrations/schema.ts'
import { editorColumns } from '#accounts/server/index.ts'
import { isAtDesk, isLive } from '#site/server/index.ts'
import { getDeskPost, SHOWN_COLUMNS, type ShownPost, slugOf } from '#posts/server/index.ts'
import type { PostEvents } from '#writing/server/post-events.ts'
import { isSlugFree } from '#writing/server/post-slugs.store.ts'
import { publishPost } from '#writing/server/publish-post.store.ts'
import { isRoomForPin } from '#writing/server/save-post.ts'

interface Deletion {
  readonly by: string
  readonly now: number
  readonly events?: PostEvents | undefined
}

/** Call within `writePosts`. Moves a published or planned post to the trash, with everything that belongs to it. @throws not_found */
export async function trashPost(trx: Database, id: string, { by, now, events }: Deletion): Promise<void> {
  const trashed = await trx
    .updateTable('posts')
    .set({ state: 'trashed', state_before: sql`state`, trashed_at: now, trashed_by: by })
    .where('id', '=', id)
    .where(isAtDesk())
    .returning('id')
    .executeTakeFirst()
  if (!trashed) throw new AppError('not_found', 'This post is no longer there.')
  await events?.onTrashed(trx, { postId: id, now })
}

/** Condition that a text is in the trash, and is no draft of another user. A draft without words only refuses late saves. */
export const isTrashOf = (userId: string) => sql<SqlBool>`(posts.state = 'trashed'
  and (posts.state_before <> 'draft' or (posts.author_id = ${userId} and (posts.title <> '' or posts.content <> ''))))`

/** A draft that was restored has no address yet. */
export type RestoredPost = Omit<ShownPost, 'state'> & { readonly state: PostState }

/**
 * Call within `writePosts`. A planned post whose time has passed is published. A published one gets another slug if its own
 * is taken, and is not pinned any more if too many are.
 * @throws not_found
 */
export async function restorePost(trx: Database, id: string, { by, now }: Omit<Deletion, 'events'>): Promise<RestoredPost> {
  const row = await trx
    .updateTable('posts')
    .set({
      state: sql`case state_before when 'draft' then 'draft' else 'planned' end`,
      // A published one is due at once, whatever its date.
      publish_at: sql`case state_before when 'published' then 0 else publish_at end`,
      state_before: null,
      trashed_at: null,
      trashed_by: null,
    })
    .where('id', '=', id)
    .where(isTrashOf(by))
    .returning(['id', 'state', 'slug', 'title', 'pinned', 'publish_at'])
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This post is not in the trash.')
  if (row.state === 'draft') return getRestoredDraft(trx, id)
  if (row.publish_at !== null && row.publish_at > now) return getDeskPost(trx, id)
  const slug = (await isSlugFree(trx, row)) ? row.slug : slugOf(row.title)
  return publishPost(trx, { id, slug }, row.pinned === 1 && !(await isRoomForPin(trx)) ? { pinned: 0 } : {})
}

async function getRestoredDraft(trx: Database, id: string): Promise<RestoredPost> {
  const draft = await trx
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .select(SHOWN_COLUMNS)
    .where('posts.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...draft, audience: draft.audience ?? 'admins' }
}

/** Lists the trash, last deleted first. */
export async function listTrash(db: Database, userId: string, range: { startIndex: number; limit: number }) {
  return db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.trashed_by')
    .select(['posts.id', 'title', 'category', 'image_url', 'content', 'audience', 'trashed_at', 'trashed_by', ...editorColumns])
    .select((eb) =>
      eb
        .selectFrom('comments')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('comments.post_id', '=', 'posts.id')
        .where(isLive())
        .as('comments'),
    )
    .where(isTrashOf(userId))
    .$narrowType<{ trashed_at: number }>()
    .orderBy('trashed_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(range.limit)
    .offset(range.startIndex)
    .execute()
}

export async function countTrash(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isTrashOf(userId))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists ids of posts that were moved to the trash at this time or before. */
export async function listOldTrash(db: Database, trashedBefore: number): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where(sql<SqlBool>`state = 'trashed'`)
    .where('trashed_at', '<=', trashedBefore)
    .orderBy('trashed_at')
    .orderBy('id')
    .limit(1000)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Call within a transaction. Deletes a post of the trash with everything that belongs to it.
 * @param userId user who ends it; none when its time is over
 * @returns addresses and HTML that may refer to pictures; null if the post is not in the trash
 */
export async function endTrashedPost(trx: Database, id: string, userId: string | null): Promise<string[] | null> {
  const texts = (table: 'post_versions' | 'post_edits') =>
    trx.selectFrom(table).select(['image_url', 'content']).where('post_id', '=', id).execute()
  const others = [...(await texts('post_versions')), ...(await texts('post_edits'))]
  const post = await trx
    .deleteFrom('posts')
    .where('id', '=', id)
    .where(userId === null ? sql<SqlBool>`state = 'trashed'` : isTrashOf(userId))
    .returning(['image_url', 'content'])
    .executeTakeFirst()
  return post ? [post, ...others].flatMap((row) => [row.image_url ?? '', row.content]) : null
}
