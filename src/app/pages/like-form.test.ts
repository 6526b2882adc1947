import { POST_RATE_LIMITS } from '#posts/contract/post-limits.ts'
import { beforeAll, expect, it } from 'vitest'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createSubmit, recordPages } from '#tests/support/blog/submit-form.ts'
import type { TestClient } from '#tests/support/test-client.ts'

onEachEngine('The like button without JavaScript', (engine) => {
  const { pages, renderings } = recordPages()
  const submit = createSubmit(renderings)
  const blog = useTestApp(engine, { overrides: { pages } })
  let post: Post
  beforeAll(async () => {
    post = await blog().makePost({ title: 'A walk in the rain' })
  })
  const press = (client: TestClient, { _id: postId, slug } = post) =>
    submit(client, { form: 'heart', path: `/heart/${slug}`, fields: { postId } })
  const readPage = async (client: TestClient) => (await client.send(`/post/${post.slug}`, {})).text()
  const shared = async () => {
    const page = await readPage(blog().visitor())
    expect(page).toContain('aria-pressed="false"')
    return /data-count="(\d+)">([^<]+)/.exec(page)?.slice(1)
  }

  it('A like of a visitor redirects to the post, whose shared page counts it at once', async () => {
    const visitor = blog().visitor()
    expect(await shared()).toEqual(['0', 'Leave a heart'])
    const given = await press(visitor)
    expect(given).toMatchObject({ status: 303, location: `/post/${post.slug}#hearts`, cookie: expect.stringContaining('Path=/heart;') })
    expect(await shared()).toEqual(['1', '1 heart'])
    expect(await readPage(visitor)).toBe(await readPage(blog().visitor()))
    expect(await press(visitor)).toMatchObject({ status: 303, cookie: null })
    expect(await shared()).toEqual(['0', 'Leave a heart'])
  })

  it('Only pages for members show the names of those who like the post', async () => {
    const member = await blog().makeUser({ username: 'wombat' })
    expect(await press(member)).toMatchObject({ status: 303, cookie: null })
    expect(await readPage(await blog().makeUser())).toContain('@wombat')
    const page = await readPage(blog().visitor())
    expect([page.includes('wombat'), page.includes('See who')]).toEqual([false, false])
    await press(member)
    expect(await readPage(member)).not.toContain('@wombat')
  })

  it('A refused like shows the reason, and GET of the form’s address redirects to the post', async () => {
    const { max, windowMs } = POST_RATE_LIMITS.visitorLikesPerAddress
    await blog().db.deleteFrom('rate_limits').execute()
    await blog()
      .db.insertInto('rate_limits')
      .values({ key: `${POST_RATE_LIMITS.visitorLikesPerAddress.name}:unknown`, count: max, window_ends_at: blog().clock.now + windowMs })
      .execute()
    const refused = await press(blog().visitor())
    expect(refused).toMatchObject({
      status: 429,
      cookie: null,
      page: { path: `/post/${post.slug}`, form: { name: 'heart', state: 'failed' } },
    })
    const response = await blog().visitor().send(`/heart/${post.slug}`, {})
    expect([response.status, response.headers.get('location')]).toEqual([302, `/post/${post.slug}`])
    await blog().db.deleteFrom('rate_limits').execute()
    const hidden = await blog().makePost({ audience: 'family' })
    expect((await press(blog().visitor(), hidden)).status).toBe(
      (await press(blog().visitor(), { ...post, _id: 'nothing', slug: 'nothing' })).status,
    )
  })
})
