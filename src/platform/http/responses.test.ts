import { describe, expect, it } from 'vitest'
import { endpoints } from '#app/contract/endpoints.ts'
import type { RenderedPage } from '#platform/contract/rendered-page.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createTestApp, TEST_SITE } from '#tests/support/test-app.ts'

const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': expect.stringContaining('camera=(), microphone=(), geolocation=()'),
}

describe('A response', () => {
  const blog = useTestApp('sqlite')

  it.each([
    ['a list', '/api/post/getposts', 200],
    ['a 401', '/api/auth/session', 401],
    ['a 404 of the API', '/api/nothing', 404],
    ['a 404 outside the API', '/nothing', 404],
    ['a file that is not there', '/files/a/b.webp', 404],
  ])('has the security headers: %s', async (_, path, status) => {
    const response = await blog().visitor().send(path, {})
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY_HEADERS)
    expect(response.headers.has('strict-transport-security')).toBe(false)
    expect(response.headers.has('x-powered-by')).toBe(false)
  })

  it('that everyone shares may be shown by other sites', async () => {
    const { headers } = await blog().visitor().send('/drawings/avatar/a-1.svg', {})
    const embedded = { ...SECURITY_HEADERS, 'cross-origin-resource-policy': 'cross-origin' }
    expect(Object.fromEntries(headers)).toMatchObject(embedded)
  })

  it('that refuses a request has the security headers, too: 400, 403, 413', async () => {
    const visitor = blog().visitor()
    const foreign = await visitor.post('/api/user/signout', undefined, { origin: 'https://evil.example' })
    const bad = await visitor.post('/api/auth/signin', {})
    const large = await visitor.post('/api/auth/signin', { email: 'x'.repeat(200_000) })
    expect([foreign.status, bad.status, large.status]).toEqual([403, 400, 413])
    for (const { headers } of [foreign, bad, large]) {
      expect(Object.fromEntries(headers)).toMatchObject({ ...SECURITY_HEADERS, 'cache-control': 'no-store' })
    }
  })

  it('of a page, a redirect, a 429 and a 500 has the security headers, with HSTS over https', async () => {
    const rendered: Record<string, RenderedPage> = {
      '/': { status: 200, headers: { 'content-type': 'text/html' }, html: '<p>page</p>' },
      '/old': { status: 301, headers: { location: '/new' }, html: '' },
    }
    const pages = {
      renderMail: () => '',
      inlineScripts: [],
      inlineStyles: [],
      renderPage: async ({ pathname }: URL) => rendered[pathname] ?? Promise.reject(new Error('a page that fails')),
    }
    const config = { publicUrl: 'https://blog.example.org', trustedProxies: 0, site: TEST_SITE }
    const other = await createTestApp({ engine: 'sqlite', overrides: { pages, config } })
    const get = (path: string, headers = {}) => other.visitor().send(path, { headers })
    for (let turn = 0; turn < 6; turn += 1) await other.visitor().post('/api/auth/verify-email', { token: 'A'.repeat(43) })
    await other.db.updateTable('rate_limits').set({ count: 1000 }).execute()
    const limited = await other.visitor().post('/api/auth/verify-email', { token: 'A'.repeat(43) })
    const kinds = [await get('/'), await get('/old'), limited, await get('/fails')]
    expect(kinds.map(({ status }) => status)).toEqual([200, 301, 429, 500])
    for (const { headers } of kinds) {
      expect(Object.fromEntries(headers)).toMatchObject(SECURITY_HEADERS)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
    await other.close()
  })

  it('to a private call is not stored by any cache', async () => {
    const user = await blog().makeUser()
    for (const path of ['/api/auth/session', '/api/auth/sessions', '/api/user/my-data']) {
      expect((await user.get(path)).headers.get('cache-control')).toBe('no-store')
    }
    expect((await blog().visitor().get('/api/post/getposts')).headers.get('cache-control')).not.toBe('no-store')
  })

  it('to HEAD has no body', async () => {
    const response = await blog().visitor().send('/api/post/getposts', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it('to a wrong method is 404', async () => {
    for (const [method, path] of [
      ['GET', '/api/auth/signin'],
      ['POST', '/api/post/getposts'],
      ['PATCH', '/api/user/update/x'],
      ['DELETE', '/api/post/create'],
    ] as const) {
      const response = await blog().visitor().send(path, { method })
      expect(response.status, path).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'not_found', message: 'There is no such call.' })
    }
  })
})

describe('Paths and ids of the API', () => {
  const blog = useTestApp('sqlite')

  it('match in any letter case and with a slash at the end', async () => {
    const user = await blog().makeUser()
    for (const path of [
      '/api/auth/session',
      '/API/AUTH/SESSION',
      '/Api/Auth/Session/',
      '/api/auth/session//',
      '/api/auth/session?x=1',
      '/api/auth/session/?x=/y',
    ]) {
      expect((await user.get(path)).body._id, path).toBe(user.id)
    }
    expect((await user.get(`/api/USER/${user.id.toUpperCase()}/`)).body._id).toBe(user.id)
  })

  const keys = Object.values(endpoints).flatMap(({ key }) => (key.includes(':') ? [key] : []))
  const ids = ['%00', '%27%20OR%20%271%27=%271', '%2e%2e%2f', 'x'.repeat(91), '%F0%9F%AB%B6', '%ff', '%zz', 'null%0d%0aSet-Cookie:a=b']

  it.each(keys)('respond 404 to ids of a wrong form: %s', async (key) => {
    const admin = await blog().makeAdmin()
    const [method = '', path = ''] = key.split(' ')
    for (const id of ids) {
      const target = path.replace(/:\w+/, id).replace(/:\w+/, admin.id)
      const body = method === 'PUT' || method === 'POST' ? JSON.stringify({ content: 'x', title: 'x' }) : undefined
      const response = await admin.send(target, { method, body, headers: { 'content-type': 'application/json' } })
      expect([response.status, (await response.json()).code], id).toEqual([404, 'not_found'])
    }
  })
})

onEachEngine('An unexpected error', (engine) => {
  it('is sent without its text, logged with the id of the request, and does not stop the blog', async () => {
    const blog = await createTestApp({ engine })
    const user = await blog.makeUser()
    await blog.db.schema.alterTable('rate_limits').renameTo('rate_limits_gone').execute()
    const post = await blog.makePost()
    const comment = await user.send('/api/comment/create', {
      method: 'POST',
      body: JSON.stringify({ content: 'secret words', postId: post._id }),
      headers: { 'content-type': 'application/json' },
    })
    expect(comment.status).toBe(500)
    expect(await comment.json()).toEqual({
      success: false,
      statusCode: 500,
      code: 'internal',
      message: 'Something went wrong on our side. Nothing of yours was lost; please try again.',
    })
    const line = blog.logLines.map((text) => JSON.parse(text)).find((entry) => entry.msg === 'request failed')
    expect(line.err.message).toContain('rate_limits')
    expect(comment.headers.get('x-request-id')).toBe(line.requestId)
    expect(blog.logLines.filter((text) => text.includes(line.requestId))).toHaveLength(2)
    expect(await blog.db.selectFrom('comments').select('id').execute()).toEqual([])
    expect((await user.get('/api/post/getposts')).status).toBe(200)
    await blog.close()
  })
})

onEachEngine('While sessions cannot be read', (engine) => {
  const blog = useTestApp(engine)

  it('a call of a user fails, also where the response for visitors is cached, and works again afterwards', async () => {
    const user = await blog().makeUser()
    const read = async (client: Pick<typeof user, 'send'>, path: string) => (await client.send(path, {})).status
    const all = async () => ({
      visitor: await read(blog().visitor(), '/api/post/getposts'),
      user: await read(user, '/api/post/getposts'),
      file: await read(user, '/files/abcdefghijklmnop/640.webp'),
    })
    expect(await all()).toEqual({ visitor: 200, user: 200, file: 404 })
    await blog().db.schema.alterTable('sessions').renameTo('sessions_away').execute()
    expect(await all()).toEqual({ visitor: 200, user: 500, file: 500 })
    await blog().db.schema.alterTable('sessions_away').renameTo('sessions').execute()
    expect(await all()).toEqual({ visitor: 200, user: 200, file: 404 })
  })
})
