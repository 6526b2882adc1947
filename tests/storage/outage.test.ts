import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#platform/process/logger.ts'
import { openStorage } from '#media/server/files/open-storage.ts'
import { type FaultyProxy, startFaultyProxy } from '#tests/support/blog/faulty-proxy.ts'
import { bulky, photograph } from '#tests/support/media/pictures.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { createBucket, missingS3 } from '#tests/support/storage/s3.ts'
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { tusClient, uploadPicture } from '#tests/support/media/tus.ts'
import { removeOldUploads } from '#media/server/files/remove-leftovers.ts'
import { DAY_MS } from '#platform/contract/limits.ts'

describe('While the S3 server is down', unlessMissing(missingS3()), () => {
  let proxy: FaultyProxy
  let blog: TestApp
  let admin: TestUser
  let listKeys: () => Promise<string[]>
  beforeAll(async () => {
    const bucket = await createBucket()
    listKeys = bucket.listKeys
    const { hostname, port } = new URL(bucket.settings.endpoint ?? '')
    proxy = await startFaultyProxy({ host: hostname, port: Number(port) })
    const storage = await openStorage({ ...bucket.settings, endpoint: `http://127.0.0.1:${proxy.port}` })
    blog = await createTestApp({ engine: 'sqlite', overrides: { storage } })
    admin = await blog.makeAdmin()
  })
  afterAll(async () => {
    await blog?.close()
    await proxy?.close()
  })

  it('only pictures and uploads get 503, and uploads continue afterwards', async () => {
    const tus = tusClient(admin)
    const shown = await uploadPicture(admin, { kind: 'post', bytes: await photograph(60, 40) })
    const bytes = await bulky(1_000_000)
    const half = Math.floor(bytes.byteLength / 2)
    const { url } = await tus.create({ kind: 'post', size: bytes.byteLength })
    expect((await tus.patch(url, 0, bytes.subarray(0, half))).status).toBe(204)

    proxy.cut()
    const away = { status: 503, error: { code: 'unavailable' } }
    expect(await admin.get(shown)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    // After a 404, the client would start again from the first byte.
    expect((await tus.head(url)).status).toBe(503)
    expect(await tus.patch(url, half, bytes.subarray(half))).toMatchObject(away)
    expect(await tus.send({ kind: 'post', bytes })).toMatchObject(away)
    expect((await admin.post('/api/post/create', { title: 'Written all the same', content: '<p>x</p>' })).status).toBe(201)

    proxy.restore()
    expect((await admin.get(shown)).status).toBe(200)
    const offset = Number((await tus.head(url)).headers.get('upload-offset'))
    expect(offset).toBeGreaterThanOrEqual(half)
    // Bytes in transit when the connection broke may have arrived.
    if (offset < bytes.byteLength) await tus.patch(url, offset, bytes.subarray(offset))
    await expect.poll(async () => (await tus.result(url)).body).toMatchObject({ state: 'done' })
  })

  it('old uploads stay listed until they are deleted', async () => {
    const tus = tusClient(admin)
    const { url } = await tus.create({ kind: 'post', size: 9 })
    const id = url.split('/').at(-1) ?? ''
    const parts = { ...blog, logger: createLogger('silent'), now: () => blog.clock.now + 2 * DAY_MS }
    proxy.cut()
    await expect(removeOldUploads(parts)).rejects.toThrow(/ECONN|socket hang up/)
    proxy.restore()
    expect((await listKeys()).filter((key) => key.includes(id))).not.toEqual([])
    await removeOldUploads(parts)
    expect((await listKeys()).filter((key) => key.includes(id))).toEqual([])
  })
})
