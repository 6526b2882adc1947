import { Readable } from 'node:stream'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { updateUser } from '#accounts/contract/users.endpoints.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { DISK_RESERVE_BYTES, UPLOAD_MAX_BYTES, UPLOADS_AT_ONCE, UPLOADS_PER_DAY } from '#media/contract/media-limits.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { removeOldUploads } from '#media/server/files/remove-leftovers.ts'
import { openLocks } from '#platform/database/lock.ts'
import { createLogger } from '#platform/process/logger.ts'
import { bulky, photograph } from '#tests/support/media/pictures.ts'
import { onEachStorage } from '#tests/support/storage/storage-places.ts'
import { createClient } from '#tests/support/test-client.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { metadataOf, tusClient, uploadPicture } from '#tests/support/media/tus.ts'

const idOf = (url: string) => url.split('/').at(-1) ?? ''

let picture: Buffer
/** A picture of several parts (upload-store.ts). */
let heavy: Buffer
beforeAll(async () => {
  heavy = await bulky(2_200_000)
  picture = await photograph(100, 80)
})

onEachStorage('An upload', (place) => {
  let user: TestUser
  let admin: TestUser
  beforeAll(async () => {
    user = await place().blog.makeUser()
    admin = await place().blog.makeAdmin()
  })
  const uploadKeys = async () => (await place().listKeys()).filter((key) => key.startsWith('uploads/'))

  it('of one request gives an address that its sender can open and a post can use', async () => {
    const { blog } = place()
    const before = await uploadKeys()
    const url = await uploadPicture(admin, { kind: 'post', name: 'Über uns & mehr.PNG', bytes: picture })
    expect(url).toMatch(new RegExp(`^/files/[\\w-]{16}/${blog.clock.now}-Uber-uns-mehr_100x80_[0-9a-f]{36}\\.jpg$`))
    expect((await blog.visitor().send(url, {})).status).toBe(404)
    const file = await admin.send(url, {})
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(await sharp(await file.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 100, height: 80 })
    expect((await blog.makePost({ by: admin, image: url, content: `<p>x</p><img src="${url}">` })).image).toBe(url)
    expect((await blog.visitor().send(url, { method: 'HEAD' })).headers.get('cache-control')).toBe(
      'public, max-age=31536000, s-maxage=0, immutable',
    )
    expect((await uploadKeys()).filter((key) => !before.includes(key))).toEqual([])
  })

  it('continues where it was cut off, in parts of any size', async () => {
    const tus = tusClient(admin)
    const bytes = heavy
    const { url, status, headers } = await tus.create({ size: bytes.byteLength })
    expect([status, headers.get('upload-expires')]).toEqual([201, expect.stringContaining('GMT')])
    expect((await tus.patch(url, 0, bytes.subarray(0, 100_000))).headers.get('upload-offset')).toBe('100000')
    expect((await tus.patch(url, 100_000, bytes.subarray(100_000, 1_700_001))).headers.get('upload-offset')).toBe('1700001')
    const asked = await tus.head(url)
    expect([asked.headers.get('upload-offset'), asked.headers.get('upload-length')]).toEqual(['1700001', String(bytes.byteLength)])
    expect((await tus.result(url)).body).toEqual({ state: 'receiving' })
    expect((await tus.patch(url, 1_700_001, bytes.subarray(1_700_001))).status).toBe(204)
    await expect.poll(async () => (await tus.result(url)).body).toMatchObject({ state: 'done', url: expect.stringContaining('_64x48_') })
  })

  it('keeps the bytes that had arrived when the connection broke', async () => {
    const tus = tusClient(admin)
    const { url } = await tus.create({ size: heavy.byteLength })
    const half = Math.floor(heavy.byteLength / 2)
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise(setImmediate)
        if (sent >= half) return controller.error(new Error('the wifi is gone'))
        controller.enqueue(heavy.subarray(sent, Math.min(half, sent + 262_144)))
        sent = Math.min(half, sent + 262_144)
      },
    })
    const headers = { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' }
    await admin.send(url, { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit).catch(() => {})
    // Everything except the bytes that were still in buffers.
    await expect.poll(async () => Number((await tus.head(url)).headers.get('upload-offset'))).toBeGreaterThan(half - 600_000)
    const offset = Number((await tus.head(url)).headers.get('upload-offset'))
    expect(offset).toBeLessThanOrEqual(half)
    await tus.patch(url, offset, heavy.subarray(offset))
    await expect.poll(async () => (await tus.result(url)).body).toMatchObject({ state: 'done' })
  })

  it('is deleted when its owner ends it', async () => {
    const tus = tusClient(user)
    const { url } = await tus.create({ kind: 'profile', size: picture.byteLength })
    await tus.patch(url, 0, picture.subarray(0, 1000))
    const ownKeys = async () => (await uploadKeys()).filter((key) => key.includes(idOf(url)))
    expect((await ownKeys()).length).toBeGreaterThan(0)
    expect((await tus.end(url)).status).toBe(204)
    expect(await ownKeys()).toEqual([])
    expect((await tus.head(url)).status).toBe(404)
    expect((await tus.result(url)).status).toBe(410)
  })

  it('is deleted after a day when it was not finished', async () => {
    const { blog } = place()
    const tus = tusClient(user)
    const { url } = await tus.create({ kind: 'profile', size: picture.byteLength })
    await tus.patch(url, 0, picture.subarray(0, 1000))
    const parts = { db: blog.db, storage: blog.storage, logger: createLogger('silent'), now: () => blog.clock.now }
    await removeOldUploads(parts)
    expect((await tus.head(url)).status).toBe(200)
    blog.clock.advance(DAY_MS + 1)
    const again = await blog.signIn({ email: user.email })
    expect((await tusClient(again).head(url)).status).toBe(410)
    await removeOldUploads(parts)
    expect(await uploadKeys()).toEqual([])
    expect((await tusClient(again).head(url)).status).toBe(404)
    user = again
    admin = await blog.signIn({ email: admin.email })
  })

  it.each(['public', 'family'] as const)('gives a post for %s a picture that is served in ranges, with 304 and 416', async (audience) => {
    const { blog } = place()
    const reader = audience === 'family' ? admin : user
    const url = await uploadPicture(admin, { kind: 'post', bytes: picture })
    const post = await blog.makePost({ by: admin, image: url })
    await blog.edit((trx) => trx.updateTable('posts').set({ audience }).where('id', '=', post._id).execute())
    const whole = Buffer.from(await (await reader.send(url, {})).arrayBuffer())
    const part = await reader.send(url, { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${whole.byteLength}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20))
    const tail = await reader.send(url, { headers: { range: 'bytes=-5' } })
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-5))
    const etag = part.headers.get('etag') ?? ''
    const [last, unchanged] = [{ range: `bytes=${whole.byteLength}-` }, { 'if-none-match': etag }]
    expect((await reader.send(url, { headers: last })).status).toBe(416)
    expect((await reader.send(url, { headers: unchanged })).status).toBe(304)
    expect((await reader.send(url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(whole.byteLength))
    const statusFor = async (headers: Record<string, string>) => {
      const response = await blog.visitor().send(url, { headers })
      await response.arrayBuffer()
      return response.status
    }
    expect(await Promise.all([{}, { range: 'bytes=10-19' }, last, unchanged].map(statusFor))).toEqual(
      audience === 'public' ? [200, 206, 416, 304] : [404, 404, 404, 404],
    )
  })

  it('for a profile is cut to a square', async () => {
    const url = await uploadPicture(user, { kind: 'profile', bytes: picture })
    expect(readPictureAddress(url)).toMatchObject({ width: 80, height: 80 })
    expect(await user.call(updateUser, { params: { userId: user.id }, body: { profilePicture: url } })).toMatchObject({
      profilePicture: url,
    })
  })

  it('is processed when the blog went down after the last byte', async () => {
    const { blog } = place()
    const tus = tusClient(admin)
    const bytes = await photograph(60, 40)
    const { url } = await tus.create({ kind: 'post', size: bytes.byteLength })
    await tus.patch(url, 0, bytes)
    expect((await tus.result(url)).body).toMatchObject({ state: 'done' })
    const again = await tus.create({ kind: 'post', size: bytes.byteLength })
    await blog.storage.uploads.write(Readable.from([bytes]), idOf(again.url), 0)
    expect((await tus.head(again.url)).headers.get('upload-offset')).toBe(String(bytes.byteLength))
    expect(await tus.result(again.url)).toMatchObject({ status: 200, body: { state: 'done', url: expect.stringMatching(/^\/files\//) } })
  })

  it('is left to the process that has locked it, and processed by another one if that process ends without a result', async () => {
    const { blog } = place()
    const tus = tusClient(admin)
    const bytes = await photograph(60, 40)
    await using elsewhere = openLocks(blog.databaseUrl)
    /** Creates a complete upload whose lock another process holds. */
    const begin = async () => {
      const { url } = await tus.create({ kind: 'post', size: bytes.byteLength })
      const lock = await elsewhere.tryLock(`upload-${idOf(url)}`)
      await blog.storage.uploads.write(Readable.from([bytes]), idOf(url), 0)
      return { url, lock, result: tus.result(url) }
    }
    const done = await begin()
    const outcome = { state: 'done', address: '/files/elsewhere/picture.jpg' } as const
    await blog.db.updateTable('uploads').set(outcome).where('id', '=', idOf(done.url)).execute()
    await done.lock?.release()
    expect((await done.result).body).toEqual({ state: 'done', url: outcome.address })
    const abandoned = await begin()
    await abandoned.lock?.release()
    expect((await abandoned.result).body).toMatchObject({ state: 'done', url: expect.stringContaining('_60x40_') })
  })

  describe('limits', () => {
    it('allow users their own picture, and admins those of posts', async () => {
      expect((await tusClient(user).create({ kind: 'profile', size: 5 })).status).toBe(201)
      const refused = await tusClient(user).create({ kind: 'post', size: 5 })
      expect([refused.status, refused.error?.code]).toEqual([403, 'forbidden'])
      for (const kind of ['profile', 'post']) {
        const response = await tusClient(place().blog.visitor()).create({ kind, size: 5 })
        expect([response.status, response.error?.code]).toEqual([401, 'not_signed_in'])
      }
      expect((await tusClient(user).create({ kind: 'PROFILE', size: 5 })).error?.message).toBe(
        'Upload-Metadata must name a kind: profile, post, media, import, backup.',
      )
    })

    it('count uploads that were given up with the bytes that arrived', async () => {
      const { blog } = place()
      const reader = await blog.makeUser()
      const tus = tusClient(reader)
      const { url } = await tus.create({ kind: 'profile', size: 1_000_000 })
      await tus.patch(url, 0, heavy.subarray(0, 300_000))
      await tus.end(url)
      const row = await blog.db.selectFrom('uploads').select(['size', 'state']).where('id', '=', idOf(url)).executeTakeFirst()
      expect(row).toEqual({ size: 300_000, state: 'ended' })
      for (let count = 1; count < UPLOADS_PER_DAY.profile.count; count += 1) {
        await tus.end((await tus.create({ kind: 'profile', size: 1_000_000 })).url)
      }
      expect((await tus.create({ kind: 'profile', size: 1 })).status).toBe(429)
    })

    it('let only admins upload while the disk is nearly full', async () => {
      const { blog } = place()
      const freeBytes = async () => DISK_RESERVE_BYTES - 1
      const full = blog.appWith({ storage: { ...blog.storage, freeBytes } })
      const statusOf = async (by: TestUser) => (await tusClient(createClient(full, by.cookie)).create({ kind: 'profile', size: 5 })).status
      expect([await statusOf(user), await statusOf(admin)]).toEqual([403, 201])
    })

    it('ask for a confirmed address where mail is set up', async () => {
      const { blog } = place()
      const [reader, app] = [await blog.makeUser(), blog.appWith({ outbox: { isOpen: true, put: async () => '' } })]
      const create = (by: TestUser) => tusClient(createClient(app, by.cookie)).create({ kind: 'profile', size: 5 })
      const { status, error } = await create(reader)
      expect([status, error?.message]).toEqual([403, expect.stringContaining('confirm your email address')])
      expect((await create(admin)).status).toBe(201)
      await blog.db.updateTable('users').set({ email_verified: 1 }).where('id', '=', reader.id).execute()
      expect((await create(reader)).status).toBe(201)
    })

    it('refuse over 2 MB for a profile, 15 MB for a post and 500 MB for an export, before the first byte', async () => {
      const cases = [
        [user, 'profile', 2],
        [admin, 'post', 15],
        [admin, 'import', 500],
      ] as const
      for (const [client, kind, megabytes] of cases) {
        const [size, tus] = [megabytes * 1024 * 1024, tusClient(client)]
        const response = await tus.create({ kind, size: size + 1 })
        expect([response.status, response.error?.message]).toEqual([413, `This is too large to send: at most ${megabytes} MB.`])
        expect((await tus.create({ kind, size })).status).toBe(201)
      }
    })

    it('refuse too many at once until some have ended', async () => {
      const eager = await place().blog.makeUser()
      const tus = tusClient(eager)
      const urls: string[] = []
      for (let count = 0; count < UPLOADS_AT_ONCE; count += 1) urls.push((await tus.create({ kind: 'profile', size: 9 })).url)
      const response = await tus.create({ kind: 'profile', size: 9 })
      expect([response.status, response.error?.message]).toEqual([429, 'Too many uploads at once. Please wait for the others to finish.'])
      await tus.end(urls[0] ?? '')
      expect((await tus.create({ kind: 'profile', size: 9 })).status).toBe(201)
    })

    it('do not count exports that have arrived, and that nobody imports', async () => {
      const { blog } = place()
      const mover = await blog.makeAdmin()
      const row = { user_id: mover.id, kind: 'import', name: 'x', size: 9, state: 'received', message: null, address: null } as const
      const rows = Array.from({ length: UPLOADS_AT_ONCE }, (_, index) => ({
        ...row,
        id: `${mover.id}${index}`,
        created_at: blog.clock.now - 5,
      }))
      await blog.db.insertInto('uploads').values(rows).execute()
      expect((await tusClient(mover).create({ kind: 'post', size: 9 })).status).toBe(201)
    })
  })

  it('is described by OPTIONS', async () => {
    const { headers, status } = await place().blog.visitor().send('/files', { method: 'OPTIONS' })
    expect(status).toBe(204)
    expect(Object.fromEntries(headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
      'tus-max-size': String(UPLOAD_MAX_BYTES.backup),
    })
    const created = await tusClient(user).create({
      kind: 'profile',
      size: 9,
      headers: { 'Upload-Metadata': metadataOf({ kind: 'profile' }) },
    })
    expect(created.headers.get('access-control-allow-origin')).toBe(null)
  })
})
