import { LIKED_BY_MAX, POST_RATE_LIMITS } from '#posts/contract/post-limits.ts'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { disableUser, downloadMyData } from '#accounts/contract/users.endpoints.ts'
import { removeUserContent, restoreUserContent } from '#comments/contract/removals.endpoints.ts'
import { getOwnPostLike, getPostLikes, likePost } from '#posts/contract/likes.endpoints.ts'
import { AUDIENCES, audienceOfRole, type CallerRole, mayRead } from '#platform/contract/audiences.ts'
import { type Post, listPosts } from '#posts/contract/posts.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

const like = (client: TestClient, post: Pick<Post, '_id'>, isLiked?: boolean) =>
  client.call(likePost, { params: { postId: post._id }, body: isLiked === undefined ? {} : { isLiked } })
const readLikes = (client: TestClient, { _id: postId }: Pick<Post, '_id'>) => client.call(getPostLikes, { params: { postId } })
const isLiked = async (client: TestClient, { _id: postId }: Pick<Post, '_id'>) =>
  (await client.call(getOwnPostLike, { params: { postId } })).isLiked

onEachEngine('Likes of posts', (engine) => {
  const blog = useTestApp(engine)
  let [reader, other]: TestUser[] = []
  const member = () => reader as TestUser
  beforeAll(async () => {
    ;[reader, other] = [await blog().makeUser({ username: 'ruth' }), await blog().makeUser()]
  })
  const deletePost = async (admin: TestUser, post: Post) => admin.delete(`/api/post/deletepost/${post._id}/${admin.id}`)
  /** @returns the stored counter, and the number of stored likes */
  const counted = async (post: Pick<Post, '_id'>) => {
    const rows = (table: 'post_likes' | 'visitor_likes') =>
      blog().db.selectFrom(table).select('post_id').where('post_id', '=', post._id).execute()
    const { likes } = await blog().db.selectFrom('posts').select('likes').where('id', '=', post._id).executeTakeFirstOrThrow()
    return [likes, (await rows('post_likes')).length + (await rows('visitor_likes')).length]
  }

  it('A member likes a post and takes it back, and other members read who likes it', async () => {
    const post = await blog().makePost()
    expect(post.likes).toBe(0)
    expect(await isLiked(member(), post)).toBe(false)
    expect(await like(member(), post)).toEqual({ likes: 1, isLiked: true })
    blog().clock.advance(1000)
    expect(await like(other as TestUser, post)).toEqual({ likes: 2, isLiked: true })
    const { likes, likedBy } = await readLikes(member(), post)
    expect([likes, likedBy.map(({ _id }) => _id)]).toEqual([2, [other?.id, reader?.id]])
    expect(await isLiked(member(), post)).toBe(true)
    expect(await like(member(), post)).toEqual({ likes: 1, isLiked: false })
    expect([await isLiked(member(), post), await counted(post)]).toEqual([false, [1, 1]])
    expect((await readLikes(member(), post)).likedBy.map(({ _id }) => _id)).toEqual([other?.id])
  })

  it('A like from the page of a member whose session has ended is refused, not counted as that of a visitor', async () => {
    const post = await blog().makePost()
    expect(await blog().visitor().put(`/api/post/like/${post._id}`, { isLiked: true, asMember: true })).toMatchObject({ status: 401 })
    expect(await member().put(`/api/post/like/${post._id}`, { isLiked: true, asMember: true })).toMatchObject({ status: 200 })
    expect(await counted(post)).toEqual([1, 1])
  })

  it('A visitor likes a post once per device, without a cookie before it and without a name after it', async () => {
    const post = await blog().makePost()
    const [visitor, second] = [blog().visitor(), blog().visitor()]
    for (const path of [`/api/post/likes/${post._id}`, '/api/post/getposts']) {
      expect((await visitor.get(path)).headers.get('set-cookie')).toBeNull()
    }
    const given = await visitor.put(`/api/post/like/${post._id}`)
    expect(given.body).toEqual({ likes: 1, isLiked: true })
    const cookies = given.headers.getSetCookie()
    expect(cookies.map((cookie) => /Path=([^;]+)/.exec(cookie)?.[1])).toEqual(['/api/post/like', '/heart'])
    for (const cookie of cookies) expect(cookie).toMatch(/^hearts=[\w-]{43}; Path=\S+; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
    expect(await like(second, post)).toEqual({ likes: 2, isLiked: true })
    expect(await readLikes(visitor, post)).toEqual({ likes: 2, likedBy: [] })
    expect(await like(visitor, post)).toEqual({ likes: 1, isLiked: false })
    expect(await counted(post)).toEqual([1, 1])
  })

  it('Stored rows do not reveal which posts a visitor’s device has liked', async () => {
    const posts = [await blog().makePost(), await blog().makePost()]
    const visitor = blog().visitor()
    for (const post of posts) await like(visitor, post)
    const ids = posts.map(({ _id }) => _id)
    const rows = await blog().db.selectFrom('visitor_likes').selectAll().where('post_id', 'in', ids).execute()
    expect(new Set(rows.flatMap((row) => Object.values(row))).size).toBe(4)
    expect(JSON.stringify(rows)).not.toContain(visitor.cookie?.split('=')[1])
  })

  it('A repeated like counts once, and taking back a like that was never given changes nothing', async () => {
    const post = await blog().makePost()
    const visitor = blog().visitor()
    expect(await like(visitor, post, false)).toEqual({ likes: 0, isLiked: false })
    expect(visitor.cookie).toBeUndefined()
    for (const client of [visitor, visitor, member(), member()]) await like(client, post, true)
    expect(await counted(post)).toEqual([2, 2])
    expect(await like(member(), post, false)).toEqual({ likes: 1, isLiked: false })
    expect(await like(member(), post, false)).toEqual({ likes: 1, isLiked: false })
  })

  it('Concurrent likes are counted correctly, also while the post is edited', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    const visitors = Array.from({ length: 6 }, () => blog().visitor())
    const edit = (title: string) => admin.put(`/api/post/updatepost/${post._id}/${admin.id}`, { title })
    const pressed = await Promise.all([
      ...[member(), member(), other as TestUser, ...visitors].map((client) => like(client, post)),
      edit('One'),
      edit('Two'),
    ])
    expect(pressed).toHaveLength(11)
    const [likes, rows] = await counted(post)
    expect(likes).toBe(rows)
    expect(likes).toBeGreaterThanOrEqual(7)
    await Promise.all(visitors.map((client) => like(client, post)))
    expect((await counted(post))[0]).toBe(Number(likes) - 6)
  })

  it('A like changes neither the revision nor the date of a post, nor the search index', async () => {
    const post = await blog().makePost({ title: 'A quokka' })
    blog().clock.advance(60_000)
    await like(member(), post)
    const { posts } = await (await blog().makeUser()).call(listPosts, { query: { searchTerm: 'quokka' } })
    expect(posts).toEqual([{ ...post, likes: 1 }])
  })

  it('An address gives no more likes than its limit, and a member has a limit of their own', async () => {
    const post = await blog().makePost()
    const { max, windowMs } = POST_RATE_LIMITS.visitorLikesPerAddress
    expect((max * 24 * 60 * 60 * 1000) / windowMs).toBeLessThan(2000)
    await blog().db.deleteFrom('rate_limits').execute()
    for (let count = 0; count < max; count += 1) await like(blog().visitor(), post)
    const refused = await blog().visitor().put(`/api/post/like/${post._id}`)
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([429, null])
    expect(await like(member(), post)).toEqual({ likes: max + 1, isLiked: true })
    blog().clock.advance(windowMs)
    expect((await like(blog().visitor(), post)).likes).toBe(max + 2)
  })

  it('A user who may not read a post can neither like it nor read its likes', async () => {
    const clients: Record<CallerRole, TestClient> = {
      visitor: blog().visitor(),
      reader: await blog().makeUser(),
      family: await blog().makeUser({ isFamily: true }),
      admin: await blog().makeAdmin(),
    }
    for (const audience of AUDIENCES) {
      const post = await blog().makePost({ audience })
      for (const [each, client] of Object.entries(clients) as [CallerRole, TestClient][]) {
        const may = mayRead(audienceOfRole(each), audience)
        const missing = (await client.put('/api/post/like/nothing')).body
        const pressed = await client.put(`/api/post/like/${post._id}`)
        expect([audience, each, pressed.status]).toEqual([audience, each, may ? 200 : 404])
        expect(may || (isDeepStrictEqual(pressed.body, missing) && !pressed.headers.has('set-cookie'))).toBe(true)
        const reads = await Promise.all(['likes', 'liked'].map((call) => client.get(`/api/post/${call}/${post._id}`)))
        expect(reads.map(({ status }) => status)).toEqual([may ? 200 : 404, each === 'visitor' ? 401 : may ? 200 : 404])
      }
    }
  })

  // On PostgreSQL a process also receives its own notifications, and a test cannot know when.
  it.runIf(engine === 'sqlite')(
    'A like appears in its own call at once, evicts no list, and is in the lists after their next change',
    async () => {
      const post = await blog().makePost()
      const [visitor, fresh] = [blog().visitor(), blog().visitor()]
      const list = () => visitor.get(`/api/post/getposts?postId=${post._id}`)
      const statusOf = ({ headers }: { headers: Headers }) => headers.get('cache-status') ?? ''
      await list()
      await readLikes(visitor, post)
      await like(fresh, post)
      const late = await list()
      expect([statusOf(late), late.body.posts[0].likes]).toEqual(['kindred; hit', 0])
      expect(await readLikes(visitor, post)).toMatchObject({ likes: 1 })
      const own = await fresh.get(`/api/post/likes/${post._id}`)
      expect([statusOf(own), own.body]).toEqual(['kindred; hit', { likes: 1, likedBy: [] }])
      await blog().makePost()
      expect((await list()).body.posts[0].likes).toBe(1)
    },
  )

  describe('with the life of their post', () => {
    it('Likes are restored with a post from the trash, except those of accounts that were deleted meanwhile', async () => {
      const [admin, staying, leaving] = [await blog().makeAdmin(), await blog().makeUser(), await blog().makeUser()]
      const post = await blog().makePost({ by: admin })
      for (const client of [staying, leaving, blog().visitor()]) await like(client, post)
      await deletePost(admin, post)
      expect((await staying.call(downloadMyData)).postLikes).toMatchObject([{ postId: post._id }])
      expect((await staying.get(`/api/post/likes/${post._id}`)).status).toBe(404)
      await leaving.delete(`/api/user/delete/${leaving.id}`)
      const { body } = await admin.post(`/api/post/trash/${post._id}/restore`)
      expect([body.likes, await counted(post)]).toEqual([2, [2, 2]])
      expect(await isLiked(staying, post)).toBe(true)
      expect((await staying.call(downloadMyData)).postLikes).toContainEqual({
        postId: post._id,
        createdAt: new Date(blog().clock.now).toISOString(),
      })
    })

    it('A like that was removed with its account does not count, and counts once when it is given again', async () => {
      const [admin, user, post] = [await blog().makeAdmin(), await blog().makeUser(), await blog().makePost()]
      await like(user, post)
      await admin.call(removeUserContent, { params: { userId: user.id } })
      expect(await readLikes(member(), post)).toEqual({ likes: 0, likedBy: [] })
      await admin.call(disableUser, { params: { userId: user.id }, body: { disabled: false } })
      const back = await blog().signIn(user)
      expect(await isLiked(back, post)).toBe(false)
      expect(await like(back, post)).toEqual({ likes: 1, isLiked: true })
      await admin.call(restoreUserContent, { params: { userId: user.id } })
      expect(await counted(post)).toEqual([1, 1])
      expect(await like(back, post)).toEqual({ likes: 0, isLiked: false })
    })

    it('Likes are deleted with the account of a member, also when several accounts are deleted at once', async () => {
      const posts = [await blog().makePost(), await blog().makePost(), await blog().makePost()]
      const leaving = [await blog().makeUser(), await blog().makeUser(), await blog().makeUser()]
      const orders = [posts, posts.toReversed(), posts]
      for (const [index, client] of leaving.entries()) for (const post of orders[index] ?? []) await like(client, post)
      for (const post of posts) await like(member(), post)
      const deleted = await Promise.all(leaving.map((client) => client.delete(`/api/user/delete/${client.id}`)))
      expect(deleted.map(({ status }) => status)).toEqual([200, 200, 200])
      for (const post of posts) {
        expect(await counted(post)).toEqual([1, 1])
        expect((await readLikes(member(), post)).likedBy.map(({ username }) => username)).toEqual(['ruth'])
      }
    })

    it('The newest twenty members are named', async () => {
      const post = await blog().makePost()
      const user = { email_verified: 1, is_admin: 0, created_at: 1, updated_at: 1, password_hash: null, picture_url: null } as const
      const ids = Array.from({ length: LIKED_BY_MAX + 2 }, (_, index) => `liker-${String(index).padStart(2, '0')}`)
      await blog().edit(async (trx) => {
        for (const [index, id] of ids.entries()) {
          await trx
            .insertInto('users')
            .values({ ...user, id, username: id, email: `${id}@example.org` })
            .execute()
          await trx.insertInto('post_likes').values({ post_id: post._id, user_id: id, created_at: index }).execute()
        }
      })
      const { likes, likedBy } = await readLikes(member(), post)
      expect(likes).toBe(LIKED_BY_MAX + 2)
      expect(likedBy.map(({ _id }) => _id)).toEqual(ids.toReversed().slice(0, LIKED_BY_MAX))
    })
  })
})
