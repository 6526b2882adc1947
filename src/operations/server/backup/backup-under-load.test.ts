import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { signIn as signInEndpoint } from '#accounts/contract/auth.endpoints.ts'
import { signUp } from '#accounts/contract/users.endpoints.ts'
import type { ApiError } from '#ui/api/api-error.ts'
import { type BackupContent, readBackup } from '#tests/support/safe-copies/backup-files.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { createPostgresDatabase } from '#tests/support/database/postgres.ts'
import type { Engine } from '#tests/support/test-app.ts'
import { createClient, type TestClient } from '#tests/support/test-client.ts'

const ADMIN = { email: 'admin@example.org', password: 'a long password of the admin' }

async function createPlace(engine: Engine) {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-load-'))
  const database =
    engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'kindred.sqlite')}`, drop: async () => {} }
  const settings = { DATA_DIR: folder, DATABASE_URL: database.url, LOG_LEVEL: 'warn' }
  const remove = async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, url: database.url, settings, remove }
}

/** Acknowledged writes of each author, in their order. */
type Acknowledged = Record<string, { table: string; id: string }[]>

onEachEngine('Backups during writes', (engine) => {
  let place: Awaited<ReturnType<typeof createPlace>>
  let blog: BlogProcess
  const responded: Acknowledged = {}
  let isWriting = true
  beforeAll(async () => {
    place = await createPlace(engine)
    const settings = { ...place.settings, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
    blog = await startBlogProcess(settings, { script: 'tests/support/blog/pageless-blog.mjs' })
  })
  afterAll(async () => {
    await blog.stop()
    await place.remove()
  })

  const path = () => join(place.folder, 'full.tar')
  const client = () => createClient({ request: (path: string, init: RequestInit) => fetch(blog.url + path, init) })
  const note = (who: string, table: string, id: string) => void (responded[who] ??= []).push({ table, id })
  const known = (table: string) => Object.values(responded).flatMap((list) => list.filter((entry) => entry.table === table))
  const anyPost = () => known('posts').at(-1)?.id ?? ''

  /** Repeats a call while the server is overloaded, on a machine that is busy with other tests. */
  async function patiently<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if ((error as ApiError).status !== 503) throw error
        await sleep(50)
      }
    }
  }

  async function signIn(account: { email: string; password: string }): Promise<TestClient & { id: string }> {
    const caller = client()
    const { _id: id } = await patiently(() => caller.call(signInEndpoint, { body: account }))
    return Object.assign(caller, { id })
  }

  async function writePosts(admin: TestClient & { id: string }): Promise<void> {
    for (let number = 1; isWriting; number += 1) {
      const content = `<p>${`Body ${number} `.repeat(300)}</p>`
      const fields = { title: `Post ${number}`, content, category: 'life' as const }
      const post = await patiently(() => admin.call(createPost, { body: fields }))
      note('admin', 'posts', post._id)
      const path = `/api/post/updatepost/${post._id}/${admin.id}`
      if (number % 3 === 0) await admin.put(path, { ...post, title: `Post ${number}, again` })
      if (number % 20 === 0) await sleep(5)
    }
  }

  /** A reader may write thirty comments in five minutes. */
  async function writeComments(name: string): Promise<void> {
    const account = { username: name, email: `${name}@example.org`, password: `a long password of ${name}` }
    await patiently(() => client().call(signUp, { body: account }))
    const reader = await signIn(account)
    for (let number = 0; isWriting && number < 29; number += 1) {
      const fields = { content: `${name} ${number}`, postId: anyPost() }
      const comment = await patiently(() => reader.call(createComment, { body: fields }))
      note(name, 'comments', comment._id)
      await reader.put(`/api/comment/likecomment/${comment._id}`)
      await sleep(40)
    }
  }

  /** Expects every write acknowledged before the backup, and no gap among later ones. */
  function expectConsistent(content: BackupContent, before: Acknowledged): void {
    const rows = (table: string) => content.tables[table] ?? []
    for (const [name, stated] of Object.entries<{ rows: number }>(content.manifest.tables))
      expect([name, rows(name).length]).toEqual([name, stated.rows])
    const ids = (table: string) => new Set(rows(table).map((row) => row['id']))
    const there = { posts: ids('posts'), comments: ids('comments') } as Record<string, Set<unknown>>
    for (const list of Object.values(before)) for (const { table, id } of list) expect(there[table]?.has(id), `${table} ${id}`).toBe(true)
    for (const list of Object.values(responded)) {
      const isThere = list.map(({ table, id }) => there[table]?.has(id) === true)
      expect(isThere.lastIndexOf(true)).toBeLessThan(isThere.includes(false) ? isThere.indexOf(false) : isThere.length)
    }
    expectWhole(rows, there)
  }

  /** Expects every referenced row. */
  function expectWhole(rows: (table: string) => Record<string, unknown>[], there: Record<string, Set<unknown>>): void {
    const users = new Set(rows('users').map((row) => row['id']))
    for (const { post_id: post, user_id: user } of rows('comments'))
      expect([there['posts']?.has(post), users.has(user)]).toEqual([true, true])
    for (const { comment_id: comment } of rows('likes')) expect(there['comments']?.has(comment)).toBe(true)
    for (const { slug, post_id: post } of rows('post_slugs')) expect([slug, there['posts']?.has(post)]).toEqual([slug, true])
  }

  it('are consistent snapshots that hold every acknowledged write', async () => {
    const admin = await signIn(ADMIN)
    const writing = [writePosts(admin)]
    try {
      await expect.poll(() => known('posts').length).toBeGreaterThanOrEqual(5)
      writing.push(...['ines', 'otto', 'mia'].map(writeComments))
      await expect.poll(() => known('comments').length).toBeGreaterThanOrEqual(3)
      const before = structuredClone(responded)
      const { exitCode, output } = await blog.command('backup', path())
      expect([exitCode, output]).toEqual([0, expect.stringContaining(path())])
      expect(known('posts').length).toBeGreaterThan((before['admin'] ?? []).length)
      expectConsistent(await readBackup(path()), before)
    } finally {
      isWriting = false
      await Promise.all(writing)
    }
  })
})
