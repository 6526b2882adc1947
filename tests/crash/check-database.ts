import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { openDatabase } from '#platform/database/database.ts'

/** Queries whose count must be 0, by problem. */
const STRAYS = {
  'comments without a post': 'select count(*) as n from comments where post_id not in (select id from posts)',
  'likes without a comment': 'select count(*) as n from likes where comment_id not in (select id from comments)',
  'posts without their slug':
    "select count(*) as n from posts where kind = 'post' and state = 'published' and slug not in (select slug from post_slugs where post_id = posts.id)",
  'slugs without a post': 'select count(*) as n from post_slugs where post_id not in (select id from posts)',
  'posts that are not counted, or counted twice': `select abs((select coalesce(sum(count), 0) from counters where name like 'posts:%')
     - (select count(*) from posts where kind = 'post' and state = 'published')) as n`,
  'comments that are not counted, or counted twice': `select abs((select coalesce(sum(count), 0) from counters where name = 'comments')
     - (select count(*) from comments join posts on posts.id = post_id where comments.state <> 'deleted' and posts.state <> 'trashed')) as n`,
  'finished uploads without a picture':
    "select count(*) as n from uploads where state = 'done' and address not in (select address from pictures)",
}

/** Runs the database's own checks and looks for stray rows. @returns the problems */
export async function checkDatabase(url: string): Promise<string[]> {
  const problems = url.startsWith('sqlite:') ? checkSqliteFile(url.slice('sqlite:'.length)) : await checkPostgresIndex(url)
  const db = await openDatabase(url)
  try {
    for (const [name, query] of Object.entries(STRAYS)) {
      const { rows } = await sql.raw<{ n: number }>(query).execute(db)
      if (Number(rows[0]?.n) !== 0) problems.push(`database: ${rows[0]?.n} ${name}`)
    }
  } finally {
    await db.destroy()
  }
  return problems
}

function checkSqliteFile(path: string): string[] {
  const problems: string[] = []
  const database = new DatabaseSync(path, { timeout: 10_000 })
  try {
    const whole = database
      .prepare('pragma integrity_check')
      .all()
      .map((row) => String(row['integrity_check']))
    if (String(whole) !== 'ok') problems.push(`integrity_check: ${whole.join('; ')}`)
    const loose = database.prepare('pragma foreign_key_check').all()
    if (loose.length > 0) problems.push(`foreign_key_check: ${JSON.stringify(loose)}`)
    database.exec("insert into post_search(post_search, rank) values ('integrity-check', 0)")
    // Rowids consist of date and row number (search-index.ts) and exceed JavaScript's safe integers.
    const posts = "select (created_at << 20) + (seq & 1048575) from posts where kind = 'post' and state = 'published'"
    const indexed = 'select rowid from post_search'
    const differing = `select count(*) as n from (select * from (${posts} except ${indexed}) union all select * from (${indexed} except ${posts}))`
    if (database.prepare(differing).get()?.['n'] !== 0) problems.push('the search index has other posts than those that are published')
  } catch (error) {
    problems.push(`database: ${String(error)}`)
  } finally {
    database.close()
  }
  return problems
}

async function checkPostgresIndex(url: string): Promise<string[]> {
  const db = await openDatabase(url)
  try {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (select * from posts where kind = 'post' and state = 'published') as posts
      full join post_search on post_search.seq = posts.seq and post_search.created_at = posts.created_at
      where posts.id is null or post_search.seq is null`.execute(db)
    return Number(rows[0]?.n) === 0 ? [] : [`${rows[0]?.n} posts without their search entry, or the reverse`]
  } finally {
    await db.destroy()
  }
}

export const sqliteUrl = (dataDir: string): string => `sqlite:${join(dataDir, 'kindred.sqlite')}`

/** Rate limits have tests of their own; here they would only slow the clients down. */
export async function deleteRateLimits(url: string): Promise<void> {
  const db = await openDatabase(url)
  try {
    await db.deleteFrom('rate_limits').execute()
  } finally {
    await db.destroy()
  }
}
