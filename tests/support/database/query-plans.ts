import { CompiledQuery, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Engine, TestApp } from '#tests/support/test-app.ts'

/**
 * Tables that do not grow with the blog: a blog has at most forty categories and two hundred pending requests, and the
 * outbox has the mail of one day.
 */
const SMALL_TABLES = new Set(['settings', 'search_state', 'categories', 'outbox', 'jobs', 'sign_up_requests'])
/** Runs when an admin opens the dashboard. Takes a millisecond for ten thousand rows. */
const COUNT_FOR_ADMINS = /^select count\(\*\) as "count" from "(pictures|followers)"$/

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
  'users_outside_the_family',
  'posts_pinned',
  'posts_at_desk',
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
  [/from "post_edits" .*"user_id" = /, 'unpublished changes of one user'],
  [/from "posts" where "author_id" = .* and (state = 'draft'|"state" = )/, 'drafts of one user'],
  [/from "post_versions" .*"post_id" = |from "post_versions" where "editor_id" = .* order by "post_id", "id"/, 'versions of one post'],
  [/"kind" = 'page'/, 'the pages of a blog'],
  [/from "invitation_uses"/, 'who came by the listed invitations, in a bound'],
  [/from "outbox"/, 'the mail of one day'],
  [/insert into search_words/, 'the words of one post, or of a batch'],
  [/from "categories"/, 'the categories of a blog'],
  [/from "?post_pictures"?|from "users" where "picture_url"/, 'uses of one picture'],
]

const OLD_POSTS = 3000

/**
 * Adds old posts and comments, and lets PostgreSQL count their states. Else it takes an index of some states for one of few
 * rows, the cheapest way to each of them.
 */
export async function addOldPosts({ db, edit, engine }: Pick<TestApp, 'db' | 'edit' | 'engine'>): Promise<void> {
  const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(OLD_POSTS)})`
  await edit(async (trx) => {
    await sql`
      insert into posts (id, kind, state, slug, title, category, content, audience, created_at, updated_at)
      ${numbers} select 'old-' || n, 'post', 'published', 'old-' || n, 'Old', 'other', 'x', 'public', n, n from numbers`.execute(trx)
    await sql`
      insert into comments (id, post_id, state, content, created_at, updated_at)
      ${numbers} select 'old-' || n, 'old-' || n, 'shown', 'x', n, n from numbers`.execute(trx)
  })
  if (engine === 'postgres') await sql`analyze posts (kind, state), comments (state)`.execute(db)
}

/** Describes the problems of a statement's query plan; null if it reads only what it needs. */
export async function findScan(db: Database, engine: Engine, query: CompiledQuery): Promise<string | null> {
  const problems = engine === 'sqlite' ? await findSqliteScans(db, query) : await findPostgresScans(db, query)
  if (COUNT_FOR_ADMINS.test(query.sql)) return null
  const real = problems.filter((problem) => !(problem.startsWith('sort') && SMALL_SORTS.some(([words]) => words.test(query.sql))))
  return real.length === 0 ? null : `${query.sql}\n  ${real.join('\n  ')}`
}

async function findSqliteScans(db: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`, [...parameters]))
  return rows.flatMap(({ detail }) => {
    if (detail.startsWith('USE TEMP B-TREE')) return [`sort: ${detail}`]
    const [, table = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? []
    if (table === '' || isSmallScan(table, index, text) || /^SCAN post_search (?:EXISTS )?VIRTUAL TABLE INDEX \d+:(=$|.*M)/.test(detail))
      return []
    return [detail]
  })
}

/** Names of intermediate results: a page, found rows, a few values. */
const OWN_ROWS = new Set(['page', 'found', 'json_each', 'CONSTANT'])

/** Indexes of few rows: a blog has at most fifty pages, few posts are planned or drafts, and the trash has the posts of one month. */
const SMALL_INDEXES = /^(posts_(pages|planned|trashed|hidden_by_category)|comments_that_wait)$|^sign_up_requests_/

const isSmallScan = (table: string, index: string | undefined, sql: string): boolean =>
  SMALL_TABLES.has(table) ||
  (index?.endsWith('_pkey') === true && SMALL_TABLES.has(index.replace(/_pkey$/, ''))) ||
  (index !== undefined && SMALL_INDEXES.test(index)) ||
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

async function explain(db: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const query = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters])
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(query)
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  return plan ? problemsOf(plan, text) : []
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
