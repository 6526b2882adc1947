import { type AliasedExpression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { type Database, isOneOf } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { countAllPosts, isAtDesk, isReadable } from '#site/server/index.ts'
import { authorColumns } from '#accounts/server/index.ts'
import type { PostStatus } from '#writing/contract/post-statuses.ts'
import {
  countMatches,
  isPostOfPage,
  matchesWords,
  type PageValues,
  prepareSearch,
  type SearchQuery,
  selectPage,
} from '#posts/server/index.ts'
import { isTrashOf } from './trash/trash.store.ts'

interface Range {
  readonly startIndex: number
  readonly limit: number
}

/** `edited`: published and planned posts of which the user has an unpublished change. */
type Status = PostStatus | 'edited'

export interface OverviewFilter {
  readonly userId: string
  /** Undefined for published and planned posts. */
  readonly status: Status | undefined
  readonly search: SearchQuery | undefined
}

/** Lists posts, newest first; in a search, planned posts come first. */
export async function listOverview(db: Database, filter: OverviewFilter, range: Range): Promise<{ rows: OverviewRow[]; total: number }> {
  const rows: OverviewRow[] = []
  let total = 0
  for (const part of await toParts(db, filter)) {
    const startIndex = range.startIndex - total + rows.length
    if (rows.length < range.limit && startIndex < part.total) {
      rows.push(...(await part.list({ startIndex: Math.max(0, startIndex), limit: range.limit - rows.length })))
    }
    total += part.total
  }
  return { rows, total }
}

interface Part {
  readonly total: number
  readonly list: (range: Range) => Promise<OverviewRow[]>
}

/** Only published posts are in the search index; others are searched by title. */
async function toParts(db: Database, { userId, status, search }: OverviewFilter): Promise<Part[]> {
  if (!search) return [await listPart(db, status ?? 'desk', userId)]
  const parts: Part[] = []
  for (const each of status === undefined ? (['planned', 'published'] as const) : [status]) {
    parts.push(await (each === 'published' ? foundPosts(db, search, userId) : foundTitles(db, LISTS[each](db, userId), { userId, search })))
  }
  return parts
}

interface List {
  readonly where: RawBuilder<SqlBool>
  /** Descending. */
  readonly order: readonly [RawBuilder<unknown>, RawBuilder<unknown>]
}

/** Planned posts have the time of their publication, so that they are the newest of the desk. */
const BY_DATE: List['order'] = [sql`posts.created_at`, sql`posts.seq`]
const IS_PLANNED = sql<SqlBool>`posts.state = 'planned'`

const LISTS: Record<Status | 'desk', (db: Database, userId: string) => List> = {
  desk: () => ({ where: isAtDesk(), order: BY_DATE }),
  planned: () => ({ where: IS_PLANNED, order: [sql`posts.publish_at`, sql`posts.id`] }),
  published: () => ({ where: isReadable('admins'), order: BY_DATE }),
  trashed: (_, userId) => ({ where: isTrashOf(userId), order: [sql`posts.trashed_at`, sql`posts.id`] }),
  edited: (db, userId) => ({
    where: sql`(${isAtDesk()} and ${isOneOf(db, 'posts.id', selectEdits(db, userId))})`,
    // Not a column: the database would read all posts in this order instead of looking up a few.
    order: [sql`posts.created_at + 0`, sql`posts.seq`],
  }),
}

async function listPart(db: Database, name: Status | 'desk', userId: string): Promise<Part> {
  const { where, order } = LISTS[name](db, userId)
  const published = name === 'desk' || name === 'published' ? await countAllPosts(db) : 0
  const others = name === 'published' ? 0 : await countRows(db, name === 'desk' ? IS_PLANNED : where)
  return {
    total: published + others,
    async list({ startIndex, limit }) {
      // Skipped rows are read from the index alone.
      const page = sorted(db.selectFrom('posts').select('posts.seq').where(where), order).limit(limit).offset(startIndex).as('page')
      return sorted(selectRows(db, userId, { page, isOfPage: IS_ROW }), order).execute()
    },
  }
}

const sorted = <DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>, order: List['order']) =>
  query.orderBy(order[0], 'desc').orderBy(order[1], 'desc')

async function countRows(db: Database, where: RawBuilder<SqlBool>): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(where)
    .executeTakeFirstOrThrow()
  return count
}

const TITLES_AT_ONCE = 500

/** Part of the posts of a list with these words in the title. */
async function foundTitles(db: Database, list: List, { userId, search }: { userId: string; search: SearchQuery }): Promise<Part> {
  const titles = sorted(db.selectFrom('posts').select(['posts.seq', 'posts.title']).where(list.where), list.order).limit(TITLES_AT_ONCE)
  const found: number[] = []
  for (let startIndex = 0; ; startIndex += TITLES_AT_ONCE) {
    const rows = await titles.offset(startIndex).execute()
    found.push(...rows.filter(({ title }) => matchesWords(search, title)).map(({ seq }) => seq))
    if (rows.length < TITLES_AT_ONCE) break
  }
  return {
    total: found.length,
    async list({ startIndex, limit }) {
      const page = found.slice(startIndex, startIndex + limit)
      const few = db.selectFrom('posts').select('posts.seq').where('posts.seq', 'in', page).as('page')
      const rows = await selectRows(db, userId, { page: few, isOfPage: IS_ROW }).execute()
      return rows.toSorted((a, b) => page.indexOf(a.seq) - page.indexOf(b.seq))
    },
  }
}

async function foundPosts(db: Database, query: SearchQuery, userId: string): Promise<Part> {
  const search = await prepareSearch(db, { query, audience: 'admins' })
  return {
    total: await countMatches(db, search),
    list: ({ startIndex, limit }) => findFound(db, { ...search, userId, startIndex, limit, endIndex: startIndex + limit }),
  }
}

const findFound = prepareQuery<PageValues & { readonly userId: string }, OverviewRow>((db, value) =>
  selectRows(db, value('userId'), { page: selectPage(db, value, 'desc'), isOfPage: isPostOfPage(db) })
    .where(isReadable('admins'))
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.seq', 'desc'),
)

const COLUMNS = [
  'posts.seq',
  'posts.id',
  'posts.state',
  'posts.author_id',
  'posts.title',
  'posts.slug',
  'posts.category',
  'posts.image_url',
  'posts.content',
  'posts.audience',
  'posts.pinned',
  'posts.likes',
  'posts.created_at',
  'posts.updated_at',
  'posts.publish_at',
  'posts.trashed_at',
  ...authorColumns,
] as const

const IS_ROW = sql<SqlBool>`posts.seq = page.seq`

interface Page {
  readonly page: AliasedExpression<object, 'page'>
  /** Condition that a post is that of a row of the page. */
  readonly isOfPage: RawBuilder<SqlBool>
}

const selectRows = (db: Database, userId: string, { page, isOfPage }: Page) =>
  db
    .selectFrom(page)
    .crossJoin('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .where(isOfPage)
    .select(COLUMNS)
    .select((eb) => eb.exists(selectEdits(db, userId).where('post_id', '=', sql.ref<string>('posts.id'))).as('is_edited'))
    .$narrowType<{ state: PostStatus }>()

/** Post of any status. */
export type OverviewRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>

const selectEdits = (db: Database, userId: string) =>
  db
    .selectFrom('post_edits')
    .select('post_id')
    .where('user_id', '=', userId)
    .where((eb) => eb('is_empty', '=', eb.lit(0)))
