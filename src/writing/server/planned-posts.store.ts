import type { Selectable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { PlannedPostsTable } from '#migrations/schema.ts'
import { authorColumns } from '#accounts/server/index.ts'
import { createPost, type PostChanges } from './published-posts.store.ts'
import { type NewPostText, NO_TEXT, pickText, type ShownPost, TEXT_COLUMNS, type PostTextRow } from '#posts/server/index.ts'
import { slugOf } from '#platform/text/slug.ts'

type PlannedRow = Selectable<PlannedPostsTable>
/** Has the shape of a published post; `created_at` is the planned date. */
export interface PlannedPost extends ShownPost {
  readonly publish_at: number
}

export const PLANNED_COLUMNS = [
  ...TEXT_COLUMNS.map((column) => `planned_posts.${column}` as const),
  'planned_posts.id',
  'planned_posts.author_id',
  'planned_posts.editor_id',
  'planned_posts.slug',
  'planned_posts.revision',
  'planned_posts.comments_open',
  'planned_posts.audience',
  'planned_posts.publish_at',
  'planned_posts.updated_at',
] as const

const selectPlanned = (db: Database) =>
  db
    .selectFrom('planned_posts')
    .leftJoin('users', 'users.id', 'planned_posts.author_id')
    .select([...PLANNED_COLUMNS, ...authorColumns])

const toPlannedPost = (row: Omit<PlannedPost, 'pinned' | 'likes' | 'created_at'>): PlannedPost => ({
  ...row,
  created_at: row.publish_at,
  pinned: 0,
  likes: 0,
})

export async function findPlannedPost(db: Database, id: string): Promise<PlannedPost | undefined> {
  const row = await selectPlanned(db).where('planned_posts.id', '=', id).executeTakeFirst()
  return row && toPlannedPost(row)
}

const DUE_MAX = 1000

/** Lists the ids of posts that are due, the earliest first. */
export async function listDueIds(db: Database, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('planned_posts')
    .select('id')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .orderBy('id')
    .limit(DUE_MAX)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the time of the next planned post, in ms; null if there is none. */
export async function findNextPublication(db: Database): Promise<number | null> {
  const row = await db.selectFrom('planned_posts').select('publish_at').orderBy('publish_at').orderBy('id').limit(1).executeTakeFirst()
  return row?.publish_at ?? null
}

/** Lists ids, the earliest planned post first. */
export async function listPlannedIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('planned_posts').select('id').orderBy('publish_at').orderBy('id').execute()
  return rows.map((row) => row.id)
}

export type NewPlannedPost = NewPostText &
  Omit<PlannedRow, keyof PostTextRow | 'slug' | 'revision' | 'editor_id' | 'comments_open'> &
  Partial<Pick<PlannedRow, 'slug' | 'revision' | 'editor_id' | 'comments_open'>>

/** The editor defaults to the author. */
export async function createPlannedPost(trx: Database, post: NewPlannedPost): Promise<PlannedPost> {
  await trx
    .insertInto('planned_posts')
    .values({ editor_id: post.author_id, slug: slugOf(post.title), ...NO_TEXT, ...post })
    .execute()
  return (await findPlannedPost(trx, post.id)) as PlannedPost
}

type PlannedChanges = PostChanges & Partial<Pick<PlannedRow, 'slug' | 'revision' | 'editor_id' | 'publish_at' | 'updated_at'>>

export async function changePlannedPost(trx: Database, id: string, changes: PlannedChanges): Promise<PlannedPost> {
  await trx.updateTable('planned_posts').set(changes).where('id', '=', id).execute()
  return (await findPlannedPost(trx, id)) as PlannedPost
}

export async function deletePlannedPost(trx: Database, id: string): Promise<void> {
  await trx.deleteFrom('planned_posts').where('id', '=', id).execute()
}

/** Call within a transaction that holds the lock on slugs. The post gets its planned time as its date. */
export async function publishPlannedPost(trx: Database, planned: PlannedPost, updatedAt: number): Promise<ShownPost> {
  const { id, author_id, editor_id, revision, comments_open, audience } = planned
  await deletePlannedPost(trx, id)
  const written = { ...pickText(planned), id, author_id, editor_id, revision, comments_open, audience }
  return createPost(trx, { ...written, created_at: planned.publish_at, updated_at: updatedAt }, planned.slug)
}
