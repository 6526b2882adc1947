import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'
import { plain } from '#tests/support/media/pictures.ts'
import type { TestUser } from '#tests/support/test-app.ts'

describe('A picture of another site', () => {
  const blog = useTestApp('sqlite', { overrides: { fetching: { allowLoopback: true, retryMs: 1 } } })
  let admin: TestUser
  let site: Server
  let address: string
  let requests = 0
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    const picture = await plain(64, 48).png().toBuffer()
    site = createServer((request, response) => {
      requests += 1
      if (request.url === '/sea.png') return response.setHeader('content-type', 'image/png').end(picture)
      if (request.url === '/text.png') return response.setHeader('content-type', 'image/png').end('<html>')
      return response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => site.once('listening', resolve))
    const { port } = site.address() as { port: number }
    address = `http://127.0.0.1:${port}`
  })
  afterAll(() => site.close())
  const create = (image: string) => admin.post('/api/post/create', { title: 'Sea', content: '<p>x</p>', image })

  it('as a cover is fetched once, cleaned and stored, on creating and on updating', async () => {
    const before = requests
    const { status, body } = await create(`${address}/sea.png`)
    expect([status, requests - before]).toEqual([201, 1])
    expect(body.image).toMatch(/^\/files\/[\w-]{16}\/\d+-sea_64x48_/)
    const shown = await blog().app.request(body.image, {})
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    const path = `/api/post/updatepost/${body._id}/${admin.id}`
    // A client that sends the whole post back fetches nothing again.
    expect((await admin.put(path, { title: 'Sea', image: body.image })).body.image).toBe(body.image)
    expect(requests - before).toBe(1)
    const changed = await admin.put(path, { image: `${address}/sea.png` })
    expect(changed.status).toBe(200)
    expect(changed.body.image).not.toBe(body.image)
  })

  it('as a cover that cannot be had is refused with the reason and the field, and no post is created', async () => {
    const count = async () => (await blog().visitor().get('/api/post/getposts')).body.totalPosts
    const before = await count()
    for (const image of [
      `${address}/missing.png`,
      `${address}/text.png`,
      'http://192.168.0.1/x.png',
      'data:image/png;base64,AA',
      'javascript:alert(1)',
    ]) {
      const refused = await create(image)
      expect({ image, status: refused.status, field: refused.body.field }).toEqual({ image, status: 400, field: 'image' })
    }
    expect(await count()).toBe(before)
  })

  it('in a body is fetched and stored; what cannot be had is left out with a notice', async () => {
    const content = `<p>Sea <img src="${address}/sea.png" alt="A &amp; b"></p><img src="${address}/missing.png"><p>End</p>`
    const { status, body } = await admin.post('/api/post/create', { title: 'Sea', content })
    expect(status).toBe(201)
    expect(body.content).toMatch(/^<p>Sea <img src="\/files\/[\w-]{16}\/\d+-sea_64x48_\w+\.\w+" alt="A &amp; b"><\/p><p>End<\/p>$/)
    expect(body.notices).toEqual([expect.stringContaining(`${address}/missing.png was left out: The picture could not be fetched`)])
    const path = `/api/post/updatepost/${body._id}/${admin.id}`
    const before = requests
    const again = await admin.put(path, { content: body.content })
    expect([again.status, again.body.content, again.body.notices, requests]).toEqual([200, body.content, undefined, before])
  })

  it('as a profile picture is fetched and stored, or refused', async () => {
    const reader = await blog().makeUser()
    const path = `/api/user/update/${reader.id}`
    const changed = await reader.put(path, { profilePicture: `${address}/sea.png` })
    expect([changed.status, changed.body.profilePicture]).toEqual([200, expect.stringMatching(/^\/files\/[\w-]{16}\/\d+-sea/)])
    for (const profilePicture of [`${address}/missing.png`, 'http://10.0.0.1/x.png', 'javascript:alert(1)', '//x', 'x']) {
      const refused = await reader.put(path, { profilePicture })
      expect({ profilePicture, status: refused.status, field: refused.body.field }).toEqual({
        profilePicture,
        status: 400,
        field: 'profilePicture',
      })
    }
    // What failed no longer counts as fetched at the same time.
    expect((await reader.put(path, { profilePicture: `${address}/sea.png` })).status).toBe(200)
  })

  it('as a cover is fetched for admins only', async () => {
    const [reader, before] = [await blog().makeUser(), requests]
    const image = `${address}/sea.png`
    expect((await reader.post('/api/post/create', { title: 'Sea', content: '<p>x</p>', image })).status).toBe(403)
    expect(requests).toBe(before)
  })
})
