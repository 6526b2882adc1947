import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sql } from 'kysely'
import { createComment, likeComment } from '#comments/contract/comments.endpoints.ts'
import { createPage, getPage } from '#site/contract/blog-pages.endpoints.ts'
import { getSite, updateBlogWords } from '#site/contract/site.endpoints.ts'
import { getUser } from '#accounts/contract/users.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { openLocks } from '#platform/database/lock.ts'
import { holdRunningLock, RUNNING_LOCK } from '#platform/database/running-lock.ts'
import { createLogger } from '#platform/process/logger.ts'
import { type BackupContent, readBackup, rowsOf } from '#tests/support/safe-copies/backup-files.ts'
import { restoreInto } from '#tests/support/safe-copies/restore-into.ts'
import { writeStates } from '#tests/support/safe-copies/write-states.ts'
import { listBlogPages } from '#site/server/blog-pages.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createTestApp, type Engine, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { createBackup } from './create-backup.ts'
import { readShapes } from './read-rows.ts'

/** Stores a picture of random bytes, which is faster than rendering one. */
async function addPicture(blog: TestApp, userId: string | null): Promise<string> {
  const folder = randomBytes(12).toString('base64url')
  const address = `/files/${folder}/1-photo_640x480_x.jpg`
  const row = { folder, user_id: userId, kind: 'post', address, bytes: 3000, created_at: 1, unused_since: null } as const
  await blog.db.insertInto('pictures').values(row).execute()
  for (const name of ['1-photo_640x480_x.jpg', '320.webp', '320.avif'])
    await blog.storage.files.write(`${folder}/${name}`, randomBytes(1000))
  return address
}

/** Creates rows in many tables, with characters that are hard to serialise. */
async function fill(blog: TestApp): Promise<TestUser> {
  const admin = await blog.makeAdmin()
  const reader = await blog.makeUser()
  const cover = await addPicture(blog, admin.id)
  for (const title of ["It's a “test” – ü 🫶🏽", 'Backslash \\ and \\u0041', 'Zebra crossings', 'Gone tomorrow']) {
    const post = await blog.makePost({
      by: admin,
      title,
      image: cover,
      content: `<p>${title} with <b>unicorns</b> and ${'words '.repeat(500)}</p>`,
    })
    const comment = await blog.makeComment(reader, post._id, 'Line one\nline two \u2028 three')
    await admin.call(likeComment, { params: { commentId: comment._id } })
    for (const client of [reader, blog.visitor()]) await client.put(`/api/post/like/${post._id}`)
    if (title.startsWith('Gone')) await admin.delete(`/api/post/deletepost/${post._id}/${admin.id}`)
  }
  const former = await blog.makeUser()
  const { posts } = await blog.visitor().call(listPosts)
  await writeStates(blog, admin, posts[0]?._id ?? '')
  const { _id: parentId, postId } = await blog.makeComment(former, posts[0]?._id ?? '', 'By a deleted reader')
  await reader.call(createComment, { body: { postId, content: 'A reply', parentId } })
  await former.delete(`/api/user/delete/${former.id}`)
  const [reported] = await blog.db.selectFrom('comments').select('id').limit(1).execute()
  const report = { comment_id: reported?.id ?? '', user_id: reader.id, reason: 'A test', created_at: 5 }
  await blog.db.insertInto('comment_reports').values(report).execute()
  await blog.db.insertInto('settings').values({ name: 'of_a_test', value: '{"a":1}' }).execute()
  await admin.call(updateBlogWords, { body: { name: 'Unsere Tage 🌿', contact: 'us@example.org' } })
  await admin.call(updateLook, { body: { palette: 'lake' } })
  const params = { postId: 'about', userId: admin.id }
  await admin.call(updatePost, { params, body: { title: 'Über uns', content: '<p>Vier.</p>' } })
  await admin.call(createPage, { body: { title: 'Recipes', place: 'footer' } })
  const identity = { issuer: 'https://id.example.org', subject: '7', user_id: reader.id, created_at: 5 }
  await blog.db.insertInto('identities').values(identity).execute()
  return admin
}

