import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'
import { readStaticFiles, type StaticFiles } from './static-files.ts'

describe('static files', () => {
  let folder: string
  let files: StaticFiles
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    files(new Request(`http://blog.example${path}`, { method, headers }))

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
    files = await readStaticFiles(root)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('answer the form that the client takes', async () => {
    const texts = await Promise.all(
      ['', 'br, gzip', 'gzip', 'br;q=0'].map(async (accept) => {
        const response = get('/assets/app-abc.js', { 'accept-encoding': accept })
        return [await response?.text(), response?.headers.get('content-encoding')]
      }),
    )
    expect(texts).toEqual([
      ['raw', null],
      ['brotli', 'br'],
      ['gzip', 'gzip'],
      ['raw', null],
    ])
  })

  it('may be kept for ever where the name says what is in them, else for an hour', () => {
    expect(get('/assets/app-abc.js')?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(get('/favicon.svg')?.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(get('/favicon.svg')?.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  })

  it('are not sent again to who has them', async () => {
    const etag = get('/assets/app-abc.js')?.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    const again = get('/assets/app-abc.js', { 'if-none-match': etag })
    expect(again?.status).toBe(304)
    expect(await again?.text()).toBe('')
    expect(get('/assets/app-abc.js', { 'if-none-match': 'W/"other"' })?.status).toBe(200)
  })

  it.each([
    '/',
    '/nothing.js',
    '/.vite/manifest.json',
    '/.secret.txt',
    '/%2esecret.txt',
    '/page.html',
    '/assets/app-abc.js.br',
    '/assets',
    '/link.txt',
    '/../outside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/assets%2fapp-abc.js',
    '/assets/app-abc.js%00',
  ])('leave %s to others', (path) => {
    expect(get(path)).toBeUndefined()
  })

  it('are only read', () => {
    expect(get('/favicon.svg', {}, 'POST')).toBeUndefined()
    expect(get('/favicon.svg', {}, 'HEAD')?.status).toBe(200)
  })

  it('come with the security headers, before anything else', async () => {
    const blog = await createTestApp({ engine: 'sqlite', overrides: { staticFiles: files } })
    const response = await blog.visitor().send('/favicon.svg', {})
    expect(await response.text()).toBe('<svg/>')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    await blog.close()
  })
})
