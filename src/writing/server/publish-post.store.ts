import { sql, type SqlBool } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import {
  getDeskPost,
  getPost,
  indexPost,
  type NewPostText,
  NO_TEXT,
  type PostRow,
  type PostTextRow,
  type ShownPost,
  slugOf,
} from '#posts/server/index.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { findFreeSlug, recordSlug } from './post-slugs.store.ts'

/** The editor defaults to the author, the slug to that of the title. */
export type NewPost = NewPostText &
  Pick<PostRow, 'id' | 'author_id' | 'audience' | 'created_at' | 'updated_at'> &
  Partial<Pick<PostRow, 'slug' | 'revision' | 'editor_id' | 'comments_open'>> & {
    /** Time to publish it; none for a post that is published at once. */
    readonly publish_at?: number
    /** Number of the last save, where the post was a draft with this id. */
    readonly sequence?: number
  }

export type PostChanges = Partial<PostTextRow & Pick<PostRow, 'comments_open' | 'audience' | 'updated_at'>>

export interface PostUpdate {
  readonly changes: PostChanges
  readonly now: number
  readonly editorId?: string | null
  /** Revision that the changes are based on, if known. */
  readonly baseRevision?: number | undefined
}

/**
 * Call within `writePosts`. Publishes a new post, or plans it for `publish_at`.
 * @throws draft_conflict if a draft with its id was saved since `sequence`
 */
export async function createPost(trx: Database, { publish_at, ...post }: NewPost): Promise<ShownPost> {
  const at = publish_at ?? post.created_at
  const filled = { ...NO_TEXT, revision: 1, editor_id: post.author_id, slug: slugOf(post.title), ...post }
  const row = { ...filled, kind: 'post', state: 'planned', publish_at: at, created_at: at } as const
  const written = await trx
    .insertInto('posts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(row)
        .where('posts.state', '=', 'draft')
        .where('posts.sequence', '=', post.sequence ?? 0),
    )
    .returning(['id', 'slug'])
    .executeTakeFirst()
  if (!written) throw new AppError('draft_conflict')
  return publish_at === undefined ? publishPost(trx, written, { updated_at: post.updated_at }) : getDeskPost(trx, post.id)
}

/** Call within `writePosts`. Publishes a planned post, with the date for which it was planned. */
export async function publishPost(
  trx: Database,
  planned: Pick<PostRow, 'id' | 'slug'>,
  changes: Partial<Pick<PostRow, 'updated_at' | 'pinned'>>,
): Promise<ShownPost> {
  const { id } = planned
  const slug = await findFreeSlug(trx, { slug: planned.slug, postId: id })
  const { seq, title, content } = await trx
    .updateTable('posts')
    .set({ ...changes, state: 'published', publish_at: null, slug })
    .where('id', '=', id)
    .returning(['seq', 'title', 'content'])
    .executeTakeFirstOrThrow()
  await recordSlug(trx, slug, id)
  await indexPost(trx, { seq, title, text: visibleText(content) })
  return getPost(trx, id)
}

const DUE_MAX = 1000

const selectPlanned = (db: Database) =>
  db
    .selectFrom('posts')
    .select(['id', 'publish_at'])
    .where(sql<SqlBool>`state = 'planned'`)
    .orderBy('publish_at')
    .orderBy('id')

/** Lists the ids of posts that are due, the earliest first. */
export async function listDueIds(db: Database, now: number): Promise<string[]> {
  const rows = await selectPlanned(db).where('publish_at', '<=', now).limit(DUE_MAX).execute()
  return rows.map(({ id }) => id)
}

/** Returns the time of the next planned post, in ms; null if there is none. */
export async function findNextPublication(db: Database): Promise<number | null> {
  const row = await selectPlanned(db).limit(1).executeTakeFirst()
  return row?.publish_at ?? null
}
