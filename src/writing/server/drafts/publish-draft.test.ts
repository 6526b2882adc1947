import { expect, it } from 'vitest'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { getDraft, saveDraft } from '#writing/contract/writing.endpoints.ts'
import type { CallInput } from '#platform/contract/endpoint.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

const TEXT = { sequence: 0, baseRevision: 0, title: 'A draft', category: 'life', image: '', content: '<p>So far.</p>' }
const CONFLICT = { status: 409, code: 'draft_conflict' }
const NOT_FOUND = { status: 404, code: 'not_found' }

type Save = CallInput<typeof saveDraft>['body']

onEachEngine('Publishing a draft', (engine) => {
  const blog = useTestApp(engine)
  let count = 0
  /** As a browser chooses it. */
  const newText = () => String((count += 1)).padStart(32, 'a')
  const save = (by: TestUser, postId: string, parts: object = {}) =>
    by.call(saveDraft, { params: { postId }, body: { ...TEXT, ...parts } as Save })
  const read = (by: TestUser, postId: string) => by.call(getDraft, { params: { postId } })
  const create = (by: TestUser, id: string, sequence: number, parts: object = {}) =>
    by.call(createPost, { body: { title: 'A draft', category: 'life', content: '<p>So far.</p>', draft: { id, sequence }, ...parts } })
  const update = (by: TestUser, postId: string, body: object) => by.call(updatePost, { params: { postId, userId: by.id }, body })
  const isoNow = () => new Date(blog().clock.now).toISOString()

  it('A text is published under its id, once, and a late first save does not begin a change of it', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    for (const isSaved of [true, false]) {
      const id = newText()
      if (isSaved) await save(admin, id)
      const sequence = isSaved ? 1 : 0
      const post = await create(admin, id, sequence)
      expect(post).toMatchObject({ _id: id, revision: 1, createdAt: isoNow() })
      expect(await create(admin, id, sequence)).toEqual(post)
      expect(await read(admin, id)).toEqual({ _id: id, state: 'published', revision: 1, sequence: sequence + 1, draft: null })
      await expect(save(admin, id, { title: 'Late' })).rejects.toMatchObject(CONFLICT)
      await expect(create(other, id, sequence)).rejects.toMatchObject(NOT_FOUND)
      expect(await read(other, id)).toMatchObject({ sequence: 0, draft: null })
      // Text that was typed while it was published goes on as a change of the post.
      await save(admin, id, { sequence: sequence + 1, title: 'Written on' })
      expect(await read(admin, id)).toMatchObject({ draft: { title: 'Written on' } })
      expect(await create(admin, id, sequence)).toEqual(post)
      expect(await read(admin, id)).toMatchObject({ draft: { title: 'Written on' } })
    }
    expect((await admin.call(listPosts, { query: { userId: admin.id } })).matchingPosts).toBe(2)
  })

  it('A text that was continued elsewhere is not published, unless it is the same', async () => {
    const admin = await blog().makeAdmin()
    const id = newText()
    await save(admin, id)
    await save(admin, id, { sequence: 1, title: 'Elsewhere' })
    await expect(create(admin, id, 1)).rejects.toMatchObject(CONFLICT)
    expect(await blog().readPosts({ postId: id })).toEqual([])
    const post = await create(admin, id, 1, { title: 'Elsewhere' })
    expect(await read(admin, post._id)).toMatchObject({ state: 'published', sequence: 3, draft: null })
  })

  it('A text or change for which the writer has chosen other readers elsewhere is not published', async () => {
    const admin = await blog().makeAdmin()
    const id = newText()
    await save(admin, id)
    await save(admin, id, { sequence: 1, audience: 'family' })
    for (const audience of ['public', undefined]) await expect(create(admin, id, 1, { audience })).rejects.toMatchObject(CONFLICT)
    const post = await create(admin, id, 1, { audience: 'family' })
    expect(post).toMatchObject({ audience: 'family' })
    const change = { title: 'Changed', content: TEXT.content }
    await save(admin, id, { ...change, sequence: 3, baseRevision: 1 })
    await save(admin, id, { ...change, sequence: 4, baseRevision: 1, audience: 'admins' })
    await expect(update(admin, id, { ...change, draft: { sequence: 4 } })).rejects.toMatchObject(CONFLICT)
    expect(await read(admin, id)).toMatchObject({ draft: { title: 'Changed', audience: 'admins' } })
    expect(await update(admin, id, { ...change, audience: 'admins', draft: { sequence: 4 } })).toMatchObject({ audience: 'admins' })
  })

  it('A late call that publishes neither brings former words back nor opens the post for more readers', async () => {
    const admin = await blog().makeAdmin()
    const id = newText()
    await save(admin, id)
    const post = await create(admin, id, 1, { audience: 'family' })
    for (const late of [
      { content: '<p>Former.</p>' },
      { audience: 'public' },
      { commentsOpen: false },
      { publishAt: '2020-01-01T00:00:00Z' },
      { publishAt: '2090-01-01T00:00:00Z' },
    ]) {
      await expect(create(admin, id, 1, { audience: 'family', ...late })).rejects.toMatchObject(CONFLICT)
    }
    expect((await admin.call(listPosts, { query: { postId: id } })).posts).toEqual([post])
  })

  it('Only an id of a new text is accepted, and no other post is published by it', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const foreign = await blog().makePost({ by: other })
    for (const id of ['new', 'about', 'page-1', 'A'.repeat(32), 'a'.repeat(31)]) {
      await expect(create(admin, id, 0)).rejects.toMatchObject({ status: 400 })
    }
    await expect(create(admin, foreign._id, 0)).rejects.toMatchObject({ status: 400 })
    for (const id of ['new', 'nothing', 'page-1']) await expect(save(admin, id)).rejects.toMatchObject(NOT_FOUND)
    for (const id of ['nothing', newText()]) await expect(read(admin, id)).rejects.toMatchObject(NOT_FOUND)
  })

  it('A published change is emptied; one that was continued elsewhere is not published', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    await save(admin, post._id, { baseRevision: 1, title: 'First' })
    await save(admin, post._id, { baseRevision: 1, title: 'Second', sequence: 1 })
    await expect(update(admin, post._id, { title: 'First', draft: { sequence: 1 } })).rejects.toMatchObject(CONFLICT)
    const body = { title: 'Second', baseRevision: 1, draft: { sequence: 2 } }
    const published = await update(admin, post._id, body)
    expect(published).toMatchObject({ title: 'Second', revision: 2 })
    expect(await update(admin, post._id, body)).toEqual(published)
    expect(await read(admin, post._id)).toEqual({ _id: post._id, state: 'published', revision: 2, sequence: 3, draft: null })
    await expect(save(admin, post._id, { sequence: 2, title: 'Late' })).rejects.toMatchObject(CONFLICT)
    // A late call of a form that has published more since.
    await update(admin, post._id, { title: 'Third', draft: { sequence: 3 } })
    await expect(update(admin, post._id, body)).rejects.toMatchObject(CONFLICT)
  })

  it('Two admins have a change of one post each, and meet when they publish', async () => {
    const [one, two] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const post = await blog().makePost({ by: one })
    for (const by of [one, two]) await save(by, post._id, { baseRevision: 1, title: `By ${by.username}` })
    expect(await read(one, post._id)).toMatchObject({ sequence: 1, draft: { title: `By ${one.username}` } })
    await update(one, post._id, { title: 'One', baseRevision: 1, draft: { sequence: 1 } })
    const late = { title: 'Two', baseRevision: 1, draft: { sequence: 1 } }
    await expect(update(two, post._id, late)).rejects.toMatchObject({ code: 'edit_conflict' })
    // The open form of the second admin is notified with its next save.
    expect(await save(two, post._id, { baseRevision: 1, title: 'Two', sequence: 1 })).toMatchObject({ revision: 2 })
    expect(await update(two, post._id, { ...late, baseRevision: 2, draft: { sequence: 2 } })).toMatchObject({ revision: 3 })
  })
})
