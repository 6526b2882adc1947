import { sql } from 'kysely'
import type { PostStatus } from '#writing/contract/post-statuses.ts'
import { DRAFTS_PER_USER_MAX } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { countAllPosts } from '#site/server/index.ts'
import { authorColumns } from '#accounts/server/index.ts'
import {
  countMatches,
  isPostOfPage,
  matchesWords,
  type PageValues,
  type PostRow,
  type PostTextRow,
  prepareSearch,
  type SearchQuery,
  selectPage,
  type ShownPost,
} from '#posts/server/index.ts'

/** Post of any status, without its body. */
export interface OverviewRow
  extends Omit<ShownPost, keyof PostTextRow | 'editor_id' | 'comments_open'>, Pick<PostTextRow, 'title' | 'category' | 'image_url'> {
  readonly status: PostStatus
  readonly publish_at: number | null
  readonly deleted_at: number | null
}

interface Range {
  readonly startIndex: number
  readonly limit: number
}

/** The posts of one status. */
interface Part {
  readonly count: () => Promise<number>
  readonly list: (range: Range) => Promise<OverviewRow[]>
}

export interface OverviewFilter {
  readonly status?: PostStatus | undefined
  readonly search?: SearchQuery | undefined
  /** Lists only these few posts. Posts in the trash are not found. */
  readonly ids?: readonly string[] | undefined
}

const ORDER = ['planned', 'published', 'trashed'] as const

/** Planned posts first, then the published ones, each newest first. Posts in the trash are listed only by their status. */
export async function listOverview(db: Database, filter: OverviewFilter, range: Range): Promise<{ rows: OverviewRow[]; total: number }> {
  const parts = filter.ids
    ? [fewRows(await listByIds(db, filter.ids), filter.search)]
    : await Promise.all(
        ORDER.filter((status) => (filter.status === undefined ? status !== 'trashed' : filter.status === status)).map((status) =>
          PARTS[status](db, filter.search),
        ),
      )
  const rows: OverviewRow[] = []
  let total = 0
  for (const part of parts) {
    const count = await part.count()
    const startIndex = range.startIndex - total + rows.length
    if (rows.length < range.limit && startIndex < count) {
      rows.push(...(await part.list({ startIndex: Math.max(0, startIndex), limit: range.limit - rows.length })))
    }
    total += count
  }
  return { rows, total }
}

const PARTS: Record<PostStatus, (db: Database, search: SearchQuery | undefined) => Promise<Part>> = {
  planned: async (db, search) => fewRows(await listPlanned(db), search),
  published: async (db, search) => (search ? foundPosts(db, search) : publishedPosts(db)),
  trashed: async (db, search) => fewRows(await listTrashed(db), search),
}

/** Part of rows that are few enough to be held in memory. They are searched by title. */
function fewRows(all: readonly OverviewRow[], search: SearchQuery | undefined): Part {
  const rows = search === undefined ? all : all.filter((row) => matchesWords(search, row.title))
  return { count: async () => rows.length, list: async ({ startIndex, limit }) => rows.slice(startIndex, startIndex + limit) }
}

/** Maximum number of listed planned posts, and of listed posts in the trash. */
const FEW_MAX = 1000

const SHARED_COLUMNS = ['author_id', 'title', 'slug', 'category', 'image_url', 'audience', 'revision'] as const

const selectPlanned = (db: Database) =>
  db
    .selectFrom('planned_posts')
    .leftJoin('users', 'users.id', 'planned_posts.author_id')
    .select(['planned_posts.id', ...SHARED_COLUMNS, 'planned_posts.updated_at', 'planned_posts.publish_at', ...authorColumns])
    .orderBy('planned_posts.publish_at', 'desc')
    .orderBy('planned_posts.id', 'desc')
    .limit(FEW_MAX)

type PlannedColumns = Omit<OverviewRow, 'status' | 'pinned' | 'likes' | 'created_at' | 'deleted_at'> & { readonly publish_at: number }
const toPlanned = (row: PlannedColumns): OverviewRow => ({
  ...row,
  status: 'planned',
  pinned: 0,
  likes: 0,
  created_at: row.publish_at,
  deleted_at: null,
})

