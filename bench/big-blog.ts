import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { PINNED_POSTS_MAX } from '#posts/contract/post-limits.ts'
import { rebuildIndex } from '#posts/server/search/rebuild-index.ts'
import { type Database, isPostgres, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { type GeneratedPost, generateComments, generateLikes, generatePosts } from './big-blog-texts.ts'

export interface BlogSize {
  readonly posts: number
  readonly commentsPerPost: number
  /** Number of comments of one post, a third from the oldest; default `commentsPerPost`. */
  readonly discussion?: number
  /** What readers do not get; default nothing. */
  readonly unpublished?: Unpublished | undefined
}

export interface Unpublished {
  readonly admins: number
  readonly draftsPerAdmin: number
  /** Posts in the trash, with their comments. */
  readonly trashed: number
}

/** Ids and slugs for requests to the generated blog. */
export interface BigBlog {
  readonly size: BlogSize
  readonly adminId: string
  readonly readerIds: readonly string[]
  /** Slugs of public posts, newest last. */
  readonly slugs: readonly string[]
  readonly discussedId: string
}

const POSTS_AT_ONCE = 250
/** Readers sign up ten hours apart. */
const HOURS_PER_READER = 10

/**
 * Fills an empty database with one post per hour until now, the same posts each time. Inserts fire the
 * schema's triggers; the server's own code builds the search index.
 */
export async function writeBigBlog(databaseUrl: string, size: BlogSize): Promise<BigBlog> {
  const db = await openDatabase(databaseUrl)
  try {
    await migrate(db)
    const now = Date.now()
    const adminId = newId()
    const readerIds = await writeUsers(db, { adminId, count: Math.max(50, size.posts / 10), now })
    const slugs: string[] = []
    let discussedId = ''
    await withoutSlowWrites(db, async () => {
      for (const posts of generatePosts({ size: size.posts, batch: POSTS_AT_ONCE, adminId, now })) {
        discussedId = posts.find((post) => post.number === Math.floor(size.posts / 3))?.row.id ?? discussedId
        slugs.push(...posts.flatMap(({ row }) => (row.audience === 'public' ? row.slug : [])))
        await writePosts(db, posts, { size, readerIds, discussedId })
      }
      if (size.unpublished) await writeUnpublished(db, size.unpublished, { size, adminId, readerIds, now })
      await rebuildIndex(db, { info: () => {} })
    })
    const pinned = slugs.filter((_, index) => index % Math.ceil(slugs.length / PINNED_POSTS_MAX) === 0)
    await db.updateTable('posts').set({ pinned: 1 }).where('slug', 'in', pinned).execute()
    // Otherwise the daily backup begins a minute after the start, and disturbs what is measured.
    const backup = { name: 'backup', started_at: null, succeeded_at: now, result: null, failed_at: null, problem: null }
    await db.insertInto('jobs').values(backup).execute()
    return { size, adminId, readerIds, slugs, discussedId }
  } finally {
    await db.destroy()
  }
}

/** Meanwhile SQLite does not sync to disk. PostgreSQL rebuilds its GIN indexes at the end. */
async function withoutSlowWrites(db: Database, work: () => Promise<void>): Promise<void> {
  if (!isPostgres(db)) {
    await sql`pragma synchronous = off`.execute(db)
    await work()
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    return
  }
  const indexes = sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and indexdef ilike '% using gin %'`
  const { rows } = await indexes.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  await work()
  for (const { definition } of rows) await sql.raw(definition).execute(db)
  await sql`vacuum analyze`.execute(db)
}

async function writeUsers(db: Database, { adminId, count, now }: { adminId: string; count: number; now: number }): Promise<string[]> {
  const startedAt = now - count * HOURS_PER_READER * HOUR_MS
  const users = Array.from({ length: count + 1 }, (_, index) => {
    const username = index === 0 ? 'writer' : `reader${index}`
    const at = startedAt + index * HOURS_PER_READER * HOUR_MS
    const names = { id: index === 0 ? adminId : newId(), username, email: `${username}@example.org` }
    return { ...names, is_admin: index === 0 ? 1 : 0, email_verified: 1, created_at: at, updated_at: at }
  })
  await writeRows(db, 'users', users)
  return users.slice(1).map((reader) => reader.id)
}

async function writePosts(
  db: Database,
  posts: readonly GeneratedPost[],
  { size, readerIds, discussedId }: Pick<BigBlog, 'size' | 'readerIds' | 'discussedId'>,
): Promise<void> {
  const comments = posts.flatMap(({ row }) => {
    const isDiscussed = row.id === discussedId && size.discussion !== undefined
    return generateComments(row, { count: (isDiscussed ? size.discussion : size.commentsPerPost) ?? 0, readerIds })
  })
  await db.transaction().execute(async (trx) => {
    const slugs = posts.map(({ row }) => ({ slug: row.slug, post_id: row.id }))
    await writeRows(
      trx,
      'posts',
      posts.map(({ row }) => row),
    )
    await writeRows(trx, 'post_slugs', slugs)
    await writeRows(trx, 'comments', comments)
    await writeRows(trx, 'likes', generateLikes(comments, readerIds))
  })
}

async function writeUnpublished(
  db: Database,
  { admins, draftsPerAdmin, trashed }: Unpublished,
  { size, adminId, readerIds, now }: Pick<BigBlog, 'size' | 'adminId' | 'readerIds'> & { readonly now: number },
): Promise<void> {
  const common = { batch: POSTS_AT_ONCE, adminId, now }
  const trash = { state: 'trashed', state_before: 'published', trashed_at: now, trashed_by: adminId }
  for (const posts of generatePosts({ ...common, size: trashed, from: size.posts })) {
    const rows = posts.map((post) => ({ ...post, row: { ...post.row, ...trash } }))
    await writePosts(db, rows, { size, readerIds, discussedId: '' })
  }
  const authors = [adminId, ...readerIds.slice(0, admins - 1)]
  await db.updateTable('users').set({ is_admin: 1 }).where('id', 'in', authors).execute()
  for (const posts of generatePosts({ ...common, size: admins * draftsPerAdmin })) {
    const draft = { state: 'draft', slug: '', audience: null, sequence: 1 }
    await writeRows(
      db,
      'posts',
      posts.map(({ number, row }) => ({ ...row, ...draft, author_id: authors[number % admins] })),
    )
  }
}

type Table = 'users' | 'posts' | 'post_slugs' | 'comments' | 'likes'

/** Inserts all rows in one statement. */
async function writeRows(db: Database, table: Table, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = isPostgres(db)
    ? sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
    : sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${JSON.stringify(rows)})`
  await sql`insert into ${sql.table(table)} (${names}) ${values}`.execute(db)
}
