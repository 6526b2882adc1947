import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { storeFile } from '#media/server/files/store-file.ts'
import { importBlog } from '#moving/server/writer/import-blog.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-parts.ts'
import { SMALL_FILES } from '#tests/support/small-files.ts'
import { TEST_ORIGIN, TEST_SITE } from '#tests/support/test-app.ts'
import { exportMarkdown } from './export-markdown.ts'

const from = useTestApp('sqlite')
const into = useTestApp('sqlite')

it('Documents, audio and video are exported with their post, and imported into another blog', async () => {
  const { db, storage, clock, folder, workers } = from()
  const admin = await from().makeAdmin()
  const store = async (name: string) => {
    const path = join(folder, 'sent')
    await writeFile(path, SMALL_FILES[name.replace(/^.*\./, '')] ?? '')
    return storeFile({ db, files: storage.files, workers, now: () => clock.now }, { from: path, name, userId: admin.id })
  }
  const [sound, film, words, letter, other] = [
    await store('song.mp3'),
    await store('steps.mp4'),
    await store('words.vtt'),
    await store('letter.pdf'),
    await store('letter.pdf'),
  ]
  const content = `<figure><audio controls src="${sound}"></audio><figcaption>Sung</figcaption></figure><figure><video controls src="${film}" width="640" height="360"><track src="${words}" srclang="de" default></video></figure><p>The <a href="${letter}">first</a> and <a href="${other}">second</a> letter, and <a href="/post/x.pdf">another page</a></p>`
  await from().makePost({ by: admin, title: 'Files', content })
  const out = join(folder, 'out')
  const result = await exportMarkdown({ db, files: storage.files, publicUrl: TEST_ORIGIN, siteConfig: TEST_SITE }, out, () => {})
  expect(result).toMatchObject({ pictures: 5, problems: [] })
  const [name = ''] = await readdir(join(out, 'posts'))
  expect((await readdir(join(out, 'posts', name))).toSorted()).toEqual([
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
  const { report } = await importBlog(importPartsOf(into()), importOptions(out, { downloadPicture: null, downloadFile: null }))
  expect([report.counts.files, report.missingCount]).toEqual([5, 0])
  const post = await into().db.selectFrom('posts').select('content').executeTakeFirstOrThrow()
  const nameOf = (html: string) => html.replaceAll(/\/files\/[\w-]{16}\/\d{13}-/g, '/files/').replaceAll('=""', '')
  expect(nameOf(post.content)).toBe(nameOf(content).replace('letter.pdf">second', 'letter-2.pdf">second'))
  const [, address = ''] = /src="\/files\/([^"]+\.mp4)"/.exec(post.content) ?? []
  expect(Buffer.from((await into().storage.files.read(address)) ?? [])).toEqual(SMALL_FILES['mp4'])
})
