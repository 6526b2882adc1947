import { beforeAll, expect, it } from 'vitest'
import { UPLOAD_MAX_BYTES } from '#media/contract/media-limits.ts'
import { contentOf, PLANTED_FILES } from '#tests/cases/planted/planted-files.ts'
import { holdsSecret } from '#tests/cases/planted/secrets.ts'
import { mediaFixture, SMALL_FILES } from '#tests/support/media/small-files.ts'
import { onEachStorage } from '#tests/support/storage/storage-places.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { sendMedia, tusClient } from '#tests/support/media/tus.ts'

onEachStorage('A video, audio file or document', (place, storage) => {
  let admin: TestUser
  beforeAll(async () => {
    admin = await place().blog.makeAdmin()
  })

  // One place of each format: the cleaning does not depend on the storage.
  const owners = PLANTED_FILES.filter(({ title }) => title.startsWith('owner'))
  const planted = storage === 'folder' ? owners.filter((_, index) => index % 5 === 0) : owners.filter((_, index) => index % 11 === 0)
  it.each(planted.map((file) => [file.title, file] as const))('No stored byte holds the %s', async (_, { name, secret, make }) => {
    const before = new Set(await place().listKeys())
    const { url } = await sendMedia(admin, name, make())
    const keys = (await place().listKeys()).filter((key) => !before.has(key))
    expect(keys).toContain(url.slice(1))
    for (const key of keys) {
      const bytes = await place().readKey(key)
      expect(holdsSecret(contentOf({ name }, bytes), secret), key).toBe(false)
    }
  })

  it('A video is played in parts by readers of its post, and is not there for others', async () => {
    const { blog } = place()
    const { url, media } = await sendMedia(admin, 'Erste Schritte.MOV', mediaFixture('mov'))
    expect(media).toMatchObject({
      kind: 'video',
      name: 'Erste-Schritte.mp4',
      type: 'video/mp4',
      width: 64,
      height: 48,
      seconds: 1,
      playsEverywhere: true,
    })
    const get = (client: { send: TestUser['send'] }, headers: Record<string, string> = {}, method = 'GET') =>
      client.send(url, { method, headers })
    expect((await get(blog.visitor())).status).toBe(404)
    const relative = await blog.makeUser({ isFamily: true })
    await blog.makePost({ by: admin, audience: 'family', content: `<figure><video controls src="${url}"></video></figure>` })
    expect([(await get(blog.visitor())).status, (await get(await blog.makeUser())).status]).toEqual([404, 404])

    const whole = await get(relative)
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect([whole.status, bytes.length, whole.headers.get('cache-control')]).toEqual([200, media.bytes, 'private, no-cache'])
    const etag = whole.headers.get('etag') ?? ''
    const head = await get(relative, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      200,
      String(media.bytes),
      'bytes',
    ])
    const middle = await get(relative, { range: 'bytes=2000-', 'if-range': etag })
    expect([middle.status, middle.headers.get('content-range')]).toEqual([206, `bytes 2000-${media.bytes - 1}/${media.bytes}`])
    expect(Buffer.from(await middle.arrayBuffer())).toEqual(bytes.subarray(2000))
    const changed = await get(relative, { range: 'bytes=0-9', 'if-range': '"another"' })
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, media.bytes])
    expect((await get(relative, { range: `bytes=${media.bytes}-` })).status).toBe(416)
    expect((await get(relative, { 'if-none-match': etag })).status).toBe(304)
  })

  it('A part of a text is one of the bytes that its ETag names, also for a client that takes them compressed', async () => {
    const text = Buffer.from('Grandpa cut the board. '.repeat(100))
    const { url } = await sendMedia(admin, 'Notes.txt', text)
    const bytes = Buffer.from(await (await admin.send(url, {})).arrayBuffer())
    for (const [headers, expected] of [
      [{}, bytes],
      [{ range: 'bytes=600-' }, bytes.subarray(600)],
    ] as const) {
      const response = await admin.send(url, { headers: { ...headers, 'accept-encoding': 'gzip, br' } })
      expect(response.headers.get('content-encoding')).toBeNull()
      expect(Buffer.from(await response.arrayBuffer())).toEqual(expected)
    }
  })

  it('A document is downloaded', async () => {
    const { url, media } = await sendMedia(admin, 'Plan.pdf', SMALL_FILES['pdf'] ?? Buffer.alloc(0))
    expect(media).toMatchObject({ kind: 'document', name: 'Plan.pdf', pages: 1 })
    const response = await admin.send(url, {})
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': 'attachment; filename="Plan.pdf"',
      'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
      'x-content-type-options': 'nosniff',
    })
  })

  it('What cannot be cleaned is refused with a sentence, and nothing of it is left', async () => {
    const before = await place().listKeys()
    await expect(sendMedia(admin, 'a.mp4', Buffer.from('<html>'.repeat(99)))).rejects.toThrow('Please send it as MP4 or MP3')
    await expect(sendMedia(admin, 'a.pdf', Buffer.from('%PDF-1.7 nothing'))).rejects.toThrow('This PDF is damaged')
    await expect(sendMedia(admin, 'a.txt', Buffer.from('<svg onload=x>'))).rejects.toThrow('This was not taken: what is in the file')
    await expect.poll(() => place().listKeys()).toEqual(before)
  })
})

onEachStorage('Uploads of videos, audio files and documents', (place) => {
  it('are for admins, of known kinds, and no larger than the settings say', async () => {
    const { blog } = place()
    const [user, admin] = [tusClient(await blog.makeUser()), tusClient(await blog.makeAdmin())]
    expect((await user.create({ kind: 'media', name: 'a.mp4', size: 5 })).status).toBe(403)
    for (const [name, reason] of [
      ['a.html', 'can run scripts'],
      ['a.svg', 'can run scripts'],
      ['a.docm', 'can run scripts'],
      ['a.zip', 'save it as PDF'],
      ['a.exe', 'can run scripts'],
      ['a.jpg', 'no files of this kind'],
    ] as const) {
      const { status, error } = await admin.create({ kind: 'media', name, size: 5 })
      expect([status, error?.message]).toEqual([400, expect.stringContaining(reason)])
    }
    const large = await admin.create({ kind: 'media', name: 'a.mp4', size: UPLOAD_MAX_BYTES.media + 1 })
    expect([large.status, large.error?.message]).toEqual([413, 'This is too large to send: at most 300 MB.'])
    expect((await admin.create({ kind: 'media', name: 'a.mp4', size: 20 * 1024 * 1024 })).status).toBe(201)
  })
})
