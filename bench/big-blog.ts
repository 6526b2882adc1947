import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { CATEGORIES } from '#contract/categories.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { slugOf } from '#server/features/posts/slug.ts'
import { type Database, isPostgres } from '#server/platform/database/database.ts'
import { indexPost } from '#server/features/posts/search/search-index.ts'

export interface BlogSize {
  readonly posts: number
  readonly commentsPerPost: number
}

/** What the calls of the bench ask for. */
export interface BigBlog {
  readonly size: BlogSize
  readonly adminId: string
  readonly readerId: string
  readonly middleSlug: string
  /** Of the post with many comments. */
  readonly discussedId: string
}

const DISCUSSION = 2000
const POSTS_AT_ONCE = 250
const WORDS_PER_POST = 640
const POOL_PARAGRAPHS = 4000
const PARAGRAPHS_PER_POST = 8
const VOCABULARY = 20_000
const LETTERS = 'etaoinshrdlcumwfgypbvk'

/** Fills a migrated database: one post an hour until now, in words that are as unevenly common as a language's. The same each time. */
export async function writeBigBlog(db: Database, size: BlogSize): Promise<BigBlog> {
  const now = Date.now()
  const random = seededRandom(7)
  const adminId = newId()
  const readers = await writeUsers(db, { adminId, count: Math.max(50, size.posts / 10), now })
  const paragraphs = writeParagraphs(random)
  let [middleSlug, discussedId] = ['', '']
  await (isPostgres(db) ? sql`drop index post_search_tokens`.execute(db) : sql`pragma synchronous = off`.execute(db))
  for (let first = 0; first < size.posts; first += POSTS_AT_ONCE) {
    const count = Math.min(POSTS_AT_ONCE, size.posts - first)
    const posts = Array.from({ length: count }, (_, index) => makePost({ number: first + index, size, adminId, now, paragraphs, random }))
    middleSlug = posts.find((post) => post.number === Math.floor(size.posts / 2))?.row.slug ?? middleSlug
    discussedId = posts.find((post) => post.number === Math.floor(size.posts / 3))?.row.id ?? discussedId
    await writePosts(db, posts, { size, readers, discussedId })
  }
  if (isPostgres(db)) {
    await sql`create index post_search_tokens on post_search using gin (tokens) with (fastupdate = off)`.execute(db)
    await sql`vacuum analyze`.execute(db)
  } else {
    await sql`pragma synchronous = full`.execute(db)
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
  }
  return { size, adminId, readerId: readers[0] ?? adminId, middleSlug, discussedId }
}

/** Numbers from 0 to 1 (Park and Miller). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function wordOf(rank: number): string {
  let rest = rank + LETTERS.length
  let word = ''
  while (rest > 0) {
    word += LETTERS[rest % LETTERS.length]
    rest = Math.floor(rest / LETTERS.length)
  }
  return word
}

/** Word number n comes about 1/n times as often as the first. */
function writeParagraphs(random: () => number): string[] {
  const words = WORDS_PER_POST / PARAGRAPHS_PER_POST
  return Array.from({ length: POOL_PARAGRAPHS }, () => {
    const text = Array.from({ length: words }, () => wordOf(Math.floor(Math.exp(random() * Math.log(VOCABULARY))) - 1))
    return `${text.join(' ')}.`
  })
}

interface PostPlan {
  readonly number: number
  readonly size: BlogSize
  readonly adminId: string
  readonly now: number
  readonly paragraphs: readonly string[]
  readonly random: () => number
}

/** Three words of known frequency beside the others: two in three posts of ten, one in one of a hundred. */
function makePost({ number, size, adminId, now, paragraphs, random }: PostPlan) {
  const chosen = Array.from({ length: PARAGRAPHS_PER_POST }, () => paragraphs[Math.floor(random() * paragraphs.length)] ?? '')
  const extra = [random() < 0.3 ? 'kettle' : '', random() < 0.3 ? 'corridor' : '', random() < 0.01 ? 'giraffe' : ''].filter(Boolean)
  const title = `A day of many, number ${number}`
  const text = [...chosen, ...extra].join(' ')
  const at = now - (size.posts - number) * HOUR_MS
  const row = {
    id: newId(),
    author_id: adminId,
    title,
    slug: slugOf(title),
    category: CATEGORIES[number % CATEGORIES.length] ?? 'life',
    content: [...chosen, extra.join(' ')].map((paragraph) => `<p>${paragraph}</p>`).join(''),
    created_at: at,
    updated_at: at,
  }
  return { number, row, text }
}

async function writeUsers(db: Database, { adminId, count, now }: { adminId: string; count: number; now: number }): Promise<string[]> {
  const begun = now - count * 10 * HOUR_MS
  const users = Array.from({ length: count + 1 }, (_, index) => {
    const username = index === 0 ? 'writer' : `reader${index}`
    const at = begun + index * 10 * HOUR_MS
    const names = { id: index === 0 ? adminId : newId(), username, email: `${username}@example.org` }
    return { ...names, is_admin: index === 0 ? 1 : 0, email_verified: 1, created_at: at, updated_at: at }
  })
  await writeRows(db, 'users', users)
  return users.slice(1).map((reader) => reader.id)
}

type PlannedPost = ReturnType<typeof makePost>

async function writePosts(
  db: Database,
  posts: readonly PlannedPost[],
  { size, readers, discussedId }: { size: BlogSize; readers: readonly string[]; discussedId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await writeRows(
      trx,
      'posts',
      posts.map((post) => post.row),
    )
    await writeRows(
      trx,
      'post_slugs',
      posts.map(({ row }) => ({ slug: row.slug, post_id: row.id })),
    )
    const seqs = await trx
      .selectFrom('posts')
      .select(['id', 'seq'])
      .where(
        'id',
        'in',
        posts.map(({ row }) => row.id),
      )
      .execute()
    const seqOf = new Map(seqs.map(({ id, seq }) => [id, seq]))
    for (const { row, text } of posts) await indexPost(trx, { seq: seqOf.get(row.id) ?? 0, title: row.title, text })
    const comments = posts.flatMap(({ row }) =>
      Array.from({ length: row.id === discussedId ? DISCUSSION : size.commentsPerPost }, (_, index) => ({
        id: newId(),
        post_id: row.id,
        user_id: readers[(index * 7 + row.slug.length * 13) % readers.length],
        content: `Comment ${index}: thank you for writing this down, it helped me tonight.`,
        pending: 0,
        report_count: 0,
        created_at: row.created_at + index * MINUTE_MS,
        updated_at: row.created_at + index * MINUTE_MS,
      })),
    )
    await writeRows(trx, 'comments', comments)
    const likes = comments.flatMap((comment, index) =>
      index % 4 > 0
        ? []
        : [0, 1, 2].map((like) => ({
            comment_id: comment.id,
            user_id: readers[(index + like) % readers.length],
            created_at: comment.created_at,
          })),
    )
    await writeRows(trx, 'likes', likes)
  })
}

/** Many rows in one statement, through the same triggers as every row. */
async function writeRows(
  db: Database,
  table: 'users' | 'posts' | 'post_slugs' | 'comments' | 'likes',
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = isPostgres(db)
    ? sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
    : sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${JSON.stringify(rows)})`
  await sql`insert into ${sql.table(table)} (${names}) ${values}`.execute(db)
}
