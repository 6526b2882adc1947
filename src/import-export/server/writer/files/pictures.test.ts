import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImportReport } from '#import-export/server/record/report.ts'
import { importedItemsOf } from '#import-export/server/writer/imported-items.store.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { type OldSite, startOldSite } from '#tests/support/import-export/old-site.ts'
import { importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { noise } from '#tests/support/media/pictures.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { createFileFetcher, fetchPictureBytes } from './fetch-file.ts'
import { type MediaSource, openImporter } from './import-media.ts'
import { openLocalFolder } from './local-folder.ts'

let site: OldSite
beforeAll(async () => {
  site = await startOldSite()
})
afterAll(() => site.close())

const uploads = '/wp-content/uploads/2019/05'

describe('fetchPictureBytes', () => {
  const downloadPicture = (address: string) => fetchPictureBytes(address, { allowLoopback: true, retryMs: 1 })

  it('fetches a picture and follows redirects', async () => {
    const straight = await downloadPicture(`${site.url}${uploads}/photo-1.jpg`)
    expect(straight).toEqual({ bytes: expect.any(Buffer) })
    expect(await downloadPicture(`${site.url}/moved.jpg`)).toEqual(straight)
  })

  it.each([
    ['nothing there', '/none.jpg', 'the site answered 404'],
    ['more than fits', '/endless.jpg', 'the picture is larger than 15 MB'],
    ['led into a network of its own', '/inwards.jpg', 'the address is not a public one'],
  ])('refuses %s', async (_, path, reason) => {
    expect(await downloadPicture(site.url + path)).toEqual({ problem: 'refused', reason })
  })
})

it('A folder of pictures is searched for the path of an address', async () => {
  const find = await openLocalFolder(makeFolder({ '2019/05/a b.jpg': 'one', 'wp-content/uploads/c.jpg': 'two' }))
  const text = async (path: string) => {
    const found = await find(path)
    return found ? await readFile(found.path, 'utf8') : undefined
  }
  expect(await text('/wp-content/uploads/2019/05/a%20b.jpg?x=1')).toBe('one')
  expect(await text('/blog/wp-content/uploads/c.jpg')).toBe('two')
  expect(await text('/2019/05/none.jpg')).toBeUndefined()
})

describe('An importer of pictures', () => {
  const blog = useTestApp('sqlite')
  const open = (more: Partial<MediaSource> = {}) =>
    openImporter({
      kind: 'picture',
      parts: importPartsOf(blog()),
      importedItems: importedItemsOf('test'),
      report: new ImportReport(),
      site: site.url,
      findLocal: null,
      fetchFile: createFileFetcher(makeFolder(), { allowLoopback: true, retryMs: 1 }),
      maxBytes: 1024 * 1024,
      isFullSize: (address) => address.endsWith('/photo-2.jpg'),
      ...more,
    })

  it('stores the full size once, for concurrent imports of any size', async () => {
    const { id } = await blog().makeAdmin()
    const importer = open()
    const before = site.requested.length
    const sizes = ['photo-2.jpg', 'photo-2-300x200.jpg', 'photo-2-150x150.jpg', 'photo-2.jpg'].map((name) =>
      importer.import(`${uploads}/${name}`, id),
    )
    const urls = (await Promise.all(sizes)).map((imported) => ('url' in imported ? imported.url : imported.reason))
    expect(new Set(urls).size).toBe(1)
    expect(urls[0]).toMatch(/^\/files\/.+-photo-2_136x90_/)
    expect(site.requested.slice(before)).toEqual([`${uploads}/photo-2.jpg`])
    expect(await open().import(`${uploads}/photo-2.jpg`, id)).toEqual({ url: urls[0] })
  })

  it('returns why a picture could not be imported', async () => {
    const { id } = await blog().makeAdmin()
    expect(await open().import('/page.jpg', id)).toEqual({ reason: expect.stringContaining('not a picture') })
    expect(await open({ fetchFile: null }).import('/x.jpg', id)).toEqual({ reason: expect.stringContaining('nothing is fetched') })
    expect(await open({ site: null }).import('x.jpg', id)).toEqual({ reason: 'it is not in the folder of pictures' })
    expect(await open().import('data:image/png;base64,AAAA', id)).toEqual({ reason: expect.stringContaining('not a picture') })
  })

  it('reads the folder first, and stores a file once', async () => {
    const { id } = await blog().makeAdmin()
    const folder = makeFolder()
    await writeFile(join(folder, 'a.jpg'), await noise(40, 30).jpeg().toBuffer())
    const importer = open({ findLocal: await openLocalFolder(folder) })
    const [a, b] = await Promise.all([importer.import('/a.jpg', id), importer.import('/a.jpg?w=300', id)])
    expect(a).toEqual({ url: expect.stringMatching(/^\/files\//) })
    expect(b).toEqual(a)
    expect(
      await open({ maxBytes: 10, findLocal: await openLocalFolder(makeFolder({ 'b.jpg': 'more than ten bytes' })) }).import('/b.jpg', id),
    ).toEqual({
      reason: expect.stringContaining('the picture is larger than'),
    })
  })
})
