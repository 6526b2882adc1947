import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { getSession, signIn } from '#accounts/contract/auth.endpoints.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { bulky, photograph } from '#tests/support/media/pictures.ts'
import { createPostgresDatabase, postgresProblem, type TestDatabase } from '#tests/support/database/postgres.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { createBucket, missingS3 } from '#tests/support/storage/s3.ts'
import { blogAt, createClient, type TestClient } from '#tests/support/test-client.ts'
import { tusClient } from '#tests/support/media/tus.ts'

const ADMIN = { email: 'boss@example.org', password: 'a long password of boss' }
const READER = { username: 'reader', email: 'reader@example.org', password: 'a long password of reader' }

/** PostgreSQL notifies the other process a moment after the response to the writer. */
const SOON = { interval: 5 }

/** One blog on two machines, with one PostgreSQL and one bucket. Pages need a build. */
describe.skipIf(postgresProblem() ?? !existsSync('dist/server/entry-server.js'))('two processes', unlessMissing(missingS3()), () => {
  let database: TestDatabase
  let blogs: readonly [BlogProcess, BlogProcess]
  /** The same user with the same session, at the first and the second process. */
  let first: TestClient
  let second: TestClient
  const visitorAt = (blog: BlogProcess) => createClient(blogAt(blog.url))

  beforeAll(async () => {
    database = await createPostgresDatabase()
    const { settings } = await createBucket()
    const env = {
      DATABASE_URL: database.url,
      STORAGE_URL: `s3://${settings.bucket}`,
      S3_ENDPOINT: settings.endpoint ?? '',
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'debug',
    }
    // Both start with an empty database.
    blogs = await Promise.all([startBlogProcess(env), startBlogProcess(env)])
    first = visitorAt(blogs[0])
    await first.call(signIn, { body: ADMIN })
    second = createClient(blogAt(blogs[1].url), first.cookie)
  })
  afterAll(async () => {
    await Promise.all((blogs ?? []).map((blog) => blog.stop()))
    await database?.drop()
  })

  const pageOf = async (client: TestClient, path: string) => (await client.send(path, {})).text()

  it('migrate the database once, and create the first admin once', () => {
    const output = blogs[0].output() + blogs[1].output()
    expect(output.match(/"0001-schema"/g)).toHaveLength(1)
    expect(output.match(/Created the first admin/g)).toHaveLength(1)
  })

  it('show a post that the other one wrote, changed and deleted: page, lists and search', async () => {
    expect(await pageOf(second, '/')).not.toContain('Recent Posts')
    const post = await first.call(createPost, { body: { title: 'From one house', content: '<p>lantern</p>' } })
    await expect.poll(() => pageOf(second, '/'), SOON).toContain('From one house')
    expect(await pageOf(second, '/search?searchTerm=lantern')).toContain('From one house')
    const params = { postId: post._id, userId: (await first.call(getSession))._id }
    const changed = await second.call(updatePost, { params, body: { ...post, title: 'To the other' } })
    await expect.poll(() => pageOf(first, `/post/${changed.slug}`), SOON).toContain('To the other')
    expect((await first.send(`/post/${post.slug}`, { redirect: 'manual' })).status).toBe(301)
    await first.call(deletePost, { params })
    await expect.poll(() => pageOf(second, '/'), SOON).not.toContain('To the other')
  })

  it('share sessions, sign-outs and the limit of failed sign-ins', async () => {
    expect((await second.get('/api/auth/session')).body).toMatchObject({ email: ADMIN.email })
    await visitorAt(blogs[0]).post('/api/auth/signup', READER)
    const reader = visitorAt(blogs[1])
    await reader.call(signIn, { body: READER })
    const elsewhere = createClient(blogAt(blogs[0].url), reader.cookie)
    expect((await elsewhere.get('/api/auth/session')).status).toBe(200)
    await elsewhere.post('/api/user/signout')
    expect((await reader.get('/api/auth/session')).status).toBe(401)
    const statuses = []
    for (let turn = 0; turn < 12; turn += 1) {
      // There is no such account.
      const wrong = { email: 'nobody@example.org', password: `wrong ${turn}` }
      statuses.push((await visitorAt(blogs[turn % 2 === 0 ? 0 : 1]).post('/api/auth/signin', wrong)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })

  it('finish an upload that the other one began, and both show the picture', async () => {
    const bytes = await bulky(2_200_000)
    const { url } = await tusClient(first).create({ size: bytes.byteLength })
    const parts = [0, 100_000, 1_500_000, bytes.byteLength]
    for (const [turn, from] of parts.slice(0, -1).entries()) {
      const tus = tusClient(turn % 2 === 0 ? second : first)
      expect((await tus.head(url)).headers.get('upload-offset')).toBe(String(from))
      expect((await tus.patch(url, from, bytes.subarray(from, parts[turn + 1]))).status).toBe(204)
    }
    const { body } = await tusClient(first).result(url)
    expect((await tusClient(second).result(url)).body).toEqual(body)
    const address = 'url' in body ? body.url : ''
    const [one, other] = await Promise.all(
      [first, second].map(async (client) => Buffer.from(await (await client.send(address, {})).arrayBuffer())),
    )
    expect(one?.byteLength).toBeGreaterThan(1000)
    expect(other).toEqual(one)
  })

  it('make one picture of an upload whose bytes both receive at the same time', async () => {
    const bytes = await photograph(300, 250)
    for (let round = 0; round < 3; round += 1) {
      const { url } = await tusClient(first).create({ size: bytes.byteLength })
      const both = await Promise.all([first, second].map((client) => tusClient(client).patch(url, 0, bytes)))
      // The later request is refused if it sees the bytes of the earlier one.
      expect([
        [204, 204],
        [204, 409],
      ]).toContainEqual(both.map(({ status }) => status).toSorted((a, b) => a - b))
      const results = await Promise.all([first, second].map(async (client) => (await tusClient(client).result(url)).body))
      expect(results[0]).toMatchObject({ state: 'done' })
      expect(results[1]).toEqual(results[0])
    }
  })

  it('continue an upload whose connection to the other one hangs', async () => {
    const bytes = await photograph(120, 100)
    const { url } = await tusClient(first).create({ size: bytes.byteLength })
    const gone = new AbortController()
    const sent = Promise.withResolvers<void>()
    let pulls = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        pulls += 1
        if (pulls === 1) return controller.enqueue(bytes.subarray(0, 5000))
        sent.resolve()
        await new Promise((resolve) => gone.signal.addEventListener('abort', resolve))
      },
    })
    const headers = { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' }
    const hanging = first
      .send(url, { method: 'PATCH', headers, body, duplex: 'half', signal: gone.signal } as RequestInit)
      .catch(() => null)
    await sent.promise
    const offset = Number((await tusClient(second).head(url)).headers.get('upload-offset'))
    expect((await tusClient(second).patch(url, offset, bytes.subarray(offset))).status).toBe(204)
    expect((await tusClient(second).result(url)).body).toMatchObject({ state: 'done' })
    gone.abort()
    await hanging
  })
})
