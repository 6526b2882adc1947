import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mediaFactsOf } from '#media/contract/file-address.ts'
import { storeFile, storeImportedFile } from '#media/server/files/store-file.ts'
import { importBlog } from '#import-export/server/writer/import-blog.ts'
import { exportUnpacked } from '#tests/support/import-export/archive.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { SMALL_FILES } from '#tests/support/media/small-files.ts'

const from = useTestApp('sqlite')
const into = useTestApp('sqlite')
const old = useTestApp('sqlite')
const again = useTestApp('sqlite')

it('Documents, audio and video are exported with their post, and imported into another blog', async () => {
  const { db, storage, clock, folder, workers } = from()
  const admin = await from().makeAdmin()
  const store = async (name: string) => {
    const path = join(folder, 'sent')
    await writeFile(path, SMALL_FILES[name.replace(/^.*\./, '')] ?? '')
    return storeFile({ db, files: storage.files, workers, now: () => clock.now }, { from: path, name, userId: admin.id })
  }
  const [audio, video, words, letter, other] = [
    await store('song.mp3'),
    await store('steps.mp4'),
    await store('words.vtt'),
    await store('letter.pdf'),
    await store('letter.pdf'),
  ]
  const content = `<figure><audio controls src="${audio}"></audio><figcaption>Sung</figcaption></figure><figure><video controls src="${video}" width="640" height="360"><track src="${words}" srclang="de" default></video></figure><p>The <a href="${letter}">first</a> and <a href="${other}">second</a> letter, and <a href="/post/x.pdf">another page</a></p>`
  await from().makePost({ by: admin, title: 'Files', content })
  const { folder: out, exported } = await exportUnpacked(from())
  expect(exported).toMatchObject({ files: 5, missing: [] })
  const [name = ''] = await readdir(join(out, 'posts'))
  expect((await readdir(join(out, 'posts', name))).toSorted()).toEqual([
    'index.html',
    'index.md',
    'letter-2.pdf',
    'letter.pdf',
    'song.mp3',
    'steps.mp4',
    'words.vtt',
  ])
  expect(await readFile(join(out, 'posts', name, 'index.md'), 'utf8')).toContain(
    'The [first](letter.pdf) and [second](letter-2.pdf) letter',
  )

  await into().makeAdmin()
  const { report } = await importBlog(importPartsOf(into()), importOptions(out, { fetchFile: null }))
  expect([report.counts.files, report.missingCount]).toEqual([5, 0])
  const post = await into().db.selectFrom('posts').select('content').executeTakeFirstOrThrow()
  const nameOf = (html: string) =>
    html.replaceAll(/\/files\/[\w-]{16}\/[\w.-]+/g, (address) => mediaFactsOf(address)?.name ?? '').replaceAll('=""', '')
  expect(nameOf(post.content)).toBe(nameOf(content).replace('letter.pdf">second', 'letter-2.pdf">second'))
  const [, address = ''] = /src="\/files\/([^"]+\.mp4)"/.exec(post.content) ?? []
  // A clean video is the same after it was cleaned again.
  expect(await into().storage.files.read(address)).toEqual(await storage.files.read(video.slice('/files/'.length)))
})

it('Documents that cannot be cleaned are exported, imported unchanged, and downloaded', async () => {
  const { db, storage, clock, folder, workers } = old()
  const admin = await old().makeAdmin()
  const files = new Map<string, Buffer>([['locked.pdf', Buffer.from('%PDF-1.7 locked')]])
  for (const ending of ['doc', 'xls', 'ppt', 'rtf', 'epub', 'zip']) files.set(`old.${ending}`, SMALL_FILES[ending] ?? Buffer.alloc(0))
  const links: string[] = []
  for (const [name, bytes] of files) {
    const from = join(folder, 'sent')
    await writeFile(from, bytes)
    const address = await storeImportedFile({ db, files: storage.files, workers, now: () => clock.now }, { from, name, userId: admin.id })
    links.push(`<p><a href="${address}">${name}</a></p>`)
  }
  await old().makePost({ by: admin, content: links.join('') })
  const { folder: out } = await exportUnpacked(old())
  await again().makeAdmin()
  const { report } = await importBlog(importPartsOf(again()), importOptions(out, { fetchFile: null }))
  expect([report.counts.files, report.missingCount]).toEqual([7, 0])
  const { content } = await again().db.selectFrom('posts').select('content').executeTakeFirstOrThrow()
  for (const address of content.match(/\/files\/[^"]+/g) ?? []) {
    const response = await again().visitor().send(address, {})
    expect(Buffer.from(await response.arrayBuffer())).toEqual(files.get(mediaFactsOf(address)?.name ?? ''))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
  }
})
