import { readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useFreshTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'
import { plain } from '#tests/support/media/pictures.ts'
import { SMALL_FILES } from '#tests/support/media/small-files.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { checkBlog, importBlog } from '#import-export/server/writer/import-blog.ts'
import type { ImportOptions } from '#import-export/server/writer/import-run.ts'
import { createFileFetcher, withPauses } from './fetch-file.ts'

const requested: string[] = []
let server: Server
let site: string
/** Whether the old site responds with 404 to paths with `/gone`. */
let isGone = true
beforeAll(async () => {
  const poster = await plain(40, 30).jpeg().toBuffer()
  server = createServer((request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    if (path.includes('/gone') && isGone) return void response.writeHead(404).end()
    if (path.includes('/inwards')) return void response.writeHead(302, { location: 'http://169.254.169.254/x.pdf' }).end()
    if (path.includes('/endless')) {
      const more = () => void (response.destroyed || response.write(Buffer.alloc(65_536), () => setImmediate(more)))
      return more()
    }
    if (path.includes('/page')) return void response.end('<html>Please sign in</html>')
    response.end(path.endsWith('.jpg') ? poster : SMALL_FILES[path.replace(/[?#].*$/, '').replace(/^.*\./, '')])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  requested.length = 0
  isGone = true
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const exportOf = (...bodies: readonly string[]) =>
  `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>${site}</link><wp:wxr_version>1.2</wp:wxr_version>${bodies
    .map(
      (body, index) =>
        `<item><title>Post ${index}</title><content:encoded><![CDATA[${body}]]></content:encoded><wp:post_id>${index + 1}</wp:post_id><wp:post_date_gmt>2020-01-0${index + 1} 03:04:05</wp:post_date_gmt><wp:post_name>post-${index}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`,
    )
    .join('')}</channel></rss>`

describe('Files of another blog', () => {
  const blog = useFreshTestApp('sqlite')
  beforeEach(() => blog().makeAdmin())
  const run = (path: string, more?: Partial<ImportOptions>) => importBlog(importPartsOf(blog()), importOptions(path, more))
  const bodyOf = async (slug: string) =>
    (await blog().db.selectFrom('posts').select('content').where('slug', '=', slug).executeTakeFirstOrThrow()).content
  const countFiles = async () => (await blog().db.selectFrom('pictures').select('folder').where('kind', '=', 'file').execute()).length

  it('are stored once and played by players; missing ones remain links and are reported', async () => {
    const uploads = `${site}/wp-content/uploads/2019/05`
    const path = join(
      makeFolder({
        'export.xml': exportOf(
          `<figure class="wp-block-audio"><audio controls src="${uploads}/lullaby.mp3"></audio><figcaption>Sung</figcaption></figure>
          <p><a href="/wp-content/uploads/2019/05/Brief%20%C3%A4.pdf">The letter</a> and <a href="https://other.example/paper.pdf">theirs</a></p>`,
          `<video width="640" height="360" poster="${uploads}/poster.jpg"><source src="${uploads}/x.flv"><source type="video/mp4" src="${uploads}/steps.mp4?_=1"><track src="${uploads}/words.vtt" srclang="de" default>No player</video>
          <p>Again <a href="${uploads}/lullaby.mp3#t=3">the song</a></p>`,
          `<audio src="${uploads}/gone.mp3"></audio><p><a href="${uploads}/page.pdf">a</a> <a href="${uploads}/run.exe">b</a> <a href="${uploads}/inwards.pdf">c</a></p>
          <video src="blob:${site}/x"></video>`,
        ),
      }),
      'export.xml',
    )
    const read = await checkBlog(importPartsOf(blog()), importOptions(path))
    expect([read.report.counts, requested]).toMatchObject([{ posts: 3, files: 8 }, []])

    const { report } = await run(path)
    expect(report.counts.files).toBe(4)
    const first = await bodyOf('post-0')
    expect(first).toMatch(
      /^<figure><audio controls(="")? src="\/files\/[\w-]{16}\/\d{13}-lullaby_b\d+s12\.mp3"><\/audio><figcaption>Sung<\/figcaption><\/figure>/,
    )
    expect(first).toMatch(
      /<a href="\/files\/[\w-]{16}\/\d{13}-Brief-a_b\d+p1\.pdf">The letter<\/a> and <a href="https:\/\/other\.example\/paper\.pdf"/,
    )
    const second = await bodyOf('post-1')
    expect(second).toMatch(
      /^<figure><video controls(="")? src="\/files\/[\w-]{16}\/\d{13}-steps_b\d+s10w64h48\.mp4" poster="\/files\/[^"]+\.jpg" width="640" height="360"><track src="\/files\/[\w-]{16}\/\d{13}-words_b\d+\.vtt" srclang="de" default(="")?><\/video><\/figure>/,
    )
    const song = /\/files\/[^"]+\.mp3/.exec(first)?.[0]
    expect(second).toContain(`<a href="${song}">the song</a>`)
    const third = await bodyOf('post-2')
    expect(third).toContain(`<p><a href="${uploads}/gone.mp3"`)
    for (const name of ['page.pdf', 'run.exe', 'inwards.pdf']) expect(third).toContain(`<a href="${uploads}/${name}"`)
    expect(report.lines('file').toSorted()).toEqual([
      `Post 2: ${uploads}/gone.mp3: the site answered 404`,
      `Post 2: ${uploads}/inwards.pdf: the address is not a public one`,
      `Post 2: ${uploads}/page.pdf: what is in the file is not what its ending says (.pdf)`,
      `Post 2: ${uploads}/run.exe: files that can run scripts are not stored (.exe)`,
    ])
    expect(report.missingCount).toBe(4)
    expect(report.lines('media')).toEqual([`Post 2: video blob:${site}/x`])
    expect(
      (
        await blog()
          .visitor()
          .send(song ?? '', { method: 'HEAD' })
      ).headers.get('content-type'),
    ).toBe('audio/mpeg')

    const moved = await blog().db.selectFrom('moved_addresses').selectAll().where('path', 'like', '%/lullaby.mp3').execute()
    expect(moved).toEqual([{ path: '/wp-content/uploads/2019/05/lullaby.mp3', kind: 'file', target: song?.split('/')[2] }])

    isGone = false
    const again = await run(path)
    expect(again.report.counts).toMatchObject({ posts: 3, files: 5 })
    expect(await bodyOf('post-2')).toMatch(
      /<figure><audio controls="" src="\/files\/[\w-]{16}\/\d{13}-gone_b\d+s12\.mp3"><\/audio><\/figure>/,
    )

    const before = [requested.filter((each) => each.endsWith('lullaby.mp3')).length, await countFiles()]
    expect(before).toEqual([1, 5])
    await run(
      join(makeFolder({ 'export.xml': exportOf(`<p>x</p>`, 'x', 'x', `<p><a href="${uploads}/lullaby.mp3">new</a></p>`) }), 'export.xml'),
    )
    expect(await bodyOf('post-3')).toBe(`<p><a href="${song}">new</a></p>`)
    expect([requested.filter((each) => each.endsWith('lullaby.mp3')).length, await countFiles()]).toEqual(before)
  })

  it('are read from a local folder first, and are not fetched with --no-pictures', async () => {
    const path = join(
      makeFolder({
        'export.xml': exportOf(
          'x',
          'x',
          'x',
          'x',
          `<p><a href="/wp-content/uploads/a/here.pdf">h</a> <a href="/wp-content/uploads/a/away.zip">a</a></p>`,
        ),
      }),
      'export.xml',
    )
    const pictures = makeFolder({ 'a/here.pdf': '%PDF-1.7 here' })
    const before = requested.length
    const { report } = await run(path, { pictures, fetchFile: null })
    expect(await bodyOf('post-4')).toMatch(
      /href="\/files\/[\w-]{16}\/\d{13}-here_b13r256\.pdf">h<\/a> <a href="http:\/\/127[^"]+away\.zip"/,
    )
    expect(report.lines('file')).toEqual([expect.stringContaining('away.zip: it is not in the folder of files, and nothing is fetched')])
    expect(requested.length).toBe(before)
  })

  it('are not imported if they exceed the size limit of the settings, and leave nothing on the disk', async () => {
    const folder = makeFolder()
    const fetchFile = createFileFetcher(folder, { allowLoopback: true, retryMs: 1 })
    const reason = 'the file is larger than 1 MB'
    expect(await fetchFile(`${site}/endless.mp4`, 'file', 1024 * 1024)).toEqual({ problem: 'refused', reason })
    expect(await readdir(folder)).toEqual([])
    const fetched = await fetchFile(`${site}/a.mp4`, 'file', 1024 * 1024)
    expect(await readdir(folder)).toHaveLength(1)
    if ('remove' in fetched) await fetched.remove()
    expect(await readdir(folder)).toEqual([])
    expect(await createFileFetcher(folder, { retryMs: 1 })(`${site}/a.mp4`, 'file', 1024)).toEqual({
      problem: 'refused',
      reason: 'the address is not a public one',
    })
  })

  it('in data: addresses are imported if they are pictures, and reported otherwise', async () => {
    const png = await plain(20, 10).png().toBuffer()
    const encoded = Array.from(png, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    const svg = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0"/>'.repeat(40)}</svg>`)}`
    const body = `<p>a <img alt="one" src="data:image/png;base64,${png.toString('base64')}"> <img alt="two" src="data:image/png;charset=x,${encoded}"> <img alt="drawn" src="${svg}" data-src="${svg}"></p>`
    const { report } = await run(join(makeFolder({ 'export.xml': exportOf('x', 'x', 'x', 'x', 'x', body) }), 'export.xml'))
    const content = await bodyOf('post-5')
    const [one, two] = Array.from(content.matchAll(/src="(\/files\/[^"]+)"/g), ([, url]) => url)
    expect(one).toBeDefined()
    expect(two).toBe(one)
    expect(content).toContain('[picture: drawn]')
    expect(report.lines('picture')).toEqual([expect.stringContaining('not a picture')])
  })
})

describe('A site that is down', () => {
  it('is left alone for a minute after three failures, and other sites are not', async () => {
    let now = 0
    const fetchFile = withPauses(createFileFetcher(makeFolder(), { allowLoopback: true, retryMs: 1, tries: 1 }), () => now)
    const get = (address: string) => fetchFile(address, 'file', 1024 * 1024)
    const free = createServer(() => {})
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
    const down = `http://127.0.0.1:${(free.address() as AddressInfo).port}`
    await new Promise((resolve) => free.close(resolve))
    const reasons: string[] = []
    const ask = async () => {
      const fetched = await get(`${down}/a.mp4`)
      reasons.push('problem' in fetched ? fetched.reason : 'here')
    }
    const [failed, skipped] = ['the site could not be reached', 'its site could not be reached several times, so it was not asked again']
    for (let index = 0; index < 5; index += 1) await ask()
    expect(reasons.splice(0)).toEqual([failed, failed, failed, skipped, skipped])
    expect(await get(`${site}/a.mp4`)).toMatchObject({ path: expect.any(String) })
    now += 60_000
    for (let index = 0; index < 2; index += 1) await ask()
    expect(reasons).toEqual([failed, skipped])
    // What is missing there is no failure of the site.
    isGone = true
    for (let index = 0; index < 5; index += 1) expect(await get(`${site}/gone.mp4`)).toMatchObject({ reason: 'the site answered 404' })
  })
})
