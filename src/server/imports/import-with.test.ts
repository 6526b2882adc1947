import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS, DRAFTS_PER_USER_MAX, OWN_CATEGORIES_MAX, OWN_PAGES_MAX } from '#contract/limits.ts'
import { createPictureWorkers } from '#server/features/files/picture-workers.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-parts.ts'
import { noise } from '#tests/support/pictures.ts'
import { smallGhostExport, smallGhostPost, smallWordpressExport, type WordpressItem } from '#tests/support/small-exports.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { importBlog } from './import-blog.ts'
import type { ImportOptions } from './import-run.ts'
import type { Includable } from './source.ts'

const workers = createPictureWorkers()
afterAll(() => workers.close())

onEachEngine('What comes of another blog when it is asked for', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
  })

  let files = 0
  const run = async (text: string, include: readonly Includable[], more: Partial<ImportOptions> = {}) => {
    const path = join(blog().folder, `with-${(files += 1)}`)
    await writeFile(path, text)
    const options = importOptions(path, { include: new Set(include), downloadPicture: null, pictures: null, ...more })
    return (await importBlog(importPartsOf(blog(), workers), options)).report
  }
  const wordpress = (items: readonly WordpressItem[], include: readonly Includable[], more?: Partial<ImportOptions>) =>
    run(smallWordpressExport(items), include, more)
  const ghost = (tables: object, include: readonly Includable[]) => run(smallGhostExport(tables), include)
  const drafts = async () =>
    (await admin.call('GET /api/post/draft/:postId', { params: { postId: 'new' } })).drafts.toSorted((a, b) => (a.title < b.title ? -1 : 1))
  const audiencesOf = async (...titles: string[]) => {
    const rows = await blog().db.selectFrom('posts').select(['title', 'audience']).where('title', 'in', titles).orderBy('title').execute()
    return rows.map(({ title, audience }) => `${title}: ${audience}`)
  }

  it('Drafts become unpublished texts of their author, once; without being asked for, they are named and stay', async () => {
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
    const planned = await blog().db.selectFrom('planned_posts').select(['title', 'slug', 'publish_at']).execute()
    expect(planned).toEqual([{ title: 'Soon', slug: 'soon', publish_at: Math.floor((blog().clock.now + DAY_MS) / 1000) * 1000 }])
    expect((await wordpress(items, ['drafts'])).counts).toMatchObject({ posts: 0, drafts: 0, alreadyThere: 5 })
    expect(await drafts()).toHaveLength(3)
    const draft = (await drafts()).find(({ title }) => title === 'For review')
    await admin.call('DELETE /api/post/draft/:postId', {
      params: { postId: 'new' },
      query: { writer: draft?.writer, sequence: String(draft?.sequence) } as never,
    })
    expect((await wordpress(items, ['drafts'])).lines('keptHere')).toEqual(['For review: gone on with, or thrown away here'])
    // Published there since: the text here is the family's.
    const later = await wordpress([{ id: 10, title: 'Half a thought' }], ['drafts'])
    expect([later.counts.posts, later.lines('keptHere')]).toEqual([0, ['Half a thought: published there since, an unpublished text here']])
  })

  it('Drafts that there is no room for are named as missing, and come when there is', async () => {
    await blog().db.deleteFrom('post_drafts').execute()
    const present = Array.from({ length: DRAFTS_PER_USER_MAX - 52 }, (_, index) => ({
      user_id: admin.id,
      post_id: 'new',
      writer: String(index).padStart(32, '0'),
      sequence: 1,
      base_revision: null,
      title: '',
      category: 'life',
      image_url: null,
      content: '',
      saved_at: 1,
      ended_at: null,
      published_as: null,
    }))
    await blog().db.insertInto('post_drafts').values(present).execute()
    const items = [0, 1, 2, 3].map((index) => ({ id: 2000 + index, title: `Draft ${index}`, status: 'draft' }))
    const planned = await wordpress(items, ['drafts'], { isDryRun: true })
    const report = await wordpress(items, ['drafts'])
    expect(report.counts.drafts).toBe(2)
    expect(report.toData(false).missing.map(({ what, post }) => `${what} ${post}`)).toEqual(['post Draft 2', 'post Draft 3'])
    expect([planned.counts, planned.missingCount]).toEqual([report.counts, report.missingCount])
    await blog().db.deleteFrom('post_drafts').where('category', '=', 'life').execute()
    expect((await wordpress(items, ['drafts'])).counts).toMatchObject({ drafts: 2, alreadyThere: 2 })
  })

  it('Private posts and pages are for admins, those behind a password or for members are for the family, with their comments', async () => {
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
    expect(await blog().db.selectFrom('planned_posts').select('audience').where('title', 'like', 'P5%').execute()).toEqual([
      { audience: 'family' },
    ])
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
    expect(await audiencesOf('G1 members', 'G2 paid', 'G3 tiers', 'G4 mailed', 'G5 public')).toEqual(
      ['G1 members: family', 'G2 paid: family', 'G3 tiers: family', 'G4 mailed: family', 'G5 public: public'], // prettier-ignore
    )
    const seen = (
      await blog()
        .visitor()
        .call('GET /api/post/getposts', { query: { limit: '50' } as never })
    ).posts.map(({ title }) => title)
    expect(seen.filter((title) => /^[PG]\d/.test(title)).toSorted()).toEqual(['G5 public', 'P3 public'])
  })

  it('Pages become pages of one’s own, in their menus and order, and links lead to them', async () => {
    const page = (id: number, title: string, more: Partial<WordpressItem> = {}) => ({
      id,
      title,
      type: 'page',
      slug: title.toLowerCase(),
      ...more,
    })
    const item = (id: number, target: number, order: number, menu = 'main') => ({
      id,
      title: '',
      type: 'nav_menu_item',
      order,
      terms: [['nav_menu', menu, menu]] as const,
      meta: { _menu_item_object: 'page', _menu_item_object_id: String(target) },
    })
    const items: WordpressItem[] = [
      {
        id: 40,
        title: 'With links',
        body: '<p><a href="https://old.example/hospital/#map">Hospital</a> <a href="/?page_id=42">Team</a></p>',
      },
      page(41, 'Hospital', { comments: ['Lost'], body: '<p>See <a href="https://old.example/item-40/">the post</a></p>' }),
      page(42, 'Team'),
      page(43, 'Imprint'),
      page(44, 'About'),
      page(45, 'Sketch', { status: 'draft' }),
      page(46, 'Safe', { status: 'private' }),
      page(47, 'Locked', { password: 'x' }),
      item(50, 42, 1),
      item(51, 41, 2),
      item(52, 43, 1, 'Footer links'),
    ]
    expect((await wordpress(items, [], { isDryRun: true })).lines('pages')).toEqual([
      'Hospital',
      'Team',
      'Imprint',
      'About',
      'Sketch',
      'Safe',
      'Locked',
    ])
    const some = await wordpress(items, ['pages'], { isDryRun: true })
    expect(some.counts.pages).toBe(4)
    expect(some.lines('notPublished')).toEqual(['the page Sketch: a draft', 'the page Safe: private', 'the page Locked: behind a password'])
    const report = await wordpress(items, ['pages', 'drafts', 'private'])
    expect(report.counts).toMatchObject({ posts: 1, pages: 7 })
    expect(report.lines('comment')).toEqual(['Hospital: on a page, where nobody can comment here'])
    const pages = await blog().db.selectFrom('blog_pages').select(['id', 'slug', 'title', 'place', 'audience', 'content']).orderBy('position').orderBy('title').execute() // prettier-ignore
    expect(pages.map(({ slug, place, audience }) => `${slug} ${place} ${audience}`).toSorted()).toEqual(
      ['about none public', 'hospital header public', 'imprint footer public', 'locked none family', 'safe none admins', 'sketch none admins', 'team header public'], // prettier-ignore
    )
    expect(pages.filter(({ place }) => place === 'header').map(({ title }) => title)).toEqual(['Team', 'Hospital'])
    expect(pages.find(({ slug }) => slug === 'about')?.id).toBe('about')
    const { content } = await blog().db.selectFrom('posts').select('content').where('title', '=', 'With links').executeTakeFirstOrThrow()
    expect(content).toContain('<a href="/hospital#map">Hospital</a>')
    expect(pages.find(({ slug }) => slug === 'hospital')?.content).toContain('<a href="/post/item-40">the post</a>')
    const moved = await blog().db.selectFrom('moved_addresses').select(['path', 'kind']).where('path', 'like', '%41').execute()
    expect(moved).toEqual([{ path: '/?p=41', kind: 'page' }])
    expect((await wordpress(items, ['pages', 'drafts', 'private'])).counts.pages).toBe(0)

    const about = {
      key: 'navigation',
      value: JSON.stringify([
        { label: 'B', url: '/b-page/' },
        { label: 'A', url: '/a-page/' },
      ]),
    }
    const rows = [smallGhostPost('p1', 'A page', { type: 'page' }), smallGhostPost('p2', 'B page', { type: 'page' }), smallGhostPost('p3', 'C page', { type: 'page', visibility: 'members' })] // prettier-ignore
    expect((await ghost({ posts: rows, settings: [about] }, ['pages'])).counts.pages).toBe(2)
    const ghosts = await blog()
      .db.selectFrom('blog_pages')
      .select(['slug', 'place'])
      .where('slug', 'like', '_-page')
      .orderBy('position')
      .execute()
    expect(ghosts).toEqual([{ slug: 'b-page', place: 'header' }, { slug: 'a-page', place: 'header' }]) // prettier-ignore
  })

  it('Pages beyond what a blog can have are named as missing, in a dry run, too', async () => {
    await blog().db.deleteFrom('blog_pages').execute()
    const at = { created_at: 1, updated_at: 1 }
    const present = Array.from({ length: OWN_PAGES_MAX - 1 }, (_, index) => ({ id: `page-${index}`, slug: `p${index}`, ...at }))
    const page = { title: 'x', content: 'x', place: 'none', audience: 'public', revision: 1, editor_id: null } as const
    await blog().db.insertInto('blog_pages').values(present.map((row, position) => ({ ...page, ...row, position }))).execute() // prettier-ignore
    const items = [0, 1, 2].map((index) => ({ id: 600 + index, title: `Page ${index}`, type: 'page' }))
    const planned = await wordpress(items, ['pages'], { isDryRun: true })
    const report = await wordpress(items, ['pages'])
    expect(report.counts.pages).toBe(1)
    expect(report.toData(false).missing.map(({ what, post }) => `${what} ${post}`)).toEqual(['page Page 1', 'page Page 2'])
    expect(planned.toData(false).missing).toEqual(report.toData(false).missing)
  })

  it('Categories and tags become categories where a post has none of ours, the most used first', async () => {
    await blog().db.deleteFrom('categories').execute()
    const tag = (name: string) => ['post_tag', name.toLowerCase(), name] as const
    const category = (name: string) => ['category', name.toLowerCase(), name] as const
    const items: WordpressItem[] = [
      { id: 70, title: 'T1', terms: [category('Medical'), tag('Night')] },
      { id: 71, title: 'T2', terms: [category('Uncategorized'), tag('Night'), tag('Garden')] },
      { id: 72, title: 'T3', terms: [tag('Night')] },
      { id: 73, title: 'T4', terms: [category('Recipes & more'), tag('Night')] },
      { id: 74, title: 'T5', terms: [tag('x'.repeat(60)), tag('Garden')] },
      { id: 75, title: 'T6', status: 'private', terms: [tag('Secret')] },
      { id: 76, title: 'T7' },
    ]
    expect((await wordpress(items, [], { isDryRun: true })).count('tags')).toBe(7)
    const planned = await wordpress(items, ['tags'], { isDryRun: true })
    const report = await wordpress(items, ['tags'])
    const own = await blog().db.selectFrom('categories').select(['slug', 'name']).orderBy('name').execute()
    expect(own).toEqual([{ slug: 'night', name: 'Night' }, { slug: 'recipes-more', name: 'Recipes & more' }]) // prettier-ignore
    const posts = await blog().db.selectFrom('posts').select(['title', 'category']).where('title', 'like', 'T_').orderBy('title').execute()
    expect(posts.map(({ category: slug }) => slug)).toEqual(['medical', 'night', 'night', 'recipes-more', 'uncategorized', 'uncategorized'])
    expect(report.lines('tags')).toEqual(['tag Night (2 times)', 'tag Garden (2 times)', `tag ${'x'.repeat(60)}`])
    expect(report.lines('category')).toEqual([`${'x'.repeat(60)}, of 1 post: its name is too long`])
    expect([planned.counts, planned.lines('tags')]).toEqual([report.counts, report.lines('tags')])

    const present = Array.from({ length: OWN_CATEGORIES_MAX - 3 }, (_, index) => ({ slug: `c${index}`, name: `C${index}`, created_at: 1 }))
    await blog().db.insertInto('categories').values(present).execute()
    const more = ['Rare', 'Often', 'Often', 'Rarer'].map((name, index) => ({ id: 800 + index, title: `M${index}`, terms: [tag(name)] }))
    const full = await wordpress(more, ['tags'])
    expect([full.counts.settings, full.lines('category')]).toEqual([
      1,
      ['Rare, of 1 post: there are 40 by now', 'Rarer, of 1 post: there are 40 by now'],
    ])
  })

  it('A second run puts in the pictures that drafts and pages could not have, where their text is as it was', async () => {
    await blog().db.deleteFrom('post_drafts').execute()
    await blog().db.deleteFrom('blog_pages').execute()
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
    const { content } = await blog().db.selectFrom('blog_pages').select('content').where('slug', '=', 'pictures').executeTakeFirstOrThrow()
    for (const text of [content, (await drafts())[0]?.content])
      expect(text).toMatch(/<p>Before<\/p>.*<img src="\/files\/[^"]+" alt="Ward">/)
    expect((await wordpress(items, ['drafts', 'pages'], { pictures: folder })).counts.mended).toBe(0)
  })
})
