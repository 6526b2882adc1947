import { describe, expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'

const FOREIGN = { status: 403, body: { code: 'forbidden', message: 'This request came from another site.' } }

describe('where a write may come from', () => {
  const blog = useTestApp('sqlite')
  const signOut = (origin: string, headers: Record<string, string> = {}) =>
    blog()
      .visitor()
      .post('/api/user/signout', undefined, { origin, ...headers })

  it.each([
    ['another site', 'https://evil.example'],
    ['nowhere to be named', 'null'],
    ['an empty name', ''],
    ['no address', 'evil'],
    ['our name with more behind it', 'http://localhost:3000.evil.example'],
    ['our name with more before it', 'http://evil.example/http://localhost:3000'],
    ['another port', 'http://127.0.0.1:3001'],
    ['another scheme', 'https://localhost:3000'],
    ['a name of ours as user', 'http://localhost:3000@evil.example'],
    ['a file', 'file://'],
  ])('not %s', async (_, origin) => {
    expect(await signOut(origin)).toMatchObject(FOREIGN)
  })

  it('our own address, or none', async () => {
    expect((await signOut(TEST_ORIGIN)).status).toBe(200)
    expect((await blog().visitor().post('/api/user/signout')).status).toBe(200)
  })

  it('the host that the browser asked, also where PUBLIC_URL says another', async () => {
    expect((await signOut('http://192.168.1.5:3000', { host: '192.168.1.5:3000' })).status).toBe(200)
    expect((await signOut('http://Blog.local', { host: 'BLOG.local:80' })).status).toBe(200)
    expect(await signOut('http://evil.example', { host: '192.168.1.5:3000' })).toMatchObject(FOREIGN)
    expect(await signOut('https://192.168.1.5:3000', { host: '192.168.1.5:3000' })).toMatchObject(FOREIGN)
    expect(await signOut('null', { host: 'null' })).toMatchObject(FOREIGN)
  })

  it('for every way of writing, and before anything is done', async () => {
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

  it('and reads from anywhere', async () => {
    expect((await blog().visitor().get('/api/post/getposts', { origin: 'https://evil.example' })).status).toBe(200)
  })

  it('gives other sites no permission to read responses', async () => {
    const response = await blog().visitor().get('/api/post/getposts', { origin: 'https://evil.example' })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await blog()
      .visitor()
      .send('/api/post/create', { method: 'OPTIONS', headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' } })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    expect(preflight.status).toBe(404)
  })
})
