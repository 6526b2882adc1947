import { describe, expect, it } from 'vitest'
import { createCategory } from '#site/contract/categories.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import type { CallInput } from '#platform/contract/endpoint.ts'
import { FEEDS, type FeedFormat, feedFormats, feedPath } from '#posts/contract/feeds.ts'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { FEED_SIZE } from '#posts/contract/post-limits.ts'
import { useFreshTestApp } from '#tests/support/engines.ts'
import { findFeedMistakes } from '#tests/cases/feed-rules.ts'
import { READERS } from '#tests/support/feeds/feed-readers.ts'
import { TEST_TIME } from '#tests/support/test-app.ts'

const COVER = '/files/abcdefghijklmnop/1700000000000-cat_1600x900_0123456789ab0123456789ab0123456789ab.jpg'
const iso = (ms: number) => new Date(ms).toISOString()

describe('Feeds', () => {
  const blog = useFreshTestApp('sqlite')
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await blog().app.request(path, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const read = async (format: FeedFormat, category?: string) => READERS[format]((await get(feedPath(format, category))).text)
  const change = async (postId: string, body: CallInput<typeof updatePost>['body']) => {
    const admin = await blog().makeAdmin()
    await admin.call(updatePost, { params: { postId, userId: admin.id }, body })
  }

  it('Feeds of an empty blog are valid and empty', async () => {
    for (const format of feedFormats) {
      const { status, headers, text } = await get(feedPath(format))
      expect([status, headers.get('content-type')]).toEqual([200, `${FEEDS[format].type}; charset=utf-8`])
      expect(findFeedMistakes(format, text)).toEqual([])
      expect(READERS[format](text).posts).toEqual([])
    }
  })

  it('Feeds name the first photo of a text as its cover', async () => {
    await blog().makePost({ title: 'A photo', content: `<p>Words</p><img src="${COVER}" alt="">` })
    for (const format of feedFormats) {
      const { posts } = await read(format)
      expect(posts.find(({ title }) => title === 'A photo')?.cover).toBe(`http://localhost:3000${COVER}`)
    }
  })

  it('Feeds contain whole posts, with any content', async () => {
    const content =
      '<p>One &amp; two &lt; three ]]> \u0007 <a href="/post/other">there</a> <a href="#note">note</a> <a href="mailto:a@b.org">us</a></p>' +
      '<p><img alt="A &quot;cat&quot;" src="/files/abcdefghijklmnop/x.jpg" loading="lazy"></p>'
    const admin = await blog().makeAdmin()
    const category = (await admin.call(createCategory, { body: { name: 'Life & "us"' } })).slug
    const post = await blog().makePost({ by: admin, title: 'A "quoted" & <odd> title ]]>', content, category, image: COVER })
    const other = await blog().makeAdmin()
    await blog().makePost({ by: other, title: 'By another' })
    for (const format of feedFormats) {
      const { text } = await get(feedPath(format))
      expect(findFeedMistakes(format, text)).toEqual([])
      const feed = READERS[format](text)
      expect(feed).toMatchObject({
        title: 'Kindred',
        self: `http://localhost:3000${feedPath(format)}`,
        updated: iso(Date.parse(post.updatedAt)),
      })
      const url = `http://localhost:3000/post/${post.slug}`
      const { html, ...found } = feed.posts.find(({ id }) => id === `urn:uuid:${post._id}`) ?? {}
      expect(found).toEqual({
        id: `urn:uuid:${post._id}`,
        url,
        title: 'A "quoted" & <odd> title ]]>',
        published: post.createdAt,
        updated: post.updatedAt,
        author: admin.username,
        category: 'Life & "us"',
        cover: `http://localhost:3000${COVER}`,
      })
      for (const part of [
        'One &amp; two &lt; three ]]',
        '<a href="http://localhost:3000/post/other">there</a>',
        `<a href="${url}#note">note</a>`,
        '<a href="mailto:a@b.org" rel="noopener noreferrer">us</a>',
        '<img alt="A &quot;cat&quot;" src="http://localhost:3000/files/abcdefghijklmnop/x.jpg" loading="lazy">',
      ])
        expect(html).toContain(part)
    }
  })

  it('Feeds contain their language and summaries of posts', async () => {
    const admin = await blog().makeAdmin()
    await blog().makePost({ title: 'Words', content: `<h2>Night</h2><p>${'so many words '.repeat(50)}</p>` })
    await admin.call(updateSettings, { body: { dateLanguage: 'de' } })
    const [atom, rss] = await Promise.all(feedFormats.map(async (format) => (await get(feedPath(format))).text))
    expect(atom).toContain('xml:lang="de"')
    expect(rss).toContain('<language>de</language>')
    expect(/<summary>([^<]*)/.exec(atom ?? '')?.[1]).toMatch(/^Night so .{200,280}…$/)
    await admin.call(updateSettings, { body: { dateLanguage: 'en' } })
  })

  it('An edited post has a new modification time, but the same id and position', async () => {
    const [older, newer] = [await blog().makePost({ title: 'Older' }), await blog().makePost({ title: 'Newer' })]
    blog().clock.advance(DAY_MS)
    await change(older._id, { title: 'Another name' })
    for (const format of feedFormats) {
      const feed = await read(format)
      expect(feed.updated).toBe(iso(TEST_TIME + DAY_MS))
      expect(feed.posts.slice(0, 2)).toMatchObject([
        { id: `urn:uuid:${newer._id}`, published: newer.createdAt },
        {
          id: `urn:uuid:${older._id}`,
          url: 'http://localhost:3000/post/another-name',
          updated: iso(TEST_TIME + DAY_MS),
          published: older.createdAt,
        },
      ])
    }
  })

  it('The feed of a category contains only its posts', async () => {
    const [health] = [
      await blog().makePost({ title: 'In health', category: 'health' }),
      await blog().makePost({ title: 'In life', category: 'life' }),
    ]
    for (const format of feedFormats) {
      const { text, status } = await get(feedPath(format, 'health'))
      expect([status, findFeedMistakes(format, text)]).toEqual([200, []])
      expect(READERS[format](text)).toMatchObject({ title: 'Kindred: Health', self: `http://localhost:3000${feedPath(format, 'health')}` })
      expect(READERS[format](text).posts.map(({ id }) => id)).toEqual([`urn:uuid:${health._id}`])
    }
    for (const path of ['/category/nowhere/feed.xml', '/category/Health/feed.xml', '/category/health/feed.txt', '/category/a--b/rss.xml'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  it('Former addresses of JSON feeds lead to the Atom feeds, also on a closed blog', async () => {
    const admin = await blog().makeAdmin()
    for (const isClosed of [true, false]) {
      await admin.call(updateSettings, { body: { isClosed } })
      for (const category of [undefined, 'health', 'nowhere']) {
        const { status, headers } = await get(feedPath('atom', category).replace('feed.xml', 'feed.json'))
        expect([status, headers.get('location')]).toEqual([301, feedPath('atom', category)])
      }
    }
  })

  it('Feeds respond 304 until a post changes', async () => {
    const post = await blog().makePost({ title: 'First' })
    for (const path of [feedPath('atom'), feedPath('rss', 'uncategorized')]) {
      const { headers } = await get(path)
      const etag = headers.get('etag') ?? ''
      const again = await get(path, { 'if-none-match': etag })
      expect([again.status, again.text, again.headers.get('cache-control')]).toEqual([304, '', 'public, no-cache'])
      await change(post._id, { content: `<p>${path}</p>` })
      expect((await get(path, { 'if-none-match': etag })).status).toBe(200)
    }
  })

  it('Feeds contain only the newest public posts, even for members', async () => {
    const member = await blog().makeUser({ isFamily: true })
    await blog().makePost({ title: 'For us', audience: 'family', content: '<p>secretword</p>' })
    const narrowed = await blog().makePost({ title: 'For all, once' })
    for (let number = 0; number < FEED_SIZE; number += 1)
      await blog().makePost({ title: `Post ${number}`, at: TEST_TIME + number * HOUR_MS })
    await change(narrowed._id, { audience: 'family' })
    for (const format of feedFormats) {
      const { text } = await get(feedPath(format), { cookie: member.cookie ?? '' })
      expect(text).not.toMatch(/For us|secretword|once/)
      expect(READERS[format](text).posts).toHaveLength(FEED_SIZE)
    }
  })

  it('Feeds of a closed blog are empty and do not reveal which categories exist', async () => {
    const admin = await blog().makeAdmin()
    await blog().makePost({ title: 'For us alone', category: 'health' })
    await admin.call(updateSettings, { body: { isClosed: true } })
    for (const format of feedFormats) {
      for (const path of [feedPath(format), feedPath(format, 'health'), feedPath(format, 'nowhere')]) {
        const { status, text } = await get(path)
        expect([status, findFeedMistakes(format, text), READERS[format](text).posts]).toEqual([200, [], []])
        expect(text).not.toContain('The family')
      }
    }
    await admin.call(updateSettings, { body: { isClosed: false } })
  })
})
