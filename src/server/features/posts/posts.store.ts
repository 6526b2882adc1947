import { isCategory } from '#contract/categories.ts'
import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { SEARCH_COUNT_MAX, SEARCH_COUNTED_POSTS_MAX } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { indexPost, isPostOfRow, rowsOfIndex, searchPosts } from '#server/platform/database/full-text.ts'
import { type PreparedQuery, prepareQuery } from '#server/platform/database/prepared-query.ts'
import type { PostsTable, Schema } from '#server/platform/database/schema.ts'
import type { SearchQuery } from '#server/platform/database/search-words.ts'
import { countRows, findPageStart, type PageStart, type TallyName } from '#server/platform/database/tallies.ts'
import { findFreeSlug, findPostOfSlug, isSlugFree, keepSlug } from './post-slugs.store.ts'
import { keepRevision } from './revisions.store.ts'
import { visibleText } from './visible-text.ts'
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

/** A page of a list, and how many there are under its filter: null where there are more and nobody keeps count. */
export interface PostPage {
  readonly posts: PostRow[]
  readonly total: number
  readonly lastMonth: number
  readonly matching: number | null
}

/** By publication date, then in the order in which they were written; an edit does not move a post (decisions, HTTP). */
export async function listPosts(db: Database, filter: PostFilter, options: PostListOptions & { now: number }): Promise<PostPage> {
  const tally = tallyOf(filter)
  const counting = countRows(db, 'posts', { now: options.now, tally })
  const finding =
    filter.search === undefined
      ? listByDate(db, filter, { ...options, tally })
      : counting.then(({ total }) => listFound(db, filter, { ...options, total }))
  const [{ total, lastMonth, ofTally }, { posts, matching }] = await Promise.all([counting, finding])
  return { posts, total, lastMonth, matching: tally === undefined ? matching : ofTally }
}

/** The tally of just the posts under this filter, where there is one. */
function tallyOf({ id, slug, authorId, category, search }: PostFilter): TallyName | undefined {
  if (id !== undefined || slug !== undefined || search !== undefined) return undefined
  if (authorId !== undefined) return category === undefined ? `posts/author/${authorId}` : undefined
  return category === undefined ? 'posts' : `posts/category/${category}`
}

const ID_MAX_LENGTH = 64

type Found = Pick<PostPage, 'posts' | 'matching'>
const NOTHING: Found = { posts: [], matching: 0 }

async function listByDate(db: Database, filter: PostFilter, options: PostListOptions & { tally: TallyName | undefined }): Promise<Found> {
  const { limit, startIndex, tally } = options
  const sort = options.sort === 'asc' ? 'asc' : 'desc'
  const start = tally === undefined ? { from: null, before: null, skip: startIndex } : await findPageStart(db, tally, { startIndex, sort })
  const { search: _, ...values } = filter
  const posts = await pageQuery(filter, { ...start, sort })(db, { ...values, ...start, limit })
  return { posts, matching: lengthOfList(posts.length, { startIndex, limit }) }
}

type PageValues = Omit<PostFilter, 'search'> & PageStart & { readonly limit: number }
type PageShape = PageStart & { readonly sort: 'asc' | 'desc' }

const PAGE_QUERIES = new Map<string, PreparedQuery<PageValues, PostRow>>()

/** The query of a page of this shape: which parts of the filter are given, not what they are. */
function pageQuery(filter: PostFilter, shape: PageShape): PreparedQuery<PageValues, PostRow> {
  const given = FILTERS.filter((name) => filter[name] !== undefined)
  const key = [...given, shape.sort, shape.from !== null, shape.before !== null, shape.skip > 0].join()
  let query = PAGE_QUERIES.get(key)
  if (query === undefined) PAGE_QUERIES.set(key, (query = preparePage(given, shape)))
  return query
}

const FILTERS = ['id', 'slug', 'authorId', 'category'] as const

