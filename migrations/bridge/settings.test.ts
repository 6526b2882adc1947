import { expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { getReaders } from '#settings/server/readers.store.ts'
import { oldBlogs } from '#tests/support/import-export/old-blogs.ts'
import { onEachEngine } from '#tests/support/engines.ts'

onEachEngine('The settings of a blog of the last version 0.1', (engine) => {
  const { withMoved } = oldBlogs(engine)
  const withSettings = async (settings: object, work: (db: Database, all: Readonly<Record<string, unknown>>) => Promise<void>) => {
    const own = Object.entries(settings).map(([name, value]) => ({ table: 'settings', row: { name, value: JSON.stringify(value) } }))
    await withMoved(async (db) => {
      const rows = await db.selectFrom('settings').select(['name', 'value']).execute()
      await work(db, Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown])))
    }, own)
  }

  it('stay, with a notice of how many posts for readers became the family’s', async () => {
    await withSettings({ isClosed: false, signUp: 'open', defaultAudience: 'public', closedNote: 'Hello' }, async (db, all) => {
      expect(all).toMatchObject({ isClosed: false, closedNote: 'Hello', 'blog.socialLabel': 'Pictures' })
      for (const gone of ['signUp', 'defaultAudience', 'firstCommentsWait']) expect(all).not.toHaveProperty(gone)
      expect(all['readers.moved']).toEqual({ posts: 1, at: expect.any(Number), isOpener: false })
      expect((await getReaders(db, 0)).moved).toEqual({ posts: 1, accounts: 1, names: ['Inês 🌻'], isOpener: false })
    })
  })

  it('of an open blog with new posts for fewer and sign-up on request make no draft and no comment wider than it was', async () => {
    await withSettings({ isClosed: false, signUp: 'request', defaultAudience: 'family' }, async (db, all) => {
      expect(all).toMatchObject({ isClosed: false, firstCommentsWait: true, 'readers.moved': { isOpener: true } })
      const drafts = await db.selectFrom('posts').select('audience').where('state', '=', 'draft').execute()
      expect(new Set(drafts.map(({ audience }) => audience))).toEqual(new Set(['family']))
    })
  })

  it('of a closed blog keep it closed, even if anyone could sign up', async () => {
    await withSettings({ isClosed: true, signUp: 'open', defaultAudience: 'readers' }, async (db, all) => {
      expect(all).toMatchObject({ isClosed: true, 'readers.moved': { posts: 1, isOpener: false } })
      expect(all).not.toHaveProperty('firstCommentsWait')
      expect(await getReaders(db, 0)).toMatchObject({ isClosed: true, moved: { accounts: 1 } })
    })
  })
})
