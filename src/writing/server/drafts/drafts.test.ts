import { expect, it } from 'vitest'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { deleteTrashedPost, listDrafts, restorePost, saveDraft } from '#writing/contract/writing.endpoints.ts'
import type { CallInput } from '#platform/contract/endpoint.ts'
import { DAY_MS, DRAFTS_PER_USER_MAX, ENDED_DRAFT_TTL_MS, POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { deleteEndedDrafts, listDraftMarks } from './drafts.store.ts'

const [X, Y] = ['a'.repeat(32), 'b'.repeat(32)]
const [PHONE, LAPTOP] = ['1'.repeat(32), '2'.repeat(32)]
const TEXT = { baseRevision: 1, title: 'A draft', category: 'life', image: '', content: '<p>So far.</p>' } as const
/** A save of the draft X by the phone. */
const mark = (
  sequence: number,
  parts: { id?: string; writer?: string; follows?: number; begun?: readonly { writer: string; sequence: number }[] } = {},
) => ({
  id: X,
  writer: PHONE,
  sequence,
  follows: 0,
  ...parts,
})

type SavedText = CallInput<typeof saveDraft>['body']

onEachEngine('drafts of posts', (engine) => {
  const blog = useTestApp(engine)
  const save = (by: TestUser, postId: string, parts: object) =>
    by.call(saveDraft, { params: { postId }, body: { ...TEXT, ...parts } as SavedText })
  const read = (by: TestUser, postId: string) => by.call(listDrafts, { params: { postId } })
  const texts = async (by: TestUser, postId: string) => (await read(by, postId)).drafts.map(({ title }) => title)
  const CONFLICT = { status: 409, code: 'draft_conflict' }

  it('A save reads the numbers of the other drafts without their texts', async () => {
    const admin = await blog().makeAdmin()
    await save(admin, 'new', { ...mark(1), baseRevision: null })
    const { others } = await save(admin, 'new', { ...mark(4, { id: Y }), baseRevision: null })
    const saved_at = blog().clock.now
    expect(others).toEqual([{ id: X, sequence: 1, savedAt: new Date(saved_at).toISOString() }])
    expect(await listDraftMarks(blog().db, { userId: admin.id, postId: 'new' })).toEqual([
      { id: X, sequence: 1, saved_at, ended_at: null },
      { id: Y, sequence: 4, saved_at, ended_at: null },
    ])
  })

  it('are stored for their writer alone, and do not appear on pages', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const post = await blog().makePost({ by: admin, title: 'Published' })
    const image = '/files/abcdefabcdefabcd/x.webp'
    expect(await save(admin, post._id, { ...mark(1), image })).toEqual({
      savedAt: new Date(blog().clock.now).toISOString(),
      revision: 1,
      others: [],
    })
    const draft = { id: X, writer: PHONE, sequence: 1, savedAt: expect.any(String), ...TEXT, image, audience: null, publishedAs: null }
    expect(await read(admin, post._id)).toEqual({ revision: 1, drafts: [draft], ended: [] })
    expect(await read(other, post._id)).toEqual({ revision: 1, drafts: [], ended: [] })
    // Another user has signed in to the same browser.
    const foreign = await other.put(`/api/post/draft/${post._id}`, { ...TEXT, ...mark(2), userId: admin.id })
    expect(foreign).toMatchObject({ status: 403, body: { message: 'This text belongs to another account.' } })
    await save(admin, 'new', { ...mark(1), baseRevision: null, title: 'Secret plans', content: '<p>wombat</p>' })
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

  it('Saves of one form may arrive late, twice and in any order: the highest sequence wins', async () => {
    const admin = await blog().makeAdmin()
    const calls = [3, 1, 2, 3, 5, 4].map((sequence) => save(admin, 'new', { ...mark(sequence), title: `Number ${sequence}` }))
    await Promise.all(calls)
    expect((await read(admin, 'new')).drafts).toMatchObject([{ id: X, sequence: 5, title: 'Number 5' }])
    await save(admin, 'new', { ...mark(2), title: 'Very late' })
    expect(await texts(admin, 'new')).toEqual(['Number 5'])
  })

  it('A second form continues a draft only if it has read the stored version, and the first one must then save its text as another draft', async () => {
    const admin = await blog().makeAdmin()
    await save(admin, 'new', { ...mark(7), title: 'On the phone' })
    for (const stale of [mark(8, { writer: LAPTOP }), mark(8, { writer: LAPTOP, follows: 6 }), mark(7, { writer: LAPTOP, follows: 7 })]) {
      await expect(save(admin, 'new', { ...stale, title: 'Never read' })).rejects.toMatchObject(CONFLICT)
    }
    expect(await texts(admin, 'new')).toEqual(['On the phone'])
    await save(admin, 'new', { ...mark(8, { writer: LAPTOP, follows: 7 }), title: 'On the laptop' })
    expect((await read(admin, 'new')).drafts).toMatchObject([{ id: X, writer: LAPTOP, sequence: 8, title: 'On the laptop' }])
    for (const late of [mark(7), mark(9, { follows: 7 })]) {
      await expect(save(admin, 'new', { ...late, title: 'On the phone' })).rejects.toMatchObject(CONFLICT)
    }
    blog().clock.advance(1000)
    const forked = await save(admin, 'new', { ...mark(9, { id: Y }), title: 'On the phone' })
    expect(forked.others).toMatchObject([{ id: X, sequence: 8 }])
    expect(await texts(admin, 'new')).toEqual(['On the phone', 'On the laptop'])
  })

  it('A form that was reloaded continues its text, although a save of the former form arrives late', async () => {
    const admin = await blog().makeAdmin()
    // The new form began with change 5 of the former one, which was stored on the device; change 3 arrives later.
    const reloaded = {
      writer: LAPTOP,
      follows: 0,
      begun: [
        { writer: Y, sequence: 2 },
        { writer: PHONE, sequence: 5 },
      ],
    }
    await save(admin, 'new', mark(3))
    await save(admin, 'new', { ...mark(6, reloaded), title: 'Reloaded' })
    expect(await texts(admin, 'new')).toEqual(['Reloaded'])
    // A page of an older version names one text.
    const [, former] = reloaded.begun
    await save(admin, 'new', {
      ...mark(8, { writer: Y, follows: 0 }),
      begun: { ...former, writer: LAPTOP, sequence: 6 },
      title: 'Reloaded twice',
    })
    expect(await texts(admin, 'new')).toEqual(['Reloaded twice'])
    await save(admin, 'new', { ...mark(6, { id: Y }), title: 'Later than the reload' })
    await expect(save(admin, 'new', mark(7, { ...reloaded, id: Y }))).rejects.toMatchObject(CONFLICT)
  })

  it('Of two forms that continue one version at the same time, the second is refused', async () => {
    const admin = await blog().makeAdmin()
    await save(admin, 'new', mark(3))
    const both = await Promise.allSettled(
      [LAPTOP, Y].map((writer) => save(admin, 'new', { ...mark(4, { writer, follows: 3 }), title: `By ${writer}` })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await texts(admin, 'new')).toHaveLength(1)
  })

  it('A discarded draft loses its text, is not restored by late saves, and its row is deleted in the end', async () => {
    const admin = await blog().makeAdmin()
    const end = (parts: object) => save(admin, 'new', { ...parts, title: '', content: '', state: 'ended' })
    await save(admin, 'new', mark(4))
    await end(mark(3))
    expect(await texts(admin, 'new')).toEqual(['A draft'])
    await end(mark(5))
    await end(mark(5))
    await save(admin, 'new', mark(4))
    expect(await read(admin, 'new')).toEqual({
      revision: null,
      drafts: [],
      ended: [{ id: X, writer: PHONE, sequence: 5, publishedAs: null }],
    })
    expect(JSON.stringify(await blog().db.selectFrom('post_drafts').selectAll().where('user_id', '=', admin.id).execute())).not.toContain(
      'So far',
    )
    await deleteEndedDrafts(blog().db, blog().clock.now + ENDED_DRAFT_TTL_MS - 1)
    expect((await read(admin, 'new')).ended).toHaveLength(1)
    // The writer takes it back.
    await save(admin, 'new', { ...mark(6), title: 'Taken back' })
    expect(await texts(admin, 'new')).toEqual(['Taken back'])
    await end(mark(7))
    await deleteEndedDrafts(blog().db, blog().clock.now + ENDED_DRAFT_TTL_MS)
    expect((await read(admin, 'new')).ended).toEqual([])
  })

  it('A draft that another form has continued cannot be discarded by the first one', async () => {
    const admin = await blog().makeAdmin()
    await save(admin, 'new', mark(4))
    await save(admin, 'new', { ...mark(5, { writer: LAPTOP, follows: 4 }), title: 'Continued' })
    await expect(save(admin, 'new', { ...mark(5), state: 'ended' })).rejects.toMatchObject(CONFLICT)
    expect(await texts(admin, 'new')).toEqual(['Continued'])
  })

  it('A publication ends the draft, and another call with the same draft updates the post of the first call', async () => {
    const admin = await blog().makeAdmin()
    const body = { title: 'Sent twice', content: '<p>Once.</p>', draft: mark(3) }
    await save(admin, 'new', mark(3))
    const first = await admin.call(createPost, { body })
    expect(await read(admin, 'new')).toEqual({
      revision: null,
      drafts: [],
      ended: [{ id: X, writer: PHONE, sequence: 3, publishedAs: first._id }],
    })
    const again = await admin.call(createPost, { body: { ...body, draft: mark(4) } })
    expect(again).toEqual(first)
    const longer = await admin.call(createPost, { body: { ...body, content: '<p>Once more.</p>', draft: mark(5) } })
    expect(longer).toMatchObject({ _id: first._id, revision: 2, content: '<p>Once more.</p>' })
    // The form had stopped waiting for this call.
    await expect(admin.call(createPost, { body })).rejects.toMatchObject(CONFLICT)
    const another = await admin.call(createPost, { body: { ...body, draft: mark(1, { id: Y }) } })
    expect(another._id).not.toBe(first._id)

    // Text typed while publishing is newer than the published text.
    await save(admin, first._id, { ...mark(9), title: 'Written on' })
    const update = { title: 'Updated', draft: mark(8) }
    const params = { postId: first._id, userId: admin.id }
    await admin.call(updatePost, { params, body: update })
    expect(await texts(admin, first._id)).toEqual(['Written on'])
    await admin.call(updatePost, { params, body: { ...update, draft: mark(9) } })
    expect(await texts(admin, first._id)).toEqual([])
  })

  it('A post whose first response was lost is published once, also after a reload of the form, and never replaces a version of another admin', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const body = { title: 'No response', content: '<p>Once.</p>', draft: mark(3) }
    const first = await admin.call(createPost, { body })
    // The form continued the text, and was reloaded.
    await save(admin, 'new', { ...mark(4), title: 'No response' })
    const reloaded = mark(5, { writer: LAPTOP, follows: 4 })
    const second = await admin.call(createPost, { body: { ...body, content: '<p>Twice.</p>', draft: reloaded } })
    expect([second._id, second.revision, await texts(admin, 'new')]).toEqual([first._id, 2, []])
    await other.call(updatePost, { params: { postId: first._id, userId: other.id }, body: { content: '<p>Theirs.</p>' } })
    const third = admin.call(createPost, { body: { ...body, content: '<p>Mine.</p>', draft: { ...reloaded, sequence: 6 } } })
    await expect(third).rejects.toMatchObject({ code: 'edit_conflict' })
  })

  it('A form whose draft was continued elsewhere does not publish it', async () => {
    const admin = await blog().makeAdmin()
    await save(admin, 'new', mark(3))
    await save(admin, 'new', mark(4, { writer: LAPTOP, follows: 3 }))
    const body = { title: 'Outdated', content: '<p>x</p>', draft: mark(5, { follows: 3 }) }
    await expect(admin.call(createPost, { body })).rejects.toMatchObject(CONFLICT)
    const post = await blog().makePost({ by: admin })
    await save(admin, post._id, mark(4, { writer: LAPTOP }))
    const update = admin.call(updatePost, { params: { postId: post._id, userId: admin.id }, body })
    await expect(update).rejects.toMatchObject(CONFLICT)
    expect((await blog().visitor().call(listPosts, { query: {} })).posts.map(({ title }) => title)).not.toContain('Outdated')
  })

  it('An update whose response was lost may be followed by a longer text of the same draft', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const post = await blog().makePost({ by: admin })
    const update = (by: TestUser, body: object) => by.call(updatePost, { params: { postId: post._id, userId: by.id }, body })
    await update(admin, { title: 'Mine', baseRevision: 1, draft: mark(3) })
    await save(admin, post._id, mark(4))
    expect(await update(admin, { title: 'Mine, later', baseRevision: 1, draft: mark(5) })).toMatchObject({ revision: 3 })
    await update(other, { title: 'Theirs', baseRevision: 3 })
    await expect(update(admin, { title: 'Mine again', baseRevision: 1, draft: mark(6) })).rejects.toMatchObject({ code: 'edit_conflict' })
  })

  it('An update whose response was lost may be sent again, and another text is still a conflict', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    const params = { postId: post._id, userId: admin.id }
    const body = { title: 'Sent twice', baseRevision: 1, draft: mark(1) }
    const first = await admin.call(updatePost, { params, body })
    expect(await admin.call(updatePost, { params, body })).toEqual(first)
    const other = admin.call(updatePost, { params, body: { ...body, title: 'Another', draft: mark(1, { id: Y }) } })
    await expect(other).rejects.toMatchObject({ code: 'edit_conflict' })
  })

  it('are sanitised like posts', async () => {
    const admin = await blog().makeAdmin()
    const content =
      '<p onclick="alert(1)">x<script>alert(2)</script></p><img src="https://evil.example/x.png"><a href="javascript:alert(3)">y</a>'
    await save(admin, 'new', { ...mark(1), title: '<b>raw</b>', image: 'https://evil.example/c.png', content })
    expect((await read(admin, 'new')).drafts).toMatchObject([
      { title: '<b>raw</b>', image: '', content: '<p>x</p><a href="about:blank">y</a>' },
    ])
  })

  /** Stores copies of the only draft of a user, as other editors would. */
  const copyDrafts = async (userId: string, count: number) => {
    const draft = await blog().db.selectFrom('post_drafts').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
    const copies = Array.from({ length: count }, (_, index) => ({ ...draft, id: `c${String(index).padStart(31, '0')}` }))
    await blog().db.insertInto('post_drafts').values(copies).execute()
  }

  it('are limited in size and number, and need an existing post', async () => {
    const admin = await blog().makeAdmin()
    const put = (postId: string, parts: object) => admin.put(`/api/post/draft/${postId}`, { ...TEXT, ...mark(1, { id: Y }), ...parts })
    expect(await put('new', { content: 'x'.repeat(POST_BODY_MAX_BYTES) })).toMatchObject({ status: 413 })
    for (const parts of [
      { id: 'A' },
      { writer: 'A' },
      { follows: -1 },
      { state: 'gone' },
      { sequence: 0 },
      { sequence: 1.5 },
      { title: null },
      { category: 'Cars!' },
      { title: 'x'.repeat(201) },
    ]) {
      expect(await put('new', parts)).toMatchObject({ status: 400 })
    }
    expect(await put('nothing', {})).toMatchObject({ status: 404, body: { message: 'This post is no longer there.' } })
    await save(admin, 'new', mark(1))
    await copyDrafts(admin.id, DRAFTS_PER_USER_MAX - 2)
    await save(admin, 'new', mark(1, { id: 'd'.repeat(32) }))
    expect(await put('new', {})).toMatchObject({ status: 409, body: { message: expect.stringContaining('unpublished texts already') } })
    // An existing draft can still be saved.
    await save(admin, 'new', mark(2))
  })

  it('remain for a post in the trash, and are deleted with it', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    await save(admin, post._id, mark(1))
    await admin.call(deletePost, { params: { postId: post._id, userId: admin.id } })
    await save(admin, post._id, { ...mark(2), title: 'Written meanwhile' })
    await admin.call(restorePost, { params: { postId: post._id } })
    expect(await texts(admin, post._id)).toEqual(['Written meanwhile'])
    await admin.call(deletePost, { params: { postId: post._id, userId: admin.id } })
    blog().clock.advance(DAY_MS)
    await (await blog().makeAdmin()).call(deleteTrashedPost, { params: { postId: post._id } })
    expect(await blog().db.selectFrom('post_drafts').select('writer').where('post_id', '=', post._id).execute()).toEqual([])
  })
})
