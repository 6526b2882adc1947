import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { LAST_MONTH_MS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { indexPost, matchesSearch, searchRank } from '#server/platform/database/full-text.ts'
import type { PostsTable, Schema } from '#server/platform/database/schema.ts'
import type { SearchQuery } from '#server/platform/database/search-words.ts'
import { keepRevision } from './revisions.store.ts'
import { visibleText } from './sanitize-body.ts'
import { slugOf } from './slug.ts'

export type PostRow = Omit<Selectable<PostsTable>, 'seq'>
/** Its editor is its author unless another one is named. */
export type NewPost = Omit<PostRow, 'slug' | 'revision' | 'editor_id'> & Partial<Pick<PostRow, 'revision' | 'editor_id'>>
export type PostChanges = Partial<Pick<PostRow, 'title' | 'category' | 'image_url' | 'content'>>

/** Everything given must hold. `slug` is one that the post has or once had. */
export interface PostFilter {
  readonly id?: string | undefined
  readonly slug?: string | undefined
  readonly authorId?: string | undefined
  readonly category?: string | undefined
  readonly search?: SearchQuery | 'no words' | undefined
}

export interface PostListOptions {
  readonly sort: 'asc' | 'desc' | 'relevance'
  readonly startIndex: number
  readonly limit: number
}

const POST_COLUMNS = [
  'posts.id',
  'posts.author_id',
  'posts.title',
  'posts.slug',
  'posts.category',
  'posts.image_url',
  'posts.content',
  'posts.revision',
  'posts.editor_id',
  'posts.created_at',
  'posts.updated_at',
] as const

/** By publication date with the id as tie-break; an edit does not move a post (decisions, HTTP). */
export async function listPosts(db: Database, filter: PostFilter, options: PostListOptions): Promise<PostRow[]> {
  const direction = options.sort === 'asc' ? 'asc' : 'desc'
  let query = db.selectFrom('posts').select(POST_COLUMNS).where(matching(db, filter))
  if (options.sort === 'relevance' && typeof filter.search === 'object') query = query.orderBy(searchRank(db, filter.search))
  return query
    .orderBy('posts.created_at', direction)
    .orderBy('posts.id', direction)
    .limit(options.limit)
    .offset(options.startIndex)
    .execute()
}

/** All posts, those of the last month, and those under the filter. */
export async function countPosts(db: Database, filter: PostFilter, now: number) {
  const { total, lastMonth } = await db
    .selectFrom('posts')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn
        .countAll<number>()
        .filterWhere('created_at', '>', now - LAST_MONTH_MS)
        .as('lastMonth'),
    ])
    .executeTakeFirstOrThrow()
  if (Object.values(filter).every((part) => part === undefined)) return { total, lastMonth, matching: total }
  const { matching: matched } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('matching'))
    .where(matching(db, filter))
    .executeTakeFirstOrThrow()
  return { total, lastMonth, matching: matched }
}

function matching(db: Database, filter: PostFilter) {
  return (eb: ExpressionBuilder<Schema, 'posts'>): Expression<SqlBool> => {
    const conditions: Expression<SqlBool>[] = []
    if (filter.id !== undefined) conditions.push(eb('posts.id', '=', filter.id))
    if (filter.authorId !== undefined) conditions.push(eb('posts.author_id', '=', filter.authorId))
    if (filter.category !== undefined) conditions.push(eb(eb.ref('posts.category').$castTo<string>(), '=', filter.category))
    if (filter.search === 'no words') conditions.push(eb.lit(false))
    else if (filter.search !== undefined) conditions.push(matchesSearch(db, filter.search))
    if (filter.slug !== undefined) {
      const owner = eb.selectFrom('post_slugs').select('post_slugs.post_id').where('post_slugs.slug', '=', filter.slug)
      conditions.push(eb('posts.id', '=', owner))
    }
    return eb.and(conditions)
  }
}

export async function findPost(db: Database, id: string): Promise<PostRow | undefined> {
  return db.selectFrom('posts').select(POST_COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** @throws not_found */
export async function getPost(db: Database, id: string): Promise<PostRow> {
  const post = await findPost(db, id)
  if (!post) throw new AppError('not_found', 'This post is no longer there.')
  return post
}

/** Call within a transaction: post, slug and index belong together. */
export async function createPost(trx: Database, post: NewPost): Promise<PostRow> {
  const slug = await findFreeSlug(trx, { title: post.title, postId: post.id })
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
  /** Revision that the changes were made from, where it is known. */
  readonly baseRevision?: number | undefined
}

/**
 * Call within a transaction. A new title gives a new slug; the old one keeps leading here. What stood there before is kept as a revision.
 * @throws not_found, or edit_conflict when the post has another revision than `baseRevision`
 */
export async function updatePost(trx: Database, id: string, update: PostUpdate): Promise<PostRow> {
  const before = await getPost(trx, id)
  if (update.baseRevision !== undefined && update.baseRevision !== before.revision) throw new AppError('edit_conflict')
  const after = { ...before, ...update.changes }
  const isNewVersion = (['title', 'category', 'image_url', 'content'] as const).some((part) => after[part] !== before[part])
  const version = isNewVersion ? { revision: before.revision + 1, editor_id: update.editorId ?? null } : {}
  const slug = after.title === before.title ? before.slug : await findFreeSlug(trx, { title: after.title, postId: id })
  if (isNewVersion) await keepRevision(trx, before)
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

/** Call within a transaction. Puts back what `trashPost` took: as it was, but under another slug where its own is taken. */
export async function reinsertPost(trx: Database, post: PostRow, oldSlugs: readonly string[]): Promise<PostRow> {
  const isFree = (await listTaken(trx, post.slug, post.id)).every((slug) => slug !== post.slug)
  const slug = isFree ? post.slug : await findFreeSlug(trx, { title: post.title, postId: post.id })
  const { seq } = await trx
    .insertInto('posts')
    .values({ ...post, slug })
    .returning('seq')
    .executeTakeFirstOrThrow()
  for (const each of new Set([slug, ...oldSlugs])) await keepSlug(trx, each, post.id)
  await indexPost(trx, { seq, title: post.title, text: visibleText(post.content) })
  return getPost(trx, post.id)
}

/** The title's slug, with the first free number behind it where others have had it. */
async function findFreeSlug(db: Database, wanted: { title: string; postId: string }): Promise<string> {
  const base = slugOf(wanted.title)
  const taken = new Set(await listTaken(db, base, wanted.postId))
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}

/** Slugs of other posts that are this one, or this one with a number behind it. */
async function listTaken(db: Database, slug: string, postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('post_slugs')
    .select(['slug', 'post_id'])
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
    .execute()
  return rows.filter((row) => row.post_id !== postId).map((row) => row.slug)
}

async function keepSlug(db: Database, slug: string, postId: string): Promise<void> {
  const row = { slug, post_id: postId }
  // The post may be taking back a slug it had; anyone else's would break the unique key of posts.
  await db
    .insertInto('post_slugs')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}
