import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { disableUser, updateRole } from '#accounts/contract/users.endpoints.ts'
import { importSettings } from '#import-export/server/writer/import-settings.ts'
import { ImportReport } from '#import-export/server/record/report.ts'
import { createPrivateFeed } from '#posts/contract/feeds.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { changeSettings } from '#site/server/index.ts'
import { createBackup } from '#operations/server/backup/create-backup.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { type CachedApi, startCachedApi } from '#tests/support/blog/cached-api.ts'
import { restoreInto } from '#tests/support/safe-copies/restore-into.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { runHere } from '#tests/support/blog/run-here.ts'
import { TEST_SITE, type TestUser } from '#tests/support/test-app.ts'

const TITLE = 'A quiet night'
const PLACES = ['/', '/api/post/getposts', '/feed.xml', '/sitemap.xml']

/** Two processes on one database; each has responses in its cache before the change. */
onEachEngine('What visitors read', (engine) => {
  let here: CachedApi
  let otherProcess: CachedApi
  let admin: TestUser
  let post: Awaited<ReturnType<CachedApi['test']['makePost']>>
  beforeEach(async () => {
    here = await startCachedApi(engine)
    otherProcess = await startCachedApi(engine, here.test)
    admin = await here.test.makeAdmin()
    post = await here.test.makePost({ title: TITLE, by: admin })
  })
  afterEach(async () => {
    await otherProcess.close()
    await here.close()
  })

  const readAll = async (api: CachedApi, paths = PLACES) =>
    (await Promise.all(paths.map(async (path) => (await fetch(api.url + path)).text()))).join('\n')
  const fill = async () => {
    for (const api of [here, otherProcess]) {
      await expect.poll(() => readAll(api)).toContain(post.slug)
      expect(await readAll(api)).toContain(TITLE)
    }
  }
  const expectNothing = async () => {
    for (const api of [here, otherProcess]) {
      // On PostgreSQL, the other process is notified of the change.
      await expect.poll(() => readAll(api), { interval: 20 }).not.toContain(post.slug)
      expect(await readAll(api)).not.toContain(TITLE)
    }
  }

  const ROADS: Readonly<Record<string, () => Promise<unknown>>> = {
    'the settings': () => admin.call(updateSettings, { body: { isClosed: true } }),
    'an import': () =>
      importSettings(
        {
          db: here.test.db,
          siteConfig: TEST_SITE,
          isCheck: false,
          report: new ImportReport(),
          now: () => here.test.clock.now,
          importPicture: async () => Promise.reject(new Error('no picture is imported here')),
        },
        { blog: {}, look: {}, settings: { isClosed: true }, categories: { own: [], renamed: [], hidden: [] } },
      ),
    'the audience of the post': () =>
      admin.call(updatePost, { params: { postId: post._id, userId: admin.id }, body: { audience: 'family' } }),
  }
  for (const [road, change] of Object.entries(ROADS)) {
    it(`ends at the next request, in every process, when ${road} ends it`, async () => {
      await fill()
      await change()
      await expectNothing()
    })
  }

  it('ends at the next request, in every process, when a backup of a closed blog is restored', async () => {
    const { db, databaseUrl, storage, folder, clock } = here.test
    const shared = { databaseUrl, files: storage.files, now: () => clock.now }
    await db.transaction().execute((trx) => changeSettings(trx, { isClosed: true }))
    const { path } = await createBackup({ ...shared, path: join(folder, 'closed.tar') })
    await admin.call(updateSettings, { body: { isClosed: false } })
    await fill()
    clock.advance(1000)
    await restoreInto(here.test, path, { force: true })
    await expectNothing()
  })
})

onEachEngine('What a member reads', (engine) => {
  let here: CachedApi
  let otherProcess: CachedApi
  beforeEach(async () => {
    here = await startCachedApi(engine)
    otherProcess = await startCachedApi(engine, here.test)
  })
  afterEach(async () => {
    await otherProcess.close()
    await here.close()
  })

  const ROADS: Readonly<Record<string, (admin: TestUser, member: TestUser) => Promise<unknown>>> = {
    'an admin takes the role': (admin, { id }) => admin.call(updateRole, { params: { userId: id }, body: { role: 'reader' } }),
    'an admin disables the account': (admin, { id }) => admin.call(disableUser, { params: { userId: id }, body: { disabled: true } }),
    'the command line disables the account': async (_, { email }) =>
      expect((await runHere(['user', 'disable', email], { DATABASE_URL: here.test.databaseUrl })).output).toContain('disabled'),
  }
  for (const [road, change] of Object.entries(ROADS)) {
    it(`ends at the next request, in every process, also in a private feed, when ${road}`, async () => {
      const admin = await here.test.makeAdmin()
      const member = await here.test.makeUser({ isFamily: true })
      const { slug } = await here.test.makePost({ title: TITLE, by: admin, audience: 'family' })
      const feed = new URL((await member.call(createPrivateFeed)).addresses.atom).pathname
      const read = async (api: CachedApi) => {
        const list = await fetch(`${api.url}/api/post/getposts?slug=${slug}`, { headers: { cookie: member.cookie ?? '' } })
        return [await list.text(), await (await fetch(api.url + feed)).text()].map((text) => text.includes(TITLE))
      }
      for (const api of [here, otherProcess]) expect(await read(api)).toEqual([true, true])
      await change(admin, member)
      for (const api of [here, otherProcess]) expect(await read(api)).toEqual([false, false])
    })
  }
})
