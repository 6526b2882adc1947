import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { blackPng, bombOf, noise, plain, repeatFrame } from '#tests/support/media/pictures.ts'
import { onEachStorage } from '#tests/support/storage/storage-places.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { tusClient, uploadPicture } from '#tests/support/media/tus.ts'

const NO_PICTURE = 'This file is not a picture that the blog can show. Please use a JPEG, PNG, WebP, AVIF or GIF.'
const TIFF =
  'This photo is a TIFF or a raw photo, which browsers cannot show. Please open it where it came from, save it as a JPEG, and send that.'
const DAMAGED = 'This picture is damaged or incomplete.'
const TOO_MANY_PIXELS = 'This picture is too large: at most 50 megapixels, all frames together.'
const latin1 = (text: string) => Buffer.from(text, 'latin1')

onEachStorage('Uploading hostile files', (place, storage) => {
  let admin: TestUser
  let other: TestUser
  beforeAll(async () => {
    admin = await place().blog.makeAdmin()
    other = await place().blog.makeAdmin()
  })
  let before: string[] = []
  beforeEach(async () => {
    before = await place().listKeys()
  })
  // Files are deleted right after the response.
  const expectNothingLeft = () => expect.poll(() => place().listKeys()).toEqual(before)

  const files: [string, string, () => Buffer | Promise<Buffer>][] = [
    ['HTML named .jpg', NO_PICTURE, () => latin1('<!doctype html><script>alert(1)</script>')],
    ['an SVG with a script', NO_PICTURE, () => latin1('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['an SVG with a prologue', NO_PICTURE, () => latin1('<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF that is a script', NO_PICTURE, () => latin1('GIF89a/*\x01\x00\x00*/=1;alert(1)')],
    ['a PNG that is a page', NO_PICTURE, () => Buffer.concat([latin1('\x89PNG\r\n\x1a\n'), latin1('<html><script>alert(1)</script>')])],
    ['a PDF', NO_PICTURE, () => latin1('%PDF-1.4\n%%EOF')],
    ['a program', NO_PICTURE, () => latin1('\x7fELF\x02\x01\x01')],
    ['noise', NO_PICTURE, () => randomBytes(5000)],
    ['a single byte', NO_PICTURE, () => Buffer.from([0])],
    ['a TIFF', TIFF, () => plain(8, 8).tiff().toBuffer()],
    ['the head of a JPEG', NO_PICTURE, () => latin1('\xFF\xD8\xFF\xE0\x00\x10JFIF')],
    ['a JPEG that was cut off', DAMAGED, async () => (await noise(300, 300).jpeg().toBuffer()).subarray(0, 20_000)],
    ['a PNG that was cut off', DAMAGED, async () => (await noise(300, 300).png().toBuffer()).subarray(0, 20_000)],
    ['a bomb of 50,000 × 50,000', TOO_MANY_PIXELS, () => bombOf(50_000, 50_000)],
    ['a bomb of 8,000 × 8,000', TOO_MANY_PIXELS, () => blackPng(8000, 8000)],
    ['a bomb of many frames', TOO_MANY_PIXELS, async () => repeatFrame(await plain(1600, 1200).gif().toBuffer(), 30)],
  ]

  // Content is checked before it is stored, so one file is enough for a bucket.
  it.each(storage === 'folder' ? files : files.slice(0, 1))('refuses %s, and stores nothing of it', async (_, message, make) => {
    const bytes = await make()
    await expect(uploadPicture(admin, { kind: 'post', name: 'holiday.jpg', bytes })).rejects.toThrow(message)
    await expectNothingLeft()
  })

  it('refuses a profile picture of more than 12 megapixels', async () => {
    await expect(uploadPicture(admin, { kind: 'profile', bytes: blackPng(4200, 3000) })).rejects.toThrow('at most 12 megapixels')
    await expectNothingLeft()
  })

  it('stores only the pixels of a picture that is also a page, a script and an archive', async () => {
    const payload = '<script>alert("payload")</script>PK\x03\x04'
    const jpeg = await noise(200, 100).jpeg().toBuffer()
    const comment = Buffer.from(payload, 'latin1')
    const head = Buffer.from([0xff, 0xfe, 0, comment.byteLength + 2])
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2), comment])
    await uploadPicture(admin, { kind: 'post', name: 'x.html', bytes: polyglot })
    for (const key of await place().listKeys()) expect((await place().readKey(key)).toString('latin1')).not.toContain('payload')
  })

  it('refuses an empty file', async () => {
    const { status, error } = await tusClient(admin).create({ size: 0 })
    expect([status, error?.message]).toEqual([400, 'This file is empty.'])
    await expectNothingLeft()
  })

  it.each(['-1', '1.5', 'abc', '1e3', '0x10', ''])('refuses the length %j', async (size) => {
    const { status, error } = await tusClient(admin).create({ size })
    expect([status, error?.code]).toEqual([400, 'bad_request'])
    await expectNothingLeft()
  })

  it('Deferred lengths and concatenated uploads are refused', async () => {
    for (const [name, value] of [
      ['Upload-Defer-Length', '1'],
      ['Upload-Concat', 'partial'],
    ] as const) {
      const init = { method: 'POST', headers: { 'Tus-Resumable': '1.0.0', [name]: value } }
      const response = await admin.send('/files', init)
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'bad_request' }])
    }
    await expectNothingLeft()
  })

  it('refuses more bytes than were announced, and stores none', async () => {
    const tus = tusClient(admin)
    const tooMuch = await admin.send('/files', {
      method: 'POST',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': '500',
        'Upload-Length': '100',
        'Upload-Metadata': `kind ${Buffer.from('post').toString('base64')}`,
      },
      body: new Uint8Array(500),
    })
    expect(tooMuch.status).toBe(413)
    await expectNothingLeft()
    const { url } = await tus.create({ size: 100 })
    const refusal = await tus.patch(url, 0, new Uint8Array(500), { 'Content-Length': '500' })
    expect([refusal.status, refusal.error?.code]).toEqual([413, 'too_large'])
    await tus.end(url)
    await expectNothingLeft()
  })

  it('refuses offsets out of order', async () => {
    const tus = tusClient(admin)
    const { url } = await tus.create({ size: 1000 })
    for (const offset of [1, 500, 1000, 99_999]) {
      const refusal = await tus.patch(url, offset, new Uint8Array(10))
      expect([refusal.status, refusal.error?.code]).toEqual([409, 'conflict'])
    }
    for (const offset of ['-1', 'abc', '1.5']) expect((await tus.patch(url, offset, new Uint8Array(10))).status).toBe(400)
    expect((await tus.head(url)).headers.get('upload-offset')).toBe('0')
    await tus.patch(url, 0, new Uint8Array(10))
    expect((await tus.patch(url, 0, new Uint8Array(10))).status).toBe(409)
    await tus.end(url)
    await expectNothingLeft()
  })

  it('refuses other versions of the protocol', async () => {
    const refusal = await tusClient(admin).create({ size: 10, headers: { 'Tus-Resumable': '0.2.2' } })
    expect([refusal.status, refusal.error?.code, refusal.headers.get('tus-version')]).toEqual([412, 'precondition_failed', '1.0.0'])
    const without = await admin.send('/files', { method: 'POST', headers: { 'Upload-Length': '5' } })
    expect([without.status, await without.json()]).toMatchObject([412, { code: 'precondition_failed' }])
    const broken = await tusClient(admin).create({ size: 10, headers: { 'Upload-Metadata': 'kind ä#!' } })
    expect(broken.status).toBe(400)
    const { url } = await tusClient(admin).create({ size: 10 })
    expect((await tusClient(admin).patch(url, 0, new Uint8Array(10), { 'Content-Type': 'image/png' })).status).toBe(415)
    await tusClient(admin).end(url)
  })

  it("hides another user's upload from every request", async () => {
    const { url } = await tusClient(admin).create({ size: 1000 })
    const thief = tusClient(other)
    const looked = await thief.head(url)
    expect(looked.headers.get('tus-resumable')).toBe('1.0.0')
    const refusals = [looked, await thief.patch(url, 0, new Uint8Array(10)), await thief.end(url), await thief.result(url)]
    expect(refusals.map((refusal) => refusal.status)).toEqual([404, 404, 404, 404])
    const visitor = tusClient(place().blog.visitor())
    expect([(await visitor.head(url)).status, (await visitor.end(url)).status, (await visitor.result(url)).status]).toEqual([401, 401, 401])
    const foreign = await admin.send(url, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0', Origin: 'https://evil.example' } })
    expect(foreign.status).toBe(403)
    expect((await tusClient(admin).head(url)).status).toBe(200)
    await tusClient(admin).end(url)
  })

  it.each(['..%2f..%2fkindred.sqlite', '%2e%2e', 'x', `${'a'.repeat(32)}.json`, `${'a'.repeat(32)}%00`, 'A'.repeat(32), 'a'.repeat(300)])(
    'has no upload at %s',
    async (id) => {
      for (const method of ['HEAD', 'PATCH', 'DELETE', 'GET']) {
        const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
        const response = await admin.send(`/files/uploads/${id}`, { method, headers })
        expect([method, response.status]).toEqual([method, 404])
      }
    },
  )

  const names: [string, string][] = [
    ['../../etc/passwd', 'etc-passwd'],
    ['..\\..\\x.png', 'x'],
    ['\0.png', 'picture'],
    ['a\0b.png', 'a-b'],
    ['.htaccess', 'picture'],
    ['a.php.png', 'a-php'],
    ['<script>alert(1)</script>.png', 'script-alert-1-script'],
    ['x'.repeat(300), 'x'.repeat(60)],
    ['病院.jpg', 'BingYuan'],
    ['🌻🌻.jpg', 'sunflower-sunflower'],
    ['\u202Egpj.exe.jpg', 'gpj-exe'],
    ['"; drop table posts; --.jpg', 'drop-table-posts'],
    ['', 'picture'],
  ]
  // A bucket gets only safe names. PostgreSQL gets the others too, and refuses a NUL.
  const namesHere = storage === 'folder' ? names : names.filter(([name]) => /\0|🌻|drop table/u.test(name))
  it.each(namesHere)('makes the name %j safe', async (name, stem) => {
    const url = await uploadPicture(other, { kind: 'profile', name, bytes: await plain(4, 4).png().toBuffer() })
    expect(url.replace(/^\/files\/[\w-]{16}\/\d{13}-/, '').replace(/_4x4_[0-9a-f]{36}\.jpg$/, '')).toBe(stem)
    expect((await other.send(url, { method: 'HEAD' })).status).toBe(200)
  })

  it.each([
    '/files/a/b.webp',
    '/files/a/..b',
    '/files/%2e%2e/kindred.sqlite',
    '/files/..%2fx/kindred.sqlite',
    '/files/a%00/b',
    '/files/a/%2e',
    '/files/a',
    '/files',
    '/files/a/b/c',
  ])('has nothing at %s', async (path) => {
    const response = await place().blog.visitor().send(path, {})
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_found' }])
  })
})
