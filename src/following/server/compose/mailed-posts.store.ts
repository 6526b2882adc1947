import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import type { PostsTable, Schema } from '#migrations/schema.ts'
import { isAtDesk, isBlogClosed, isReadable } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'

/** A post as mails show it. */
export interface MailedPost extends Pick<
  Selectable<PostsTable>,
  'id' | 'title' | 'slug' | 'image_url' | 'content' | 'created_at' | 'revision'
> {
  readonly audience: Audience
  readonly category: string
  readonly author_name: string | null
  readonly author_display_name: string | null
}

export interface Reader {
  readonly audience: Audience
  /** Null for all categories. */
  readonly categories: readonly string[] | null
}

/** Maximum number of posts read for one mail. */
const POSTS_MAX = 200

/** Lists the posts of a mail that this reader may read now and has chosen, in the order of their publication. */
export const listPostsOfMail = (db: Database, mailId: string, reader: Reader): Promise<MailedPost[]> =>
  listReadable(db, reader, (posts) =>
    posts.where('posts.id', 'in', (eb) => eb.selectFrom('mailed_posts').select('post_id').where('mail_id', '=', mailId)),
  )

/** Returns a published or planned post of any audience, for a preview. */
export const findPreviewedPost = (db: Database, id: string): Promise<MailedPost | undefined> =>
  selectMailed(db.selectFrom('posts').where('posts.id', '=', id).where(isAtDesk())).executeTakeFirst()

/** Lists the newest posts in the order of their publication, for a preview. */
export const listNewestPosts = async (db: Database, limit: number, reader: Reader): Promise<MailedPost[]> =>
  (
    await listReadable(db, reader, (posts) =>
      posts.clearOrderBy().orderBy('posts.created_at', 'desc').orderBy('posts.seq', 'desc').limit(limit),
    )
  ).toReversed()

type PostQuery = SelectQueryBuilder<Schema, 'posts', object>

const COLUMNS = [
  'posts.id',
  'posts.title',
  'posts.slug',
  'posts.category',
  'posts.image_url',
  'posts.content',
  'posts.audience',
  'posts.revision',
  'posts.created_at',
  'users.username as author_name',
  'users.display_name as author_display_name',
] as const

const selectMailed = (posts: PostQuery) =>
  posts.leftJoin('users', 'users.id', 'posts.author_id').select(COLUMNS).$narrowType<{ audience: Audience }>()

/** Lists nothing for those whom a closed blog keeps out. */
async function listReadable(
  db: Database,
  { audience, categories }: Reader,
  narrow: (posts: PostQuery) => PostQuery,
): Promise<MailedPost[]> {
  if (audience === 'public' && (await isBlogClosed(db))) return []
  const found = narrow(db.selectFrom('posts').where(isReadable(audience)).orderBy('posts.created_at').orderBy('posts.seq').limit(POSTS_MAX))
  const posts = await selectMailed(found).execute()
  return posts.filter((post) => categories === null || categories.includes(post.category))
}

/** Whether the posts that this audience may read have several authors; only then mails name them. */
export async function hasSeveralWriters(db: Database, audience: Audience): Promise<boolean> {
  const author = (order: 'asc' | 'desc') =>
    sql<
      string | null
    >`(select author_id from posts where author_id is not null and ${isReadable(audience)} order by author_id ${sql.raw(order)} limit 1)`
  const { first, last } = await db.selectNoFrom([author('asc').as('first'), author('desc').as('last')]).executeTakeFirstOrThrow()
  return first !== last
}
