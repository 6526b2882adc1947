import type { Selectable } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { type Database, isPostgres } from '#platform/database/database.ts'
import type { PostsTable } from '#migrations/schema.ts'
import { TEXT_COLUMNS } from './post-text.ts'
import { authorColumns, type AuthorRow } from '#accounts/server/index.ts'

/** Columns of a post that queries write. Triggers count its likes. */
export type PostRow = Omit<Selectable<PostsTable>, 'seq' | 'likes'>
const POST_COLUMNS = [
  ...TEXT_COLUMNS.map((column) => `posts.${column}` as const),
  'posts.id',
  'posts.author_id',
  'posts.slug',
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

/** Returns the id of the post that has or had a slug; null if there is none. */
export async function findPostOfSlug(db: Database, slug: string): Promise<string | null> {
  const row = await db.selectFrom('post_slugs').select('post_id').where('slug', '=', slug).executeTakeFirst()
  return row?.post_id ?? null
}
