import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { UPLOADS_PER_DAY } from '#media/contract/media-limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { plain } from '#tests/support/media/pictures.ts'
import { TEST_ORIGIN, TEST_SITE, type TestUser } from '#tests/support/test-app.ts'

const waiting: ServerResponse[] = []
const other = createServer((_request, response) => void waiting.push(response)).listen(0, '127.0.0.1')
await once(other, 'listening')
const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
afterAll(() => other.close())

onEachEngine('While another server does not respond', (engine) => {
  const oidc = { issuer: address, clientId: 'blog', clientSecret: 'secret' }
  const config = { publicUrl: TEST_ORIGIN, trustedProxies: 0, site: TEST_SITE, oidc }
  const blog = useTestApp(engine, { overrides: { config, fetching: { allowLoopback: true, retryMs: 1 } } })
  beforeEach(() => void waiting.splice(0))
  afterEach(() => other.closeAllConnections())
  const respond = async () => {
    const picture = await plain(64, 48).png().toBuffer()
    for (const response of waiting.splice(0)) response.setHeader('content-type', 'image/png').end(picture)
  }
  const asked = (count: number) => expect.poll(() => waiting.length).toBe(count)
  const admin = () => blog().makeAdmin()
  const uploads = (userId: string) => blog().db.selectFrom('uploads').select(['state', 'size']).where('user_id', '=', userId).execute()

  it('a profile picture that is fetched takes no place of other requests, and is stored when it arrives at last', async () => {
    const reader = await blog().makeUser()
    const change = () => reader.put(`/api/user/update/${reader.id}`, { profilePicture: `${address}/sea.png` })
    const first = change()
    await asked(1)
    expect(blog().admission.running).toBe(0)
    await respond()
    expect((await first).body.profilePicture).toMatch(/^\/files\//)
    // The same request again.
    const second = change()
    await asked(1)
    await respond()
    expect((await second).status).toBe(200)
    expect(blog().admission.running).toBe(0)
    expect((await uploads(reader.id)).map(({ state }) => state)).toEqual(['done', 'done'])
  })

  it('a change of an account whose session ended while its picture was fetched is refused, and the newer password stays', async () => {
    const owner = await blog().makeUser()
    const thief = await blog().signIn(owner)
    const picture = { profilePicture: `${address}/sea.png` }
    const [stolen, chosen] = ['a password of the thief', 'a new password of the owner']
    const change = (by: TestUser, body: object) => by.put(`/api/user/update/${owner.id}`, body)
    const slow = change(thief, { ...picture, password: stolen })
    await asked(1)
    expect((await change(owner, { password: chosen })).status).toBe(200)
    await respond()
    expect(await slow).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    const signIn = (password: string) => blog().visitor().post('/api/auth/signin', { email: owner.email, password })
    expect([(await signIn(chosen)).status, (await signIn(stolen)).status]).toEqual([200, 401])
    // Two changes of the open session at the same time, with pictures.
    const both = Promise.all([change(owner, picture), change(owner, { ...picture, password: 'yet another password' })])
    await asked(2)
    await respond()
    expect((await both).map(({ status }) => status)).toEqual([200, 200])
    expect((await signIn('yet another password')).status).toBe(200)
  })

  it('a post whose admin was signed out, or is none any more, while its picture was fetched is neither published nor changed', async () => {
    const [family, other] = [await admin(), await admin()]
    const { _id: postId } = await blog().makePost({ by: family, title: 'Before' })
    const image = `${address}/cover.png`
    const create = (by: TestUser) => by.post('/api/post/create', { title: 'Slow', content: '<p>Words.</p>', image })
    const update = (by: TestUser) => by.put(`/api/post/updatepost/${postId}/${by.id}`, { title: 'After', image })
    const titles = async () => (await blog().db.selectFrom('posts').select('title').execute()).map(({ title }) => title)
    const before = await titles()
    const signedOut = blog().signIn(family)
    const cases = [
      [await signedOut, 401, async () => (await (await signedOut).post('/api/user/signout', {})).status],
      [family, 403, async () => (await other.put(`/api/user/role/${family.id}`, { role: 'reader' })).status],
    ] as const
    for (const [by, status, end] of cases) {
      const writes = Promise.all([create(by), update(by)])
      await asked(2)
      expect(await end()).toBe(200)
      await respond()
      expect((await writes).map((response) => response.status)).toEqual([status, status])
      expect(await titles()).toEqual(before)
    }
    const again = Promise.all([create(other), update(other)])
    await asked(2)
    await respond()
    expect((await again).map(({ status }) => status)).toEqual([201, 200])
  })

  it('one account has two profile pictures fetched; further ones are refused and fetch nothing, until those have ended', async () => {
    const reader = await blog().makeUser()
    const change = () => reader.put(`/api/user/update/${reader.id}`, { profilePicture: `${address}/sea.png` })
    const statuses: number[] = []
    const changes = Array.from({ length: 10 }, async () => statuses.push((await change()).status))
    await asked(2)
    await expect.poll(() => statuses).toEqual(Array.from({ length: 8 }, () => 429))
    waiting[0]?.writeHead(404).end()
    waiting.shift()
    await respond()
    await Promise.all(changes)
    expect(statuses.slice(8).toSorted((a, b) => a - b)).toEqual([200, 400])
    const again = change()
    await asked(1)
    await respond()
    expect((await again).status).toBe(200)
  })

  it('pictures that are fetched count for the day before they are fetched', async () => {
    const reader = await blog().makeUser()
    const row = { user_id: reader.id, kind: 'profile' as const, name: 'x', size: 1, state: 'done' as const, created_at: blog().clock.now }
    const rows = Array.from({ length: UPLOADS_PER_DAY.profile.count }, (_, number) => ({ ...row, id: String(number).padStart(32, '0') }))
    await blog().db.insertInto('uploads').values(rows).execute()
    const refused = await reader.put(`/api/user/update/${reader.id}`, { profilePicture: `${address}/sea.png` })
    expect([refused.status, waiting.length]).toEqual([429, 0])
  })

  it('pictures of readers do not hold up the cover of a post, and neither takes a place of other requests', async () => {
    const family = await admin()
    const readers = await Promise.all(Array.from({ length: 6 }, () => blog().makeUser()))
    const changes = readers.map((reader) => reader.put(`/api/user/update/${reader.id}`, { profilePicture: `${address}/sea.png` }))
    await asked(4)
    const content = `<p><img src="${address}/a.png"></p>`
    const created = family.post('/api/post/create', { title: 'Sea', content, image: `${address}/cover.png` })
    await asked(5)
    await expect.poll(() => blog().admission.running).toBe(0)
    expect((await blog().visitor().get('/api/post/getposts')).status).toBe(200)
    let isDone = false
    const all = Promise.all([created, ...changes]).then((responses) => ((isDone = true), responses))
    while (!isDone) {
      await respond()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await all).map(({ status }) => status)).toEqual([201, ...changes.map(() => 200)])
  })
})
