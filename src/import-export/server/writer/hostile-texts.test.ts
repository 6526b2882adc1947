import { mkdirSync, symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { smallWxr, uploadedAt } from '#tests/support/import-export/small-wxr.ts'
import { bombOf } from '#tests/support/media/pictures.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { importBlog } from './import-blog.ts'
import type { ImportOptions } from './import-run.ts'

const blog = useTestApp('sqlite')
beforeAll(() => blog().makeAdmin())

async function run(content: string, more: Partial<ImportOptions> = {}) {
  const path = join(makeFolder({ export: content }), 'export')
  const options = importOptions(path, { fetchFile: null, ...more })
  return (await importBlog(importPartsOf(blog()), options)).report
}
const contentOf = async (slug: string) =>
  (await blog().db.selectFrom('posts').select('content').where('slug', '=', slug).executeTakeFirstOrThrow()).content

it('A tag with 100,000 attributes is converted', async () => {
  const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}`).join(' ')
  const report = await run(smallWxr([{ id: 2, body: `<p ${attributes}>Words</p><img ${attributes}>` }]))
  expect([report.count('failed'), await contentOf('post-2')]).toEqual([0, '<p>Words</p><p></p>'])
})

it('Cycles of blocks, categories and comments end', async () => {
  const block = (id: number, ref: number) =>
    `<item><title>b</title><wp:post_id>${id}</wp:post_id><wp:post_type>wp_block</wp:post_type><content:encoded><![CDATA[<p>In ${id}</p><!-- wp:block {"ref":${ref}} /-->]]></content:encoded></item>`
  const categories = `<wp:category><wp:category_nicename>a</wp:category_nicename><wp:category_parent>b</wp:category_parent></wp:category><wp:category><wp:category_nicename>b</wp:category_nicename><wp:category_parent>a</wp:category_parent></wp:category>`
  const wxr = smallWxr([
    { id: 11, body: '<p>Before</p><!-- wp:block {"ref":900} /-->', more: '<category domain="category" nicename="a">A</category>' },
  ])
  const report = await run(wxr.replace('<item>', `${categories}${block(900, 901)}${block(901, 900)}<item>`))
  expect(report.count('failed')).toBe(0)
  expect(await contentOf('post-11')).toContain('<p>Before</p>')
})

it('No file outside the folder of pictures is read, whatever its address', async () => {
  const folder = makeFolder({ 'secret.pdf': '%PDF-1.4 secret', 'secret.jpg': 'secret', 'uploads/a.txt': 'x' })
  mkdirSync(join(folder, 'uploads/2020'))
  symlinkSync(join(folder, 'secret.pdf'), join(folder, 'uploads/2020/link.pdf'))
  symlinkSync(folder, join(folder, 'uploads/up'))
  const names = [
    '../secret.pdf',
    '%2e%2e/secret.pdf',
    '2020/link.pdf',
    'up/secret.pdf',
    '..%5csecret.pdf',
    '../../../../../../etc/passwd',
    'a.pdf%00.jpg',
    '../secret.jpg',
  ]
  const links = names.map(
    (name) => `<a href="https://old.example/wp-content/uploads/${name}">x</a> <img src="/wp-content/uploads/${name}">`,
  )
  const others = [`file://${folder}/secret.pdf`, `${folder}/secret.pdf`, `file://localhost${folder}/secret.jpg`]
  const more = others.map((address) => `<a href="${address}">y</a><img src="${address}"><audio src="${address}"></audio>`)
  const report = await run(smallWxr([{ id: 21, body: `<p>Words ${links.join(' ')}${more.join(' ')}</p>` }]), {
    pictures: join(folder, 'uploads'),
  })
  expect([report.counts.pictures, report.counts.files]).toEqual([0, 0])
  expect(report.missingCount).toBeGreaterThan(names.length)
  expect(await blog().db.selectFrom('pictures').select('folder').execute()).toEqual([])
})

it('Pictures with a wrong size or type are not imported, and are reported', async () => {
  const folder = makeFolder()
  await writeFile(join(folder, 'bomb.png'), bombOf(50_000, 50_000))
  await writeFile(join(folder, 'page.jpg'), '<html><script>alert(1)</script></html>')
  await writeFile(join(folder, 'drawing.png'), '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const names = ['bomb.png', 'page.jpg', 'drawing.png']
  const images = names.map((name) => `<img src="${uploadedAt(name).replace('2020/01/', '')}">`)
  const report = await run(smallWxr([{ id: 31, body: `<p>Words ${images.join(' ')}</p>` }]), { pictures: folder })
  expect([report.counts.posts, report.counts.pictures, report.count('picture')]).toEqual([1, 0, names.length])
})

it('A Ghost export whose rows have very many keys is refused', async () => {
  const keys = Array.from({ length: 400_000 }, (_, index) => `"k${index}":1`).join(',')
  await expect(run(`{"data":{"posts":[{"id":"1",${keys}}]}}`, { site: 'https://x.example' })).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('more parts'),
  })
  const outside = await run(`{"data":{"posts":[],"other":{${keys}}}}`, { site: 'https://x.example' })
  expect(outside.counts.posts).toBe(0)
})
