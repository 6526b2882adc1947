import { beforeAll, describe, expect, it } from 'vitest'
import { countComments, listComments } from '#comments/contract/comments.endpoints.ts'
import { type Audience, AUDIENCES, audienceOfRole, type CallerRole, mayRead as mayAudienceRead } from '#platform/contract/audiences.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { createPages } from '#app/web/entry-server.tsx'

/** A word that only the title, text and comments of this audience's post contain. */
const markOf = (audience: Audience) => `quokka${audience}`
/** Each category is used by the post of one audience only. */
const CATEGORY = { public: 'life', family: 'medical', admins: 'uncategorized' } as const

const ROLES = ['visitor', 'reader', 'family', 'admin'] as const satisfies readonly CallerRole[]
const mayRead = (role: CallerRole, content: Audience) => mayAudienceRead(audienceOfRole(role), content)

onEachEngine('A post is visible to its audience alone', (engine) => {
  const blog = useTestApp(engine, { overrides: { pages: createPages(null) } })
  let admin: TestUser
  const posts = {} as Record<Audience, Post>
  const comments = {} as Record<Audience, string>
  const clients = {} as Record<CallerRole, TestClient>

  beforeAll(async () => {
    admin = await blog().makeAdmin()
    clients.visitor = blog().visitor()
    clients.reader = await blog().makeUser()
    clients.family = await blog().makeUser({ isFamily: true })
    clients.admin = admin
    for (const audience of AUDIENCES) {
      const [mark, by] = [markOf(audience), await blog().makeAdmin()]
      const fields = { title: `Title ${mark}`, content: `<p>${mark} wallaby</p>`, category: CATEGORY[audience], audience, by }
      posts[audience] = await blog().makePost(fields)
      comments[audience] = (await blog().makeComment(by, posts[audience]._id, `Words ${mark}`))._id
    }
  })

  const send = async (client: TestClient, path: string) => {
    const response = await client.send(path, {})
    return { status: response.status, location: response.headers.get('location'), text: await response.text() }
  }
  const list = async (role: CallerRole, query: string) => (await clients[role].get(`/api/post/getposts${query}`)).body
  const markedIn = (text: string) => AUDIENCES.filter((each) => text.includes(markOf(each)))
  const readable = (role: CallerRole) => AUDIENCES.filter((each) => mayRead(role, each))
  const others = (role: CallerRole) => AUDIENCES.filter((each) => !mayRead(role, each))

  describe.each(ROLES)('for %s', (role) => {
    it.each([
      '',
      '?limit=2&startIndex=0',
      '?startIndex=1',
      '?pinned=first',
      '?searchTerm=wallaby',
      '?searchTerm=wal&sort=relevance',
      '?searchTerm=quokka',
    ])('Lists, pages and searches contain exactly the posts that they may read: %s', async (query) => {
      const body = await list(role, query)
      const names = readable(role)
      const start = Number(new URLSearchParams(query).get('startIndex') ?? 0)
      const limit = Number(new URLSearchParams(query).get('limit') ?? 9)
      expect(body.posts).toHaveLength(Math.min(limit, Math.max(0, names.length - start)))
      expect(body).toMatchObject({ totalPosts: names.length, lastMonthPosts: names.length, matchingPosts: names.length })
      expect(body.hasSeveralWriters).toBe(names.length > 1)
      for (const each of others(role)) expect(JSON.stringify(body)).not.toContain(markOf(each))
    })

    it('Filters find exactly the posts that they may read', async () => {
      for (const each of AUDIENCES) {
        const post = posts[each]
        const count = mayRead(role, each) ? 1 : 0
        for (const query of [
          `?postId=${post._id}`,
          `?slug=${post.slug}`,
          `?userId=${post.userId}`,
          `?category=${post.category}`,
          `?category=${post.category}&startIndex=1`,
          `?userId=${post.userId}&category=${post.category}`,
          `?searchTerm=${markOf(each)}`,
          `?searchTerm=wallaby&category=${post.category}`,
          `?searchTerm=wallaby&userId=${post.userId}&sort=relevance`,
        ]) {
          expect([each, query, (await list(role, query)).matchingPosts]).toEqual([each, query, count])
        }
      }
    })

    it('Comments are visible to the audience of their post alone', async () => {
      for (const each of AUDIENCES) {
        const may = mayRead(role, each)
        const params = { postId: posts[each]._id }
        const found = await clients[role].call(listComments, { params })
        expect(found.map(({ content }) => content)).toEqual(may ? [`Words ${markOf(each)}`] : [])
        expect(await clients[role].call(countComments, { params })).toEqual({ totalComments: may ? 1 : 0 })
      }
    })

    it.runIf(role !== 'visitor')('Writing on a post for others gets the response of a missing post or comment', async () => {
      const client = clients[role]
      const write = async (postId: string, commentId: string) => [
        await client.post('/api/comment/create', { postId, content: 'Hello' }),
        await client.put(`/api/comment/likecomment/${commentId}`),
        await client.put(`/api/comment/editcomment/${commentId}`, { content: 'Mine' }),
        await client.post(`/api/comment/report/${commentId}`, { reason: 'Unkind' }),
        await client.delete(`/api/comment/deletecomment/${commentId}`),
        await client.get(`/api/comment/pending/${postId}`),
      ]
      const missing = (await write(blog().newId(), blog().newId())).map(({ status, body }) => ({ status, body }))
      expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 200])
      for (const each of others(role)) {
        // The message of closed comments would reveal that the post exists.
        await blog().edit((trx) => trx.updateTable('posts').set({ comments_open: 0 }).where('id', '=', posts[each]._id).execute())
        const responses = await write(posts[each]._id, comments[each])
        expect(responses.map(({ status, body }) => ({ status, body }))).toEqual(missing)
        await blog().edit((trx) => trx.updateTable('posts').set({ comments_open: 1 }).where('id', '=', posts[each]._id).execute())
      }
      expect((await client.put(`/api/comment/likecomment/${comments[audienceOfRole(role)]}`)).status).toBe(200)
    })

    it('A page shows a post to its audience; visitors are redirected to sign-in, all others get 404', async () => {
      const { text, ...missing } = await send(clients[role], '/post/title-quokkanowhere')
      const notFound = text.replaceAll('title-quokkanowhere', 'x')
      expect(missing).toEqual({ status: 404, location: null })
      for (const each of AUDIENCES) {
        const { slug } = posts[each]
        const page = await send(clients[role], `/post/${slug}`)
        const shown = { status: 200, location: null, text: readable(role).join() }
        const asked = { status: 303, location: `/sign-in?from=${encodeURIComponent(`/post/${slug}`)}&members-only`, text: '' }
        const hidden = role === 'visitor' && each !== 'admins' ? asked : { ...missing, text: notFound }
        const isShown = page.status === 200
        expect({ ...page, text: isShown ? markedIn(page.text).join() : page.text.replaceAll(slug, 'x') }).toEqual(
          mayRead(role, each) ? shown : hidden,
        )
      }
    })

    it.each(['/', '/search?searchTerm=wallaby', '/search?category=medical', '/projects', '/about', '/api/site'])(
      '%s reveals nothing of posts for others',
      async (path) => {
        const { status, text } = await send(clients[role], path)
        expect(status).toBe(200)
        for (const each of others(role)) expect(text).not.toContain(markOf(each))
      },
    )

    it('Feed and sitemap contain only public posts, for each audience', async () => {
      for (const path of ['/feed.xml', '/sitemap.xml', '/sitemap-1.xml']) {
        const response = await clients[role].send(path, {})
        expect(response.headers.get('cache-control')).toBe('public, no-cache')
        expect(markedIn(await response.text())).toEqual(['public'])
      }
    })
  })
})
