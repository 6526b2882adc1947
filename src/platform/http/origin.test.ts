import { describe, expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'

const FOREIGN = {
  status: 403,
  body: { code: 'forbidden', message: expect.stringMatching(/^This request came from another site\. .*PUBLIC_URL/) },
}

describe('The origin of a request', () => {
  const blog = useTestApp('sqlite')
  const signOut = (origin: string, headers: Record<string, string> = {}) =>
    blog()
      .visitor()
      .post('/api/user/signout', undefined, { origin, ...headers })

  it('may be the blog’s own, or missing, for a write', async () => {
    expect((await signOut(TEST_ORIGIN)).status).toBe(200)
    expect((await blog().visitor().post('/api/user/signout')).status).toBe(200)
  })

  it('may have the host of the request for a write, even if PUBLIC_URL has another', async () => {
    expect((await signOut('http://192.168.1.5:3000', { host: '192.168.1.5:3000' })).status).toBe(200)
    expect((await signOut('http://Blog.local', { host: 'BLOG.local:80' })).status).toBe(200)
    expect(await signOut('http://evil.example', { host: '192.168.1.5:3000' })).toMatchObject(FOREIGN)
    expect(await signOut('https://192.168.1.5:3000', { host: '192.168.1.5:3000' })).toMatchObject(FOREIGN)
    expect(await signOut('null', { host: 'null' })).toMatchObject(FOREIGN)
  })

  it('is checked by every kind of write, before anything changes', async () => {
    const user = await blog().makeUser()
    const post = await blog().makePost()
    const comment = await blog().makeComment(user, post._id)
    const origin = { origin: 'https://evil.example' }
    expect(await user.delete(`/api/user/delete/${user.id}`, undefined, origin)).toMatchObject(FOREIGN)
    expect(await user.put(`/api/user/update/${user.id}`, { username: 'stolen' }, origin)).toMatchObject(FOREIGN)
    expect(await user.put(`/api/comment/likecomment/${comment._id}`, undefined, origin)).toMatchObject(FOREIGN)
    expect(await user.post('/files?kind=profile', undefined, origin)).toMatchObject(FOREIGN)
    expect(await user.post('/api/auth/renew', undefined, origin)).toMatchObject(FOREIGN)
    expect((await user.get('/api/auth/session')).body).toMatchObject({ username: user.username })
  })
})
