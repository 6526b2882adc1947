import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFileAddress } from '#media/contract/file-address.ts'
import { PICTURE_GRACE_MS } from '#media/contract/media-limits.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { SMALL_FILES } from '#tests/support/media/small-files.ts'
import { storeCleanFile, storeFile } from './store-file.ts'
import { removeUnusedPictures } from './remove-leftovers.ts'

const CLEAN = { ending: 'pdf', facts: { bytes: 9, playsEverywhere: true } } as const

describe('A stored file', () => {
  const blog = useTestApp('sqlite')
  const store = async (name: string, bytes: Buffer, userId: string) => {
    const { db, storage, clock, folder, workers } = blog()
    const path = join(folder, 'sent')
    await writeFile(path, bytes)
    return storeFile({ db, files: storage.files, workers, now: () => clock.now }, { from: path, name, userId })
  }

  it.each([
    ['mp4', { seconds: 1_700_000_000 }],
    ['mp4', { seconds: Number.POSITIVE_INFINITY }],
    ['mp4', { seconds: Number.NaN }],
    ['pdf', { pages: 100_000 }],
  ] as const)('A %s that says of itself %o is refused: no address can hold that', async (ending, facts) => {
    const { db, storage, clock, folder } = blog()
    const { id: userId } = await blog().makeAdmin()
    const file = { path: join(folder, 'sent'), name: `a.${ending}`, userId, ending, facts: { bytes: 9, playsEverywhere: true, ...facts } }
    await expect(storeCleanFile({ db, files: storage.files, now: () => clock.now }, file)).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('A stored file can be opened by readers of its post, with headers that prevent scripts', async () => {
    const admin = await blog().makeAdmin()
    const audio = await store('../Erste Wörter.MP3', SMALL_FILES['mp3'] ?? Buffer.alloc(0), admin.id)
    const bytes = Buffer.from((await blog().storage.files.read(audio.slice('/files/'.length))) ?? [])
    const letter = await store('Über/Brief "1".pdf', SMALL_FILES['pdf'] ?? Buffer.alloc(0), admin.id)
    expect(readFileAddress(audio)).toMatchObject({ ending: 'mp3', name: expect.stringMatching(/^\d{13}-Erste-Worter$/) })
    expect((await blog().visitor().send(audio, {})).status).toBe(404)
    const html = `<p><a href="${letter}">Brief</a></p><audio controls src="${audio}"></audio>`
    const post = await blog().makePost({ by: admin, content: html })
    expect(post.content).toBe(html)
    const heard = await blog()
      .visitor()
      .send(audio, { headers: { range: 'bytes=3-9' } })
    expect(heard.status).toBe(206)
    expect(Buffer.from(await heard.arrayBuffer())).toEqual(bytes.subarray(3, 10))
    expect(Object.fromEntries(heard.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-range': `bytes 3-9/${bytes.byteLength}`,
      'content-disposition': 'inline; filename="Erste-Worter.mp3"',
      'content-security-policy': "default-src 'none'; sandbox; media-src 'self'",
      'x-content-type-options': 'nosniff',
    })
    const read = await blog().visitor().send(letter, {})
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="Uber-Brief-1.pdf"',
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await read.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-/)
  })

  it('Nothing remains when the storage fails', async () => {
    const { db, storage, clock, folder } = blog()
    const { id } = await blog().makeAdmin()
    const path = join(folder, 'sent')
    await writeFile(path, SMALL_FILES['pdf'] ?? '')
    const files = { ...storage.files, copyIn: () => Promise.reject(new Error('the disk is full')) }
    await expect(storeCleanFile({ db, files, now: () => clock.now }, { ...CLEAN, path, name: 'a.pdf', userId: id })).rejects.toThrow(
      'the disk is full',
    )
    expect(await db.selectFrom('pictures').select('folder').where('user_id', '=', id).execute()).toEqual([])
  })

  it('A file is deleted when nothing has linked to it for thirty days', async () => {
    const { db, storage, clock } = blog()
    const admin = await blog().makeAdmin()
    const [linked, unused] = [
      await store('a.pdf', SMALL_FILES['pdf'] ?? Buffer.alloc(0), admin.id),
      await store('b.docx', SMALL_FILES['docx'] ?? Buffer.alloc(0), admin.id),
    ]
    await blog().makePost({ by: admin, content: `<p><a href="${linked}">a</a></p>` })
    const parts = { db, storage, logger: { info: () => {} } as never, now: () => clock.now }
    await removeUnusedPictures(parts)
    clock.now += PICTURE_GRACE_MS + 1
    await removeUnusedPictures(parts)
    expect(await storage.files.find(linked.slice('/files/'.length))).toBeDefined()
    expect(await storage.files.find(unused.slice('/files/'.length))).toBeUndefined()
  })
})
