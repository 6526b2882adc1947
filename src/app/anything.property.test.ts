import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from './contract/endpoints.ts'
import { CATEGORIES } from '#site/contract/category-names.ts'
import { COMMENT_MAX_LENGTH } from '#site/contract/site-limits.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { codePoint } from '#tests/support/code-point.ts'
import { isComplete } from '#tests/support/sweep.ts'
import { createTestApp, TEST_PASSWORD, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { checkResponse, type TestClient } from '#tests/support/test-client.ts'
import { XSS_PAYLOADS } from '#tests/cases/xss-payloads.ts'

/**
 * Sends arbitrary input to every endpoint. Expects no 5xx, no hang, no leaked data (checkResponse), and no invalid rows.
 * Most of it runs on SQLite, a part on PostgreSQL, which refuses more bytes.
 */
const HANG_MS = 120_000
/** A test sends thousands of requests, on a machine that is busy with others. */
const SHARES = isComplete ? { sqlite: 1, postgres: 0.15 } : { sqlite: 0.2, postgres: 0.04 }
let thrown = 0
/** Number of accepted inputs, to prove that not all fail at validation. */
let taken = 0

const nasty = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: codePoint, maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  { weight: 2, arbitrary: fc.constantFrom(...XSS_PAYLOADS) },
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\u{FFFF}',
    '\uD800',
    "' OR 1=1 --",
    '%',
    '_',
    '{"$gt":""}',
    '__proto__',
    '../../etc/passwd',
    '0.5',
    String(2 ** 31),
    String(2 ** 63),
    'x'.repeat(3000),
    '💗'.repeat(130),
  ),
)
const anything = fc.oneof(
  { weight: 3, arbitrary: nasty },
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  fc.double(),
  fc.constantFrom(null, true, -1, 0.5, 2 ** 31, 2 ** 63, 1e308, [], {}),
)

/** A body with the fields of a call, each right, wrong or missing, and some that it does not have. */
const bodyOf = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc
    .tuple(
      fc.record(Object.fromEntries(Object.entries(fields).map(([name, right]) => [name, fc.oneof(right, anything)])), { requiredKeys: [] }),
      fc.dictionary(
        fc.constantFrom('isAdmin', 'is_admin', '_id', 'id', 'createdAt', '__proto__', 'constructor', 'password_hash', 'email_verified'),
        anything,
        { maxKeys: 3 },
      ),
    )
    .map(([right, extra]) => ({ ...extra, ...right }))

const queryOf = (names: readonly string[]) =>
  fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...names), nasty), nasty), { maxLength: 5 })
    .map((pairs) =>
      pairs.map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
    )

