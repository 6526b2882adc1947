import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningBlog, startBlog } from '#app/start.ts'

interface Wire {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
}

describe('static files', () => {
  let folder: string
  let blog: RunningBlog
  /** A request as it goes over the wire: fetch() would tidy up the path and decode the body. */
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Wire>((resolve, reject) => {
      const { hostname, port } = new URL(blog.url)
      request({ hostname, port, path, headers, method }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      })
        .on('error', reject)
        .end()
    })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-static-'))
    const root = join(folder, 'client')
    await mkdir(join(root, 'assets'), { recursive: true })
    await mkdir(join(root, '.vite'))
    await writeFile(join(root, 'assets/app-abc.js'), 'raw')
    await writeFile(join(root, 'assets/app-abc.js.br'), 'brotli')
    await writeFile(join(root, 'assets/app-abc.js.gz'), 'gzip')
    await writeFile(join(root, 'favicon.svg'), '<svg/>')
    await writeFile(join(root, '.vite/manifest.json'), '{}')
    await writeFile(join(root, '.secret.txt'), 'secret')
    await writeFile(join(root, 'page.html'), '<script>')
    await writeFile(join(folder, 'outside.txt'), 'outside')
    await symlink(join(folder, 'outside.txt'), join(root, 'link.txt'))
    const renderPage = async () => ({ status: 404, headers: { 'content-type': 'text/html' }, html: 'a page of the app' })
    blog = await startBlog({
      env: { PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', PUBLIC_URL: 'https://blog.example.org' },
      loadPages: async () => ({ renderPage, renderMail: () => '', inlineScripts: ['let a = 1'], inlineStyles: [] }),
      staticFolder: root,
      print: () => {},
    })
  })
  afterAll(async () => {
    await blog.close()
    await rm(folder, { recursive: true })
  })

  it('are sent in the encoding that the client accepts', async () => {
    const responses = await Promise.all(
      ['', 'br, gzip', 'gzip', 'br;q=0'].map((accept) => get('/assets/app-abc.js', { 'accept-encoding': accept })),
    )
    expect(responses.map(({ text, headers }) => [text, headers['content-encoding'], headers['content-length']])).toEqual([
      ['raw', undefined, '3'],
      ['brotli', 'br', '6'],
      ['gzip', 'gzip', '4'],
      ['raw', undefined, '3'],
    ])
    expect(responses.map(({ headers }) => headers['vary'])).toEqual(responses.map(() => 'Accept-Encoding'))
  })

  it('are revalidated with 304, in any encoding', async () => {
    const [raw, br] = await Promise.all(
      ['', 'br'].map(async (accept) => (await get('/assets/app-abc.js', { 'accept-encoding': accept })).headers['etag'] as string),
    )
    expect(raw).toMatch(/^W\/"[\w-]{22}"$/)
    expect(br).toBe(raw)
    for (const ifNoneMatch of [`${br}`, `${br?.slice(2)}`, `"other", ${br}`]) {
      const again = await get('/assets/app-abc.js', { 'accept-encoding': 'br', 'if-none-match': ifNoneMatch })
      expect([again.status, again.text, again.headers['content-length']]).toEqual([304, '', undefined])
    }
    expect((await get('/assets/app-abc.js', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it.each([
    '/nothing.js',
    '/.secret.txt',
    '/page.html',
    '/assets/app-abc.js.br',
    '/link.txt',
    '/../outside.txt',
    '/assets/..%2f..%2foutside.txt',
  ])('leave %s to the app', async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, text: 'a page of the app' })
  })

  it('have the same security headers as pages', async () => {
    const { headers } = await get('/favicon.svg')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': (await get('/no-file')).headers['content-security-policy'],
    })
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-")
  })
})
