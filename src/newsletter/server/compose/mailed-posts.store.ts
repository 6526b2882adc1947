import { type Selectable, sql } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import { isKeptOut } from '#platform/contract/closed-blog.ts'
import type { PostsTable } from '#migrations/schema.ts'
import { isBlogClosed, isReadable } from '#site/server/index.ts'
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

/** Maximum number of posts read for one mail. */
const POSTS_MAX = 200

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

/** Lists the posts of a mail that this audience may read now, in the order of their publication; nothing for those whom a closed blog keeps out. */
export async function listPostsOfMail(db: Database, mailId: string, audience: Audience): Promise<MailedPost[]> {
  if (await isKeptOut(audience, () => isBlogClosed(db))) return []
  return db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .select(COLUMNS)
    .$narrowType<{ audience: Audience }>()
    .where(isReadable(audience))
    .where('posts.id', 'in', (eb) => eb.selectFrom('deliveries').select('deliveries.post_id').where('mail_id', '=', mailId))
    .orderBy('posts.created_at')
    .orderBy('posts.seq')
    .limit(POSTS_MAX)
    .execute()
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