/** In this order: the last tests judge what the others have sent. */
describe('Arbitrary input', { shuffle: false }, () => {
  describe.each(['sqlite', 'postgres'] as const)('Arbitrary input to the API (%s)', (engine) => {
    let blog: TestApp
    let admin: TestUser
    let user: TestUser
    let postId: string
    let commentId: string

    beforeAll(async () => {
      blog = await createTestApp({ engine })
      if (engine === 'sqlite') await sql`pragma synchronous = off`.execute(blog.db)
      ;[admin, user] = [await blog.makeAdmin(), await blog.makeUser()]
      postId = (await blog.makePost({ by: admin }))._id
      commentId = (await blog.makeComment(user, postId))._id
    })
    afterAll(() => blog?.close())

    /** Sends a raw request and expects a response in time, of a known form, that is not a 5xx. */
    async function send(client: TestClient, path: string, init: RequestInit): Promise<number> {
      thrown += 1
      // Avoids rate limits, which would refuse most requests.
      blog.clock.advance(3_700)
      const hanging = Promise.withResolvers<never>()
      const timer = setTimeout(() => hanging.reject(new Error(`${path} hangs`)), HANG_MS)
      const response = await Promise.race([client.send(path, init), hanging.promise]).finally(() => clearTimeout(timer))
      const text = await response.text()
      if (response.ok) taken += 1
      if (init.method === 'HEAD') return response.status
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      checkResponse({ method: init.method ?? 'GET', path }, response.status, isJson ? JSON.parse(text) : text)
      expect(response.status).toBeLessThan(500)
      return response.status
    }
    /** Sessions end while the clock runs. */
    const renew = async () => {
      await blog.db
        .updateTable('sessions')
        .set({
          expires_at: blog.clock.now + 60 * DAY_MS,
          created_at: blog.clock.now,
          last_seen_at: blog.clock.now,
          confirmed_at: blog.clock.now,
        })
        .execute()
      await blog.db.deleteFrom('rate_limits').execute()
    }
    const expectTaken = async <T>(count: number, arbitrary: fc.Arbitrary<T>, attempt: (value: T) => Promise<unknown>) => {
      await renew()
      await fc.assert(
        fc.asyncProperty(arbitrary, async (value) => void (await attempt(value))),
        { numRuns: Math.ceil(count * SHARES[engine]) },
      )
    }
    const json = (method: string, body: unknown): RequestInit => ({
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })

    it('as a query for posts', () =>
      expectTaken(2200, queryOf(['searchTerm', 'sort', 'order', 'category', 'startIndex', 'limit', 'slug', 'postId', 'userId']), (query) =>
        send(user, `/api/post/getposts?${query}`, {}),
      ))

    it('as a comment, new or edited', () =>
      expectTaken(
        1200,
        fc.tuple(fc.boolean(), bodyOf({ content: nasty, postId: fc.constant(postId), userId: fc.constant(user.id) })),
        ([isNew, body]) =>
          isNew
            ? send(user, '/api/comment/create', json('POST', body))
            : send(user, `/api/comment/editcomment/${commentId}`, json('PUT', body)),
      ))

    it('as a post, new or changed', () =>
      expectTaken(
        700,
        fc.tuple(fc.boolean(), bodyOf({ title: nasty, content: nasty, category: fc.constantFrom(...CATEGORIES), image: nasty })),
        ([isNew, body]) =>
          isNew
            ? send(admin, '/api/post/create', json('POST', body))
            : send(admin, `/api/post/updatepost/${postId}/${admin.id}`, json('PUT', body)),
      ))

    it('as an account', () =>
      expectTaken(
        800,
        // Few of them, since hashing an accepted password takes a tenth of a second.
        bodyOf({ username: nasty, email: nasty, profilePicture: nasty, currentPassword: fc.constant(TEST_PASSWORD) }).map((body) => ({
          ...body,
          password: undefined,
        })),
        (body) => send(user, `/api/user/update/${user.id}`, json('PUT', body)),
      ))

    it('as a sign-up, a sign-in, a link or a token', () =>
      expectTaken(
        700,
        fc.tuple(
          fc.constantFrom('auth/signup', 'auth/signin', 'auth/google', 'auth/link', 'auth/verify-email', 'auth/code'),
          bodyOf({ username: nasty, email: nasty, password: fc.string({ maxLength: 7 }), token: nasty, idToken: nasty }),
        ),
        ([call, body]) =>
          send(blog.visitor(), `/api/${call}`, json('POST', { ...body, ...(call === 'auth/signin' ? { password: '' } : {}) })),
      ))

    it('as an invalid body', () =>
      expectTaken(
        700,
        fc.tuple(
          fc.constantFrom('/api/comment/create', '/api/auth/signup', '/api/post/create', '/api/settings'),
          fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: codePoint, maxLength: 100 })),
          fc.constantFrom('application/json', 'application/json; charset=latin1', 'text/plain', 'multipart/form-data; boundary=x', ''),
        ),
        ([path, body, type]) =>
          send(admin, path, {
            method: path === '/api/settings' ? 'PUT' : 'POST',
            body: body as BodyInit,
            headers: type === '' ? {} : { 'content-type': type },
          }),
      ))

    it('as an id, a path or a method', () => {
      const keys = Object.values(endpoints).map(({ key }) => key)
      const harmless = keys.filter((key) => !/signout|DELETE \/api\/auth\/sessions$/.test(key))
      return expectTaken(
        700,
        fc.tuple(fc.constantFrom(...harmless), nasty, fc.constantFrom('', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'DELETE')),
        ([key, id, other]) => {
          const [method = '', path = ''] = key.split(' ')
          const address = path.replaceAll(/:\w+/g, () => encodeURIComponent(id.toWellFormed()) || 'x')
          const chosen = path.includes(':') && other !== '' ? other : method
          return send(chosen === 'DELETE' ? blog.visitor() : user, address, { method: chosen })
        },
      )
    })

    it('leaves no invalid rows', async () => {
      const { db } = blog
      const users = await db.selectFrom('users').selectAll().execute()
      expect(users.filter((row) => row.is_admin === 1).map((row) => row.id)).toEqual([admin.id])
      for (const row of users) {
        expect(row.username).toMatch(/^[a-z0-9]{3,20}$/)
        expect(row.email).toBe(row.email.trim().toLowerCase())
        expect(row.email_verified).toBe(0)
        expect(row.picture_url ?? '/files/x').toMatch(/^\/files\/./)
      }
      for (const { content } of await db.selectFrom('comments').select('content').execute()) {
        expect(content.length).toBeLessThanOrEqual(COMMENT_MAX_LENGTH)
        expect(content).toBe(content.trim())
        expect(content.isWellFormed() && !content.includes('\0')).toBe(true)
      }
      for (const post of await db.selectFrom('posts').select(['title', 'slug', 'content', 'image_url']).execute()) {
        expect(post.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(post.title.length).toBeLessThanOrEqual(200)
        expect((post.content.match(/<[^>]*>/g) ?? []).join('')).not.toMatch(
          /<(script|iframe|svg|math|style|base|meta|form|input|object|embed)\b|\son\w+\s*=|javascript:/i,
        )
        expect(post.image_url ?? '/files/x').toMatch(/^\/files\/./)
      }
      const settings = await db.selectFrom('settings').selectAll().execute()
      expect(settings.every(({ name, value }) => name === 'firstCommentsWait' && ['true', 'false'].includes(value))).toBe(true)
      expect(blog.logLines.filter((line) => line.includes('"request failed"'))).toEqual([])
    })
  })

  it('Property tests sent thousands of inputs, and many were accepted', () => {
    expect(thrown).toBeGreaterThanOrEqual(isComplete ? 8000 : 1600)
    expect(taken).toBeGreaterThan(isComplete ? 3000 : 600)
  })
})
