import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { loadConfig, type SettingName } from '#platform/process/config.ts'
import { StartError } from '#platform/process/start-error.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { createPages } from '#app/web/entry-server.tsx'
import { makeDataFolder } from '#tests/support/blog/data-folder.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { type MailServer, startMailServer } from '#tests/support/mail/mail-server.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { blogAt, createClient } from '#tests/support/test-client.ts'
import { startBlog } from './start.ts'

type Environment = Readonly<Partial<Record<SettingName, string>>>

interface Started {
  readonly url: string
  readonly env: Environment
}

/** A blog behind a proxy waits for idle connections when it stops. */
const ONCE = { headers: { connection: 'close' } }
const ADMIN = { ADMIN_EMAIL: 'first@example.org', ADMIN_PASSWORD: 'correct horse battery' }
const MAIL = { MAIL_FROM: 'blog@example.org' }
/** Characters that mean something in URLs, in shells and in patterns. */
const ODD_NAME = `a b#c%20?d'"*ä🌿`
const NOT_LINKS = ['example.org', 'ftp://example.org', 'javascript:alert(1)', 'https://', 'http://127.0.0.1:99999', 'http://999.1.1.1']
const NOT_PORTS = ['65536', '-1', '3.5', '1e3', '0x50', 'http']

const visitor = (url: string) => createClient(blogAt(url))
const start = async (env: Environment) => {
  const given = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: makeDataFolder(), LOG_LEVEL: 'silent', ...env }
  return startBlog({ env: given, loadPages: async () => createPages(null), print: () => {} })
}
const each = (name: SettingName, values: readonly string[], more: Environment = {}) => values.map((value) => ({ ...more, [name]: value }))

