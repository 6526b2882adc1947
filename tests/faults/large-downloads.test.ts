import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type AttackBlog, startAttackBlog } from '#tests/attacks/attack-blog.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { watchLatency } from './watch-latency.ts'

const VERSIONS = 2000
const VERSION_BYTES = 50_000
/** The heap of a process that has just started grows with any work, up to a size that does not depend on it. */
const WARM_VERSIONS = 1000
const VERSIONS_OF_A_POST = 100
/** A server that did the whole work in one piece would respond to none. */
const RESPONSES_MIN = 20
/** Less than the download, as one that is held whole takes at least that much. */
const GROWTH_MAX_MB = 80
const PLAIN = { headers: { 'accept-encoding': 'identity' } }

onEachEngine('A download of 100 MB of versions', (engine) => {
  let blog: AttackBlog
  let db: Database
  beforeAll(async () => {
    blog = await startAttackBlog(engine)
    db = await openDatabase(blog.databaseUrl)
    await insertVersions(0, WARM_VERSIONS)
  })
  afterAll(async () => {
    await db?.destroy()
    await blog?.stop()
  })

  async function insertPosts(from: number, to: number): Promise<void> {
    const rows = Array.from({ length: to - from }, (_, index) => ({
      id: `post${from + index}`,
      kind: 'post' as const,
      state: 'draft' as const,
      author_id: blog.admin.id,
      title: 'A draft',
      category: 'life',
      image_url: null,
      content: '',
      created_at: 0,
      updated_at: 0,
    }))
    await db.insertInto('posts').values(rows).execute()
  }

  async function insertVersions(from: number, to: number): Promise<void> {
    await insertPosts(from / VERSIONS_OF_A_POST, to / VERSIONS_OF_A_POST)
    for (let n = from; n < to; n += 20) {
      const rows = Array.from({ length: 20 }, (_, index) => n + index).map((number) => ({
        id: `version${number}`,
        post_id: `post${Math.floor(number / VERSIONS_OF_A_POST)}`,
        revision: (number % VERSIONS_OF_A_POST) + 1,
        title: `Title ${number}`,
        category: 'life',
        image_url: null,
        content: `<p>${`Version ${number}: a "quoted" line about the day. `.repeat(VERSION_BYTES / 45)}</p>`,
        editor_id: blog.admin.id,
        made_at: number,
      }))
      await db.insertInto('post_versions').values(rows).execute()
    }
  }

  it('is complete, costs little memory and delays no other request', async () => {
    for (let times = 0; times < 3; times += 1) await (await blog.admin.send('/api/user/my-data', PLAIN)).text()
    await insertVersions(WARM_VERSIONS, VERSIONS)
    const before = blog.memoryMb()
    let highest = before
    const memory = setInterval(() => (highest = Math.max(highest, blog.memoryMb())), 20)
    onTestFinished(() => clearInterval(memory))
    const stopWatching = watchLatency(blog.url)
    const response = await blog.admin.send('/api/user/my-data', PLAIN)
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body ?? []) chunks.push(chunk)
    const { count } = await stopWatching()

    const data = JSON.parse(Buffer.concat(chunks).toString())
    expect(Object.keys(data).toSorted()).toEqual(KEYS)
    expect(data.versions).toHaveLength(VERSIONS)
    expect(new Set(data.versions.map(({ title }: { title: string }) => title)).size).toBe(VERSIONS)
    expect(data.account.email).toBe('admin@example.org')
    expect(highest - before).toBeLessThan(GROWTH_MAX_MB)
    expect(count).toBeGreaterThan(RESPONSES_MIN)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
  })
})

const KEYS = [
  'account',
  'comments',
  'edits',
  'feeds',
  'following',
  'identities',
  'invitation',
  'likes',
  'passkeys',
  'postLikes',
  'posts',
  'reports',
  'request',
  'sessions',
  'versions',
]