/** Reads names, look and pages as visitors get them. */
const wordsOf = async (blog: TestApp) => {
  await blog.edit(async () => {})
  const about = await blog.visitor().call(getPage, { params: { page: 'about' } })
  return { about, site: await blog.visitor().call(getSite), pages: await listBlogPages(blog.db) }
}

const backUp = (blog: TestApp, name: string) =>
  createBackup({ databaseUrl: blog.databaseUrl, files: blog.storage.files, path: join(blog.folder, name), now: () => blog.clock.now })

const search = async (blog: TestApp, words: string) => {
  const { posts } = await blog.visitor().call(listPosts, { query: { searchTerm: words } })
  return posts.map((post) => post.title)
}

/** Expects the rows of every table and the bytes of every file to equal the backup, and no other rows. */
async function expectEqual(blog: TestApp, backup: BackupContent): Promise<void> {
  for (const { name, key } of await readShapes(blog.db)) {
    const inBackup = (backup.tables[name] ?? []).toSorted((a, b) => compareKeys(a, b, key))
    const inDatabase = (await rowsOf(blog.db, name, key)).toSorted((a, b) => compareKeys(a, b, key))
    expect(inDatabase, name).toEqual(inBackup)
  }
  for (const [key, bytes] of backup.files) expect(Buffer.from((await blog.storage.files.read(key)) ?? []).equals(bytes), key).toBe(true)
}

/** Reads the rows that triggers maintain: counters, reports, likes, and which post shows which picture. */
async function derivedOf({ db }: TestApp): Promise<unknown[]> {
  const counters = sql`select name, count from counters where count <> 0`
  const all = [
    counters,
    sql`select id, report_count from comments union all select id, likes from posts`,
    sql`select folder, post_id from post_pictures`,
    sql`select folder, holder from kept_pictures`,
  ].map((query) => query.execute(db))
  return (await Promise.all(all)).map(({ rows }) => rows.map((row) => JSON.stringify(row)).toSorted())
}

const compareKeys = (a: Record<string, unknown>, b: Record<string, unknown>, key: readonly string[]) =>
  JSON.stringify(key.map((column) => a[column])) < JSON.stringify(key.map((column) => b[column])) ? -1 : 1

const messageOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => new Error('it went well'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(AppError)
  return (error as AppError).message
}

const OTHER: Record<Engine, Engine> = { sqlite: 'postgres', postgres: 'sqlite' }

