import { tmpdir } from 'node:os'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { unpackArchive } from '#import-export/server/readers/own/unpack-archive.ts'
import { createMediaWorkers } from '#media/server/index.ts'
import { importBlog } from '#import-export/server/writer/import-blog.ts'
import { runScript } from '#tests/support/blog/blog-process.ts'
import { startCachedApi } from '#tests/support/blog/cached-api.ts'
import { makeDataFolder } from '#tests/support/blog/data-folder.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { runHere } from '#tests/support/blog/run-here.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'

const workers = createMediaWorkers({ folder: join(tmpdir(), 'kindred-media'), ffmpegPath: null })
afterAll(() => workers.close())

const post = (id: number) =>
  `<item><title>Post ${id}</title><link>https://old.invalid/2019/05/post-${id}/</link><content:encoded><![CDATA[Words of ${id} <img src="https://old.invalid/wp-content/uploads/x.jpg" alt="X">]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-02 03:04:0${id}</wp:post_date_gmt><wp:post_name>post-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="category" nicename="ward"><![CDATA[The ward]]></category></item>`
const exportOf = (count: number) =>
  `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.invalid</link><wp:wxr_version>1.2</wp:wxr_version>${Array.from({ length: count }, (_, index) => post(index + 1)).join('')}</channel></rss>`

onEachEngine('An import into a running blog', (engine) => {
  it('invalidates the cached responses of another process', async () => {
    const api = await startCachedApi(engine)
    try {
      const ask = async () => ((await (await fetch(`${api.url}/api/post/getposts`)).json()) as { totalPosts: number }).totalPosts
      await api.test.makeAdmin()
      expect([await ask(), await ask(), api.store.misses]).toEqual([0, 0, 1])
      const path = join(api.test.folder, 'export.xml')
      await writeFile(path, exportOf(2))
      await importBlog(importPartsOf(api.test, workers), importOptions(path, { fetchFile: null }))
      await expect.poll(ask).toBe(2)
    } finally {
      await api.close()
    }
  })
})

it('An import and an export on the command line, as separate processes', async () => {
  const folder = makeFolder({ 'export.xml': exportOf(3) })
  const env = { DATA_DIR: makeDataFolder(), LOG_LEVEL: 'silent' }
  const run = (...words: string[]) => runScript('src/app/cli/main.ts', words, env)
  await runHere(['user', 'create', '--admin', '--email', 'a@example.org', '--username', 'writer', '--password', 'a long password'], env)

  const words = ['import', join(folder, 'export.xml'), '--no-pictures']
  const dry = await runHere([...words, '--dry-run'], env)
  expect(dry).toMatchObject({ exitCode: 0, output: expect.stringContaining('3 posts and 1 picture come.') })
  const { exitCode, output } = await run(...words)
  expect(output).toContain('WordPress export of https://old.invalid: 3 posts came.')
  expect([exitCode, output]).toEqual([3, expect.stringContaining('3 missing. Run the same command again')])
  expect(output).toContain(
    'Post 1: https://old.invalid/wp-content/uploads/x.jpg: it is not in the folder of pictures, and nothing is fetched',
  )
  expect((await run(...words)).output).toContain('3 posts came.')

  expect(await run('export', join(folder, 'out.zip'))).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining('Wrote 3 posts, 0 pages, 0 comments and 0 pictures'),
  })
  expect(await run('export', join(folder, 'out.zip'))).toMatchObject({ exitCode: 1, output: expect.stringContaining('already') })
  const unpacked = await unpackArchive(join(folder, 'out.zip'), join(folder, 'out'))
  const index = await readFile(join(unpacked, 'posts/2020-01-02-post-1/index.md'), 'utf8')
  expect(index).toContain('oldAddresses:\n  - /2019/05/post-1\n  - /?p=1\n  - /post-1\n')
  expect(index).toContain('category: the-ward')
  expect(index).toContain(
    'Words of 1 [[picture: X]](https://old.invalid/wp-content/uploads/x.jpg)'.replace('[[picture: X]]', '[\\[picture: X\\]]'),
  )

  const archived = await run('import', join(folder, 'out.zip'), '--dry-run')
  expect(archived.output).toContain('Archive of a blog: Nothing comes.')
  expect(await readdir(join(env.DATA_DIR, 'imports'))).not.toContainEqual(expect.stringContaining('unpacked'))
})
