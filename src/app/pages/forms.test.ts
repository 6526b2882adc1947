import { beforeEach, describe, expect, it } from 'vitest'
import { listComments } from '#comments/contract/comments.endpoints.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { type Fields, postFields, recordPages } from '#tests/support/blog/submit-form.ts'
import { TEST_ORIGIN, TEST_PASSWORD, type TestUser } from '#tests/support/test-app.ts'

describe('requests that are not a form of the page', () => {
  const { pages, renderings } = recordPages()
  const blog = useTestApp('sqlite', { overrides: { pages } })
  let post: { _id: string; slug: string }
  let postPath: string
  let reader: TestUser
  // Each test has a post and a reader of its own.
  beforeEach(async () => {
    post = await blog().makePost()
    postPath = `/post/${post.slug}`
    reader = await blog().makeUser()
  })

  const comments = () =>
    blog()
      .visitor()
      .call(listComments, { params: { postId: post._id } })

  it('A form from another site is refused', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const fields = { form: 'comment', content: 'Forged', postId: post._id }
      expect((await postFields(reader, postPath, fields, { origin })).status).toBe(403)
      const credentials = { form: 'sign-in', email: reader.email, password: TEST_PASSWORD }
      const response = await postFields(blog().visitor(), '/sign-in', credentials, { origin })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
    }
    expect(await comments()).toEqual([])
  })

  it.each<[string, string, Fields]>([
    ['without a name', '/sign-in', {}],
    ['of an unknown name', '/sign-in', { form: 'toString' }],
    ['of another page', '/sign-in', { form: 'sign-up' }],
    ['of another page', '/sign-up', { form: 'sign-in' }],
    ['of a page', '/sign-out', { form: 'like' }],
  ])('A form %s is refused at %s, on a page that says so', async (_, path, fields) => {
    const response = await postFields(reader, path, fields)
    expect([response.status, response.headers.get('cache-control')]).toEqual([400, 'no-store'])
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('This form is not part of the page.')
  })

  it.each(['/dashboard?tab=profile', '/setup', '/create-post', '/update-post/p1'])(
    'A form that is sent to %s without its script leaves the browser on the page with what was typed',
    async (path) => {
      const response = await postFields(reader, path, { displayName: 'Ines' })
      expect([response.status, await response.text()]).toEqual([204, ''])
    },
  )

  it.each(['/nothing', '/post', '/a/b/c'])('A form sent to an address without a page is 404, and a page for browsers: %s', async (path) => {
    const response = await postFields(reader, path, { form: 'comment' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
    const page = await postFields(reader, path, { form: 'comment' }, { accept: 'text/html,*/*' })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('There is nothing here.')
  })

  it('After the end of the session, a form of a member leads to sign-in with a sentence why', async () => {
    const response = await postFields(blog().visitor(), '/welcome', { form: 'own-mails', mails: 'each' })
    const text = await response.text()
    expect(text).toContain('You are signed out')
    expect(text).toContain('name="password"')
  })

  it('A missing body, or one that is not a form, is refused', async () => {
    const multipart = new FormData()
    multipart.set('form', 'sign-in')
    const json = { body: '{"form":"sign-in"}', headers: { 'content-type': 'application/json' } }
    for (const init of [{ body: multipart }, { body: 'form=sign-in' }, json, {}]) {
      const response = await blog()
        .visitor()
        .send('/sign-in', { method: 'POST', ...init })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('The body must be sent as application/x-www-form-urlencoded.')
    }
  })

  it('A body of more than 64 KB is refused', async () => {
    const response = await postFields(reader, postPath, { form: 'comment', postId: post._id, content: 'x'.repeat(66_000) })
    expect(response.status).toBe(413)
    expect(await response.text()).toContain('This is too large to send: at most 64 KB.')
  })

  it('Unknown fields are ignored, and of two fields with the same name the first counts', async () => {
    const body = new URLSearchParams({ form: 'comment', content: 'In my own name', postId: post._id, userId: 'another' })
    body.append('content', 'A second text')
    const response = await reader.send(postPath, { method: 'POST', body, headers: { origin: TEST_ORIGIN } })
    expect(response.status).toBe(303)
    expect(await comments()).toMatchObject([{ content: 'In my own name', userId: reader.id }])
  })

  it('An internal error is a 500 whose page shows the typed text and no details', async () => {
    const broken = blog().appWith({ pages, write: () => Promise.reject(new TypeError('a secret')) })
    const body = new URLSearchParams({ form: 'comment', content: 'Not lost', postId: post._id })
    const response = await broken.request(postPath, { method: 'POST', body, headers: { cookie: reader.cookie ?? '' } })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('a secret')
    expect(renderings.at(-1)?.form).toMatchObject({ state: 'failed', values: { content: 'Not lost' } })
    expect(JSON.stringify(renderings.at(-1)?.form)).not.toContain('a secret')
  })
})
