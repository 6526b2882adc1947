import { expect, it } from 'vitest'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { deleteDraft, deleteTrashedPost, listDrafts, restorePost, saveDraft } from '#writing/contract/writing.endpoints.ts'
import type { CallInput } from '#platform/contract/endpoint.ts'
import { DAY_MS, DRAFTS_PER_USER_MAX, ENDED_DRAFT_TTL_MS, POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { deleteEndedDrafts } from './drafts.store.ts'

const writer = (letter: string) => letter.repeat(32)
const [A, B] = [writer('a'), writer('b')]
const TEXT = { baseRevision: 1, title: 'A draft', category: 'life', image: '', content: '<p>So far.</p>' } as const

type SavedText = CallInput<typeof saveDraft>['body']

onEachEngine('drafts of posts', (engine) => {
  const blog = useTestApp(engine)
  const save = (by: TestUser, postId: string, parts: object) =>
    by.call(saveDraft, { params: { postId }, body: { ...TEXT, ...parts } as SavedText })
  const read = (by: TestUser, postId: string) => by.call(listDrafts, { params: { postId } })
  const texts = async (by: TestUser, postId: string) => (await read(by, postId)).drafts.map(({ title }) => title)

  it('are stored for their writer alone, and do not appear on pages', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const post = await blog().makePost({ by: admin, title: 'Published' })
    const image = '/files/abcdefabcdefabcd/x.webp'
    expect(await save(admin, post._id, { writer: A, sequence: 1, image })).toEqual({
      savedAt: new Date(blog().clock.now).toISOString(),
      revision: 1,
      others: [],
    })
    const draft = { writer: A, sequence: 1, savedAt: expect.any(String), ...TEXT, image, audience: null }
    expect(await read(admin, post._id)).toEqual({ revision: 1, drafts: [draft], ended: [] })
    expect(await read(other, post._id)).toEqual({ revision: 1, drafts: [], ended: [] })
    // Another user has signed in to the same browser.
    const foreign = await other.put(`/api/post/draft/${post._id}`, { ...TEXT, userId: admin.id, writer: A, sequence: 2 })
    expect(foreign).toMatchObject({ status: 403, body: { message: 'This text belongs to another account.' } })
    await save(admin, 'new', { writer: A, sequence: 1, baseRevision: null, title: 'Secret plans', content: '<p>wombat</p>' })
    expect(await texts(other, 'new')).toEqual([])
    const { posts, totalPosts } = await blog()
      .visitor()
      .call(listPosts, { query: { postId: post._id } })
    expect(posts).toEqual([post])
    expect(totalPosts).toBe(1)
    for (const query of ['searchTerm=wombat', 'searchTerm=secret', 'postId=new']) {
      expect((await blog().visitor().get(`/api/post/getposts?${query}`)).body.posts).toEqual([])
    }
  })

  it('may be saved late, twice and in any order: the highest sequence wins', async () => {
    const admin = await blog().makeAdmin()
    const calls = [3, 1, 2, 3, 5, 4].map((sequence) => save(admin, 'new', { writer: A, sequence, title: `Number ${sequence}` }))
    await Promise.all(calls)
    expect((await read(admin, 'new')).drafts).toMatchObject([{ writer: A, sequence: 5, title: 'Number 5' }])
    await save(admin, 'new', { writer: A, sequence: 2, title: 'Very late' })
    expect(await texts(admin, 'new')).toEqual(['Number 5'])
  })

  it('of two editors do not overwrite each other; one replaces another only at the sequence that it has read', async () => {
    const admin = await blog().makeAdmin()
    await save(admin, 'new', { writer: A, sequence: 7, title: 'In one tab' })
    blog().clock.advance(1000)
    const response = await save(admin, 'new', { writer: B, sequence: 1, title: 'In another' })
    expect(response.others).toMatchObject([{ writer: A, sequence: 7 }])
    await save(admin, 'new', { writer: B, sequence: 2, title: 'In another', replaces: [{ writer: A, sequence: 6 }] })
    expect(await texts(admin, 'new')).toEqual(['In another', 'In one tab'])
    await save(admin, 'new', { writer: B, sequence: 3, title: 'Gone on', replaces: [{ writer: A, sequence: 7 }] })
    expect(await read(admin, 'new')).toMatchObject({ drafts: [{ title: 'Gone on' }], ended: [{ writer: A, sequence: 7 }] })
    // A late save of an ended draft is ignored; a newer one of the first editor is stored.
    await save(admin, 'new', { writer: A, sequence: 7, title: 'In one tab' })
    expect(await texts(admin, 'new')).toEqual(['Gone on'])
    blog().clock.advance(1000)
    await save(admin, 'new', { writer: A, sequence: 8, title: 'Woken up' })
    expect(await texts(admin, 'new')).toEqual(['Woken up', 'Gone on'])
  })

  it('that were discarded are not restored by late saves, and their rows are deleted in the end', async () => {
    const admin = await blog().makeAdmin()
    const input = (sequence: number) => ({ params: { postId: 'new' }, query: { writer: A, sequence } })
    await save(admin, 'new', { writer: A, sequence: 4 })
    await admin.call(deleteDraft, input(3))
    expect(await texts(admin, 'new')).toEqual(['A draft'])
    await admin.call(deleteDraft, input(5))
    await save(admin, 'new', { writer: A, sequence: 5 })
    expect(await read(admin, 'new')).toEqual({ revision: null, drafts: [], ended: [{ writer: A, sequence: 5 }] })
    expect(JSON.stringify(await blog().db.selectFrom('post_drafts').selectAll().where('user_id', '=', admin.id).execute())).not.toContain(
      'So far',
    )
    await deleteEndedDrafts(blog().db, blog().clock.now + ENDED_DRAFT_TTL_MS - 1)
    expect((await read(admin, 'new')).ended).toHaveLength(1)
    await deleteEndedDrafts(blog().db, blog().clock.now + ENDED_DRAFT_TTL_MS)
    expect((await read(admin, 'new')).ended).toEqual([])
  })

  it('end with the publication, and a second call with the same draft finds the post of the first call', async () => {
    const admin = await blog().makeAdmin()
    const body = { title: 'Sent twice', content: '<p>Once.</p>', draft: { writer: A, sequence: 3 } }
    await save(admin, 'new', { writer: A, sequence: 3 })
    const first = await admin.call(createPost, { body })
    expect(await read(admin, 'new')).toEqual({ revision: null, drafts: [], ended: [{ writer: A, sequence: 3 }] })
    const again = await admin.call(createPost, { body: { ...body, draft: { writer: A, sequence: 4 } } })
    expect(again).toEqual(first)
    const longer = await admin.call(createPost, { body: { ...body, content: '<p>Once more.</p>' } })
    expect(longer).toMatchObject({ _id: first._id, revision: 2, content: '<p>Once more.</p>' })
    const another = await admin.call(createPost, { body: { ...body, draft: { writer: B, sequence: 1 } } })
    expect(another._id).not.toBe(first._id)

    // Text typed while publishing is newer than the published text.
    await save(admin, first._id, { writer: B, sequence: 9, title: 'Written on' })
    const update = { title: 'Updated', draft: { writer: B, sequence: 8 } }
    await admin.call(updatePost, { params: { postId: first._id, userId: admin.id }, body: update })
    expect(await texts(admin, first._id)).toEqual(['Written on'])
    await admin.call(updatePost, {
      params: { postId: first._id, userId: admin.id },
      body: {
        ...update,
        draft: { writer: B, sequence: 9 },
      },
    })
    expect(await texts(admin, first._id)).toEqual([])
  })

  it('A post is published once if the first response was lost, also by an editor that continues its draft', async () => {
    const admin = await blog().makeAdmin()
    const body = { title: 'No response', content: '<p>Once.</p>', draft: { writer: A, sequence: 3 } }
    const first = await admin.call(createPost, { body })
    // The writer continued the text, and reloaded the page.
    await save(admin, 'new', { writer: A, sequence: 4, title: 'No response' })
    const replaces = [{ writer: A, sequence: 4 }]
    const before = await admin.call(createPost, { body: { ...body, draft: { writer: B, sequence: 1, replaces } } })
    expect([before._id, await texts(admin, 'new')]).toEqual([first._id, []])
    const C = writer('c')
    await save(admin, 'new', { writer: A, sequence: 5 })
    await save(admin, 'new', { writer: C, sequence: 1, replaces: [{ writer: A, sequence: 5 }] })
    const after = await admin.call(createPost, { body: { ...body, draft: { writer: C, sequence: 2 } } })
    expect([after._id, await texts(admin, 'new')]).toEqual([first._id, []])
  })

  it('An update whose response was lost may be sent again, and another text is still a conflict', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    const params = { postId: post._id, userId: admin.id }
    const body = { title: 'Sent twice', baseRevision: 1, draft: { writer: A, sequence: 1 } }
    const first = await admin.call(updatePost, { params, body })
    expect(await admin.call(updatePost, { params, body })).toEqual(first)
    const other = admin.call(updatePost, { params, body: { ...body, title: 'Another' } })
    await expect(other).rejects.toMatchObject({ code: 'edit_conflict' })
  })

  it('are sanitised like posts', async () => {
    const admin = await blog().makeAdmin()
    const content =
      '<p onclick="alert(1)">x<script>alert(2)</script></p><img src="https://evil.example/x.png"><a href="javascript:alert(3)">y</a>'
    await save(admin, 'new', { writer: A, sequence: 1, title: '<b>raw</b>', image: 'https://evil.example/c.png', content })
    expect((await read(admin, 'new')).drafts).toMatchObject([
      { title: '<b>raw</b>', image: '', content: '<p>x</p><a href="about:blank">y</a>' },
    ])
  })

  /** Stores copies of the only draft of a user, as other editors would. */
  const copyDrafts = async (userId: string, count: number) => {
    const draft = await blog().db.selectFrom('post_drafts').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
    const copies = Array.from({ length: count }, (_, index) => ({ ...draft, writer: `c${String(index).padStart(31, '0')}` }))
    await blog().db.insertInto('post_drafts').values(copies).execute()
  }

  it('are limited in size and number, and need an existing post', async () => {
    const admin = await blog().makeAdmin()
    const put = (postId: string, parts: object) => admin.put(`/api/post/draft/${postId}`, { ...TEXT, writer: A, sequence: 1, ...parts })
    expect(await put('new', { content: 'x'.repeat(POST_BODY_MAX_BYTES) })).toMatchObject({ status: 413 })
    for (const parts of [
      { writer: 'A' },
      { sequence: 0 },
      { sequence: 1.5 },
      { title: null },
      { category: 'Cars!' },
      { title: 'x'.repeat(201) },
    ]) {
      expect(await put('new', parts)).toMatchObject({ status: 400 })
    }
    expect(await put('nothing', {})).toMatchObject({ status: 404, body: { message: 'This post is no longer there.' } })
    await save(admin, 'new', { writer: writer('0'), sequence: 1 })
    await copyDrafts(admin.id, DRAFTS_PER_USER_MAX - 2)
    await save(admin, 'new', { writer: B, sequence: 1 })
    expect(await put('new', {})).toMatchObject({ status: 409, body: { message: expect.stringContaining('unpublished texts already') } })
    // An existing draft can still be saved.
    await save(admin, 'new', { writer: writer('0'), sequence: 2 })
  })

  it('remain for a post in the trash, and are deleted with it', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    await save(admin, post._id, { writer: A, sequence: 1 })
    await admin.call(deletePost, { params: { postId: post._id, userId: admin.id } })
    await save(admin, post._id, { writer: A, sequence: 2, title: 'Written meanwhile' })
    await admin.call(restorePost, { params: { postId: post._id } })
    expect(await texts(admin, post._id)).toEqual(['Written meanwhile'])
    await admin.call(deletePost, { params: { postId: post._id, userId: admin.id } })
    blog().clock.advance(DAY_MS)
    await (await blog().makeAdmin()).call(deleteTrashedPost, { params: { postId: post._id } })
    expect(await blog().db.selectFrom('post_drafts').select('writer').where('post_id', '=', post._id).execute()).toEqual([])
  })
})
