import { createWriteStream } from 'node:fs'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { type ArchiveFile, writeZip } from '#import-export/server/formats/write-zip.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { unpackArchive } from './unpack-archive.ts'

const POST = '---\ntitle: A\ndate: 2026-01-02\n---\n\nWords\n'
const text = (path: string, content: string): ArchiveFile => ({ path, content, changedAt: Date.UTC(2026, 0, 2, 3, 4, 5) })

async function write(files: Iterable<ArchiveFile>): Promise<string> {
  const path = join(makeFolder(), 'blog.zip')
  await pipeline(writeZip(Readable.from(files)), createWriteStream(path))
  return path
}

/** Why an archive is refused, after a check that nothing of it is left on the disk. */
async function refusalOf(path: string): Promise<string> {
  const place = makeFolder()
  const error: unknown = await unpackArchive(path, join(place, 'unpacked')).catch((refusal: unknown) => refusal)
  expect(await readdir(place, { recursive: true })).toEqual([])
  const { code, message } = error as { code: string; message: string }
  return `${code}: ${message}`
}

it('An archive has what was written into it, also a video that is compressed already and files without content', async () => {
  const video = Buffer.alloc(300_000, 'frame ')
  const open = async () => Readable.from([video.subarray(0, 70_000), video.subarray(70_000)])
  const path = await write([
    text('blog.yml', 'blog: {}\n'),
    text('posts/ä שלום/index.md', POST.repeat(5000)),
    { path: 'posts/ä שלום/video.mp4', changedAt: 0, content: open },
    { path: 'posts/gone.jpg', changedAt: 0, content: async () => undefined },
    text('empty.txt', ''),
  ])
  const folder = await unpackArchive(path, join(makeFolder(), 'unpacked'))
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(
    ['blog.yml', 'empty.txt', 'posts', 'posts/ä שלום', 'posts/ä שלום/video.mp4', 'posts/ä שלום/index.md'].toSorted(),
  )
  expect(await readFile(join(folder, 'posts/ä שלום/index.md'), 'utf8')).toBe(POST.repeat(5000))
  expect(await readFile(join(folder, 'posts/ä שלום/video.mp4'))).toEqual(video)
  expect(await readFile(join(folder, 'empty.txt'), 'utf8')).toBe('')
})

it('An archive that was unpacked and packed again by others is read from the folder that it was in', async () => {
  const bytes = Buffer.from(POST)
  const path = join(makeFolder(), 'again.zip')
  await writeFile(
    path,
    zipSync({ 'our blog': { posts: { a: { 'index.md': [bytes, { level: 0 }] } } }, __MACOSX: { '._posts': bytes }, '.DS_Store': bytes }),
  )
  expect(await readFile(join(await unpackArchive(path, join(makeFolder(), 'unpacked')), 'posts/a/index.md'), 'utf8')).toBe(POST)
})

it('A file that is no archive, and a folder, are left where they are', async () => {
  const folder = makeFolder({ 'export.xml': '<rss>' })
  expect(await unpackArchive(join(folder, 'export.xml'), join(folder, 'x'))).toBe(join(folder, 'export.xml'))
  expect(await unpackArchive(folder, join(folder, 'x'))).toBe(folder)
})

it.each([
  ['a way up', 'posts/../../evil.txt', 'outside of its folder, ‘posts/../../evil.txt’'],
  ['an absolute path', '/etc/evil.txt', 'outside of its folder'],
  ['a path of Windows', 'C:\\evil.txt', 'outside of its folder'],
  ['a way up of Windows', '..\\evil.txt', 'outside of its folder'],
  ['a name with an end', 'posts/a\0.txt', 'outside of its folder'],
  ['the same name twice', 'posts/A/index.md', '‘posts/A/index.md’ twice'],
  ['a file that is a folder, too', 'posts/a/index.md/x', 'is damaged'],
])('An archive with %s is refused, and nothing is written', async (_, path, words) => {
  const archive = join(makeFolder(), 'evil.zip')
  await writeFile(archive, zipSync({ 'posts/a/index.md': Buffer.from(POST), [path]: Buffer.from('x') }))
  const refusal = await refusalOf(archive)
  expect(refusal).toMatch(/^bad_request: /)
  expect(refusal).toContain(words)
})

it('A bomb is refused by what it says, and one that says less than it holds while it is unpacked', async () => {
  const path = await write([text('posts/a.txt', '0'.repeat(1024 * 1024))])
  const bomb = await readFile(path)
  const size = bomb.indexOf('PK\x01\x02', 0, 'latin1') + 24
  bomb.writeUInt32LE(2 ** 31, size)
  await writeFile(path, bomb)
  expect(await refusalOf(path)).toContain('many times as large')
  bomb.writeUInt32LE(1000, size)
  await writeFile(path, bomb)
  expect(await refusalOf(path)).toContain('‘posts/a.txt’ in this archive is damaged')
})

it('A truncated archive, and one with a changed byte, are refused in one sentence', async () => {
  const path = await write([text('posts/a/index.md', POST.repeat(100)), text('posts/b/index.md', POST)])
  const whole = await readFile(path)
  await truncate(path, whole.length - 30)
  const again = 'Please download or copy the archive once more; if it is the same again, make a new one in the old blog.'
  expect(await refusalOf(path)).toBe(`bad_request: This archive ends too early: only a part of it is here. ${again}`)
  const record = whole.indexOf('PK\x01\x02', 0, 'latin1')
  for (const at of [60, record + 16, record + 43]) {
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(at) ^ 0x55, at)
    await writeFile(path, changed)
    expect(await refusalOf(path)).toBe(`bad_request: ‘posts/a/index.md’ in this archive is damaged. ${again}`)
  }
})

it('An archive with a password, and one whose parts lie over each other, are refused', async () => {
  const path = await write([text('posts/a/index.md', POST)])
  const whole = await readFile(path)
  const record = whole.indexOf('PK\x01\x02', 0, 'latin1')
  const locked = Buffer.from(whole)
  locked.writeUInt16LE(locked.readUInt16LE(record + 8) | 1, record + 8)
  await writeFile(path, locked)
  expect(await refusalOf(path)).toContain('locked with a password')
  const overlapping = Buffer.from(whole)
  overlapping.writeUInt32LE(whole.length + 1, record + 20)
  await writeFile(path, overlapping)
  expect(await refusalOf(path)).toContain('This archive is damaged.')
})
