import { CompiledQuery } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Engine } from './test-app.ts'

/**
 * Tables that do not grow with the blog: few posts are scheduled, a blog has at most fifty pages, forty categories and
 * two hundred pending requests, the outbox has the mail of one day, and the trash the posts deleted in one month.
 */
const SMALL_TABLES = new Set([
  'settings',
  'search_state',
  'trashed_posts',
  'planned_posts',
  'blog_pages',
  'categories',
  'outbox',
  'jobs',
  'sign_up_requests',
])
/** Runs when an admin opens the dashboard. Takes a millisecond for ten thousand rows. */
const COUNT_FOR_ADMINS =
  /^select (count\(\*\) as "count" from "(pictures|followers)"|count\("print_bytes"\) as "count", coalesce\(sum\("print_bytes"\), 0\) as "bytes" from "pictures")$/

/**
 * Indexes that a statement with a limit may read without a condition: they have the order of the list, so that
 * reading stops after one page.
 */
const LIST_INDEXES = new Set([
  'posts_by_date',
  'comments_by_date',
  'users_by_date',
  'comments_by_attention',
  'users_who_administer',
  // Members of the family.
  'users_of_the_family',
  'posts_pinned',
  'planned_posts_by_time',
  'invitations_by_date',
  'sign_up_requests_by_date',
  'followers_by_date',
])

/** Sorts of a set that does not grow with the blog: a pattern of the statement, and the set. */
const SMALL_SORTS: readonly (readonly [RegExp, string])[] = [
  [/from "likes" .*"comment_id" in \(/, 'likes of the comments of one page'],
  [/from "likes" inner join "comments"/, 'likes of one post'],
  [/from "comments" .*"comments"\."post_id" = /, 'comments of one post'],
  [/\) as "page"/, 'the rows of one page'],
  [/"found"/, 'the rows of one page'],
  [/"posts"\."id" = /, 'one post'],
  [/from "comment_reports"/, 'reports of the comments of one page, or of one reader'],
  [/from "visitor_reports"/, 'reports of the comments of one page'],
  [/from "sessions" where "user_id" = /, 'sessions of one user'],
  [/from "(identities|passkeys|feed_tokens)" where "user_id" = .* order by "created_at"/, 'ways of one user to sign in'],
  [/from "post_drafts" where "user_id" = /, 'drafts of one user'],
  [/from "post_revisions" .*where "post_id" = /, 'versions of one post'],
  [/from "blog_pages"/, 'the pages of a blog'],
  [/from "invitation_uses"/, 'who came by the listed invitations, in a bound'],
  [/from "outbox"/, 'the mail of one day'],
  [/insert into search_words/, 'the words of one post, or of a batch'],
  [/from "categories"/, 'the categories of a blog'],
  [/from "trashed_(posts|post_slugs)"/, 'the trash of one month'],
  [/from "?post_pictures"?|from "users" where "picture_url"/, 'uses of one picture'],
]

/** Describes the problems of a statement's query plan; null if it reads only what it needs. */
export async function findScan(db: Database, engine: Engine, query: CompiledQuery): Promise<string | null> {
  const problems = engine === 'sqlite' ? await findSqliteScans(db, query) : await findPostgresScans(db, query)
  if (COUNT_FOR_ADMINS.test(query.sql)) return null
  const real = problems.filter((problem) => !(problem.startsWith('sort') && SMALL_SORTS.some(([words]) => words.test(query.sql))))
  return real.length === 0 ? null : `${query.sql}\n  ${real.join('\n  ')}`
}

async function findSqliteScans(db: Database, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
  return rows.flatMap(({ detail }) => {
    if (detail.startsWith('USE TEMP B-TREE')) return [`sort: ${detail}`]
    const [, table = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? []
    if (table === '' || isSmallScan(table, index, sql) || /^SCAN post_search (?:EXISTS )?VIRTUAL TABLE INDEX \d+:(=$|.*M)/.test(detail))
      return []
    return [detail]
  })
}

/** Names of intermediate results: a page, found rows, a few values. */
const OWN_ROWS = new Set(['page', 'found', 'json_each', 'CONSTANT'])

/** Indexes of small tables. */
const SMALL_INDEXES = /^(trashed_posts|sign_up_requests)_/

const isSmallScan = (table: string, index: string | undefined, sql: string): boolean =>
  SMALL_TABLES.has(table) ||
  (index?.endsWith('_pkey') === true && SMALL_TABLES.has(index.replace(/_pkey$/, ''))) ||
  (index !== undefined && SMALL_INDEXES.test(index)) ||
  // Has only the pending comments.
  index === 'comments_that_wait' ||
  OWN_ROWS.has(table) ||
  (index !== undefined && LIST_INDEXES.has(index) && / limit /i.test(sql))

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

/** With few rows, PostgreSQL prefers a sort or a join of all rows to an index. It is enough if a plan without them exists. */
async function findPostgresScans(db: Database, query: CompiledQuery): Promise<string[]> {
  const problems = await explain(db, query)
  if (problems.length === 0) return []
  const others = await db.transaction().execute(async (trx) => {
    for (const way of ['sort', 'hashjoin', 'mergejoin']) await trx.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`))
    return explain(trx, query)
  })
  return others.length === 0 ? [] : problems
}

async function explain(db: Database, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const query = CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters])
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(query)
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  return plan ? problemsOf(plan, sql) : []
}

function problemsOf(node: PlanNode, sql: string): string[] {
  const type = node['Node Type']
  const inner = (node.Plans ?? []).flatMap((part) => problemsOf(part, sql))
  const table = node['Relation Name'] ?? ''
  if (type === 'Sort') return ['sort', ...inner]
  if (type === 'Seq Scan' && !SMALL_TABLES.has(table)) return [`Seq Scan on ${table}`, ...inner]
  const isFree = /^(Index|Index Only|Bitmap Index) Scan$/.test(type) && node['Index Cond'] === undefined
  if (isFree && !isSmallScan(table, node['Index Name'], sql)) return [`${type} of all of ${node['Index Name'] ?? table}`, ...inner]
  return inner
}
