import { beforeEach, expect, it } from 'vitest'
import { createCategory, deleteCategory, listCategories, updateCategory } from '#site/contract/categories.endpoints.ts'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { deleteTrashedPost, listRevisions, restoreRevision, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { startCachedApi } from '#tests/support/blog/cached-api.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('Categories', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  beforeEach(async () => {
    admin = await blog().makeAdmin()
  })
  const add = async (body: object) => {
    // Categories are ordered by their creation time.
    blog().clock.advance(1000)
    return admin.call(createCategory, { body: body as { name: string } })
  }
  const change = (category: string, body: object) => admin.call(updateCategory, { params: { category }, body })
  const remove = (category: string) => admin.call(deleteCategory, { params: { category } })
  const list = async () => (await admin.call(listCategories)).categories
  const site = async () => (await blog().visitor().call(getSite)).categories
  const find = async (query: object) => (await blog().visitor().call(listPosts, { query })).posts.map(({ title }) => title)

  it('A category can have a name in any script, and a slug that is chosen or derived from the name', async () => {
    expect((await list()).map(({ slug }) => slug)).toEqual(['life', 'medical', 'other', 'technology', 'lifestyle', 'health'])
    expect(await add({ name: '  Unsere   Reisen ' })).toEqual({
      slug: 'unsere-reisen',
      name: 'Unsere Reisen',
      isOwn: true,
      isHidden: false,
      uses: 0,
    })
    expect(await add({ name: 'رحلات 🚌', slug: ' Trips ' })).toMatchObject({ slug: 'trips', name: 'رحلات 🚌' })
    // A name with the same transliteration gets a number.
    expect(await add({ name: 'Trips!' })).toMatchObject({ slug: 'trips-2' })
    expect((await site()).own.map(({ name }) => name)).toEqual(['Unsere Reisen', 'رحلات 🚌', 'Trips!'])
    await remove('trips-2')
  })

  it('Invalid categories are rejected with an error for their field', async () => {
    await add({ name: 'Unsere Reisen' })
    await add({ name: 'رحلات 🚌', slug: 'trips' })
    for (const [status, field, body] of [
      [400, 'name', { name: '' }],
      [400, 'name', { name: 'x'.repeat(41) }],
      [400, 'name', { name: 'turned \u202Earound' }],
      [409, 'name', { name: 'LIFE' }],
      [409, 'name', { name: 'unsere ｒeisen' }],
      [400, 'slug', { name: 'New', slug: 'a b' }],
      [409, 'slug', { name: 'New', slug: 'trips' }],
      [409, 'slug', { name: 'New', slug: 'uncategorized' }],
    ] as const) {
      await expect(add(body), JSON.stringify(body)).rejects.toMatchObject({ status, field })
    }
    await expect(change('trips', { name: 'Unsere Reisen' })).rejects.toMatchObject({ status: 409, field: 'name' })
    await expect(change('uncategorized', { name: 'Days' })).rejects.toMatchObject({ status: 400, field: 'name' })
    await expect(change('trips', { isHidden: true })).rejects.toMatchObject({ status: 400, field: 'isHidden' })
    await expect(change('uncategorized', { isHidden: true })).rejects.toMatchObject({ status: 400 })
    await expect(change('nowhere', { name: 'X' })).rejects.toMatchObject({ status: 404 })
    await expect(blog().makePost({ category: 'nowhere' })).rejects.toMatchObject({ status: 400, field: 'category' })
    expect((await site()).own).toHaveLength(2)
  })

  it('Lists, search and feeds support own categories, and another process shows a new name at once', async () => {
    await add({ name: 'Unsere Reisen' })
    await blog().makePost({ title: 'By the night train', category: 'unsere-reisen' })
    await blog().makePost({ title: 'The train set', category: 'life' })
    expect(await find({ category: 'unsere-reisen' })).toEqual(['By the night train'])
    expect(await find({ category: 'unsere-reisen', searchTerm: 'train' })).toEqual(['By the night train'])
    expect(await find({ searchTerm: 'train' })).toHaveLength(2)
    // The search does not find words of the slug.
    expect(await find({ searchTerm: 'reisen' })).toEqual([])
    const other = await startCachedApi(engine, blog())
    const read = async (path: string) => (await fetch(other.url + path)).text()
    expect(await read('/feed.xml')).toContain('<category term="unsere-reisen" label="Unsere Reisen"/>')
    expect(await read('/api/site')).toContain('Unsere Reisen')
    await change('unsere-reisen', { name: 'Nos voyages & <b>plus</b>' })
    await expect.poll(() => read('/feed.xml')).toContain('label="Nos voyages &amp; &lt;b&gt;plus&lt;/b&gt;"')
    await expect.poll(() => read('/api/site')).toContain('Nos voyages & <b>plus</b>')
    await other.close()
  })

  it('A fixed category gets another name everywhere and its own back; stored values and addresses stay', async () => {
    await blog().makePost({ title: 'At the clinic', category: 'medical' })
    const named = async () => (await list()).find(({ slug }) => slug === 'medical')
    expect(await change('medical', { name: ' Doctors  & <b>us</b> ' })).toMatchObject({
      slug: 'medical',
      name: 'Doctors & <b>us</b>',
      isOwn: false,
    })
    expect((await site()).renamed).toEqual([{ slug: 'medical', name: 'Doctors & <b>us</b>' }])
    const read = async (path: string) => (await blog().app.request(path, {})).text()
    expect(await read('/feed.xml')).toContain('<category term="medical" label="Doctors &amp; &lt;b&gt;us&lt;/b&gt;"/>')
    expect(await read('/category/medical/feed.xml')).toContain(': Doctors &amp; &lt;b&gt;us&lt;/b&gt;</title>')
    expect(await find({ category: 'medical' })).toEqual(['At the clinic'])
    // Neither name is free for another category.
    await expect(add({ name: 'doctors & <B>us</b>' })).rejects.toMatchObject({ status: 409, field: 'name' })
    await expect(add({ name: 'Medical' })).rejects.toMatchObject({ status: 409, field: 'name' })
    await expect(change('health', { name: 'medical' })).rejects.toMatchObject({ status: 409, field: 'name' })
    await expect(change('medical', { name: '' })).rejects.toMatchObject({ status: 400, field: 'name' })
    expect((await named())?.name).toBe('Doctors & <b>us</b>')
    await change('medical', { name: 'Medical' })
    expect((await site()).renamed).toEqual([])
    expect(await named()).toMatchObject({ name: 'Medical', uses: 1 })
    expect(await read('/feed.xml')).toContain('<category term="medical" label="medical"/>')
  })

  it('A category cannot be deleted while posts, planned posts, trashed posts or drafts use it', async () => {
    await add({ name: 'Kitchen' })
    const params = { userId: admin.id }
    const post = await blog().makePost({ by: admin, category: 'kitchen' })
    await expect(remove('kitchen')).rejects.toMatchObject({ status: 409, message: expect.stringContaining('1 post uses') })
    await admin.call(deletePost, { params: { ...params, postId: post._id } })
    const publishAt = new Date(blog().clock.now + 60_000).toISOString()
    const planned = await admin.call(createPost, {
      body: { title: 'Soup', content: '<p>x</p>', category: 'kitchen', publishAt },
    })
    const draft = { title: 'Bread', category: 'kitchen', image: '', content: '', baseRevision: 0 }
    const drafted = { postId: 'a'.repeat(32) }
    const { sequence } = await admin.call(saveDraft, { params: drafted, body: { ...draft, sequence: 0 } })
    expect((await list()).find(({ slug }) => slug === 'kitchen')).toMatchObject({ uses: 3 })
    await expect(remove('kitchen')).rejects.toMatchObject({ status: 409, message: expect.stringContaining('3 posts use') })
    await admin.call(deleteTrashedPost, { params: { postId: post._id } })
    const other = { ...params, postId: planned._id }
    await admin.call(updatePost, { params: other, body: { category: 'life' } })
    await admin.call(saveDraft, { params: drafted, body: { ...draft, sequence, state: 'ended' } })
    await expect(remove('kitchen')).rejects.toMatchObject({ status: 409, message: expect.stringContaining('1 post uses') })
    await admin.call(deleteTrashedPost, { params: drafted })
    // An unpublished change of a post counts until it is discarded.
    const edited = { postId: planned._id }
    const edit = { ...draft, baseRevision: 2 }
    const saved = await admin.call(saveDraft, { params: edited, body: { ...edit, sequence: 0 } })
    await expect(remove('kitchen')).rejects.toMatchObject({ status: 409, message: expect.stringContaining('1 post uses') })
    await admin.call(saveDraft, { params: edited, body: { ...edit, sequence: saved.sequence, state: 'ended' } })
    await remove('kitchen')
    expect((await list()).map(({ slug }) => slug)).not.toContain('kitchen')
    // A restored version whose category was deleted has no category.
    const { revisions } = await admin.call(listRevisions, { params: { postId: planned._id } })
    const first = { postId: planned._id, version: revisions.at(-1)?.id ?? '' }
    const restored = await admin.call(restoreRevision, { params: first, body: {} })
    expect(restored).toMatchObject({ category: 'uncategorized', revision: 3 })
  })

  it('When a category is deleted while a post with it is published, one of the two requests is rejected', async () => {
    for (let round = 0; round < 4; round += 1) {
      await add({ name: 'Brief', slug: 'brief' })
      const [post, deletion] = await Promise.allSettled([blog().makePost({ by: admin, category: 'brief' }), remove('brief')])
      expect([post.status, deletion.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      if (post.status === 'fulfilled') {
        const update = { category: 'life' }
        const params = { postId: post.value._id, userId: admin.id }
        await admin.call(updatePost, { params, body: update })
        await remove('brief')
      }
    }
  })

  it('A fixed category can be hidden while unused, and is offered again once a post has it', async () => {
    await blog().makePost({ by: admin, category: 'life' })
    await expect(change('life', { isHidden: true })).rejects.toMatchObject({ status: 409 })
    expect(await change('health', { isHidden: true })).toMatchObject({ isHidden: true, name: 'Health' })
    expect((await site()).hidden).toEqual(['health'])
    const other = await startCachedApi(engine, blog())
    const readHidden = async () =>
      ((await (await fetch(`${other.url}/api/site`)).json()) as { categories: { hidden: string[] } }).categories.hidden
    expect(await readHidden()).toEqual(['health'])
    // An older client can still use it.
    await blog().makePost({ by: admin, category: 'health' })
    await expect.poll(readHidden).toEqual([])
    await change('health', { isHidden: false })
    expect((await list()).find(({ slug }) => slug === 'health')).toMatchObject({ isHidden: false, uses: 1 })
    await expect(remove('health')).rejects.toMatchObject({ status: 409 })
    await other.close()
  })
})
