import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FILE_TYPES, readFileAddress } from '#media/contract/file-address.ts'
import { PICTURE_GRACE_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { SMALL_FILES } from '#tests/support/small-files.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { judgeFile, storeFile } from './store-file.ts'
import { removeUnusedPictures } from './remove-leftovers.ts'

describe('Checking files', () => {
  const judge = async (name: string, bytes: Buffer | string) => {
    const path = join(makeFolder(), 'file')
    await writeFile(path, bytes)
    return judgeFile(path, name)
  }

  it('Each extension accepts its own content, and rejects HTML and empty files', async () => {
    expect(Object.keys(SMALL_FILES).toSorted()).toEqual(Object.keys(FILE_TYPES).toSorted())
    for (const [ending, bytes] of Object.entries(SMALL_FILES)) {
      expect(await judge(`A file.${ending.toUpperCase()}`, bytes), ending).toEqual({ ending, size: bytes.byteLength })
      await expect(judge(`x.${ending}`, '<html><script>alert(1)</script>'), ending).rejects.toThrow('not what its ending says')
      await expect(judge(`x.${ending}`, ''), ending).rejects.toThrow('empty')
    }
  })

  it.each([
    ['page.html', 'can run scripts'],
    ['drawing.SVG', 'can run scripts'],
    ['feed.xml', 'can run scripts'],
    ['code.js', 'can run scripts'],
    ['program.exe', 'can run scripts'],
    ['letter.pdf.php', 'can run scripts'],
    ['archive.rar', 'no files of this kind'],
    ['no ending', 'no files of this kind'],
    ['.pdf/', 'no files of this kind'],
    ['pdf', 'no files of this kind'],
  ])('%s is refused: %s', async (name, reason) => {
    await expect(judge(name, '%PDF-1.7')).rejects.toMatchObject({ code: 'bad_request', message: expect.stringContaining(reason) })
  })

  it.each([
    ['a.txt', '\uFEFF  <!DOCTYPE html>'],
    ['a.csv', '<svg onload=x>'],
    ['a.ics', '<?xml version="1.0"?>'],
    ['a.txt', 'words\0words'],
    ['a.pdf', '<script>alert(1)</script>%PDF-1.7'],
    ['a.mp3', SMALL_FILES['mp4'] ?? ''],
    ['a.mp4', SMALL_FILES['mp3'] ?? ''],
    ['a.docx', SMALL_FILES['doc'] ?? ''],
  ])('%s with other content is refused', async (name, bytes) => {
    await expect(judge(name, bytes)).rejects.toThrow('not what its ending says')
  })
})

onEachEngine('A stored file', (engine) => {
  const blog = useTestApp(engine)
  const store = async (name: string, bytes: Buffer, userId: string) => {
    const { db, storage, clock, folder } = blog()
    const path = join(folder, 'sent')
    await writeFile(path, bytes)
    return storeFile({ db, files: storage.files, now: () => clock.now }, { path, name, userId })
  }

  it('A stored file can be opened by readers of its post, with headers that prevent scripts', async () => {
    const admin = await blog().makeAdmin()
    const bytes = Buffer.concat([SMALL_FILES['mp3'] ?? Buffer.alloc(0), Buffer.alloc(5000, 'la')])
    const sound = await store('../Erste Wörter.MP3', bytes, admin.id)
    const letter = await store('Über/Brief "1".pdf', SMALL_FILES['pdf'] ?? Buffer.alloc(0), admin.id)
    expect(readFileAddress(sound)).toMatchObject({ ending: 'mp3', name: expect.stringMatching(/^\d{13}-Erste-Worter$/) })
    expect((await blog().visitor().send(sound, {})).status).toBe(404)
    const html = `<p><a href="${letter}">Brief</a></p><audio controls src="${sound}"></audio>`
    const post = await blog().makePost({ by: admin, content: html })
    expect(post.content).toBe(html)
    const heard = await blog()
      .visitor()
      .send(sound, { headers: { range: 'bytes=3-9' } })
    expect(heard.status).toBe(206)
    expect(Buffer.from(await heard.arrayBuffer())).toEqual(bytes.subarray(3, 10))
    expect(Object.fromEntries(heard.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-range': `bytes 3-9/${bytes.byteLength}`,
      'content-disposition': "inline; filename*=UTF-8''Erste-Worter.mp3",
      'content-security-policy': "default-src 'none'; sandbox; media-src 'self'",
      'x-content-type-options': 'nosniff',
    })
    const read = await blog().visitor().send(letter, {})
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''Uber-Brief-1.pdf",
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await read.arrayBuffer())).toEqual(SMALL_FILES['pdf'])
  })

  it('Nothing remains when the storage fails', async () => {
    const { db, storage, clock, folder } = blog()
    const { id } = await blog().makeAdmin()
    const path = join(folder, 'sent')
    await writeFile(path, SMALL_FILES['pdf'] ?? '')
    const files = { ...storage.files, copyIn: () => Promise.reject(new Error('the disk is full')) }
    await expect(storeFile({ db, files, now: () => clock.now }, { path, name: 'a.pdf', userId: id })).rejects.toThrow('the disk is full')
    expect(await db.selectFrom('pictures').select('folder').where('user_id', '=', id).execute()).toEqual([])
  })

  it('A file is deleted when nothing has linked to it for thirty days', async () => {
    const { db, storage, clock } = blog()
    const admin = await blog().makeAdmin()
    const [linked, unused] = [
      await store('a.pdf', SMALL_FILES['pdf'] ?? Buffer.alloc(0), admin.id),
      await store('b.zip', SMALL_FILES['zip'] ?? Buffer.alloc(0), admin.id),
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
