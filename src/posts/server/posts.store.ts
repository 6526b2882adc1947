import type { Expression, Selectable, SqlBool } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import { type Database, lockRows } from '#platform/database/database.ts'
import type { PostsTable, PostState } from '#migrations/schema.ts'
import { type PostTextRow, TEXT_COLUMNS } from './post-text.ts'
import { isAtDesk, isReadable } from '#site/server/index.ts'
import { authorColumns, type AuthorRow } from '#accounts/server/index.ts'

/** Columns of a published or planned post that queries write. Triggers count its likes. */
export interface PostRow extends PostTextRow, Pick<Selectable<PostsTable>, (typeof OWN_COLUMNS)[number]> {
  readonly state: ListedState
  readonly audience: Audience
}
type ListedState = Extract<PostState, 'planned' | 'published'>

const OWN_COLUMNS = [
  'id',
  'state',
  'author_id',
  'slug',
  'revision',
  'editor_id',
  'pinned',
  'comments_open',
  'audience',
  'created_at',
  'updated_at',
] as const
const POST_COLUMNS = [...TEXT_COLUMNS, ...OWN_COLUMNS].map((column) => `posts.${column}` as const)

/** Post with its likes and the author of its byline. */
export type ShownPost = PostRow & AuthorRow & { readonly likes: number }

/** Columns of `posts` joined with `users` as authors. */
export const SHOWN_COLUMNS = [...POST_COLUMNS, 'posts.likes', ...authorColumns] as const

/** Finds a published or planned post. For admins only; others read posts through `list-posts.ts`. */
export const findDeskPost = (db: Database, id: string): Promise<ShownPost | undefined> => selectPost(db, isAtDesk(), id)

const selectPost = (db: Database, condition: Expression<SqlBool>, id: string): Promise<ShownPost | undefined> =>
  db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .select(SHOWN_COLUMNS)
    .where('posts.id', '=', id)
    .where(condition)
    .$narrowType<{ state: ListedState; audience: Audience }>()
    .executeTakeFirst()

/** Like {@link findDeskPost}. @throws not_found */
export const getDeskPost = async (db: Database, id: string): Promise<ShownPost> => required(await findDeskPost(db, id))

/** Like {@link getDeskPost}, for a published post. @throws not_found */
export const getPost = async (db: Database, id: string): Promise<ShownPost> => required(await selectPost(db, isReadable('admins'), id))

/**
 * Call within a transaction. Blocks others from changing a published or planned post or adding comments until it ends.
 * @throws not_found
 */
export const lockDeskPost = async (trx: Database, id: string): Promise<PostRow> =>
  required(
    await trx
      .selectFrom('posts')
      .select(POST_COLUMNS)
      .where('id', '=', id)
      .where(isAtDesk())
      .$narrowType<{ state: ListedState; audience: Audience }>()
      .$call(lockRows(trx, 'forUpdate'))
      .executeTakeFirst(),
  )

function required<Row>(post: Row | undefined): Row {
  if (!post) throw new AppError('not_found', 'This post is no longer there.')
  return post
}

/** Lists published and planned posts, oldest first: planned ones have the time of their publication. */
export const listDeskPosts = (db: Database): Promise<Pick<PostRow, 'id' | 'slug' | 'created_at'>[]> =>
  db.selectFrom('posts').select(['id', 'slug', 'created_at']).where(isAtDesk()).orderBy('created_at').orderBy('seq').execute()

/** Returns the id of the post that has or had a slug; null if there is none. */
export async function findPostOfSlug(db: Database, slug: string): Promise<string | null> {
  const row = await db.selectFrom('post_slugs').select('post_id').where('slug', '=', slug).executeTakeFirst()
  return row?.post_id ?? null
}
