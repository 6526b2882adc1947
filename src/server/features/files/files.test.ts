import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { UPLOAD_MAX_BYTES } from '#contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

onEachEngine('POST /files', (engine) => {
  const blog = useTestApp(engine)
  let png: Uint8Array<ArrayBuffer>
  let user: TestUser
  let admin: TestUser
  beforeAll(async () => {
    png = new Uint8Array(
      await sharp({ create: { width: 20, height: 10, channels: 3, background: '#246' } })
        .png()
        .toBuffer(),
    )
    user = await blog().makeUser()
    admin = await blog().makeAdmin()
  })
  const upload = async (client: TestClient, kind: string, parts: { body?: BodyInit; name?: string } = {}) => {
    const headers: Record<string, string> = parts.name === undefined ? {} : { 'upload-name': parts.name }
    const response = await client.send(`/files?kind=${kind}`, { method: 'POST', body: parts.body ?? png, headers })
    return { status: response.status, body: (await response.json()) as { url: string; message: string } }
  }

  it('gives an address that anyone can open, and that can be used', async () => {
    const { status, body } = await upload(admin, 'post', { name: encodeURIComponent('Über uns & mehr.PNG') })
    expect(status).toBe(201)
    expect(body.url).toMatch(/^\/files\/[\w-]{16}\/Uber-uns-mehr\.webp$/)
    const file = await blog().visitor().send(body.url, {})
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect((await sharp(await file.arrayBuffer()).metadata()).width).toBe(20)
    expect((await blog().makePost({ by: admin, image: body.url })).image).toBe(body.url)
  })

  it('gives every upload an address of its own that cannot be guessed', async () => {
    const [one, other] = [await upload(admin, 'post', { name: 'a.png' }), await upload(admin, 'post', { name: 'a.png' })]
    expect(one.body.url).not.toBe(other.body.url)
  })

  it('is for users with their own picture, for admins with those of posts', async () => {
    expect((await upload(user, 'profile')).status).toBe(201)
    expect((await upload(admin, 'profile')).status).toBe(201)
    expect(await upload(user, 'post')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await upload(user, 'anything')).toMatchObject({ status: 403 })
    expect(await upload(user, 'PROFILE')).toMatchObject({ status: 403 })
    for (const kind of ['profile', 'post'])
      expect(await upload(blog().visitor(), kind)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..%2F..%2Fx.png', 'x'],
    ['%00.png', 'picture'],
    ['.htaccess', 'picture'],
    ['a.php.png', 'a-php'],
    ['%3Cscript%3E.png', 'script'],
    ['%E0%A4%A', 'picture'],
    ['x'.repeat(300), 'x'.repeat(80)],
    [encodeURIComponent('病院.jpg'), 'BingYuan'],
    ['', 'picture'],
  ])('makes the name safe: %.30s', async (name, stem) => {
    const { body } = await upload(user, 'profile', { name })
    expect(body.url.replace(/^\/files\/[\w-]{16}\//, '')).toBe(`${stem}.webp`)
    expect((await blog().visitor().send(body.url, {})).status).toBe(200)
  })

  it('refuses what is no picture, whatever it calls itself', async () => {
    for (const body of ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', '<html>', '', 'x']) {
      const answer = await upload(user, 'profile', { body, name: 'me.png' })
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    }
  })

  it('refuses a profile picture over 2 MB and a post picture over 15 MB', async () => {
    const limits = [
      [user, 'profile', '2 MB'],
      [admin, 'post', '15 MB'],
    ] as const
    for (const [client, kind, size] of limits) {
      const answer = await upload(client, kind, { body: new Uint8Array(UPLOAD_MAX_BYTES[kind] + 1) })
      expect(answer).toMatchObject({ status: 413, body: { message: `This is too large to send: at most ${size}.` } })
      expect((await upload(client, kind, { body: new Uint8Array(UPLOAD_MAX_BYTES[kind]) })).status).toBe(400)
    }
  })

  it.each([
    '/files/a/b.webp',
    '/files/a/..b',
    '/files/a/b..c',
    '/files/%2e%2e/kindred.sqlite',
    '/files/..%2fx/kindred.sqlite',
    '/files/a%00/b',
    '/files/a/%2e',
    '/files/a',
    '/files',
    '/files/a/b/c',
  ])('has nothing at %s', async (path) => {
    const response = await blog().visitor().send(path, {})
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })
})
