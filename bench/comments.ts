import { join } from 'node:path'
import { createCookies, sqliteUrl, withDatabase } from './accounts.ts'
import { startBlog } from './blog.ts'
import type { BenchContext } from './context.ts'
import { addressOfNumber, measureLoad } from './load.ts'
import { printTable } from './print.ts'
import { startFloor } from './processes.ts'
import { alternate, describeRounds, RATIO_HEADS } from './rounds.ts'

const AT_ONCE = 16
const POSTS = 50
const CONTENT = 'Thank you for writing this down.'

/**
 * Compares comments created over HTTP (session, limit, checks, counters, notification of other processes) with a bare server
 * that inserts the same row. Both sync each commit to disk: `synchronous=FULL`.
 */
export async function benchComments({ dataDir, blog: { readerIds }, effort }: BenchContext): Promise<void> {
  // Many readers, as each may create only thirty comments in five minutes.
  const cookies = await createCookies(sqliteUrl(dataDir), readerIds)
  const postIds = await listPostIds(dataDir)
  const blog = await startBlog(dataDir)
  const floor = await startFloor('./insert-server.ts', { database: join(dataDir, 'kindred.sqlite') })
  let sent = 0
  const request = () => {
    sent += 1
    const cookie = cookies[sent % cookies.length] ?? ''
    return {
      method: 'POST' as const,
      path: '/api/comment/create',
      headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': addressOfNumber(sent) },
      body: JSON.stringify({ content: CONTENT, postId: postIds[sent % postIds.length] }),
    }
  }
  const perSecond = (server: { url: string; pid: number | undefined }, connections: number) => async () =>
    (await measureLoad(server.url, { request, amount: Math.ceil(effort.requests / 2), connections, pid: server.pid })).requestsPerSecond
  try {
    await perSecond(blog, AT_ONCE)()
    await perSecond(floor, AT_ONCE)()
    const rows: string[][] = []
    for (const [name, connections] of [['one after another', 1] as const, [`${AT_ONCE} at once`, AT_ONCE] as const]) {
      const rounds = await alternate(effort.rounds, perSecond(blog, connections), perSecond(floor, connections))
      rows.push(describeRounds({ name: `comments created per second, SQLite, ${name}` }, rounds))
    }
    printTable(RATIO_HEADS, rows)
  } finally {
    await Promise.all([blog.stop(), floor.stop()])
  }
}

const listPostIds = (dataDir: string): Promise<string[]> =>
  withDatabase(sqliteUrl(dataDir), async (db) => {
    const rows = await db.selectFrom('posts').select('id').where('audience', '=', 'public').orderBy('created_at').limit(POSTS).execute()
    return rows.map(({ id }) => id)
  })
