import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SETTING_NAMES } from '#platform/process/config.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const settings = new Set(SETTING_NAMES)
/** Variables of the installer, Node, the C library and the other containers. */
const OTHERS = new Set([
  'DOMAIN',
  'BLOG_PORTS',
  'BLOG_TLS',
  'NPM_CONFIG_REGISTRY',
  'PATH',
  'NODE_ENV',
  'MALLOC_ARENA_MAX',
  'POSTGRES_USER',
  'POSTGRES_PASSWORD',
  'ROOT_ACCESS_KEY',
  'ROOT_SECRET_KEY',
])
const known = (name: string | undefined) => settings.has(name ?? '') || OTHERS.has(name ?? '')
const named = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name]) => name)

describe('the files for operators', () => {
  it('name settings that exist', () => {
    const names = [
      ...named(read('compose.yaml'), /^ +([A-Z][A-Z0-9_]+):/gm),
      ...named(read('Dockerfile'), /^(?:ENV| {3}) ([A-Z][A-Z0-9_]+)=/gm),
      ...named(read('deploy/systemd/kindred@.service').replaceAll(/^Environment=/gm, ''), /\b([A-Z][A-Z0-9_]+)=/g),
      ...['deploy/nginx/kindred.conf', 'deploy/nginx/kindred-proxy.conf', 'deploy/caddy/Caddyfile'].flatMap((path) =>
        named(read(path), /\b([A-Z][A-Z_]{4,})=/g),
      ),
    ]
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !known(name))).toEqual([])
  })

  it('name files that exist', () => {
    const texts = ['Dockerfile', 'compose.yaml', 'deploy/systemd/kindred@.service'].map(read).join('\n')
    const paths = [
      ...named(texts, /\b((?:src|tests|deploy|scripts|docs)\/[\w./-]+\.\w+)/g),
      ...named(read('Dockerfile'), /COPY --from=build \/app\/(\S+)/g),
    ].filter((path) => path !== 'dist' && path !== 'node_modules')
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => !existsSync(join(root, path ?? '')))).toEqual([])
  })

  it('describe each setting once in the table of docs/operating.md, and no other', () => {
    const [, table = ''] = /^### Settings\n(.*?)^##/ms.exec(read('docs/operating.md')) ?? []
    const documented = table.split('\n').flatMap((row) => named(row.split('|')[1] ?? '', /`([A-Z][A-Z0-9_]+)`/g).map(String))
    expect(documented.toSorted()).toEqual(SETTING_NAMES.toSorted())
  })

  it('let nginx and Caddy close an idle connection before a running blog does, and before a stopping one does', () => {
    const server = read('src/platform/http/server.ts')
    const seconds = ['PROXY_KEEP_ALIVE_MS', 'CLOSE_GRACE_MS'].map((name) => {
      const [, ms = ''] = new RegExp(`${name} = ([\\d_]+)`).exec(server) ?? []
      return Number(ms.replaceAll('_', '')) / 1000
    })
    const proxies = ['deploy/nginx/kindred.conf', 'deploy/nginx/compose.conf', 'deploy/caddy/Caddyfile'].map((path) =>
      Number(/keepalive(?:_timeout)? (\d+)s/.exec(read(path))?.[1]),
    )
    expect(Math.max(...proxies)).toBeLessThan(Math.min(...seconds))
  })

  it('limit the memory of a blog', () => {
    expect(read('deploy/systemd/kindred@.service')).toMatch(/^MemoryMax=\d+[MG]$/m)
    expect(read('compose.yaml')).toMatch(/^x-blog: &blog\n(?: .*\n)*? {2}mem_limit: \d+[mg]$/m)
  })
})
