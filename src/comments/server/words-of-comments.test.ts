import { beforeEach, expect, it } from 'vitest'
import {
  createComment,
  dismissReports,
  editComment,
  listAllComments,
  listComments,
  reportComment,
} from '#comments/contract/comments.endpoints.ts'
import { downloadMyData } from '#accounts/contract/users.endpoints.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

onEachEngine('Words of comments that an admin edits', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  let postId: string
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    postId = (await blog().makePost())._id
  })
  const edit = (by: TestClient, commentId: string, content: string) => by.call(editComment, { params: { commentId }, body: { content } })
  const shown = async (by: TestClient, id: string) =>
    (await by.call(listComments, { params: { postId } })).find((comment) => comment._id === id)
  const moderated = async (id: string) =>
    (await admin.call(listAllComments, { query: { limit: 100 } })).comments.find((comment) => comment._id === id)

  it('A comment that an admin edits says so to everyone, and only admins read its first words', async () => {
    const author = await blog().makeUser()
    const comment = await blog().makeComment(author, postId, 'First words of the author')
    const edited = await edit(admin, comment._id, 'Milder words')
    const mark = { _id: admin.id, username: admin.username }
    expect(edited).toMatchObject({ content: 'Milder words', editedBy: mark, user: { _id: author.id } })
    for (const reader of [blog().visitor(), author, await blog().makeUser()]) {
      expect(await shown(reader, comment._id)).toMatchObject({ content: 'Milder words', editedBy: mark })
      expect(JSON.stringify(await shown(reader, comment._id))).not.toContain('First words')
    }
    expect(await moderated(comment._id)).toMatchObject({ content: 'Milder words', firstContent: 'First words of the author' })
    await edit(admin, comment._id, 'Even milder words')
    expect(await moderated(comment._id)).toMatchObject({ content: 'Even milder words', firstContent: 'First words of the author' })
    expect(JSON.stringify(await author.call(downloadMyData))).not.toContain('First words')
  })

  it('An edit of one’s own, or one that changes nothing, is not marked, and the author’s own words end the mark', async () => {
    const author = await blog().makeUser()
    const comment = await blog().makeComment(author, postId, 'As it is')
    const ofAdmin = await blog().makeComment(admin, postId, 'My own')
    expect((await edit(author, comment._id, 'As I want it')).editedBy).toBeUndefined()
    expect((await edit(admin, comment._id, 'As I want it')).editedBy).toBeUndefined()
    expect((await edit(admin, ofAdmin._id, 'My own again')).editedBy).toBeUndefined()
    expect((await edit(admin, comment._id, 'As the admin wants it')).editedBy).toBeDefined()
    expect((await edit(author, comment._id, 'As I want it now')).editedBy).toBeUndefined()
    expect((await moderated(comment._id))?.firstContent).toBeUndefined()
  })

  it('Admins read how old the account of a comment is and how many it wrote, and list those alone', async () => {
    const author = await blog().makeUser()
    const { created_at } = await blog().db.selectFrom('users').select('created_at').where('id', '=', author.id).executeTakeFirstOrThrow()
    const ids: string[] = []
    for (const content of ['one', 'two', 'three']) {
      ids.unshift((await blog().makeComment(author, postId, content))._id)
      blog().clock.advance(1000)
    }
    await blog().makeComment(await blog().makeUser(), postId, 'of another reader')
    const list = await admin.call(listAllComments, { query: { userId: author.id, sort: 'attention' } })
    expect(list.comments.map((comment) => comment._id)).toEqual(ids)
    expect(list.comments[0]?.writer).toEqual({ createdAt: new Date(created_at).toISOString(), totalComments: 3 })
    const second = await admin.call(listAllComments, { query: { userId: author.id, startIndex: 1, limit: 1 } })
    expect(second.comments.map((comment) => comment._id)).toEqual([ids[1]])
    expect((await admin.call(listAllComments, { query: { userId: 'nobody' } })).comments).toEqual([])
  })
})

onEachEngine('Reports of visitors', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  let author: TestUser
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    author = await blog().makeUser()
  })
  const makeComment = async (audience: 'public' | 'family' = 'public') =>
    (await blog().makeComment(audience === 'family' ? admin : author, (await blog().makePost({ audience }))._id))._id
  const report = (by: TestClient, id: string, body: object = {}) => by.post(`/api/comment/report/${id}`, body)
  const reportsOf = async (id: string) =>
    (await admin.call(listAllComments, { query: { limit: 100, sort: 'attention' } })).comments.find((comment) => comment._id === id)
      ?.reports

  it('A visitor reports a comment without an account; equal words count once, and an admin dismisses them with those of readers', async () => {
    const id = await makeComment()
    const reader = await blog().makeUser()
    await reader.call(reportComment, { params: { commentId: id }, body: { reason: 'Unkind' } })
    for (const reason of ['Spam', 'Spam', undefined]) {
      expect((await report(blog().visitor(), id, { reason })).status).toBe(201)
      blog().clock.advance(1000)
    }
    expect(await reportsOf(id)).toEqual(['Unkind', '', 'Spam'])
    const stored = await blog().db.selectFrom('comments').select('report_count').where('id', '=', id).executeTakeFirst()
    expect(stored?.report_count).toBe(3)
    await admin.call(dismissReports, { params: { commentId: id } })
    expect(await reportsOf(id)).toEqual([])
  })

  it('A visitor cannot report what a visitor cannot read, and it is as if it were not there', async () => {
    const missing = await report(blog().visitor(), 'nothing')
    expect(missing.status).toBe(404)
    expect((await report(blog().visitor(), await makeComment('family'))).body).toEqual(missing.body)
    const waiting = await author.call(createComment, {
      body: { content: 'See https://example.org', postId: (await blog().makePost())._id },
    })
    expect(waiting.pending).toBe(true)
    expect((await report(blog().visitor(), waiting._id)).body).toEqual(missing.body)
  })

  it('Ten visitors’ reports an hour come from one address, and readers have their own limit', async () => {
    blog().clock.advance(DAY_MS)
    const id = await makeComment()
    const statuses: number[] = []
    for (let one = 0; one < 11; one += 1) statuses.push((await report(blog().visitor(), id, { reason: `Reason ${one}` })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(201), 429])
    expect(await reportsOf(id)).toHaveLength(10)
    expect((await report(await blog().makeUser(), id)).status).toBe(201)
  })
})
