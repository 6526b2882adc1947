import { beforeEach, expect, it } from 'vitest'
import type { listPostOverview } from '#writing/contract/manage-posts.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { type Post } from '#posts/contract/posts.endpoints.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('The overview of all posts', (engine) => {
  const blog = useFreshTestApp(engine)
  let [one, other]: TestUser[] = []
  const admin = () => one as TestUser
  let published: Post[]
  let planned: Post
  let trashed: Post

  const read = async (query = '', client = admin()): Promise<CallOutput<typeof listPostOverview>> =>
    (await client.get(`/api/post/overview${query}`)).body
  const titles = async (query: string) => (await read(query)).posts.map(({ title }) => title)
  const saveDraft = (by: TestUser, postId: string, draft: object) =>
    by.put(`/api/post/draft/${postId}`, { sequence: 0, baseRevision: 0, title: '', category: 'life', image: '', content: '', ...draft })

  beforeEach(async () => {
    ;[one, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    published = []
    for (let number = 1; number <= 11; number += 1) {
      const at = blog().clock.now - number * HOUR_MS
      published.push(await blog().makePost({ by: number % 2 ? one : other, title: `Kettle ${number}`, content: '<p>walrus</p>', at }))
    }
    const publishAt = new Date(blog().clock.now + HOUR_MS).toISOString()
    planned = await other.call(createPost, { body: { title: 'Planned kettles', content: '<p>walrus</p>', publishAt } })
    trashed = await blog().makePost({ by: one, title: 'An old kettle' })
    await one.delete(`/api/post/deletepost/${trashed._id}/${one.id}`)
    await one.put(`/api/post/pin/${published[3]?._id}`, { pinned: true })
  })

  it('The overview lists the posts of all writers with their status, in pages of nine', async () => {
    const first = await read()
    expect(first.posts).toHaveLength(9)
    expect(first).toMatchObject({ totalPosts: 12, drafts: [] })
    const { publishAt, content: _, userId: __, revision: ___, commentsOpen: ____, ...rest } = planned
    expect(first.posts[0]).toEqual({ ...rest, status: 'planned', hasUnsavedEdit: false, publishAt })
    expect(first.posts[0]?.author).toMatchObject({ _id: other?.id, username: other?.username })
    expect(first.posts.map(({ pinned }) => pinned)).toEqual([...Array(4).fill(false), true, ...Array(4).fill(false)])
    const second = await read('?startIndex=9')
    expect([...first.posts, ...second.posts].map(({ _id }) => _id)).toEqual([planned, ...published].map(({ _id }) => _id))
    const pages: string[] = []
    for (let start = 0; start < 14; start += 2) pages.push(...(await titles(`?limit=2&startIndex=${start}`)))
    expect(pages).toEqual([...first.posts, ...second.posts].map(({ title }) => title))
  })

  it('The overview can be filtered by status and searched by words', async () => {
    expect(await titles('?status=planned')).toEqual(['Planned kettles'])
    expect((await read('?status=trashed')).posts).toMatchObject([
      { _id: trashed._id, title: 'An old kettle', status: 'trashed', deletedAt: new Date(blog().clock.now).toISOString() },
    ])
    expect(await read('?status=published&limit=2')).toMatchObject({ totalPosts: 11, posts: [{ title: 'Kettle 1' }, { title: 'Kettle 2' }] })
    expect(await read('?searchTerm=kettle&limit=2')).toMatchObject({
      totalPosts: 12,
      posts: [{ title: 'Planned kettles' }, { title: 'Kettle 1' }],
    })
    expect(await titles('?searchTerm=kettle&startIndex=11')).toEqual(['Kettle 11'])
    expect(await titles('?searchTerm=kettle+7')).toEqual(['Kettle 7'])
    expect(await titles('?searchTerm=OL&status=trashed')).toEqual(['An old kettle'])
    expect(await titles('?searchTerm=walrus&status=published&limit=1')).toEqual(['Kettle 1'])
    expect(await read('?searchTerm=%21%21')).toEqual({ posts: [], totalPosts: 0, drafts: [] })
    expect((await read('?status=anything')).totalPosts).toBe(12)
  })

  it('The overview lists the caller’s own drafts of all devices, newest first, and marks their posts', async () => {
    const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
    await saveDraft(admin(), first, { title: 'From the phone', content: `<p>A <b>lantern</b></p><p>${'x'.repeat(3000)}` })
    blog().clock.advance(1000)
    await saveDraft(admin(), second, { content: '<p>Without a title</p>' })
    blog().clock.advance(1000)
    await saveDraft(admin(), planned._id, { title: 'Better kettles' })
    await saveDraft(other as TestUser, published[0]?._id ?? '', { title: 'Not hers' })
    const { drafts } = await read()
    expect(drafts.map(({ postId, id, title }) => [postId, id, title])).toEqual([
      [planned._id, planned._id, 'Better kettles'],
      ['new', second, ''],
      ['new', first, 'From the phone'],
    ])
    expect(drafts[1]).toEqual({
      postId: 'new',
      id: second,
      sequence: 1,
      savedAt: new Date(blog().clock.now - 1000).toISOString(),
      title: '',
      category: 'life',
      image: '',
      excerpt: 'Without a title',
    })
    expect(drafts[2]?.excerpt).toMatch(/^A lantern x+$/)
    expect(await read('?status=edited')).toMatchObject({ totalPosts: 1, posts: [{ _id: planned._id, hasUnsavedEdit: true }] })
    expect((await read('?status=edited', other)).posts.map(({ _id }) => _id)).toEqual([published[0]?._id])
    expect((await read('?searchTerm=lantern')).drafts.map(({ id }) => id)).toEqual([first])
    await saveDraft(admin(), second, { sequence: 1, state: 'ended' })
    expect((await read()).drafts).toHaveLength(2)
  })
})
