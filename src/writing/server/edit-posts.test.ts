import { describe, expect, it } from 'vitest'
import { CATEGORIES } from '#site/contract/category-names.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { useTestApp } from '#tests/support/engines.ts'

const CREATE = '/api/post/create'

describe('POST /api/post/create', () => {
  const blog = useTestApp('sqlite')

  it('publishes a post that everyone can read at once', async () => {
    const admin = await blog().makeAdmin()
    const response = await admin.post(CREATE, { title: '  A  first\n night ', category: 'medical', image: '', content: ' <p>Quiet.</p> ' })
    expect(response.status).toBe(201)
    const time = new Date(blog().clock.now).toISOString()
    expect(response.body).toEqual({
      _id: expect.any(String),
      userId: admin.id,
      title: 'A first night',
      slug: 'a-first-night',
      category: 'medical',
      image: expect.stringMatching(/^\/drawings\/cover\/\w+\.svg$/),
      content: '<p>Quiet.</p>',
      createdAt: time,
      updatedAt: time,
      revision: 1,
      pinned: false,
      likes: 0,
      commentsOpen: true,
      audience: 'public',
      author: { _id: admin.id, username: admin.username, profilePicture: expect.any(String) },
    })
    const posts = await blog().readPosts({ slug: 'a-first-night' })
    expect(posts).toEqual([response.body])
  })

  it.each([
    [{}, 'Please enter a title.'],
    [{ title: ' \n\t ', content: '<p>x</p>' }, 'Please enter a title.'],
    [{ title: '\u202E\u0001', content: '<p>x</p>' }, 'Please enter a title.'],
    [{ title: 't'.repeat(201), content: '<p>x</p>' }, 'A title can have at most 200 characters.'],
    [{ title: 'T' }, 'Please write something.'],
    [{ title: 'T', content: '<p>\u0001</p>' }, 'Please write something.'],
    [{ title: 'T', content: '<script>alert(1)</script><style>p{}</style>' }, 'Please write something.'],
    [{ title: 'T', content: '<p>x</p>', category: 'sports' }, 'Please choose one of the categories.'],
    [{ title: 'T', content: '<p>x</p>', image: 5 }, 'The picture must be an address.'],
    [{ title: 'T', content: '<p>x</p>', image: `/files/a/${'b'.repeat(500)}` }, 'The address of the picture is too long.'],
  ])('refuses %.80j', async (body, message) => {
    const admin = await blog().makeAdmin()
    expect(await admin.post(CREATE, body)).toMatchObject({ status: 400, body: { code: 'bad_request', message } })
  })

  it('returns clean HTML byte for byte, on creating, reading and updating', async () => {
    const admin = await blog().makeAdmin()
    const content =
      '<p>One<br>two&nbsp;three</p><p style="text-align: center;"><a target="_blank" href="https://a.example/?b=1&amp;c" rel="noopener noreferrer">a</a></p><ul><li>b</li></ul>'
    const { body: post } = await admin.post(CREATE, { title: 'Clean', content })
    expect(post.content).toBe(content)
    const updated = await admin.put(`/api/post/updatepost/${post._id}/${admin.id}`, { ...post, title: 'Still clean' })
    expect(updated.body.content).toBe(content)
    const posts = await blog().readPosts({ postId: post._id })
    expect(posts[0]?.content).toBe(content)
  })

  it('stores each category, and uncategorized if none is sent', async () => {
    for (const category of CATEGORIES) expect((await blog().makePost({ category })).category).toBe(category)
    expect((await blog().makePost()).category).toBe('uncategorized')
  })

  it('stores a cover of this blog, and uses a drawn one without it', async () => {
    const admin = await blog().makeAdmin()
    const cover = async (image: unknown) => (await admin.post(CREATE, { title: 'Cover', content: '<p>x</p>', image })).body.image
    expect(await cover('/files/abc/cover.webp')).toBe('/files/abc/cover.webp')
    expect(await cover('http://localhost:3000/files/abc/cover.webp?x=1#y')).toBe('/files/abc/cover.webp')
    for (const image of [null, '', '/files/', '/drawings/cover/hills.svg', '/files/../api/site']) {
      expect(await cover(image), String(image)).toMatch(/^\/drawings\/cover\/[a-z]+\.svg$/)
    }
  })

  it('ignores fields that the contract does not name', async () => {
    const admin = await blog().makeAdmin()
    const response = await admin.post(CREATE, {
      title: 'Own slug',
      content: '<p>x</p>',
      slug: 'admin',
      userId: 'someone',
      _id: '1',
      createdAt: '1970-01-01T00:00:00Z',
    })
    expect(response.body).toMatchObject({ slug: 'own-slug', userId: admin.id, createdAt: new Date(blog().clock.now).toISOString() })
    expect(response.body._id).not.toBe('1')
  })
})

