import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImportReport } from '#import-export/server/record/report.ts'
import { importedItemsOf } from '#import-export/server/writer/imported-items.store.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { type OldSite, startOldSite } from '#tests/support/import-export/old-site.ts'
import { importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { noise } from '#tests/support/media/pictures.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { isPublicAddress } from './fetch-address.ts'
import { createFileFetcher, fetchPictureBytes } from './fetch-file.ts'
import { type MediaSource, openImporter } from './import-media.ts'
import { openLocalFolder } from './local-folder.ts'

let site: OldSite
beforeAll(async () => {
  site = await startOldSite()
})
afterAll(() => site.close())

const uploads = '/wp-content/uploads/2019/05'

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it('accepts public addresses', () => {
    for (const address of ['8.8.8.8', '93.184.216.34', '2606:2800:220:1::1', '2a00:1450::1']) expect(isPublicAddress(address)).toBe(true)
  })
})

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

  it('never requests private addresses, however they are written', async () => {
    const strict = (address: string) => fetchPictureBytes(address, { retryMs: 1 })
    const { port } = new URL(site.url)
    const before = site.requested.length
    for (const host of ['127.0.0.1', 'localhost', '127.1', '0x7f000001', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      expect(await strict(`http://${host}:${port}${uploads}/photo-1.jpg`)).toEqual({
        problem: 'refused',
        reason: 'the address is not a public one',
      })
    }
    for (const address of [
      'file:///etc/passwd',
      'ftp://example.org/a.jpg',
      'data:image/png;base64,AA',
      'http://user:word@example.org/a.jpg',
      'http://',
    ]) {
      expect(await strict(address)).toMatchObject({ problem: 'refused' })
    }
    expect(site.requested).toHaveLength(before)
  })

  it('tries again when the connection breaks', async () => {
    site.isDown = true
    const before = site.requested.length
    expect(await downloadPicture(`${site.url}${uploads}/photo-1.jpg`)).toEqual({
      problem: 'unreachable',
      reason: 'the site could not be reached',
    })
    expect(site.requested.length - before).toBe(3)
    site.isDown = false
  })
})

describe('A folder of pictures', () => {
  it('is searched for the path of an address', async () => {
    const folder = makeFolder({ '2019/05/a b.jpg': 'one', 'wp-content/uploads/c.jpg': 'two' })
    const find = await openLocalFolder(folder)
    const text = async (path: string) => {
      const found = await find(path)
      return found ? await readFile(found.path, 'utf8') : undefined
    }
    expect(await text('/wp-content/uploads/2019/05/a%20b.jpg?x=1')).toBe('one')
    expect(await text('/blog/wp-content/uploads/c.jpg')).toBe('two')
    expect(await text('/2019/05/none.jpg')).toBeUndefined()
  })

  it('exposes no file outside of it', async () => {
    const folder = makeFolder({ 'pictures/a.jpg': 'one', 'secret.txt': 'secret' })
    await symlink(join(folder, 'secret.txt'), join(folder, 'pictures/link.jpg'))
    await mkdir(join(folder, 'pictures/wp-content/uploads'), { recursive: true })
    const find = await openLocalFolder(join(folder, 'pictures'))
    for (const path of [
      '/../secret.txt',
      '../secret.txt',
      '/%2e%2e/secret.txt',
      '/wp-content/uploads/../../../secret.txt',
      '/link.jpg',
      '/..\\secret.txt',
      '/a.jpg\0',
      '/',
      '.',
      '%',
      join(folder, 'secret.txt'),
    ]) {
      expect(await find(path)).toBeNull()
    }
  })
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