const listPlanned = async (db: Database): Promise<OverviewRow[]> => (await selectPlanned(db).execute()).map(toPlanned)

async function listTrashed(db: Database): Promise<OverviewRow[]> {
  const rows = await db
    .selectFrom('trashed_posts')
    .leftJoin('users', 'users.id', 'trashed_posts.author_id')
    .select(['trashed_posts.id', ...SHARED_COLUMNS, 'pinned', 'trashed_posts.created_at', 'trashed_posts.updated_at'])
    .select(['publish_at', 'deleted_at', ...authorColumns])
    .orderBy('deleted_at', 'desc')
    .orderBy('trashed_posts.id', 'desc')
    .limit(FEW_MAX)
    .execute()
  return rows.map((row) => ({ ...row, likes: 0, status: 'trashed' }))
}

const PUBLISHED_COLUMNS = [
  'posts.id',
  ...SHARED_COLUMNS,
  'posts.pinned',
  'posts.likes',
  'posts.created_at',
  'posts.updated_at',
  ...authorColumns,
] as const
type PublishedColumns = Omit<OverviewRow, 'status' | 'publish_at' | 'deleted_at'>
const toPublished = (row: PublishedColumns): OverviewRow => ({ ...row, status: 'published', publish_at: null, deleted_at: null })

async function listByIds(db: Database, ids: readonly string[]): Promise<OverviewRow[]> {
  if (ids.length === 0) return []
  const planned = await selectPlanned(db).where('planned_posts.id', 'in', ids).execute()
  const published = await db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .select(PUBLISHED_COLUMNS)
    .where('posts.id', 'in', ids)
    .execute()
  // Sorted here: with an ORDER BY the database would scan all posts in this order instead of looking up a few.
  const byDate = published.toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))
  return [...planned.map(toPlanned), ...byDate.map(toPublished)]
}

const publishedPosts = (db: Database): Part => ({
  count: () => countAllPosts(db),
  list: async (range) => (await findPublished(db, range)).map(toPublished),
})

const findPublished = prepareQuery<Range, PublishedColumns>((db, value) =>
  db
    .selectFrom(
      // Skipped rows are read from the index alone.
      db
        .selectFrom('posts')
        .select('posts.seq')
        .orderBy('posts.created_at', 'desc')
        .orderBy('posts.seq', 'desc')
        .limit(value('limit'))
        .offset(value('startIndex'))
        .as('page'),
    )
    .crossJoin('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .whereRef('posts.seq', '=', 'page.seq')
    .select(PUBLISHED_COLUMNS)
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.seq', 'desc'),
)

async function foundPosts(db: Database, query: SearchQuery): Promise<Part> {
  const search = await prepareSearch(db, { query, audience: 'admins' })
  return {
    count: () => countMatches(db, search),
    async list({ startIndex, limit }) {
      const rows = await findFound(db, { ...search, startIndex, limit, endIndex: startIndex + limit })
      return rows.map(toPublished)
    },
  }
}

const findFound = prepareQuery<PageValues, PublishedColumns>((db, value) =>
  db
    .selectFrom(selectPage(db, value, 'desc'))
    .crossJoin('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .where(isPostOfPage(db))
    .select(PUBLISHED_COLUMNS)
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.seq', 'desc'),
)

/** Draft with the beginning of its text. */
export interface DraftSummaryRow extends Pick<PostRow, 'title' | 'category' | 'image_url'> {
  readonly post_id: string
  readonly id: string
  readonly sequence: number
  readonly saved_at: number
  /** HTML that may be cut within a tag. */
  readonly beginning: string
}

const BEGINNING_LENGTH = 2000

/** Lists a user's drafts from all devices, newest first. */
export async function listDraftsOfUser(db: Database, userId: string): Promise<DraftSummaryRow[]> {
  return db
    .selectFrom('post_drafts')
    .select(['post_id', 'id', 'sequence', 'title', 'category', 'image_url', 'saved_at'])
    .select(sql<string>`substr(content, 1, ${sql.lit(BEGINNING_LENGTH)})`.as('beginning'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .limit(DRAFTS_PER_USER_MAX)
    .execute()
}
