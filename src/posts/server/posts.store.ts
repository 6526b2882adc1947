import type { Selectable } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { type Database, isPostgres } from '#platform/database/database.ts'
import type { PostsTable } from '#migrations/schema.ts'
import { authorColumns, type AuthorRow } from '#accounts/server/index.ts'
import { findFreeSlug, isSlugFree, recordSlug } from './post-slugs.store.ts'
import { createRevision } from '#writing/server/revisions/revisions.store.ts'
import { indexPost, removeFromIndex } from './search/search-index.ts'
import { slugOf } from '#platform/text/slug.ts'
import { visibleText } from './visible-text.ts'

/** Columns of a post that queries write. Triggers count its likes. */
export type PostRow = Omit<Selectable<PostsTable>, 'seq' | 'likes'>
/** The editor defaults to the author. */
export type NewPost = Omit<PostRow, 'slug' | 'revision' | 'editor_id' | 'pinned' | 'comments_open'> &
  Partial<Pick<PostRow, 'revision' | 'editor_id' | 'comments_open'>>
export type PostChanges = Partial<
  Pick<PostRow, 'title' | 'category' | 'image_url' | 'content' | 'comments_open' | 'audience' | 'created_at'>
>

export const POST_COLUMNS = [
  'posts.id',
  'posts.author_id',
  'posts.title',
  'posts.slug',
  'posts.category',
  'posts.image_url',
  'posts.content',
  'posts.revision',
  'posts.editor_id',
  'posts.pinned',
  'posts.comments_open',
  'posts.audience',
  'posts.created_at',
  'posts.updated_at',
] as const

/** Post with its likes and the author of its byline. */
export type ShownPost = PostRow & AuthorRow & { readonly likes: number }

/** Columns of `posts` joined with `users` as authors. */
export const SHOWN_COLUMNS = [...POST_COLUMNS, 'posts.likes', ...authorColumns] as const

/** Finds a post of any audience. For admins only; others read posts through `list-posts.ts`. */
export async function findPost(db: Database, id: string): Promise<ShownPost | undefined> {
  return db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .select(SHOWN_COLUMNS)
    .where('posts.id', '=', id)
    .executeTakeFirst()
}

/** Lists the ids of all posts, oldest first. */
export async function listPostIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('posts').select('id').orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Call within a transaction. Blocks others from changing the post or adding comments until it ends. @throws not_found */
export async function lockPost(trx: Database, id: string): Promise<PostRow> {
  const post = await trx
    .selectFrom('posts')
    .select(POST_COLUMNS)
    .where('id', '=', id)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst()
  if (!post) throw postGone()
  return post
}

const postGone = () => new AppError('not_found', 'This post is no longer there.')

/** Like {@link findPost}. @throws not_found */
export async function getPost(db: Database, id: string): Promise<ShownPost> {
  const post = await findPost(db, id)
  if (!post) throw postGone()
  return post
}

/**
 * Writes post, slug and search index; call within a transaction.
 * @param wantedSlug replaces the slug of the title, for a post that already had an address
 */
export async function createPost(trx: Database, post: NewPost, wantedSlug = slugOf(post.title)): Promise<ShownPost> {
  const slug = await findFreeSlug(trx, { slug: wantedSlug, postId: post.id })
  const { seq } = await trx
    .insertInto('posts')
    .values({ editor_id: post.author_id, ...post, slug })
    .returning('seq')
    .executeTakeFirstOrThrow()
  await recordSlug(trx, slug, post.id)
  await indexPost(trx, { seq, title: post.title, text: visibleText(post.content) })
  return getPost(trx, post.id)
}

export interface PostUpdate {
  readonly changes: PostChanges
  readonly now: number
  readonly editorId?: string | null
  /** Revision that the changes are based on, if known. */
  readonly baseRevision?: number | undefined
}

const VERSIONED_PARTS = ['title', 'category', 'image_url', 'content'] as const

/** Whether the changes alter anything that is versioned. */
export const isNewText = (before: Pick<PostRow, (typeof VERSIONED_PARTS)[number]>, changes: PostChanges): boolean =>
  VERSIONED_PARTS.some((part) => changes[part] !== undefined && changes[part] !== before[part])

/**
 * Call within a transaction. A new title gives a new slug; the old one redirects. The previous version becomes a revision.
 * A retry after a lost response changes nothing.
 * @throws not_found; edit_conflict if the post's revision is not `baseRevision` and its content differs
 */
export async function updatePost(trx: Database, id: string, update: PostUpdate): Promise<ShownPost> {
  const before = await lockPost(trx, id)
  const after = { ...before, ...update.changes }
  const isNewVersion = isNewText(before, update.changes)
  if (isNewVersion && update.baseRevision !== undefined && update.baseRevision !== before.revision) throw new AppError('edit_conflict')
  const version = isNewVersion ? { revision: before.revision + 1, editor_id: update.editorId ?? null } : {}
  const slug = after.title === before.title ? before.slug : await findFreeSlug(trx, { slug: slugOf(after.title), postId: id })
  if (isNewVersion) await createRevision(trx, before)
  // On SQLite the date is part of the index's key.
  if (after.created_at !== before.created_at) await removeFromIndex(trx, id)
  const { seq } = await trx
    .updateTable('posts')
    .set({ ...update.changes, ...version, slug, updated_at: update.now })
    .where('id', '=', id)
    .returning('seq')
    .executeTakeFirstOrThrow()
  if (slug !== before.slug) await recordSlug(trx, slug, id)
  await indexPost(trx, { seq, title: after.title, text: visibleText(after.content) })
  return getPost(trx, id)
}

/** Call within a transaction. Restores a deleted post, with another slug if its own is taken. */
export async function reinsertPost(trx: Database, post: PostRow, oldSlugs: readonly string[]): Promise<void> {
  const slug = (await isSlugFree(trx, post)) ? post.slug : await findFreeSlug(trx, { slug: slugOf(post.title), postId: post.id })
  const { seq } = await trx
    .insertInto('posts')
    .values({ ...post, slug })
    .returning('seq')
    .executeTakeFirstOrThrow()
  for (const each of new Set([slug, ...oldSlugs])) await recordSlug(trx, each, post.id)
  await indexPost(trx, { seq, title: post.title, text: visibleText(post.content) })
}
