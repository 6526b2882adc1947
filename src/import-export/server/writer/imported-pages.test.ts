import { beforeEach, expect, it } from 'vitest'
import { OWN_CATEGORIES_MAX } from '#site/contract/site-limits.ts'
import { OWN_PAGES_MAX } from '#posts/contract/post-limits.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { useSmallImports } from '#tests/support/import-export/small-imports.ts'
import { smallGhostPost, type WordpressItem } from '#tests/support/import-export/small-exports.ts'

onEachEngine('Pages and categories of an import', (engine) => {
  const blog = useFreshTestApp(engine)
  const { wordpress, check, ghost } = useSmallImports(blog)
  beforeEach(async () => void (await blog().makeAdmin()))

  it('Pages become own pages, in their menus and order, and links are rewritten to them', async () => {
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
    const report = await wordpress(items, { importId: 'pages' })
    expect(report.counts).toMatchObject({ posts: 1, pages: 7 })
    expect(report.lines('comment')).toEqual(['Hospital: on a page, where nobody can comment here'])
    const pages = await blog()
      .db.selectFrom('posts')
      .where('kind', '=', 'page')
      .select(['id', 'slug', 'title', 'place', 'audience', 'content'])
      .orderBy('position')
      .orderBy('title')
      .execute()
    expect(pages.map(({ slug, place, audience }) => `${slug} ${place} ${audience}`).toSorted()).toEqual([
      'about none public',
      'hospital header public',
      'imprint footer public',
      'locked none family',
      'safe none admins',
      'sketch none admins',
      'team header public',
    ])
    expect(pages.filter(({ place }) => place === 'header').map(({ title }) => title)).toEqual(['Team', 'Hospital'])
    expect(pages.find(({ slug }) => slug === 'about')?.id).toBe('about')
    const { content } = await blog().db.selectFrom('posts').select('content').where('title', '=', 'With links').executeTakeFirstOrThrow()
    expect(content).toContain('<a href="/hospital#map">Hospital</a>')
    expect(pages.find(({ slug }) => slug === 'hospital')?.content).toContain('<a href="/post/item-40">the post</a>')
    const moved = await blog().db.selectFrom('moved_addresses').select(['path', 'kind']).where('path', 'like', '%41').execute()
    expect(moved).toEqual([{ path: '/?p=41', kind: 'page' }])
    expect((await wordpress(items, { importId: 'pages' })).counts.pages).toBe(7)
    expect((await wordpress(items)).counts.pages).toBe(0)
    expect(await blog().db.selectFrom('posts').select('id').where('kind', '=', 'page').execute()).toHaveLength(7)

    const about = {
      key: 'navigation',
      value: JSON.stringify([
        { label: 'B', url: '/b-page/' },
        { label: 'A', url: '/a-page/' },
      ]),
    }
    const rows = [
      smallGhostPost('p1', 'A page', { type: 'page' }),
      smallGhostPost('p2', 'B page', { type: 'page' }),
      smallGhostPost('p3', 'C page', { type: 'page', visibility: 'members' }),
    ]
    expect((await ghost({ posts: rows, settings: [about] })).counts.pages).toBe(3)
    const ghosts = await blog()
      .db.selectFrom('posts')
      .where('kind', '=', 'page')
      .select(['slug', 'place'])
      .where('slug', 'like', '_-page')
      .orderBy('position')
      .execute()
    expect(ghosts).toEqual([
      { slug: 'b-page', place: 'header' },
      { slug: 'a-page', place: 'header' },
      { slug: 'c-page', place: 'none' },
    ])
  })

  it('Two pages of one name, as below different pages, each get an address, and links lead to the right one', async () => {
    const page = (id: number) => ({ id, title: 'Team', type: 'page', slug: 'team', path: `${id}/team`, body: `<p>Team ${id}</p>` })
    const links = '<p><a href="https://old.example/72/team/">second</a></p>'
    const report = await wordpress([page(71), page(72), { id: 73, title: 'With links', body: links }])
    expect(report.counts.pages).toBe(2)
    const rows = await blog().db.selectFrom('posts').select(['slug', 'content']).where('title', 'in', ['Team', 'With links']).execute()
    const slugOf = (text: string) => rows.find(({ content }) => content.includes(text))?.slug
    expect([slugOf('Team 71'), slugOf('Team 72')]).toEqual(['team', 'team-2'])
    expect(rows.find(({ slug }) => slug === 'item-73')?.content).toBe('<p><a href="/team-2">second</a></p>')
  })

  it('Pages beyond the limit are reported as missing', async () => {
    await blog().db.deleteFrom('posts').where('kind', '=', 'page').execute()
    const at = { created_at: 1, updated_at: 1 }
    const present = Array.from({ length: OWN_PAGES_MAX - 1 }, (_, index) => ({ id: `page-${index}`, slug: `p${index}`, ...at }))
    const page = { kind: 'page', state: 'published', title: 'x', content: 'x', category: 'uncategorized', audience: 'public' } as const
    await blog()
      .db.insertInto('posts')
      .values(present.map((row, position) => ({ ...page, ...row, position })))
      .execute()
    const items = [0, 1, 2].map((index) => ({ id: 600 + index, title: `Page ${index}`, type: 'page' }))
    const report = await wordpress(items)
    expect(report.counts.pages).toBe(1)
    expect(report.toData().missing.map(({ what, post }) => `${what} ${post}`)).toEqual(['page Page 1', 'page Page 2'])
  })

  it('Categories and tags of posts without a known category become categories, the most used first', async () => {
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
    const read = await check(items)
    const report = await wordpress(items)
    const own = await blog().db.selectFrom('categories').select(['slug', 'name']).orderBy('name').execute()
    expect(own).toEqual([
      { slug: 'night', name: 'Night' },
      { slug: 'recipes-more', name: 'Recipes & more' },
    ])
    const posts = await blog().db.selectFrom('posts').select(['title', 'category']).where('title', 'like', 'T_').orderBy('title').execute()
    expect(posts.map(({ category: slug }) => slug)).toEqual([
      'medical',
      'night',
      'night',
      'recipes-more',
      'uncategorized',
      'uncategorized',
      'uncategorized',
    ])
    expect(report.lines('tags')).toEqual(['tag Night (2 times)', 'tag Garden (2 times)', `tag ${'x'.repeat(60)}`, 'tag Secret'])
    expect([read.counts, read.lines('tags')]).toEqual([report.counts, report.lines('tags')])

    const present = Array.from({ length: OWN_CATEGORIES_MAX - 3 }, (_, index) => ({ slug: `c${index}`, name: `C${index}`, created_at: 1 }))
    await blog().db.insertInto('categories').values(present).execute()
    const more = ['Rare', 'Often', 'Often', 'Rarer'].map((name, index) => ({
      id: 800 + index,
      title: `M${index}`,
      terms: [category(name)],
    }))
    const full = await wordpress(more)
    expect(full.lines('category')).toEqual(['Rare, of 1 post: there are 40 by now', 'Rarer, of 1 post: there are 40 by now'])
    // The search finds what became no category.
    const { posts: found } = await blog()
      .visitor()
      .call(listPosts, { query: { searchTerm: 'rarer' } })
    expect(found.map(({ title, content }) => [title, content])).toEqual([['M3', '<p>Words of M3</p><p>Rarer</p>']])
  })
})
