import { expect, it } from 'vitest'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import {
  deleteTrashedPost,
  getDraft,
  getRevision,
  listRevisions,
  listTrash,
  restorePost,
  saveDraft,
} from '#writing/contract/writing.endpoints.ts'
import { IMPORTED_DRAFT } from '#writing/contract/imported-drafts.ts'
import type { CallInput } from '#platform/contract/endpoint.ts'
import { DRAFTS_PER_USER_MAX, REVISIONS_PER_POST_MAX } from '#writing/contract/writing-limits.ts'
import { POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

const TEXT = { sequence: 0, baseRevision: 0, title: 'A draft', category: 'life', image: '', content: '<p>So far.</p>' }
const CONFLICT = { status: 409, code: 'draft_conflict' }
const GONE = { status: 410, code: 'gone' }
const NOT_FOUND = { status: 404, code: 'not_found' }

type Save = CallInput<typeof saveDraft>['body']

onEachEngine('Drafts', (engine) => {
  const blog = useTestApp(engine)
  let count = 0
  /** As a browser chooses it. */
  const newText = () => String((count += 1)).padStart(32, 'a')
  const save = (by: TestUser, postId: string, parts: object = {}) =>
    by.call(saveDraft, { params: { postId }, body: { ...TEXT, ...parts } as Save })
  const read = (by: TestUser, postId: string) => by.call(getDraft, { params: { postId } })
  const discard = (by: TestUser, postId: string, sequence: number) => save(by, postId, { sequence, title: '', content: '', state: 'ended' })
  const create = (by: TestUser, id: string, sequence: number, parts: object = {}) =>
    by.call(createPost, { body: { title: 'A draft', category: 'life', content: '<p>So far.</p>', draft: { id, sequence }, ...parts } })
  const update = (by: TestUser, postId: string, body: object) => by.call(updatePost, { params: { postId, userId: by.id }, body })
  const trashOf = async (by: TestUser) => (await by.call(listTrash)).posts.map(({ _id }) => _id)
  const versionsOf = (by: TestUser, postId: string) => by.call(listRevisions, { params: { postId } })
  const isoNow = () => new Date(blog().clock.now).toISOString()

  it('A new text is stored for its writer alone from its first save, and appears on no page', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const id = newText()
    expect(await save(admin, id, { title: 'Secret plans', content: '<p>wombat</p>' })).toEqual({
      sequence: 1,
      savedAt: isoNow(),
      revision: 0,
    })
    const { sequence: _, ...text } = TEXT
    const draft = { ...text, title: 'Secret plans', content: '<p>wombat</p>', sequence: 1, savedAt: isoNow(), audience: null }
    expect(await read(admin, id)).toEqual({ _id: id, state: 'draft', revision: 0, sequence: 1, draft })
    for (const query of ['searchTerm=wombat', 'searchTerm=secret', `postId=${id}`, 'slug=']) {
      for (const client of [admin, other, blog().visitor()]) {
        const { body } = await client.get(`/api/post/getposts?${query}`)
        expect(JSON.stringify(body)).not.toContain('wombat')
      }
    }
    for (const path of [`/api/post/getpost/${id}`, `/api/comment/pending/${id}`]) {
      expect(JSON.stringify((await admin.get(path)).body)).not.toContain('wombat')
    }
    expect(await admin.delete(`/api/post/deletepost/${id}/${admin.id}`)).toMatchObject(NOT_FOUND_BODY)
    expect(await admin.put(`/api/post/pin/${id}`, { pinned: true })).toMatchObject(NOT_FOUND_BODY)
    expect(await admin.put(`/api/post/updatepost/${id}/${admin.id}`, { title: 'x' })).toMatchObject(NOT_FOUND_BODY)
  })
  const NOT_FOUND_BODY = { status: 404, body: { code: 'not_found' } }

  it('A draft of another user, its versions and its place in the trash are not found, by admins either', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const id = newText()
    await save(admin, id)
    await save(admin, id, { sequence: 1, title: 'Chosen', keep: { ...TEXT, title: 'Not chosen' } })
    const [version] = (await versionsOf(admin, id)).revisions
    const params = { postId: id }
    const isHidden = async () => {
      await expect(read(other, id)).rejects.toMatchObject(NOT_FOUND)
      await expect(save(other, id, { sequence: 2 })).rejects.toMatchObject(NOT_FOUND)
      await expect(discard(other, id, 2)).rejects.toMatchObject(NOT_FOUND)
      await expect(create(other, id, 2)).rejects.toMatchObject(NOT_FOUND)
      await expect(update(other, id, { title: 'Mine', draft: { sequence: 2 } })).rejects.toMatchObject(NOT_FOUND)
      await expect(versionsOf(other, id)).rejects.toMatchObject(NOT_FOUND)
      await expect(other.call(getRevision, { params: { ...params, version: version?.id ?? '' } })).rejects.toMatchObject(NOT_FOUND)
      await expect(other.call(restorePost, { params })).rejects.toMatchObject(NOT_FOUND)
      await expect(other.call(deleteTrashedPost, { params })).rejects.toMatchObject(NOT_FOUND)
    }
    await isHidden()
    await discard(admin, id, 2)
    await isHidden()
    expect([await trashOf(admin), await trashOf(other)]).toEqual([[id], []])
    const overview = async (by: TestUser) => (await by.get('/api/post/overview?status=trashed')).body.totalPosts
    expect([await overview(admin), await overview(other)]).toEqual([1, 0])
    // Another user has signed in to the same browser.
    const foreign = await other.put(`/api/post/draft/${newText()}`, { ...TEXT, userId: admin.id })
    expect(foreign).toMatchObject({ status: 403, body: { message: 'This text belongs to another account.' } })
  })

  it('A save without a response may be repeated, and a late one changes nothing', async () => {
    const admin = await blog().makeAdmin()
    const id = newText()
    const first = await save(admin, id)
    blog().clock.advance(1000)
    expect(await save(admin, id)).toEqual(first)
    const second = await save(admin, id, { sequence: 1, title: 'Longer', audience: 'family' })
    expect(second).toMatchObject({ sequence: 2 })
    expect(await save(admin, id, { sequence: 1, title: 'Longer', audience: 'family' })).toEqual(second)
    for (const late of [{}, { sequence: 1, title: 'Longer' }, { sequence: 3, title: 'Another' }]) {
      await expect(save(admin, id, late)).rejects.toMatchObject(CONFLICT)
    }
    expect(await read(admin, id)).toMatchObject({ sequence: 2, draft: { title: 'Longer', audience: 'family' } })
  })

  it('First saves of one text that arrive at once are one draft', async () => {
    const admin = await blog().makeAdmin()
    const id = newText()
    const saves = await Promise.all([1, 2, 3].map(() => save(admin, id)))
    expect(saves.map(({ sequence }) => sequence)).toEqual([1, 1, 1])
  })

  it('Of two forms that continue one save at the same time, one is refused, and its text goes along as a version', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const post = await blog().makePost({ by: admin })
    for (const id of [newText(), post._id]) {
      await save(admin, id)
      const both = await Promise.allSettled(['Phone', 'Laptop'].map((title) => save(admin, id, { sequence: 1, title })))
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const { sequence, draft } = await read(admin, id)
      const keep = { ...TEXT, title: draft?.title ?? '' }
      const chosen = { sequence, title: 'Both', keep }
      await save(admin, id, chosen)
      await save(admin, id, chosen)
      const [version] = (await versionsOf(admin, id)).revisions.filter(({ revision }) => revision === null)
      expect(version).toMatchObject({ title: draft?.title, editor: { _id: admin.id } })
      expect((await versionsOf(admin, id)).totalRevisions).toBe(id === post._id ? 2 : 1)
      const params = { postId: id, version: version?.id ?? '' }
      expect(await admin.call(getRevision, { params })).toMatchObject({ content: TEXT.content })
      await expect(other.call(getRevision, { params })).rejects.toMatchObject(NOT_FOUND)
    }
    expect((await versionsOf(other, post._id)).revisions.map(({ revision }) => revision)).toEqual([1])
  })

  it('Versions without a number are limited', async () => {
    const admin = await blog().makeAdmin()
    const id = newText()
    for (let sequence = 0; sequence < REVISIONS_PER_POST_MAX + 2; sequence += 1) {
      blog().clock.advance(1)
      await save(admin, id, { sequence, title: `${sequence}`, keep: { ...TEXT, title: `Kept ${sequence}` } })
    }
    const { revisions, totalRevisions } = await admin.call(listRevisions, { params: { postId: id }, query: { limit: 100 } })
    expect([totalRevisions, revisions.at(0)?.title, revisions.at(-1)?.title]).toEqual([100, 'Kept 101', 'Kept 2'])
  })

  it('A discarded text moves to the trash of its writer and refuses later saves, and a late first save does not bring it back', async () => {
    const admin = await blog().makeAdmin()
    const [id, never] = [newText(), newText()]
    await save(admin, id)
    await save(admin, id, { sequence: 1, title: 'Continued' })
    await expect(discard(admin, id, 1)).rejects.toMatchObject(CONFLICT)
    const ended = await discard(admin, id, 2)
    expect(ended).toMatchObject({ sequence: 3 })
    expect(await discard(admin, id, 2)).toMatchObject({ sequence: 3 })
    await expect(read(admin, id)).rejects.toMatchObject(GONE)
    for (const sequence of [0, 2, 3]) await expect(save(admin, id, { sequence })).rejects.toMatchObject(GONE)
    await expect(create(admin, id, 3)).rejects.toMatchObject(GONE)
    // The first save was on its way when the writer discarded the text.
    expect(await discard(admin, never, 0)).toMatchObject({ sequence: 1 })
    await expect(save(admin, never)).rejects.toMatchObject(GONE)
    expect(await trashOf(admin)).toEqual([id])

    expect(await admin.call(restorePost, { params: { postId: id } })).toMatchObject({
      _id: id,
      title: 'Continued',
      slug: '',
      audience: 'admins',
    })
    expect(await read(admin, id)).toMatchObject({ state: 'draft', sequence: 3, draft: { title: 'Continued', audience: null } })
    await expect(save(admin, id, { sequence: 2, title: 'Late' })).rejects.toMatchObject(CONFLICT)
    await save(admin, id, { sequence: 3, title: 'Goes on' })
    await discard(admin, id, 4)
    await admin.call(deleteTrashedPost, { params: { postId: id } })
    await expect(read(admin, id)).rejects.toMatchObject(NOT_FOUND)
  })

  it('A discarded change of a post leaves no text, and a late save of it is refused', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    await save(admin, post._id, { baseRevision: 1, image: '/files/abcdefabcdefabcd/x.webp' })
    expect(await read(admin, post._id)).toMatchObject({ state: 'published', revision: 1, sequence: 1, draft: { baseRevision: 1 } })
    expect(await discard(admin, post._id, 1)).toMatchObject({ sequence: 2, revision: 1 })
    expect(await discard(admin, post._id, 1)).toMatchObject({ sequence: 2 })
    for (const sequence of [0, 1]) await expect(save(admin, post._id, { sequence })).rejects.toMatchObject(CONFLICT)
    expect(await read(admin, post._id)).toEqual({ _id: post._id, state: 'published', revision: 1, sequence: 2, draft: null })
    const rows = await blog().db.selectFrom('post_edits').selectAll().where('post_id', '=', post._id).execute()
    expect(rows).toMatchObject([{ title: '', content: '', image_url: null, is_empty: 1 }])
    expect(await blog().db.selectFrom('kept_pictures').selectAll().where('folder', '=', 'abcdefabcdefabcd').execute()).toEqual([])
    await save(admin, post._id, { sequence: 2, title: 'Begun again' })
    expect(await read(admin, post._id)).toMatchObject({ sequence: 3, draft: { title: 'Begun again' } })
  })

  it('The newest draft is opened again, but no imported one and none of another user', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    expect(await read(admin, 'new')).toEqual({ _id: null, state: 'draft', revision: 0, sequence: 0, draft: null })
    const [first, second] = [newText(), newText()]
    const imported = IMPORTED_DRAFT + '1'.repeat(16)
    for (const id of [first, second, imported]) {
      await save(admin, id)
      blog().clock.advance(1000)
    }
    expect(await read(admin, 'new')).toMatchObject({ _id: second })
    await save(admin, first, { sequence: 1, title: 'Later' })
    expect(await read(admin, 'new')).toMatchObject({ _id: first, draft: { title: 'Later' } })
    expect(await read(other, 'new')).toMatchObject({ _id: null })
  })

  it('Drafts are sanitised like posts', async () => {
    const admin = await blog().makeAdmin()
    const id = newText()
    const content =
      '<p onclick="alert(1)">x<script>alert(2)</script></p><img src="https://evil.example/x.png"><a href="javascript:alert(3)">y</a>'
    const words = { title: '<b>raw</b>', image: 'https://evil.example/c.png', content }
    await save(admin, id, { ...words, keep: { ...TEXT, ...words } })
    const clean = { title: '<b>raw</b>', image: '', content: '<p>x</p><a href="about:blank">y</a>' }
    expect((await read(admin, id)).draft).toMatchObject(clean)
    const [version] = (await versionsOf(admin, id)).revisions
    const kept = await admin.call(getRevision, { params: { postId: id, version: version?.id ?? '' } })
    expect(kept).toMatchObject(clean)
  })

  it('Drafts are limited in size and number', async () => {
    const admin = await blog().makeAdmin()
    const put = (parts: object) => admin.put(`/api/post/draft/${newText()}`, { ...TEXT, ...parts })
    expect(await put({ content: 'x'.repeat(POST_BODY_MAX_BYTES) })).toMatchObject({ status: 413 })
    const wrong = [
      { state: 'gone' },
      { sequence: -1 },
      { sequence: 1.5 },
      { title: null },
      { category: 'Cars!' },
      { title: 'x'.repeat(201) },
    ]
    for (const parts of wrong) expect(await put(parts)).toMatchObject({ status: 400 })
    const post = await blog().makePost({ by: admin })
    await save(admin, post._id)
    const id = newText()
    await save(admin, id)
    const row = { ...(await blog().db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()), seq: undefined }
    const copies = Array.from({ length: DRAFTS_PER_USER_MAX - 2 }, () => ({ ...row, id: newText() }))
    await blog().db.insertInto('posts').values(copies).execute()
    const refused = { status: 409, body: { message: expect.stringContaining('unpublished texts already') } }
    expect(await put({})).toMatchObject(refused)
    const other = await blog().makePost({ by: admin })
    expect(await admin.put(`/api/post/draft/${other._id}`, TEXT)).toMatchObject(refused)
    // Those that exist can still be saved.
    await save(admin, id, { sequence: 1, title: 'Continued' })
    await save(admin, post._id, { sequence: 1, title: 'Continued' })
  })

  it('A change of a post in the trash is refused, is there again when the post is restored, and ends with it', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    await save(admin, post._id)
    const params = { postId: post._id, userId: admin.id }
    await admin.call(deletePost, { params })
    await expect(save(admin, post._id, { sequence: 1, title: 'Meanwhile' })).rejects.toMatchObject(GONE)
    await expect(read(admin, post._id)).rejects.toMatchObject(GONE)
    await admin.call(restorePost, { params })
    expect(await read(admin, post._id)).toMatchObject({ sequence: 1, draft: { title: 'A draft' } })
    await admin.call(deletePost, { params })
    await admin.call(deleteTrashedPost, { params })
    expect(await blog().db.selectFrom('post_edits').select('sequence').where('post_id', '=', post._id).execute()).toEqual([])
  })

  it('A change of a post that was deleted for good does not become a new text', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const id = newText()
    await create(admin, id, 0)
    for (const by of [admin, other]) await save(by, id, { sequence: by === admin ? 1 : 0, baseRevision: 1 })
    await admin.call(deletePost, { params: { postId: id, userId: admin.id } })
    await admin.call(deleteTrashedPost, { params: { postId: id } })
    for (const by of [admin, other]) await expect(save(by, id, { sequence: 2, baseRevision: 1 })).rejects.toMatchObject(NOT_FOUND)
    await expect(read(other, id)).rejects.toMatchObject(NOT_FOUND)
  })

  it('A save of a draft empties no cache', async () => {
    const [admin, visitor] = [await blog().makeAdmin(), blog().visitor()]
    const post = await blog().makePost({ by: admin })
    const isHit = async () => (await visitor.send('/api/post/getposts', {})).headers.get('cache-status') === 'kindred; hit'
    let sequence = 0
    const isHitAfterSaves = async () => {
      await isHit()
      const id = newText()
      await save(admin, id)
      await discard(admin, id, 1)
      const saved = await save(admin, post._id, { sequence })
      sequence = (await discard(admin, post._id, saved.sequence)).sequence
      return isHit()
    }
    // Again, until this process has heard of its own post.
    await expect.poll(isHitAfterSaves).toBe(true)
  })
})