onEachEngine('A backup', (engine) => {
  const blog = useTestApp(engine)
  let path: string
  let content: BackupContent
  beforeAll(async () => {
    await fill(blog())
    path = (await backUp(blog(), 'all.tar')).path
    content = await readBackup(path)
  })

  it('contains every row and file, and no session', async () => {
    await expectEqual(blog(), content)
    const { manifest } = content
    // Three published posts, one in the trash, a draft, a planned one, two pages.
    expect(manifest.tables).toMatchObject({ posts: { rows: 8 }, comments: { rows: 8 }, users: { rows: 3 }, likes: { rows: 4 } })
    expect(manifest.tables).toMatchObject({
      post_likes: { rows: 5 },
      visitor_likes: { rows: 4 },
      removals: { rows: 1 },
      post_edits: { rows: 1 },
    })
    expect(manifest.files).toEqual({ count: 3, bytes: 3000 })
    expect(Object.keys(content.tables)).not.toContain('sessions')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('never overwrites another file', async () => {
    const before = await readFile(path)
    expect(await messageOf(backUp(blog(), 'all.tar'))).toContain('already')
    expect((await readFile(path)).equals(before)).toBe(true)
    expect((await readdir(blog().folder)).filter((name) => name.endsWith('backup-part'))).toEqual([])
  })

  it.each([engine, OTHER[engine]])('restored into an empty blog on %s is the same blog', async (target) => {
    const other = await createTestApp({ engine: target })
    try {
      const { leftOut } = await restoreInto(other, path)
      expect(leftOut).toEqual([])
      await expectEqual(other, content)
      expect(await derivedOf(other)).toEqual(await derivedOf(blog()))
      expect(await wordsOf(other)).toEqual(await wordsOf(blog()))
      expect(await wordsOf(other)).toMatchObject({ about: { page: { title: 'Über uns' } }, site: { look: { palette: 'lake' } } })
      for (const words of ['unicorn', 'zebra cross', 'words', 'tomorrow', 'ü'])
        expect([words, await search(other, words)]).toEqual([words, await search(blog(), words)])
      expect(await search(other, 'zebras')).toEqual(['Zebra crossings'])
      // Everyone signs in again with the same password; new rows get new numbers.
      const admin = content.tables['users']?.find((user) => user['is_admin'] === 1)
      const again = await other.signIn({ email: String(admin?.['email']) })
      const post = await other.makePost({ by: again, title: 'Written afterwards' })
      expect(await search(other, 'afterwards')).toEqual(['Written afterwards'])
      const { rows } = await sql<{ seq: number }>`select seq from posts where id = ${post._id}`.execute(other.db)
      expect(rows[0]?.seq).toBeGreaterThan(Math.max(...(content.tables['posts'] ?? []).map((row) => Number(row['seq']))))
    } finally {
      await other.close()
    }
  })

  it('is not restored while a blog is running on the database, or over an existing blog', async () => {
    await using locks = openLocks(blog().databaseUrl)
    const stop = await holdRunningLock({ locks, logger: createLogger('silent') })
    expect(await messageOf(restoreInto(blog(), path, { force: true }))).toContain('The blog is running')
    await stop()
    expect(await messageOf(restoreInto(blog(), path))).toContain('--force')
    await expectEqual(blog(), content)
  })

  it('prevents a blog from starting while it is being restored', async () => {
    await using locks = openLocks(blog().databaseUrl)
    // It has its connection before it is asked for the lock.
    await locks.tryLock('connected')
    let seen: Promise<unknown> = Promise.resolve('not asked for')
    const say = (line: string) => {
      if (line.startsWith('What was here')) seen = locks.tryLock(RUNNING_LOCK, { mode: 'shared' })
    }
    await restoreInto(blog(), path, { force: true, say })
    expect(await seen).toBeUndefined()
    const stop = await holdRunningLock({ locks, logger: createLogger('silent') })
    await stop()
    await expectEqual(blog(), content)
  })
})

onEachEngine('A restore over a blog', (engine) => {
  const blog = useTestApp(engine)
  beforeAll(() => fill(blog()))
  const allRows = async () => {
    const tables = await readShapes(blog().db)
    return Promise.all(tables.map(async ({ name, key }) => ({ name, rows: await rowsOf(blog().db, name, key) })))
  }

  it('backs up the old blog first, replaces all of it, and keeps its pictures for the usual time', async () => {
    const source = await createTestApp({ engine: 'sqlite' })
    try {
      await fill(source)
      const { path } = await backUp(source, 'source.tar')
      await blog().makePost({ title: 'Only here' })
      const before = await allRows()
      const ownPicture = (await rowsOf(blog().db, 'pictures', ['folder']))[0]
      const said: string[] = []
      blog().clock.advance(1000)
      await restoreInto(blog(), path, { force: true, say: (line) => void said.push(line) })

      const content = await readBackup(path)
      const pictures = await rowsOf(blog().db, 'pictures', ['folder'])
      expect(pictures).toContainEqual({ ...ownPicture, user_id: null, unused_since: blog().clock.now })
      expect(await blog().storage.files.list(String(ownPicture?.['folder']))).toHaveLength(3)
      await blog().db.deleteFrom('pictures').where('folder', '=', String(ownPicture?.['folder'])).execute()
      await expectEqual(blog(), content)
      expect(await search(blog(), 'only here')).toEqual([])
      expect(await blog().db.selectFrom('sessions').selectAll().execute()).toEqual([])

      const safety = /What was here is in (\S+)\.$/.exec(said.join('\n'))?.[1] ?? ''
      blog().clock.advance(1000)
      await restoreInto(blog(), safety, { force: true })
      const withoutPictures = (rows: Awaited<ReturnType<typeof allRows>>) => rows.filter(({ name }) => name !== 'pictures')
      expect(withoutPictures(await allRows())).toEqual(withoutPictures(before))
      expect(await search(blog(), 'only here')).toEqual(['Only here'])
    } finally {
      await source.close()
    }
  })

  it('changes nothing when the database refuses a row at the end', async () => {
    const { path } = await backUp(blog(), 'good.tar')
    await blog().makePost({ by: await blog().makeAdmin(), title: 'Newer than the backup' })
    blog().clock.advance(1000)
    const before = await allRows()
    const refuse =
      engine === 'sqlite'
        ? [`create trigger refuse before insert on comments begin select raise(abort, 'refused by the test'); end`]
        : [
            `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by the test'; end $$`,
            'create trigger refuse before insert on comments for each row execute function refuse()',
          ]
    for (const statement of refuse) await sql.raw(statement).execute(blog().db)
    const allow = engine === 'sqlite' ? 'drop trigger refuse' : 'drop function refuse cascade'
    onTestFinished(async () => void (await sql.raw(allow).execute(blog().db)))
    const message = await messageOf(restoreInto(blog(), path, { force: true }))
    expect(message).toContain('the blog is as it was: ')
    expect(message).toContain('refused by the test')
    expect(await allRows()).toEqual(before)
    expect(await search(blog(), 'newer backup')).toEqual(['Newer than the backup'])
  })
})

describe('createBackup', () => {
  const blog = useTestApp('sqlite')

  it('counts pictures deleted meanwhile, and a restore names them and incomplete ones; a profile picture among them is a drawing then', async () => {
    const user = await blog().makeUser()
    const face = await addPicture(blog(), user.id)
    const unseen = await addPicture(blog(), null)
    const incomplete = await addPicture(blog(), null)
    await addPicture(blog(), null)
    const [faceFolder, unseenFolder, incompleteFolder] = [face, unseen, incomplete].map((address) => address.split('/')[2])
    await user.put(`/api/user/update/${user.id}`, { profilePicture: face })
    const { files } = blog().storage
    const path = join(blog().folder, 'gone.tar')
    // Both files existed when the rows were read.
    const vanishing = {
      ...files,
      list: async (folder: string) => {
        const names = await files.list(folder)
        if (folder === faceFolder) await files.removeFolder(folder)
        if (folder === incompleteFolder) return names.slice(1)
        return folder === unseenFolder ? [] : names
      },
    }
    const { manifest, missing } = await createBackup({ databaseUrl: blog().databaseUrl, files: vanishing, path, now: Date.now })
    expect([manifest.files?.count, missing]).toEqual([5, 2])
    const other = await createTestApp({ engine: 'sqlite' })
    const { leftOut } = await restoreInto(other, path)
    expect(leftOut).toEqual([face, unseen, incomplete].map((address) => address.replace('/files/', '')).toSorted())
    const shown = await other.visitor().call(getUser, { params: { userId: user.id } })
    expect(shown.profilePicture).toContain('/drawings/')
    await other.close()
  })

  it('deletes leftovers of an earlier, killed backup', async () => {
    const folder = join(blog().folder, 'tidy')
    await mkdir(folder)
    const fresh = join(folder, '.kindred.tar.00112233aabb.backup-part')
    await writeFile(fresh, 'half')
    await writeFile(join(folder, '.mine'), 'x')
    const make = (name: string, now: number) =>
      createBackup({ databaseUrl: blog().databaseUrl, files: null, path: join(folder, name), now: () => now })
    await make('one.tar', Date.now())
    expect(await readdir(folder)).toContain('.kindred.tar.00112233aabb.backup-part')
    await make('two.tar', Date.now() + 2 * 3_600_000)
    expect((await readdir(folder)).toSorted()).toEqual(['.mine', 'one.tar', 'two.tar'])
    await rm(folder, { recursive: true })
  })
})
