import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import {
  type ImportState,
  createImport,
  deleteImport,
  getImport,
  listImports,
  startImport,
  stopImport,
} from '#import-export/contract/imports.endpoints.ts'
import { IMPORT_TTL_MS } from '#import-export/contract/import-export-limits.ts'
import { removeOldUploads } from '#media/server/files/remove-leftovers.ts'
import { removeOldImports } from './uploaded-exports.ts'
import { type Locks, openLocks } from '#platform/database/lock.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { makeGhostExport } from '#tests/support/import-export/ghost-export.ts'
import { type Gate, type OldSite, startOldSite } from '#tests/support/import-export/old-site.ts'
import { LOW_PRIORITY } from '#tests/support/blog/low-priority.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { createClient, type TestClient } from '#tests/support/test-client.ts'
import { tusClient, uploadExport } from '#tests/support/media/tus.ts'
import { makeWordpressExport } from '#tests/support/import-export/wordpress-export.ts'
import { type OpenImports, openImports } from './open-imports.ts'

const POSTS = 3
/** Posts for fewer people; with drafts, all posts of the file. */
const RESTRICTED = 2
const ALL = POSTS + RESTRICTED + 2

interface Process {
  readonly imports: OpenImports
  readonly ending: AbortController
  readonly locks: Locks
  readonly client: TestClient
}

