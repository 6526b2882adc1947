import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { LAST_MONTH_MS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { indexPost, matchesSearch, searchRank } from '#server/platform/database/full-text.ts'
import type { PostsTable, Schema } from '#server/platform/database/schema.ts'
import type { SearchQuery } from '#server/platform/database/search-words.ts'
import { visibleText } from './sanitize-body.ts'
import { slugOf } from './slug.ts'

export type PostRow = Omit<PostsTable, 'seq'>
export type NewPost = Omit<PostRow, 'slug'>
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

/** Every slug that the post has or had. */
export async function listSlugs(db: Database, postId: string): Promise<string[]> {
  const rows = await db.selectFrom('post_slugs').select('slug').where('post_id', '=', postId).orderBy('slug').execute()
  return rows.map((row) => row.slug)
}

/** Of all posts, the oldest first. */
export async function listPostIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('posts').select('id').orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** @throws not_found */
export async function getPost(db: Database, id: string): Promise<PostRow> {
  const post = await db.selectFrom('posts').select(POST_COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!post) throw new AppError('not_found', 'This post is no longer there.')
  return post
}

/**
 * Call within a transaction: post, slug and index belong together.
 * @param wantedSlug in place of the title's own, for a post that has had an address before
 */
export async function createPost(trx: Database, post: NewPost, wantedSlug = slugOf(post.title)): Promise<PostRow> {
  const slug = await findFreeSlug(trx, { slug: wantedSlug, postId: post.id })
  const { seq } = await trx
    .insertInto('posts')
    .values({ ...post, slug })
    .returning('seq')
    .executeTakeFirstOrThrow()
  await keepSlug(trx, slug, post.id)
  await indexPost(trx, { seq, title: post.title, text: visibleText(post.content) })
  return getPost(trx, post.id)
}

/** Call within a transaction. A new title gives a new slug; the old one keeps leading here. */
export async function updatePost(trx: Database, id: string, update: { changes: PostChanges; now: number }): Promise<PostRow> {
  const before = await getPost(trx, id)
  const after = { ...before, ...update.changes }
  const slug = after.title === before.title ? before.slug : await findFreeSlug(trx, { slug: slugOf(after.title), postId: id })
  const { seq } = await trx
    .updateTable('posts')
    .set({ ...update.changes, slug, updated_at: update.now })
    .where('id', '=', id)
    .returning('seq')
    .executeTakeFirstOrThrow()
  if (slug !== before.slug) await keepSlug(trx, slug, id)
  await indexPost(trx, { seq, title: after.title, text: visibleText(after.content) })
  return getPost(trx, id)
}

/** Comments, slugs and index entry go with it. */
export async function deletePost(db: Database, id: string): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute()
}

/** The slug, with the first free number behind it where others have had it. */
export async function findFreeSlug(db: Database, wanted: { slug: string; postId: string }): Promise<string> {
  const base = wanted.slug
  const rows = await db
    .selectFrom('post_slugs')
    .select(['slug', 'post_id'])
    .where((eb) => eb.or([eb('slug', '=', base), eb('slug', 'like', `${base}-%`)]))
    .execute()
  const taken = new Set(rows.filter((row) => row.post_id !== wanted.postId).map((row) => row.slug))
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}

/** Leads to the post from now on, unless it leads to another one. */
export async function keepSlug(db: Database, slug: string, postId: string): Promise<void> {
  const row = { slug, post_id: postId }
  // The post may be taking back a slug it had; anyone else's would break the unique key of posts.
  await db
    .insertInto('post_slugs')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}