const preparePage = (given: readonly (typeof FILTERS)[number][], { from, before, skip, sort }: PageShape) =>
  prepareQuery<PageValues, PostRow>((db, value) => {
    const page = db
      .selectFrom('posts')
      .where(matching(Object.fromEntries(given.map((name) => [name, value(name)]))))
      .$if(from !== null, (query) => query.where('posts.created_at', '>=', value('from') ?? 0))
      .$if(before !== null, (query) => query.where('posts.created_at', '<', value('before') ?? 0))
      .orderBy('posts.created_at', sort)
      .orderBy('posts.seq', sort)
      .limit(value('limit'))
    if (skip === 0) return page.select(POST_COLUMNS)
    // What is skipped is skipped in the index; only the page's own rows are read.
    return (
      db
        .selectFrom(page.select('posts.seq').offset(value('skip')).as('page'))
        // Not an inner join: SQLite would read all posts in their order, and look each up in the page.
        .crossJoin('posts')
        .whereRef('posts.seq', '=', 'page.seq')
        .select(POST_COLUMNS)
        .orderBy('posts.created_at', sort)
        .orderBy('posts.seq', sort)
    )
  })

/** On a small blog all that match are counted, up to a bound: the keys of a search are read beyond the page. */
async function listFound(db: Database, filter: PostFilter, options: PostListOptions & { total: number }): Promise<Found> {
  const { sort, startIndex, limit, total } = options
  const { search: query, category } = filter
  if (query === undefined || query === 'no words') return NOTHING
  if (category !== undefined && !isCategory(category)) return NOTHING
  // No id is this long, and PostgreSQL's index takes words up to some 2 KB.
  if (filter.authorId !== undefined && filter.authorId.length > ID_MAX_LENGTH) return NOTHING
  const postId = filter.id ?? (filter.slug === undefined ? undefined : await findPostOfSlug(db, filter.slug))
  if (postId === null) return NOTHING
  const asked = Math.max(limit, total > SEARCH_COUNTED_POSTS_MAX ? 0 : SEARCH_COUNT_MAX - startIndex) + 1
  const keys = await searchPosts(db, { query, category, authorId: filter.authorId, postId }, { sort, startIndex, limit: asked })
  const posts = await db
    .selectFrom(rowsOfIndex(db, keys.slice(0, limit)))
    .crossJoin('posts')
    .where(isPostOfRow)
    .select(POST_COLUMNS)
    .where(matching(filter))
    .orderBy('found.place')
    .execute()
  return { posts, matching: lengthOfList(keys.length, { startIndex, limit: asked }) }
}

/** A page that is not full, and not beyond the end, tells how long its list is. */
const lengthOfList = (rows: number, page: { startIndex: number; limit: number }): number | null =>
  rows < page.limit && (rows > 0 || page.startIndex === 0) ? page.startIndex + rows : null

function matching(filter: PostFilter) {
  return (eb: ExpressionBuilder<Schema, 'posts'>): Expression<SqlBool> => {
    const conditions: Expression<SqlBool>[] = []
    if (filter.id !== undefined) conditions.push(eb('posts.id', '=', filter.id))
    if (filter.authorId !== undefined) conditions.push(eb('posts.author_id', '=', filter.authorId))
    if (filter.category !== undefined) conditions.push(eb(eb.ref('posts.category').$castTo<string>(), '=', filter.category))
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

/** Of all posts, the oldest first. */
export async function listPostIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('posts').select('id').orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** @throws not_found */
export async function getPost(db: Database, id: string): Promise<PostRow> {
  const post = await findPost(db, id)
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
  const slug = after.title === before.title ? before.slug : await findFreeSlug(trx, { slug: slugOf(after.title), postId: id })
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
  const slug = (await isSlugFree(trx, post)) ? post.slug : await findFreeSlug(trx, { slug: slugOf(post.title), postId: post.id })
  const { seq } = await trx
    .insertInto('posts')
    .values({ ...post, slug })
    .returning('seq')
    .executeTakeFirstOrThrow()
  for (const each of new Set([slug, ...oldSlugs])) await keepSlug(trx, each, post.id)
  await indexPost(trx, { seq, title: post.title, text: visibleText(post.content) })
  return getPost(trx, post.id)
}