describe('A blog with odd settings', () => {
  let server: MailServer
  beforeAll(async () => void (server = await startMailServer()))
  afterAll(() => server.stop())

  async function signsInAndBacksUp({ url, env }: Started): Promise<void> {
    const admin = visitor(url)
    const account = { email: env.ADMIN_EMAIL?.trim(), password: env.ADMIN_PASSWORD?.trim() }
    expect(await admin.post('/api/auth/signin', account)).toMatchObject({ status: 200, body: { isAdmin: true } })
    expect((await admin.post('/api/settings/backups')).status).toBeLessThan(300)
    await expect.poll(async () => (await admin.get('/api/settings/backups')).body.backups.length).toBe(1)
  }
  async function mails({ url }: Started): Promise<void> {
    const email = `reader${server.mails.length}@example.org`
    expect((await visitor(url).post('/api/following/ask', { email })).status).toBe(200)
    expect((await server.next(email)).text).toContain('/follow/confirm#')
  }
  async function hasItsAddress({ url, env }: Started): Promise<void> {
    const { publicUrl } = await visitor(url).call(getSite)
    expect(publicUrl).toBe(new URL(env.PUBLIC_URL ?? '').origin)
    expect(await (await fetch(`${url}/feed.xml`)).text()).toContain(`${publicUrl}/`)
  }
  async function servesMetrics({ env: { METRICS_HOST = '', METRICS_PORT } }: Started): Promise<void> {
    const host = METRICS_HOST.includes(':') ? `[${METRICS_HOST}]` : METRICS_HOST
    expect(await (await fetch(`http://${host}:${METRICS_PORT}/metrics`)).text()).toContain('kindred_')
  }
  async function showsItsWords({ url, env }: Started): Promise<void> {
    expect((await visitor(url).get('/api/site')).body).toMatchObject({
      name: env.SITE_NAME,
      author: env.SITE_AUTHOR,
      contact: env.SITE_CONTACT,
    })
  }
  async function allowsCaching({ url, env: { CDN_SECONDS } }: Started): Promise<void> {
    expect((await fetch(`${url}/sign-in`)).headers.get('cache-control')).toBe(
      CDN_SECONDS === '0' ? 'public, no-cache' : `public, max-age=0, must-revalidate, s-maxage=${CDN_SECONDS}`,
    )
  }

  it.each<[SettingName, () => readonly Environment[] | Promise<readonly Environment[]>, ((blog: Started) => Promise<void>)?]>([
    ['HOST', () => each('HOST', ['0.0.0.0', '::', '::1', '::ffff:127.0.0.1', 'LOCALHOST'])],
    ['PORT', async () => each('PORT', ['00000', `0${await findFreePort()}`.slice(-5)])],
    ['TRUST_PROXY', () => each('TRUST_PROXY', ['9', 'true', 'false'])],
    ['PUBLIC_URL', () => each('PUBLIC_URL', ['https://[::1]', 'https://müller.example', 'HTTPS://Blog.Example.org?']), hasItsAddress],
    ['CDN_SECONDS', () => each('CDN_SECONDS', ['0', '86400']), allowsCaching],
    ['METRICS_HOST', async () => each('METRICS_HOST', ['::1', 'localhost'], { METRICS_PORT: String(await findFreePort()) }), servesMetrics],
    ['DATA_DIR', () => each('DATA_DIR', [join(makeFolder(), ODD_NAME), join(makeFolder(), 'a/b/c/../d/')], ADMIN), signsInAndBacksUp],
    ['BACKUP_DIR', () => each('BACKUP_DIR', [join(makeFolder(), ODD_NAME)], ADMIN), signsInAndBacksUp],
    [
      'DATABASE_URL',
      () =>
        each(
          'DATABASE_URL',
          [ODD_NAME, 'new/folder/x'].map((name) => `sqlite:${join(makeFolder(), name)}`),
        ),
    ],
    ['FFMPEG_PATH', () => each('FFMPEG_PATH', ['/nothing/here', '/'])],
    ['ADMIN_EMAIL', () => each('ADMIN_EMAIL', [' First@Example.org '], ADMIN), signsInAndBacksUp],
    ['ADMIN_PASSWORD', () => each('ADMIN_PASSWORD', [' with blanks ', '漢'.repeat(128)], ADMIN), signsInAndBacksUp],
    ['SMTP_URL', () => each('SMTP_URL', [`${server.url}/`, server.url.toUpperCase()], MAIL), mails],
    [
      'MAIL_FROM',
      () => each('MAIL_FROM', ['"Ä, 漢 <b>" <blog@example.org>', `${'x'.repeat(900)} <blog@example.org>`], { SMTP_URL: server.url }),
      mails,
    ],
    [
      'SITE_NAME',
      () => each('SITE_NAME', ['<b>&"\'', 'x'.repeat(200)], { SITE_AUTHOR: 'مرحبا 🌿', SITE_CONTACT: `${'x'.repeat(200)}@example.org` }),
      showsItsWords,
    ],
  ])('%s: it serves, and does what depends on it', async (_, values, works) => {
    for (const env of await values()) {
      const blog = await start(env).catch((cause: unknown) => {
        throw new Error(`The blog does not start with ${JSON.stringify(env)}`, { cause })
      })
      onTestFinished(blog.close)
      // A wildcard is no address to call.
      const url = blog.url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
      for (const path of ['/', '/feed.xml', '/readyz'])
        expect((await fetch(url + path, ONCE)).status, `${path} with ${JSON.stringify(env)}`).toBe(200)
      await works?.({ url, env })
      await blog.close()
    }
  })

  it.each<[SettingName, readonly string[]]>([
    ['HOST', ['192.0.2.1', 'a..b', 'x'.repeat(300)]],
    ['METRICS_HOST', ['192.0.2.1']],
    ['DATA_DIR', ['/dev/null', '/proc/kindred', `/tmp/${'x'.repeat(256)}`]],
    ['ADMIN_PASSWORD', ['1234567']],
  ])('%s: a start that cannot work ends with one line that names it', async (name, values) => {
    for (const env of each(name, values, { ...ADMIN, METRICS_PORT: '0' })) {
      const error = await start(env).then(
        (blog) => blog.close().then(() => 'it starts'),
        (reason: unknown) => reason,
      )
      expect(error, JSON.stringify(env)).toBeInstanceOf(StartError)
      expect((error as StartError).message.split('\n'), JSON.stringify(env)).toEqual([expect.stringContaining(name)])
    }
  })

  it.each<[SettingName, readonly string[], Environment?]>([
    ['HOST', ['999.1.1.1', '1.2.3.4.5', 'http://localhost', '127.0.0.1:80']],
    ['PORT', NOT_PORTS],
    ['PUBLIC_URL', ['https://example.org#x', 'https://example.org:99999', 'ftp://example.org']],
    ['TRUST_PROXY', ['10', '-1', '0.5']],
    ['CDN_SECONDS', ['-1', '86401', '1 min', '0.5']],
    ['METRICS_PORT', NOT_PORTS],
    ['DATABASE_URL', ['sqlite:', 'sqlite::memory:', 'postgres://host:port']],
    ['STORAGE_URL', ['s3://ab', `s3://${'x'.repeat(64)}`]],
    ['S3_ENDPOINT', NOT_LINKS],
    ['BACKUP_DIR', ['off']],
    ['BACKUP_S3_ENDPOINT', NOT_LINKS],
    ['FFMPEG_PATH', ['ffmpeg', './ffmpeg']],
    ['OIDC_ISSUER', ['http://id.example.org', 'id.example.org', 'https://id.example.org:99999']],
    ['SMTP_URL', ['smtp://', 'smtp:mail.example.org', 'smtp://h:99999', 'https://mail.example.org'], MAIL],
    ['MAIL_FROM', ['a@b\r\nBcc: c@d'], { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['MAIL_PACE', ['0', '101', '2.5', '1e2']],
    ['MAIL_DAILY', ['19', '100001', '2,000']],
    ['MAIL_HOUR', ['-1', '8:00']],
    ['LOG_LEVEL', ['loud', 'INFO']],
    ['SITE_CONTACT', ['a@b']],
    ['TIME_ZONE', ['+01:00', 'UTC+1', '../etc/localtime']],
    ['SOCIAL_URL', NOT_LINKS],
  ])('%s: a mistake is refused with one line that names it', (name, values, more = {}) => {
    for (const env of each(name, values, more)) {
      const message = (() => {
        try {
          return `${JSON.stringify(loadConfig(env))} was read`
        } catch (error) {
          return (error as Error).message
        }
      })()
      expect(message, JSON.stringify(env)).toMatch(new RegExp(`^${name}\\b.*$`))
    }
  })
})