describe('PUT /api/post/updatepost/:postId/:userId', () => {
  const blog = useTestApp('sqlite')

  it('changes only the sent fields, and not the position of the post', async () => {
    const [author, editor] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const post = await blog().makePost({ by: author, title: 'Before', category: 'life', image: '/files/abc/c.webp' })
    blog().clock.advance(HOUR_MS / 2)
    const later = await blog().makePost({ by: author })
    const path = `/api/post/updatepost/${post._id}/${editor.id}`
    const response = await editor.put(path, { ...post, content: '<p>After</p>' })
    expect(response).toMatchObject({ status: 200 })
    expect(response.body).toEqual({ ...post, content: '<p>After</p>', revision: 2, updatedAt: new Date(blog().clock.now).toISOString() })
    expect((await editor.put(path, { category: 'health' })).body).toMatchObject({
      title: 'Before',
      content: '<p>After</p>',
      category: 'health',
      image: post.image,
    })
    expect((await editor.put(path, { image: null })).body.image).toMatch(/^\/drawings\/cover\/[a-z]+\.svg$/)
    const posts = await blog().readPosts({ limit: 2 })
    expect(posts.map((one) => one._id)).toEqual([later._id, post._id])
  })

  it('An update needs an admin whose id is in the path', async () => {
    const [author, editor, user] = [await blog().makeAdmin(), await blog().makeAdmin(), await blog().makeUser()]
    const post = await blog().makePost({ by: author })
    const path = (id: string) => `/api/post/updatepost/${post._id}/${id}`
    expect(await editor.put(path(author.id), { title: 'x' })).toMatchObject({
      status: 403,
      body: { message: 'You can only do this in your own name.' },
    })
    expect(await blog().visitor().put(path(author.id), { title: 'x' })).toMatchObject({ status: 401 })
    expect(await user.put(path(user.id), { title: 'x' })).toMatchObject({ status: 403 })
    expect(await user.put(path(author.id), { title: 'x' })).toMatchObject({ status: 403 })
    const missing = await editor.put(`/api/post/updatepost/nothing/${editor.id}`, { title: 'x' })
    expect(missing).toMatchObject({ status: 404, body: { message: 'This post is no longer there.' } })
  })

  it.each([
    [{ title: ' ' }, 'Please enter a title.'],
    [{ content: '<p></p>' }, 'Please write something.'],
    [{ category: 'Medical' }, 'Please choose one of the categories.'],
  ])('refuses %j and changes nothing', async (body, message) => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    expect(await admin.put(`/api/post/updatepost/${post._id}/${admin.id}`, { category: 'life', ...body })).toMatchObject({
      status: 400,
      body: { message },
    })
    const posts = await blog().readPosts({ postId: post._id })
    expect(posts).toEqual([post])
  })
})

describe('DELETE /api/post/deletepost/:postId/:userId', () => {
  const blog = useTestApp('sqlite')

  it('hides the post, its comments and its words in the search, and its slug is free', async () => {
    const [admin, other, user] = [await blog().makeAdmin(), await blog().makeAdmin(), await blog().makeUser()]
    const post = await blog().makePost({ by: admin, title: 'Gone with the wombat' })
    await blog().makeComment(user, post._id)
    const path = `/api/post/deletepost/${post._id}/${other.id}`
    expect(await blog().visitor().delete(path)).toMatchObject({ status: 401 })
    expect(await user.delete(`/api/post/deletepost/${post._id}/${user.id}`)).toMatchObject({ status: 403 })
    expect(await admin.delete(path)).toMatchObject({ status: 403, body: { message: 'You can only do this in your own name.' } })
    expect((await other.delete(path)).body).toEqual({ success: true, message: 'The post has been deleted.' })
    expect(await other.delete(path)).toMatchObject({ status: 404, body: { message: 'This post is no longer there.' } })
    const visitor = blog().visitor()
    for (const query of [`postId=${post._id}`, `slug=${post.slug}`, 'searchTerm=wombat']) {
      expect((await visitor.get(`/api/post/getposts?${query}`)).body.posts).toEqual([])
    }
    expect((await visitor.get(`/api/comment/getpostcomments/${post._id}`)).body).toEqual([])
    const reused = await blog().makePost({ title: 'Gone with the wombat' })
    expect(reused.slug).toBe('gone-with-the-wombat')
  })
})