onEachEngine('Imports of uploaded exports', (engine) => {
  const blog = useTestApp(engine)
  let site: OldSite
  let admin: TestUser
  let gate: Gate = { reached: Promise.resolve(), open: () => {} }
  const processes: Process[] = []

  /** Another process on the same database. */
  function startProcess(itemMs?: number): Process {
    const { db, databaseUrl, importSettings, processes: children, logger, clock } = blog()
    const ending = new AbortController()
    const locks = openLocks(databaseUrl)
    const imports = openImports({
      db,
      locks,
      processes: children,
      settings: importSettings,
      logger,
      now: () => clock.now,
      everyMs: 10,
      ...(itemMs !== undefined && { itemMs }),
      ending: ending.signal,
    })
    const started = { imports, ending, locks, client: createClient(blog().appWith({ imports }), admin.cookie) }
    processes.push(started)
    return started
  }

  const upload = async (text: string, client: TestClient = admin) =>
    (await client.call(createImport, { body: { upload: await uploadExport(client, text) } }))._id
  const uploadWordpress = () => upload(makeWordpressExport(site.url, POSTS).xml)
  const read = (id: string, client: TestClient = admin) => client.call(getImport, { params: { import: id } })
  const check = (id: string, client: TestClient = admin) => client.call(startImport, { params: { import: id }, body: {} })
  const start = (id: string, client: TestClient = admin, body: object = {}) =>
    client.call(startImport, { params: { import: id }, body: { site: null, fetchesPictures: true, ...body } })
  const stop = (id: string, client: TestClient = admin) => client.call(stopImport, { params: { import: id } })
  const ended = async (id: string, state: ImportState, client: TestClient = admin) => {
    await expect.poll(async () => (await read(id, client)).state, LOW_PRIORITY).toBe(state)
    return read(id, client)
  }
  const countPosts = async () =>
    Number(
      (
        await blog()
          .db.selectFrom('posts')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  beforeAll(async () => {
    site = await startOldSite()
  })
  /** A test that failed may have left its import running, and the lock held. */
  async function endImports(): Promise<void> {
    gate.open()
    for (const { ending } of processes) ending.abort()
    await blog().db.updateTable('imports').set({ is_stopping: 1 }).execute()
    const isRunning = () =>
      blog()
        .processes.running()
        .some(({ module }) => module.endsWith('import-process.ts'))
    await expect.poll(isRunning, LOW_PRIORITY).toBe(false)
  }

  beforeEach(async () => {
    await endImports()
    admin = await blog().makeAdmin()
    await blog().db.deleteFrom('imports').execute()
    await blog().db.deleteFrom('posts').execute()
    await blog().db.deleteFrom('imported_items').execute()
  })
  afterAll(async () => {
    gate.open()
    for (const { ending, imports, locks } of processes) {
      ending.abort()
      await imports.close()
      await locks[Symbol.asyncDispose]()
    }
    await site.close()
  })

  it('An export is uploaded, read and imported', async () => {
    const id = await uploadWordpress()
    expect(await read(id)).toMatchObject({ state: 'received', format: 'wordpress', fileName: 'old-blog.xml', check: null, result: null })

    expect(await check(id)).toMatchObject({ state: 'checking' })
    const checked = await ended(id, 'checked')
    expect(checked.check).toMatchObject({ asksForSite: false, counts: { posts: POSTS + RESTRICTED, drafts: 2, pages: 1 } })
    expect(checked.check?.notes.find(({ kind }) => kind === 'leftThere')?.lines).toEqual(['Thrown away: in the trash'])
    expect(await countPosts()).toBe(0)

    await start(id)
    const done = await ended(id, 'done')
    expect(done).toMatchObject({
      result: { counts: checked.check?.counts },
      progress: { done: ALL, total: ALL },
      message: null,
    })
    expect(await countPosts()).toBe(ALL + 1)
    const { posts } = await blog()
      .visitor()
      .call(listPosts, { query: { category: 'medical' } })
    expect(posts.length).toBeGreaterThan(0)
    // The copy of the export is deleted.
    expect(await readdir(join(blog().folder, 'imports'))).toEqual([])
  })

  it('A run stops after the current post, and can be continued', async () => {
    const { client } = startProcess()
    const id = await uploadWordpress()
    await check(id)
    await ended(id, 'checked')
    gate = site.holdPictures()
    await start(id, client)
    await gate.reached
    await expect(start(id, client)).rejects.toMatchObject({ code: 'conflict' })
    expect(await stop(id, client)).toMatchObject({ state: 'running', isStopping: true })
    gate.open()
    const stopped = await ended(id, 'stopped', client)
    expect(stopped).toMatchObject({ isStopping: false, message: null })
    const before = await countPosts()
    expect(before).toBeLessThan(ALL)
    await start(id, client)
    expect((await ended(id, 'done', client)).result?.counts).toMatchObject({ posts: POSTS + RESTRICTED, alreadyHere: 0 })
  })

  it('Only one of two processes imports; the other shows its progress, and stops it through the database', async () => {
    const [one, two] = [startProcess(), startProcess()]
    const id = await uploadWordpress()
    const other = await upload(makeGhostExport(POSTS).json)
    await check(id)
    await ended(id, 'checked')
    gate = site.holdPictures()
    await start(id, one.client)
    await gate.reached
    expect(await read(id, two.client)).toMatchObject({ state: 'running' })
    await expect(check(other, two.client)).rejects.toMatchObject({ code: 'conflict' })
    await expect(two.client.call(deleteImport, { params: { import: id } })).rejects.toMatchObject({ code: 'conflict' })
    await stop(id, two.client)
    gate.open()
    await ended(id, 'stopped', two.client)
    // The refused import can start now.
    await check(other, two.client)
    expect((await ended(other, 'checked', two.client)).check?.counts.posts).toBeGreaterThan(0)
  })

  it('An import whose process exited or crashed is shown as stopped, and continues in another process', async () => {
    const [one, two] = [startProcess(), startProcess()]
    const id = await uploadWordpress()
    await check(id)
    await ended(id, 'checked')
    gate = site.holdPictures()
    await start(id, one.client)
    await gate.reached
    one.ending.abort()
    gate.open()
    await one.imports.close()
    // A process that ends waits five seconds for the current post; on a busy machine that takes longer.
    await expect
      .poll(() => read(id, two.client), LOW_PRIORITY)
      .toMatchObject({ state: 'stopped', message: expect.stringContaining('The blog was stopped meanwhile') })
    // The state after a crash: no process holds the lock.
    await blog().db.updateTable('imports').set({ state: 'running', message: null }).where('id', '=', id).execute()
    // PostgreSQL releases the lock once it has noticed that the connection is closed.
    await expect
      .poll(async () => (await two.client.call(listImports)).imports)
      .toMatchObject([{ state: 'stopped', message: expect.stringContaining('you can go on') }])
    await start(id, two.client)
    await ended(id, 'done', two.client)
    expect(await countPosts()).toBe(ALL + 1)
  })

  // It takes a minute until a process counts as one that hangs.
  it.runIf(engine === 'sqlite')(
    'A post at which the import hangs or dies is skipped and reported, and the others are imported',
    async () => {
      const { client } = startProcess(60_000)
      const id = await uploadWordpress()
      await check(id)
      await ended(id, 'checked')
      for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
        await blog().db.deleteFrom('posts').execute()
        await blog().db.deleteFrom('imported_items').execute()
        gate = site.holdPictures()
        await start(id, client)
        await gate.reached
        const [running] = blog().processes.running()
        // A stopped process is as silent as one that computes for minutes.
        process.kill(running?.pid ?? 0, signal)
        await expect.poll(() => blog().processes.running().at(0)?.pid, LOW_PRIORITY).not.toBe(running?.pid)
        gate.open()
        const done = await ended(id, 'done', client)
        expect(done.result).toMatchObject({ counts: { posts: POSTS + RESTRICTED - 1 }, missingCount: 1 })
        expect(done.result?.notes.find(({ kind }) => kind === 'failed')?.lines).toEqual([
          expect.stringContaining('reading it takes too long, or too much memory'),
        ])
        expect(await countPosts()).toBe(ALL)
        // Another run tries again.
        await start(id, client)
        await expect.poll(countPosts, LOW_PRIORITY).toBe(ALL + 1)
        await ended(id, 'done', client)
      }
    },
  )

  it('A Ghost export needs the address of the old blog, or is imported without pictures', async () => {
    const id = await upload(makeGhostExport(POSTS).json)
    await check(id)
    expect((await ended(id, 'checked')).check).toMatchObject({ asksForSite: true })
    await expect(start(id)).rejects.toMatchObject({ code: 'bad_request', field: 'site' })
    await expect(start(id, admin, { site: 'nowhere at all' })).rejects.toMatchObject({ code: 'bad_request', field: 'site' })
    expect(await start(id, admin, { site: `${site.url}/` })).toMatchObject({ site: site.url, fetchesPictures: true })
    expect((await ended(id, 'done')).result?.counts.posts).toBeGreaterThan(0)
  })

  it('A file that is no export is refused with its type, and deleted', async () => {
    const feed = '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title></channel></rss>'
    const wrong = [
      ['PK\x03\x04zipped', 'Please unpack it'],
      [feed, 'This is the feed of a blog'],
      ['{"name":"package"}', 'no export of Ghost'],
      ['Dear diary', 'neither an export of WordPress nor one of Ghost'],
    ] as const
    for (const [text, words] of wrong) {
      const { url } = await tusClient(admin).send({ kind: 'import', bytes: Buffer.from(text, 'latin1') })
      const body = { upload: url.slice('/files/uploads/'.length) }
      const said = await admin.post('/api/imports', body)
      expect([said.status, said.body.message]).toEqual([400, expect.stringContaining(words)])
      expect((await admin.post('/api/imports', body)).status).toBe(404)
      expect(await blog().storage.uploads.countBytes(body.upload)).toBe(0)
    }
    expect((await tusClient(admin).create({ kind: 'import', size: 0 })).error?.message).toBe('This file is empty.')
    // A file that only begins like an export fails when it is read.
    const id = await upload('<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><item>')
    await check(id)
    const failed = await ended(id, 'failed')
    expect(failed.message).not.toMatch(/\/|--/)
    expect(failed.message).not.toBe('')
  })

  it('Only admins create imports, and only from their own complete uploads', async () => {
    const reader = await blog().makeUser({ isFamily: true })
    expect((await tusClient(reader).create({ kind: 'import', size: 9 })).status).toBe(403)
    const own = await uploadExport(admin)
    const other = await blog().makeAdmin()
    await expect(other.call(createImport, { body: { upload: own } })).rejects.toMatchObject({ code: 'not_found' })
    const picture = (await tusClient(admin).create({ kind: 'post', size: 9 })).url.slice('/files/uploads/'.length)
    await expect(admin.call(createImport, { body: { upload: picture } })).rejects.toMatchObject({ code: 'not_found' })
    const { url } = await tusClient(admin).create({ kind: 'import', size: 9 })
    await tusClient(admin).patch(url, 0, Buffer.from('{"db"'))
    const upload = url.slice('/files/uploads/'.length)
    await expect(admin.call(createImport, { body: { upload } })).rejects.toMatchObject({ code: 'conflict' })
    // A repeated request, after a lost response, creates no second import.
    const first = await admin.call(createImport, { body: { upload: own } })
    expect((await admin.call(createImport, { body: { upload: own } }))._id).toBe(first._id)
    // Another admin may continue it.
    expect(await read(first._id, other)).toMatchObject({ _id: first._id })
  })

  it('An export is deleted with its file 30 days after its last use', async () => {
    const id = await uploadWordpress()
    const { upload_id: uploadId } = await blog().db.selectFrom('imports').select('upload_id').where('id', '=', id).executeTakeFirstOrThrow()
    blog().clock.advance(IMPORT_TTL_MS - 1)
    await removeOldUploads({ ...blog(), now: () => blog().clock.now })
    await removeOldImports({ ...blog(), now: () => blog().clock.now })
    admin = await blog().makeAdmin()
    expect(await read(id)).toMatchObject({ state: 'received' })
    blog().clock.advance(1)
    await removeOldImports({ ...blog(), now: () => blog().clock.now })
    await expect(read(id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await blog().storage.uploads.countBytes(uploadId ?? '')).toBe(0)
    // Admins can also delete it at once.
    const next = await uploadWordpress()
    expect(await admin.call(deleteImport, { params: { import: next } })).toEqual({ imports: [] })
  })
})
