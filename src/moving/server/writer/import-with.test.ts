import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { getDraft, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { DAY_MS, DRAFTS_PER_USER_MAX } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { useOptionalImports } from '#tests/support/optional-imports.ts'
import { noise } from '#tests/support/pictures.ts'
import { smallGhostPost, type WordpressItem } from '#tests/support/small-exports.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('Optional parts of an import (--with)', (engine) => {
  const blog = useTestApp(engine)
  const { wordpress, ghost } = useOptionalImports(blog)
  let admin: TestUser
  beforeAll(async () => {
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

  it('Drafts become drafts of their author, once; without --with drafts they are only reported', async () => {
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
    const without = await wordpress(items, [], { isDryRun: true })
    expect(without.counts).toMatchObject({ posts: 1, drafts: 0 })
    expect(without.count('notPublished')).toBe(6)
    const counted = await wordpress(items, ['drafts'], { isDryRun: true })
    const { counts } = await wordpress(items, ['drafts'])
    expect([counts.posts, counts.drafts, counts]).toEqual([2, 3, counted.counts])
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
    expect((await wordpress(items, ['drafts'])).counts).toMatchObject({ posts: 0, drafts: 0, alreadyThere: 5 })
    expect(await drafts()).toHaveLength(3)
    const [draft] = await drafts()
    const body = { sequence: 1, baseRevision: 0, title: '', category: 'life', image: '', content: '', state: 'ended' } as const
    await admin.call(saveDraft, { params: { postId: draft?.id ?? '' }, body })
    expect((await wordpress(items, ['drafts'])).lines('keptHere')).toEqual(['For review: thrown away here'])
    // Published on the old blog since; the draft in Kindred belongs to the family.
    const link = { id: 17, title: 'With a link', body: '<p><a href="https://old.example/half/">there</a></p>' }
    const later = await wordpress([{ id: 10, title: 'Half a thought', slug: 'half' }, link], ['drafts'])
    const { content } = await blog().db.selectFrom('posts').select('content').where('title', '=', 'With a link').executeTakeFirstOrThrow()
    expect(content).toContain('href="/post/half"')
    expect([later.counts.posts, later.lines('keptHere')]).toEqual([1, ['Half a thought: published there since, an unpublished text here']])
  })

  it('Drafts beyond the limit are reported as missing, and imported later when there is room', async () => {
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
    const planned = await wordpress(items, ['drafts'], { isDryRun: true })
    const report = await wordpress(items, ['drafts'])
    expect(report.counts.drafts).toBe(2)
    expect(report.toData(false).missing.map(({ what, post }) => `${what} ${post}`)).toEqual(['post Draft 2', 'post Draft 3'])
    expect([planned.counts, planned.missingCount]).toEqual([report.counts, report.missingCount])
    await blog().db.deleteFrom('posts').where('state', '=', 'draft').where('category', '=', 'life').execute()
    expect((await wordpress(items, ['drafts'])).counts).toMatchObject({ drafts: 2, alreadyThere: 2 })
  })

  it('Private posts and pages are imported for admins, those with a password or for members for the family, with their comments', async () => {
    const items: WordpressItem[] = [
      { id: 30, title: 'P1 private', status: 'private', comments: ['Mine alone'] },
      { id: 31, title: 'P2 locked', password: 'hunter2', comments: ['Among us'] },
      { id: 32, title: 'P3 public' },
      { id: 33, title: 'P4 locked draft', status: 'draft', password: 'hunter2' },
      { id: 34, title: 'P5 locked and planned', status: 'future', at: blog().clock.now + DAY_MS, password: 'hunter2' },
    ]
    expect((await wordpress(items.slice(0, 2), ['drafts'])).counts).toMatchObject({ posts: 0, comments: 0 })
    const report = await wordpress(items, ['private', 'drafts'])
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
    expect((await ghost({ posts: rows }, [])).counts.posts).toBe(1)
    expect((await ghost({ posts: rows }, ['private'])).counts.posts).toBe(4)
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

  it('A second run fills in missing pictures of drafts and pages whose text has not changed', async () => {
    for (const state of ['draft', 'published'] as const) await deleteTexts(state)
    const body = '<p>Before</p><p><img src="https://old.example/wp-content/uploads/a.png" alt="Ward"></p>'
    const items = [
      { id: 90, title: 'With a picture', status: 'draft', body },
      { id: 91, title: 'Page of pictures', type: 'page', slug: 'pictures', body },
    ]
    const first = await wordpress(items, ['drafts', 'pages'])
    expect([first.missingCount, (await drafts())[0]?.content]).toEqual([2, expect.stringContaining('[picture: Ward]')])
    const folder = join(blog().folder, 'uploads')
    await mkdir(folder)
    await writeFile(join(folder, 'a.png'), await noise(40, 30).png().toBuffer())
    const planned = await wordpress(items, ['drafts', 'pages'], { isDryRun: true, pictures: folder })
    const second = await wordpress(items, ['drafts', 'pages'], { pictures: folder })
    expect([second.missingCount, second.counts]).toEqual([0, planned.counts])
    expect(second.counts).toMatchObject({ mended: 2, drafts: 0, pages: 0 })
    const { content } = await blog().db.selectFrom('posts').select('content').where('slug', '=', 'pictures').executeTakeFirstOrThrow()
    for (const text of [content, (await drafts())[0]?.content])
      expect(text).toMatch(/<p>Before<\/p>.*<img src="\/files\/[^"]+" alt="Ward">/)
    expect((await wordpress(items, ['drafts', 'pages'], { pictures: folder })).counts.mended).toBe(0)
  })
})
