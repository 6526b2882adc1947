import type { listPosts } from '#posts/contract/posts.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { DAY_MS, LIST_MAX_LENGTH } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_TIME, type TestUser } from '#tests/support/test-app.ts'

onEachEngine('GET /api/post/getposts', (engine) => {
  const blog = useTestApp(engine)
  let writer: TestUser
  let guest: TestUser

  beforeAll(async () => {
    writer = await blog().makeAdmin()
    guest = await blog().makeAdmin()
    for (let number = 1; number <= 115; number += 1) {
      // The first 100 are old; the last five have the same time.
      const at = number <= 100 ? TEST_TIME - (200 - number) * DAY_MS : number <= 110 ? TEST_TIME - (115 - number) * DAY_MS : TEST_TIME
      const category = number % 10 === 0 ? 'medical' : number % 2 === 0 ? 'life' : 'uncategorized'
      await blog().makePost({ title: `Post ${number}`, by: number % 5 === 0 ? guest : writer, category, at })
    }
  })

  const list = async (query = ''): Promise<CallOutput<typeof listPosts>> => (await blog().visitor().get(`/api/post/getposts${query}`)).body
  const titles = async (query = '') => (await list(query)).posts.map((post) => Number(post.title.replace('Post ', '')))
  const range = (from: number, to: number) =>
    Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => (from < to ? from + index : from - index))

  it('The list has the nine newest posts with totals, for everyone', async () => {
    const response = await list()
    expect(response.posts.map((post) => post.title)).toEqual(range(115, 107).map((number) => `Post ${number}`))
    expect(response).toMatchObject({ totalPosts: 115, lastMonthPosts: 15, matchingPosts: 115 })
    expect(response.posts[0]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userId: guest.id,
      title: 'Post 115',
      slug: 'post-115',
      category: 'uncategorized',
      image: expect.stringMatching(/^\/drawings\/cover\/\w+\.svg$/),
      content: expect.stringMatching(/^<p>The body of post \d+\.<\/p>$/),
      createdAt: new Date(TEST_TIME).toISOString(),
      updatedAt: new Date(TEST_TIME).toISOString(),
      revision: 1,
      pinned: false,
      likes: 0,
      commentsOpen: true,
      audience: 'public',
      author: { _id: guest.id, username: guest.username, profilePicture: expect.stringMatching(/^\/drawings\/avatar\//) },
    })
  })

  it.each([
    ['?limit=3', range(115, 113)],
    ['?limit=0', [115]],
    ['?limit=100', range(115, 16)],
    ['?limit=101', range(115, 16)],
    ['?limit=abc', range(115, 107)],
    ['?startIndex=9', range(106, 98)],
    ['?startIndex=110', range(5, 1)],
    ['?startIndex=115', []],
    ['?startIndex=-5', range(115, 107)],
  ])('clamps %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  it.each([
    ['?sort=asc&limit=3', [1, 2, 3]],
    ['?order=asc&limit=3', [1, 2, 3]],
    ['?sort=desc&order=asc&limit=2', [115, 114]],
    ['?sort=sideways&order=asc&limit=2', [1, 2]],
    ['?sort=relevance&limit=2', [115, 114]],
    ['?sort=asc&startIndex=110', range(111, 115)],
  ])('sorts %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  it('shows each post on one page only, also if several have the same time', async () => {
    const seen: number[] = []
    for (let start = 0; start < 120; start += 2) seen.push(...(await titles(`?limit=2&startIndex=${start}`)))
    expect(seen).toEqual(range(115, 1))
  })

  it.each([
    ['category=medical', 11, [110, 100, 90]],
    ['category=life', 46, [114, 112, 108]],
    ['category=health', 0, []],
    ['category=LIFE', 0, []],
    ["category=' OR 1=1 --", 0, []],
    ['category=', 115, [115, 114, 113]],
    ['category=uncategorized', 58, [115, 113, 111]],
  ])('filters by %s literally', async (filter, count, expected) => {
    const response = await list(`?limit=3&${filter}`)
    expect(response.posts.map((post) => post.title)).toEqual(expected.map((number) => `Post ${number}`))
    expect(response).toMatchObject({ totalPosts: 115, matchingPosts: count })
  })

  it('filters by author, post, slug and all of them together', async () => {
    expect(await list(`?userId=${guest.id}&limit=100`)).toMatchObject({ matchingPosts: 23, totalPosts: 115 })
    expect(await titles(`?userId=${guest.id}&limit=2`)).toEqual([115, 110])
    expect(await titles(`?userId=${guest.id}&category=medical&sort=asc&limit=2`)).toEqual([10, 20])
    const [first] = (await list('?slug=post-42')).posts
    expect(first?.title).toBe('Post 42')
    expect((await list(`?postId=${first?._id}`)).posts).toEqual([first])
    expect((await list(`?postId=${first?._id}&slug=post-42&userId=${writer.id}`)).posts).toEqual([first])
    expect((await list(`?postId=${first?._id}&slug=post-43`)).posts).toEqual([])
    expect((await list('?userId=&postId=&slug=&searchTerm=&category=&limit=1')).matchingPosts).toBe(115)
  })

  it.each(['nobody', '%00', 'x'.repeat(10_000), '%ff%fe', '%'])('finds nothing for what is no id: %.40s', async (id) => {
    for (const name of ['postId', 'userId', 'slug']) expect((await list(`?${name}=${id}`)).posts, name).toEqual([])
  })

  it('A list of long posts ends before its limit, with the same totals, and goes on at the next index', async () => {
    onTestFinished(() => blog().edit(async (trx) => void (await trx.deleteFrom('posts').where('title', 'like', 'Post 2__').execute())))
    const long = { content: `<p>${'x'.repeat(LIST_MAX_LENGTH / 20)}</p>`, category: 'health' } as const
    for (let number = 1; number <= 25; number += 1)
      await blog().makePost({ ...long, title: `Post ${200 + number}`, at: TEST_TIME - 300 * DAY_MS })
    for (const filter of ['category=health', 'searchTerm=post&category=health&sort=desc']) {
      const first = await list(`?${filter}&limit=100`)
      expect([first.matchingPosts, first.posts.length]).toEqual([25, 18])
      const rest = await list(`?${filter}&limit=100&startIndex=${first.posts.length}`)
      expect(new Set([...first.posts, ...rest.posts].map(({ _id }) => _id)).size).toBe(25)
    }
    expect((await list('?pinned=first&sort=desc&startIndex=115&limit=100')).posts.length).toBe(18)
  })
})
