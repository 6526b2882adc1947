import { beforeAll, expect, it } from 'vitest'
import { createPage, deletePage, getPage, listPages, updatePage } from '#site/contract/blog-pages.endpoints.ts'
import { getPostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { getDraft, listRevisions, restoreRevision, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { OWN_PAGES_MAX } from '#posts/contract/post-limits.ts'
import { findUsedFolders } from '#media/server/files/pictures.store.ts'
import { recordOldAddress } from '#posts/server/addresses/old-addresses.ts'
import { startCachedApi } from '#tests/support/blog/cached-api.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

const PICTURE = '/files/abcdefghijklmnop/640.webp'

onEachEngine('Blog pages', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
  })
  const read = async (page: string) => (await blog().visitor().call(getPage, { params: { page } })).page
  const write = (id: string, body: object) => admin.call(updatePost, { params: { postId: id, userId: admin.id }, body })
  const edit = (id: string) => admin.call(getPostToEdit, { params: { postId: id } })
  const create = (body: { title: string; slug?: string; place?: 'header' | 'footer' | 'none' }) => admin.call(createPage, { body })
  const change = (page: string, body: object) => admin.call(updatePage, { params: { page }, body })
  const remove = (page: string) => admin.call(deletePage, { params: { page } })
  const menu = async () => (await blog().visitor().call(getSite)).menu

  it('A fixed page shows the starter text until an admin edits it, and again after its text is deleted', async () => {
    expect(await read('about')).toBeNull()
    expect(await edit('about')).toMatchObject({ _id: 'about', title: '', content: '', revision: 0 })
    const body = {
      title: ' Who we are ',
      content: '<p onclick="x()">Us.</p><script>1</script>',
      baseRevision: 0,
      category: 'life' as const,
    }
    expect(await write('about', body)).toMatchObject({ title: 'Who we are', content: '<p>Us.</p>', revision: 1, slug: 'about' })
    expect(await read('about')).toMatchObject({ _id: 'about', title: 'Who we are', content: '<p>Us.</p>' })

    // A second admin who began from the starter text, too.
    await expect(write('about', { content: '<p>Mine.</p>', baseRevision: 0 })).rejects.toMatchObject({ status: 409, code: 'edit_conflict' })
    await write('about', { content: '<p>Us, and the dog.</p>', baseRevision: 1 })
    await remove('about')
    expect(await read('about')).toBeNull()
    const { revisions } = await admin.call(listRevisions, { params: { postId: 'about' } })
    expect(revisions.map(({ revision }) => revision)).toEqual([3, 2, 1])
    await admin.call(restoreRevision, { params: { postId: 'about', version: revisions[2]?.id ?? '' }, body: {} })
    expect(await read('about')).toMatchObject({ content: '<p>Us.</p>' })
    await remove('about')
  })

  it('An unpublished change of a page is visible only to its writer, also of one that shows the starter text', async () => {
    const draft = { baseRevision: 0, title: 'Half', category: 'uncategorized' as const, image: '', content: '<p>written</p>' }
    const params = { postId: 'terms' }
    const nothing = { _id: 'terms', state: 'published', revision: 0, sequence: 0, draft: null }
    expect(await admin.call(getDraft, { params })).toEqual(nothing)
    expect(await admin.call(saveDraft, { params, body: { ...draft, sequence: 0 } })).toMatchObject({ sequence: 1, revision: 0 })
    expect(await read('terms')).toBeNull()
    expect(await edit('terms')).toMatchObject({ title: '', content: '', revision: 0 })
    expect(await admin.call(getDraft, { params })).toMatchObject({ sequence: 1, draft: { title: 'Half', content: '<p>written</p>' } })
    expect(await (await blog().makeAdmin()).call(getDraft, { params })).toEqual(nothing)
    const body = { title: 'Terms', content: '<p>written</p>', baseRevision: 0, draft: { sequence: 1 } }
    const published = await write('terms', body)
    expect(published).toMatchObject({ title: 'Terms', revision: 1 })
    expect(await write('terms', body)).toEqual(published)
    expect(await admin.call(getDraft, { params })).toEqual({ ...nothing, revision: 1, sequence: 2 })
    await remove('terms')
    expect(await write('projects', { draft: { sequence: 0 } })).toMatchObject({ title: '', revision: 0 })
  })

  it('An own page appears at its address, in its menu and in the sitemap once its text is published', async () => {
    const page = await create({ title: 'How to visit us', place: 'header' })
    expect(page).toMatchObject({ path: '/how-to-visit-us', isEmpty: true })
    expect(await read('how-to-visit-us')).toBeNull()
    expect(await menu()).toEqual([])
    await write(page._id, { content: `<p>Ring twice.</p><img src="${PICTURE}" alt="">` })
    expect(await read('how-to-visit-us')).toMatchObject({ _id: page._id, title: 'How to visit us' })
    expect(await menu()).toEqual([{ label: 'How to visit us', path: '/how-to-visit-us', place: 'header' }])
    expect((await blog().visitor().get('/sitemap.xml')).body).toContain('/how-to-visit-us</loc>')
    expect(await findUsedFolders(blog().db, ['abcdefghijklmnop'])).toEqual(new Set(['abcdefghijklmnop']))
    // It is not listed as a post.
    expect(await blog().readPosts({ postId: page._id })).toEqual([])

    await change(page._id, { slug: 'visit', place: 'footer' })
    expect(await read('how-to-visit-us')).toBeNull()
    expect(await menu()).toEqual([{ label: 'How to visit us', path: '/visit', place: 'footer' }])
    await remove(page._id)
    expect(await read('visit')).toBeNull()
    expect(await findUsedFolders(blog().db, ['abcdefghijklmnop'])).toEqual(new Set())
    await expect(edit(page._id)).rejects.toMatchObject({ status: 404 })
  })

  it('A page whose address is as long as one may be can be read, and another of the same title', async () => {
    const title = 'A visit to the house with the very long garden behind the station where the storks nest each year'
    const ids: string[] = []
    for (const length of [80, 82]) {
      const { _id, slug } = await create({ title })
      expect(slug.length).toBe(length)
      ids.push(_id)
      await write(_id, { content: '<p>Ring twice.</p>' })
      expect(await read(slug)).toMatchObject({ title })
    }
    for (const id of ids) await remove(id)
  })

  it('An admin can change the order of a menu', async () => {
    const pages = []
    for (const title of ['One', 'Two', 'Three']) {
      const page = await create({ title, place: 'footer' })
      await write(page._id, { content: '<p>words</p>' })
      pages.push(page)
    }
    const labels = async () => (await menu()).map(({ label }) => label)
    expect(await labels()).toEqual(['One', 'Two', 'Three'])
    const [one, two, three] = pages
    await change(three?._id ?? '', { before: one?._id ?? '' })
    expect(await labels()).toEqual(['Three', 'One', 'Two'])
    await change(one?._id ?? '', { before: null })
    expect(await labels()).toEqual(['Three', 'Two', 'One'])
    await change(two?._id ?? '', { place: 'none' })
    expect(await labels()).toEqual(['Three', 'One'])
    for (const { _id } of pages) await remove(_id)
  })

  it('A form that was opened before another admin changed the audience of a page does not change it back', async () => {
    const { _id, slug, place } = await create({ title: 'For us' })
    await change(_id, { audience: 'family' })
    const form = { slug, place, audienceBefore: 'public' }
    expect(await change(_id, { ...form, audience: 'public' })).toMatchObject({ audience: 'family' })
    await expect(change(_id, { ...form, audience: 'admins' })).rejects.toMatchObject({
      status: 409,
      field: 'audience',
      message: 'Another admin has changed who can read this. Please choose again.',
    })
    expect(await change(_id, { ...form, audience: 'family' })).toMatchObject({ audience: 'family' })
    expect(await change(_id, { ...form, audience: 'public', audienceBefore: 'family' })).toMatchObject({ audience: 'public' })
    await remove(_id)
  })

  it.each(['dashboard', 'about', 'wp-admin', 'sitemap-1', 'Ünsere', 'a/b', '-a', '', 'x'.repeat(81)])(
    'The slug %j is rejected with an error for its field',
    async (slug) => {
      await expect(create({ title: 'Refused', slug })).rejects.toMatchObject({ status: 400, field: 'slug' })
      const page = await create({ title: 'Moved' })
      await expect(change(page._id, { slug })).rejects.toMatchObject({ status: 400, field: 'slug' })
      await remove(page._id)
    },
  )

  it('The slug of another page or of an imported post’s old address is rejected; a title gets a free slug', async () => {
    const post = await blog().makePost({ by: admin })
    await blog()
      .db.transaction()
      .execute((trx) => recordOldAddress(trx, '/our-story', post._id))
    const first = await create({ title: 'Thanks', slug: 'thanks' })
    for (const slug of ['thanks', 'our-story'])
      await expect(create({ title: 'X', slug })).rejects.toMatchObject({ status: 409, field: 'slug' })
    const others = await Promise.all(['Thanks', 'Our Story', 'Dashboard', '🌿'].map((title) => create({ title })))
    expect(others.map(({ path }) => path).toSorted()).toEqual(['/dashboard-2', '/herb', '/our-story-2', '/thanks-2'])
    await Promise.all([first, ...others].map(({ _id }) => remove(_id)))
  })

  it('Of two pages created at the same time with one slug, only one is stored', async () => {
    const tries = await Promise.allSettled([create({ title: 'A', slug: 'same' }), create({ title: 'B', slug: 'same' })])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { pages } = await admin.call(listPages)
    await remove(pages.find(({ slug }) => slug === 'same')?._id ?? '')
  })

  it('Fixed pages cannot be moved or deleted, and the number of own pages is limited', async () => {
    await expect(change('about', { slug: 'us' })).rejects.toMatchObject({ status: 400 })
    await expect(remove('page-unknown')).rejects.toMatchObject({ status: 404 })
    await expect(remove('unknown')).rejects.toMatchObject({ status: 404 })
    await expect(write('page-unknown', { content: '<p>x</p>' })).rejects.toMatchObject({ status: 404 })
    const ids: string[] = []
    for (let number = 1; number <= OWN_PAGES_MAX; number += 1) ids.push((await create({ title: `Page ${number}` }))._id)
    await expect(create({ title: 'One too many' })).rejects.toMatchObject({ status: 409 })
    expect(await change(ids[0] ?? '', { slug: 'renamed' })).toMatchObject({ slug: 'renamed' })
    for (const id of ids) await remove(id)
  })

  it('Readers see a change at once, also from another process', async () => {
    const other = await startCachedApi(engine, blog())
    const ask = async () => JSON.parse(await (await fetch(`${other.url}/api/page/welcome`)).text())
    expect(await ask()).toEqual({ page: null })
    await write('welcome', { title: 'Come in', content: '<p>Tea?</p>' })
    await expect.poll(ask).toMatchObject({ page: { title: 'Come in', content: '<p>Tea?</p>' } })
    await other.close()
  })
})
