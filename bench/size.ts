import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { type App, createApp } from '#server/app.ts'
import { createPictureWorkers } from '#server/features/files/picture-workers.ts'
import { createSession } from '#server/features/sessions/sessions.store.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createLogger } from '#server/platform/logger.ts'
import { openFolderStorage } from '#server/platform/storage/open-storage.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { type BigBlog, type BlogSize, writeBigBlog } from './big-blog.ts'
import { median } from './load.ts'

/**
 * npm run bench -- size: each call on a blog of 1,000 posts and on one of 100,000, in turn, in the process and without
 * any cache. What is told is the time of both and their ratio. BENCH_ENGINE=sqlite or postgres asks for one alone,
 * BENCH_POSTS for another size.
 */
const SMALL: BlogSize = { posts: 1000, commentsPerPost: 10 }
const LARGE: BlogSize = { posts: Number(process.env.BENCH_POSTS ?? 100_000), commentsPerPost: 10 }
const ROUNDS = 3
const WARM_UP = 20
const SAMPLES = 150
/** Calls that take longer are sampled less often. */
const ROUND_MS = 1500

type Print = (line?: string) => void

/** Every read at 1,000 and at 100,000 posts, on both databases. */
export async function benchSize(print: Print): Promise<void> {
  const only = process.env.BENCH_ENGINE
  const folder = await mkdtemp(join(tmpdir(), 'kindred-size-'))
  try {
    if (only !== 'postgres') await benchEngine(print, 'SQLite', (name) => `sqlite:${join(folder, `${name}.sqlite`)}`)
    if (only !== 'sqlite') await benchPostgres(print)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function benchPostgres(print: Print): Promise<void> {
  const server = await startPostgres()
  try {
    await benchEngine(print, 'PostgreSQL', await createDatabases(server.url, ['small', 'large']))
  } finally {
    await server.stop()
  }
}

async function createDatabases(url: string, names: readonly string[]): Promise<(name: string) => string> {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  for (const name of names) await owner.query(`create database kindred_${name}`)
  await owner.end()
  return (name) => Object.assign(new URL(url), { pathname: `/kindred_${name}` }).href
}

async function benchEngine(print: Print, engine: string, addressOf: (name: string) => string): Promise<void> {
  const startedAt = performance.now()
  const small = await openBlog(addressOf('small'), SMALL)
  const large = await openBlog(addressOf('large'), LARGE)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  print()
  print(`${engine}: ${LARGE.posts} posts against ${SMALL.posts}, ten comments each; both written in ${seconds} s`)
  print()
  print('| call | 1,000: p50 ms | p99 ms | 100,000: p50 ms | p99 ms | ratio of p50 (min–max of 3) |')
  print('| --- | --- | --- | --- | --- | --- |')
  for (const [name, makeRequest] of Object.entries(CALLS)) print(await compare(name, [small, large], makeRequest))
  await small.close()
  await large.close()
}

interface OpenBlog {
  readonly app: App
  readonly db: Database
  readonly blog: BigBlog
  readonly cookie: string
  readonly close: () => Promise<void>
}

async function openBlog(databaseUrl: string, size: BlogSize): Promise<OpenBlog> {
  const db = await openDatabase(databaseUrl)
  await migrate(db)
  const blog = await writeBigBlog(db, size)
  const { token } = await createSession(db, { userId: blog.adminId, now: Date.now() })
  const workers = createPictureWorkers()
  const app = appOn(db, workers)
  const close = async () => {
    workers.close()
    await db.destroy()
  }
  return { app, db, blog, cookie: `session=${token}`, close }
}

function appOn(db: Database, workers: ReturnType<typeof createPictureWorkers>): App {
  const site = { name: 'Kindred', mark: 'Kindred', author: 'The family', socialUrl: null, socialLabel: '' }
  return createApp({
    config: { publicUrl: 'http://127.0.0.1:3000', trustedProxies: 0, site },
    db,
    write: (work) => db.transaction().execute((trx) => work(trx, () => {})),
    storage: openFolderStorage(tmpdir()),
    workers,
    logger: createLogger('silent', { write: () => {} }),
    now: () => Date.now(),
    newId,
    pages: null,
  })
}

interface BenchRequest {
  readonly path: string
  readonly method?: string
  readonly body?: object
}
type MakeRequest = (blog: BigBlog) => BenchRequest

const posts =
  (query: string): MakeRequest =>
  () => ({ path: `/api/post/getposts?${query}` })
const far =
  (list: string, share: number): MakeRequest =>
  ({ size }) => ({
    path: `${list}startIndex=${Math.floor(size.posts * share)}`,
  })
const PER_CATEGORY = 0.9 / 7

/** Of both blogs the same: what lies far away lies nine tenths down the list. */
const CALLS: Readonly<Record<string, MakeRequest>> = {
  'post by slug': ({ middleSlug }) => ({ path: `/api/post/getposts?slug=${middleSlug}` }),
  'newest nine': posts(''),
  'oldest nine': posts('sort=asc'),
  'nine tenths down (`startIndex` 90,000)': far('/api/post/getposts?', 0.9),
  'category nine': posts('category=health'),
  'category, nine tenths down': far('/api/post/getposts?category=health&', PER_CATEGORY),
  "author's nine": ({ adminId }) => ({ path: `/api/post/getposts?userId=${adminId}` }),
  'search: two common words': posts('searchTerm=kettle+corridor'),
  'search: the same, oldest first': posts('searchTerm=kettle+corridor&sort=asc'),
  'search: the same, by relevance': posts('searchTerm=kettle+corridor&sort=relevance'),
  'search: the same, in a category': posts('searchTerm=kettle+corridor&category=health'),
  'search: a word of one post in a hundred': posts('searchTerm=giraffe'),
  'search: the beginning of a word': posts('searchTerm=kettle+corr'),
  'search: a word that nothing holds': posts('searchTerm=kettle+zzzzz'),
  'comments of a post with 2,000': ({ discussedId }) => ({ path: `/api/comment/getpostcomments/${discussedId}` }),
  user: ({ readerId }) => ({ path: `/api/user/${readerId}` }),
  'dashboard: five posts with counts': posts('limit=5'),
  'dashboard: comments': () => ({ path: '/api/comment/getcomments' }),
  'dashboard: comments to look at first': () => ({ path: '/api/comment/getcomments?sort=attention' }),
  'dashboard: comments, nine tenths down': far('/api/comment/getcomments?', 9),
  'dashboard: users': () => ({ path: '/api/user/getusers' }),
  'dashboard: months': () => ({ path: '/api/stats/months' }),
  'feed.xml': () => ({ path: '/feed.xml' }),
  'sitemap.xml': () => ({ path: '/sitemap.xml' }),
  'one sitemap of 1,000 posts': ({ size }) => ({ path: `/sitemap-${Math.ceil((size.posts / SMALL.posts) * 0.9)}.xml` }),
  'comment written': ({ discussedId }) => ({
    path: '/api/comment/create',
    method: 'POST',
    body: { postId: discussedId, content: 'A kind word' },
  }),
  'post written': () => ({
    path: '/api/post/create',
    method: 'POST',
    body: { title: 'A day of many', content: `<p>${'kettle corridor blanket '.repeat(40)}</p>` },
  }),
}

interface Figures {
  readonly p50: number
  readonly p99: number
}

async function compare(name: string, blogs: readonly [OpenBlog, OpenBlog], makeRequest: MakeRequest): Promise<string> {
  const rounds: (readonly [Figures, Figures])[] = []
  for (const blog of blogs) await sample(blog, makeRequest, WARM_UP)
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await compareOnce(blogs, makeRequest))
  const of = (which: 0 | 1, figure: keyof Figures) => median(rounds.map((round) => round[which][figure])).toFixed(2)
  const ratios = rounds.map(([small, large]) => large.p50 / small.p50)
  const span = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
  return `| ${name} | ${of(0, 'p50')} | ${of(0, 'p99')} | ${of(1, 'p50')} | ${of(1, 'p99')} | ${median(ratios).toFixed(2)} (${span}) |`
}

/** In turn, so that whatever else the machine does falls on both. */
async function compareOnce(blogs: readonly [OpenBlog, OpenBlog], makeRequest: MakeRequest): Promise<readonly [Figures, Figures]> {
  const times: [number[], number[]] = [[], []]
  const endAt = performance.now() + ROUND_MS
  for (let index = 0; index < SAMPLES && (index < 20 || performance.now() < endAt); index += 1) {
    times[0].push(...(await sample(blogs[0], makeRequest, 1)))
    times[1].push(...(await sample(blogs[1], makeRequest, 1)))
  }
  return [figuresOf(times[0]), figuresOf(times[1])]
}

function figuresOf(times: number[]): Figures {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

async function sample({ app, db, blog, cookie }: OpenBlog, makeRequest: MakeRequest, count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const { path, method = 'GET', body } = makeRequest(blog)
    const init: RequestInit = { method, headers: { cookie, 'content-type': 'application/json' } }
    if (body !== undefined) init.body = JSON.stringify(body)
    // One reader writes more here than a reader may.
    if (method !== 'GET') await db.deleteFrom('rate_limits').execute()
    const startedAt = performance.now()
    const response = await app.request(path, init)
    await response.arrayBuffer()
    times.push(performance.now() - startedAt)
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
  }
  return times
}
