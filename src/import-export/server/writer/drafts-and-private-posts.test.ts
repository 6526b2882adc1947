import { beforeEach, expect, it } from 'vitest'
import { getDraft, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { DRAFTS_PER_USER_MAX } from '#writing/contract/writing-limits.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { useSmallImports } from '#tests/support/import-export/small-imports.ts'
import { smallGhostPost, type WordpressItem } from '#tests/support/import-export/small-exports.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('An import of drafts and private posts', (engine) => {
  const blog = useFreshTestApp(engine)
  const { wordpress, check, ghost } = useSmallImports(blog)
  let admin: TestUser
  beforeEach(async () => {
    admin = await blog().makeAdmin()
  })
  const deleteTexts = (state: 'draft' | 'published') => blog().db.deleteFrom('posts').where('state', '=', state).execute()
  const drafts = async () => {
    const rows = await blog().db.selectFrom('posts').select('id').where('state', '=', 'draft').orderBy('title').execute()
    return Promise.all(
      rows.map(async ({ id }) => {
        const { draft } = await admin.call(getDraft, { params: { postId: id } })
        return { id, title: '', content: '', audience: null, ...draft }
      }),
    )
  }
  const audiencesOf = async (...titles: string[]) => {
    const rows = await blog().db.selectFrom('posts').select(['title', 'audience']).where('title', 'in', titles).orderBy('title').execute()
    return rows.map(({ title, audience }) => `${title}: ${audience}`)
  }

  it('Drafts become drafts of their author, once', async () => {
    const items: WordpressItem[] = [
      {
        id: 10,
        title: 'Half a thought',
        status: 'draft',
        body: '<p>It <b>began</b> <a href="https://old.example/out/">so</a></p>',
      },
      { id: 11, title: 'For review', status: 'pending', terms: [['category', 'medical', 'Medical']] },
      { id: 12, title: '', status: 'draft', body: '' },
      { id: 13, title: 'Begun', status: 'auto-draft' },
      { id: 14, title: 'Out', slug: 'out' },
      { id: 15, title: 'Its time has passed', status: 'future', at: blog().clock.now - DAY_MS },
      { id: 16, title: 'Soon', status: 'future', at: blog().clock.now + DAY_MS, slug: 'soon' },
    ]
    const read = await check(items)
    const report = await wordpress(items, { importId: 'one' })
    expect([report.counts, report.lines('leftThere')]).toEqual([read.counts, ['Begun: auto-draft', 'a draft without a word']])
    expect(report.counts).toMatchObject({ posts: 2, drafts: 3 })
    expect(await drafts()).toMatchObject([
      { title: 'For review', category: 'medical', content: '<p>Words of For review</p>' },
      {
        title: 'Half a thought',
        content: '<p>It <b>began</b> <a href="/post/out">so</a></p>',
      },
      { title: 'Its time has passed' },
    ])
    const planned = await blog().db.selectFrom('posts').select(['title', 'slug', 'publish_at']).where('state', '=', 'planned').execute()
    expect(planned).toEqual([{ title: 'Soon', slug: 'soon', publish_at: Math.floor((blog().clock.now + DAY_MS) / 1000) * 1000 }])
    // The same file again, and another one of the same blog.
    expect((await wordpress(items, { importId: 'one' })).counts).toMatchObject({ posts: 2, drafts: 3, alreadyHere: 0 })
    expect((await wordpress(items, { importId: 'two' })).counts).toMatchObject({ posts: 0, drafts: 0, alreadyHere: 5 })
    expect(await drafts()).toHaveLength(3)
    const [draft] = await drafts()
    const body = { sequence: 1, baseRevision: 0, title: '', category: 'life', image: '', content: '', state: 'ended' } as const
    await admin.call(saveDraft, { params: { postId: draft?.id ?? '' }, body })
    expect((await wordpress(items, { importId: 'one' })).lines('keptHere')).toEqual(['For review: deleted here'])
  })

  it('Drafts beyond the limit are missing, and are imported when there is room', async () => {
    await deleteTexts('draft')
    const present = Array.from({ length: DRAFTS_PER_USER_MAX - 52 }, (_, index) => ({
      id: String(index).padStart(32, 'a'),
      kind: 'post' as const,
      state: 'draft' as const,
      author_id: admin.id,
      title: '',
      category: 'life',
      content: '',
      created_at: 1,
      updated_at: 1,
    }))
    await blog().db.insertInto('posts').values(present).execute()
    const items = [0, 1, 2, 3].map((index) => ({ id: 2000 + index, title: `Draft ${index}`, status: 'draft' }))
    const report = await wordpress(items, { importId: 'limit' })
    expect(report.counts.drafts).toBe(2)
    expect(report.toData().missing.map(({ what, post }) => `${what} ${post}`)).toEqual(['post Draft 2', 'post Draft 3'])
    await blog().db.deleteFrom('posts').where('state', '=', 'draft').where('category', '=', 'life').execute()
    expect((await wordpress(items, { importId: 'limit' })).counts).toMatchObject({ drafts: 4, alreadyHere: 0 })
  })

  it('Private posts and pages are imported for admins, those with a password or for members for the family, with their comments', async () => {
    const items: WordpressItem[] = [
      { id: 30, title: 'P1 private', status: 'private', comments: ['Mine alone'] },
      { id: 31, title: 'P2 locked', password: 'hunter2', comments: ['Among us'] },
      { id: 32, title: 'P3 public' },
      { id: 33, title: 'P4 locked draft', status: 'draft', password: 'hunter2' },
      { id: 34, title: 'P5 locked and planned', status: 'future', at: blog().clock.now + DAY_MS, password: 'hunter2' },
    ]
    const report = await wordpress(items)
    expect(report.counts).toMatchObject({ posts: 4, comments: 2, drafts: 1 })
    expect(report.lines('audience')).toEqual([
      'P1 private: private there, for admins only here',
      'P2 locked: behind a password there, for the family here',
      'P4 locked draft: behind a password there, for the family here',
      'P5 locked and planned: behind a password there, for the family here',
    ])
    expect(await audiencesOf('P1 private', 'P2 locked', 'P3 public')).toEqual([
      'P1 private: admins',
      'P2 locked: family',
      'P3 public: public',
    ])
    expect((await drafts()).find(({ title }) => title === 'P4 locked draft')?.audience).toBe('family')
    expect(
      await blog().db.selectFrom('posts').select('audience').where('state', '=', 'planned').where('title', 'like', 'P5%').execute(),
    ).toEqual([{ audience: 'family' }])
    expect(JSON.stringify([report.toText(), await blog().db.selectFrom('posts').selectAll().execute()])).not.toContain('hunter2')
    for (const path of ['/item-30/', '/?p=31']) expect((await blog().visitor().send(path, {})).status).toBe(404)

    const rows = [
      smallGhostPost('a1', 'G1 members', { visibility: 'members' }),
      smallGhostPost('a2', 'G2 paid', { visibility: 'paid' }),
      smallGhostPost('a3', 'G3 tiers', { visibility: 'tiers' }),
      smallGhostPost('a4', 'G4 mailed', { status: 'sent', visibility: 'public' }),
      smallGhostPost('a5', 'G5 public'),
    ]
    expect((await ghost({ posts: rows })).counts.posts).toBe(5)
    expect(await audiencesOf('G1 members', 'G2 paid', 'G3 tiers', 'G4 mailed', 'G5 public')).toEqual([
      'G1 members: family',
      'G2 paid: family',
      'G3 tiers: family',
      'G4 mailed: family',
      'G5 public: public',
    ])
    const seen = (
      await blog()
        .visitor()
        .call(listPosts, { query: { limit: '50' } as never })
    ).posts.map(({ title }) => title)
    expect(seen.filter((title) => /^[PG]\d/.test(title)).toSorted()).toEqual(['G5 public', 'P3 public'])
  })
})
