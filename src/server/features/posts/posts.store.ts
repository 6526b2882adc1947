import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Database, isPostgres } from '#server/platform/database/database.ts'
import type { PostsTable } from '#migrations/schema.ts'
import { type AuthorRow, authorColumns } from '#server/features/to-user.ts'
import { findFreeSlug, isSlugFree, keepSlug } from './post-slugs.store.ts'
import { keepRevision } from './revisions.store.ts'
import { indexPost, removeFromIndex } from './search/search-index.ts'
import { slugOf } from '#server/features/slug.ts'
import { visibleText } from '#server/features/visible-text.ts'

/** What is written of a post; its likes are counted by triggers. */
export type PostRow = Omit<Selectable<PostsTable>, 'seq' | 'likes'>
/** The editor is the author unless given. */
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

/** A post with its likes, and with what its byline shows. */
export type ShownPost = PostRow & AuthorRow & { readonly likes: number }

/** Of posts that are joined with `users`, their authors. */
export const SHOWN_COLUMNS = [...POST_COLUMNS, 'posts.likes', ...authorColumns] as const

/** For admins, who read everything; others read posts through `list-posts.ts`. */
export async function findPost(db: Database, id: string): Promise<ShownPost | undefined> {
  return db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .select(SHOWN_COLUMNS)
    .where('posts.id', '=', id)
    .executeTakeFirst()
}

/** Of all posts, oldest first. */
export async function listPostIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('posts').select('id').orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Call within a transaction: until it ends, others that change the post or add comments to it wait. @throws not_found */
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

/** As {@link findPost}. @throws not_found */
export async function getPost(db: Database, id: string): Promise<ShownPost> {
  const post = await findPost(db, id)
  if (!post) throw postGone()
  return post
}

/**
 * Call within a transaction: it writes post, slug and index.
 * @param wantedSlug instead of the title's own, for a post that had an address before
 */
export async function createPost(trx: Database, post: NewPost, wantedSlug = slugOf(post.title)): Promise<ShownPost> {
  const slug = await findFreeSlug(trx, { slug: wantedSlug, postId: post.id })
  const { seq } = await trx
    .insertInto('posts')
    .values({ editor_id: post.author_id, ...post, slug })
    .returning('seq')
    .executeTakeFirstOrThrow()
  await keepSlug(trx, slug, post.id)
  await indexPost(trx, { seq, title: post.title, text: visibleText(post.content) })
  return getPost(trx, post.id)
}

export interface PostUpdate {
  readonly changes: PostChanges
  readonly now: number
  readonly editorId?: string | null
  /** Revision that the changes are based on, where it is known. */
  readonly baseRevision?: number | undefined
}

const VERSIONED_PARTS = ['title', 'category', 'image_url', 'content'] as const

/** Whether the post says something else with these changes. */
export const isNewText = (before: Pick<PostRow, (typeof VERSIONED_PARTS)[number]>, changes: PostChanges): boolean =>
  VERSIONED_PARTS.some((part) => changes[part] !== undefined && changes[part] !== before[part])

/**
 * Call within a transaction. A new title gives a new slug; the old one redirects. The version before becomes a revision.
 * A repeated call, after a lost response, changes nothing.
 * @throws not_found, or edit_conflict when the post has another revision than `baseRevision`, and another text
 */
export async function updatePost(trx: Database, id: string, update: PostUpdate): Promise<ShownPost> {
  const before = await lockPost(trx, id)
  const after = { ...before, ...update.changes }
  const isNewVersion = isNewText(before, update.changes)
  if (isNewVersion && update.baseRevision !== undefined && update.baseRevision !== before.revision) throw new AppError('edit_conflict')
  const version = isNewVersion ? { revision: before.revision + 1, editor_id: update.editorId ?? null } : {}
  const slug = after.title === before.title ? before.slug : await findFreeSlug(trx, { slug: slugOf(after.title), postId: id })
  if (isNewVersion) await keepRevision(trx, before)
  // The index on SQLite has the date in its key.
  if (after.created_at !== before.created_at) await removeFromIndex(trx, id)
  const { seq } = await trx
    .updateTable('posts')
    .set({ ...update.changes, ...version, slug, updated_at: update.now })
    .where('id', '=', id)
    .returning('seq')
    .executeTakeFirstOrThrow()
  if (slug !== before.slug) await keepSlug(trx, slug, id)
  await indexPost(trx, { seq, title: after.title, text: visibleText(after.content) })
  return getPost(trx, id)
}

/** Call within a transaction. Restores a post as it was, with another slug where its own is taken. */
export async function reinsertPost(trx: Database, post: PostRow, oldSlugs: readonly string[]): Promise<void> {
  const slug = (await isSlugFree(trx, post)) ? post.slug : await findFreeSlug(trx, { slug: slugOf(post.title), postId: post.id })
  const { seq } = await trx
    .insertInto('posts')
    .values({ ...post, slug })
    .returning('seq')
    .executeTakeFirstOrThrow()
  for (const each of new Set([slug, ...oldSlugs])) await keepSlug(trx, each, post.id)
  await indexPost(trx, { seq, title: post.title, text: visibleText(post.content) })
}
