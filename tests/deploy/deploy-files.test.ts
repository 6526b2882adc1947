import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What the examples for operators name must be there: nothing else would notice when it moves. */
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const settings = new Set(Array.from(read('src/server/platform/config.ts').matchAll(/'([A-Z][A-Z0-9_]+)'/g), ([, name]) => name))
/** Of Node, the C library, and the other containers. */
const OTHERS = new Set(['PATH', 'NODE_ENV', 'MALLOC_ARENA_MAX', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'ROOT_ACCESS_KEY', 'ROOT_SECRET_KEY'])
const known = (name: string | undefined) => settings.has(name) || OTHERS.has(name ?? '')
const named = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name]) => name)

describe('the files for operators', () => {
  it('name settings that exist', () => {
    const names = [
      ...named(read('compose.yaml'), /^ +([A-Z][A-Z0-9_]+):/gm),
      ...named(read('Dockerfile'), /^(?:ENV| {3}) ([A-Z][A-Z0-9_]+)=/gm),
      ...named(read('deploy/systemd/kindred.service').replaceAll(/^Environment=/gm, ''), /\b([A-Z][A-Z0-9_]+)=/g),
      ...['deploy/nginx/kindred.conf', 'deploy/nginx/kindred-proxy.conf', 'deploy/caddy/Caddyfile', 'docs/operating.md'].flatMap((path) =>
        named(read(path), /\b([A-Z][A-Z_]{4,})=/g),
      ),
    ]
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !known(name) && name !== 'TEST_DATABASE_URL')).toEqual([])
  })

  it('name files that exist', () => {
    const texts = ['Dockerfile', 'compose.yaml', 'deploy/systemd/kindred.service', 'docs/operating.md'].map(read).join('\n')
    const paths = [
      ...named(texts, /\b((?:src|deploy|scripts|docs)\/[\w./-]+\.\w+)/g),
      ...named(read('Dockerfile'), /COPY --from=build \/app\/(\S+)/g),
    ].filter((path) => path !== 'dist' && path !== 'node_modules')
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => !existsSync(join(root, path ?? '')))).toEqual([])
  })

  it('are described in docs/operating.md, every setting', () => {
    const guide = read('docs/operating.md')
    const prefixes = ['S3_', 'SITE_', 'SOCIAL_', 'OIDC_']
    const missing = [...settings].filter((name) => name !== undefined && !guide.includes(`\`${name}\``))
    expect(missing.filter((name) => !prefixes.some((prefix) => name?.startsWith(prefix)))).toEqual([])
  })

  it('let nginx and Caddy be the first to end a resting connection', () => {
    const [, keepAlive = ''] = /KEEP_ALIVE_MS = ([\d_]+)/.exec(read('src/server/platform/http/server.ts')) ?? []
    const seconds = Number(keepAlive.replaceAll('_', '')) / 1000
    const proxies = ['deploy/nginx/kindred.conf', 'deploy/nginx/compose.conf', 'deploy/caddy/Caddyfile'].map((path) =>
      Number(/keepalive(?:_timeout)? (\d+)s/.exec(read(path))?.[1]),
    )
    expect(proxies.every((proxy) => proxy < seconds)).toBe(true)
  })
})
