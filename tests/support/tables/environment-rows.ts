import { join } from 'node:path'
import { expect } from 'vitest'
import { getSite } from '#site/contract/site.endpoints.ts'
import type { SettingName } from '#platform/process/config.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import type { MailServer } from '#tests/support/mail/mail-server.ts'
import { blogAt, createClient } from '#tests/support/test-client.ts'

export type Environment = Readonly<Partial<Record<SettingName, string>>>

/** A started blog, with the environment that it was started with. */
export interface Started {
  readonly url: string
  readonly env: Environment
  readonly server: MailServer
}

export interface Place {
  /** An empty one. */
  readonly folder: string
  readonly server: MailServer
}

/** A value, or several variables that need each other. */
type Value = string | Environment

export interface EnvironmentRow {
  /** Odd values with which the blog must start and serve. */
  readonly allowed: readonly Value[] | ((place: Place) => Promise<readonly Value[]>)
  /** Values with which it must not start; one line says why and names the variable. */
  readonly refused: readonly Value[]
  /** Fails unless what depends on it works. */
  readonly works?: (blog: Started) => Promise<void>
}

const visitor = (url: string) => createClient(blogAt(url))
const ADMIN = { ADMIN_EMAIL: 'first@example.org', ADMIN_PASSWORD: 'correct horse battery' }
const S3 = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret', S3_ENDPOINT: 'http://127.0.0.1:1' }
const PLACE_S3 = { BACKUP_URL: 's3://backups', BACKUP_S3_ACCESS_KEY_ID: 'key', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' }
const OIDC = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }
/** Characters that mean something in URLs, in shells and in patterns. */
const ODD_NAME = `a b#c%20?d'"*ä🌿`
const NOT_LINKS = ['example.org', 'ftp://example.org', 'javascript:alert(1)', 'https://', 'http://127.0.0.1:99999', 'http://999.1.1.1']
const NOT_PORTS = ['65536', '-1', '3.5', '1e3', '0x50', 'http']

async function signsInAndBacksUp({ url, env }: Started): Promise<void> {
  const admin = visitor(url)
  const account = { email: env.ADMIN_EMAIL?.trim(), password: env.ADMIN_PASSWORD?.trim() }
  expect(await admin.post('/api/auth/signin', account)).toMatchObject({ status: 200, body: { isAdmin: true } })
  expect((await admin.post('/api/settings/backups')).status).toBeLessThan(300)
  const state = async () => (await admin.get('/api/settings/backups')).body
  await expect.poll(async () => (await state()).backups.length, { timeout: 30_000 }).toBe(1)
}

async function mails({ url, server }: Started): Promise<void> {
  const email = `reader${server.mails.length}@example.org`
  expect((await visitor(url).post('/api/following/ask', { email })).status).toBe(200)
  expect((await server.next(email)).text).toContain('/follow/confirm#')
}

const shows =
  (field: string, name: SettingName) =>
  async ({ url, env }: Started) => {
    expect((await visitor(url).get('/api/site')).body).toMatchObject({ [field]: env[name] })
  }

/** The operator's variables at odd values. Its type is that of the settings: one without a row does not compile. */
export const ENVIRONMENT_ROWS: Readonly<Record<SettingName, EnvironmentRow>> = {
  HOST: {
    allowed: ['127.0.0.1', '0.0.0.0', '::', '::1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'],
    refused: ['999.1.1.1', '1.2.3.4.5', 'a..b', 'x'.repeat(300), 'not a host', 'http://localhost', '192.0.2.1', '127.0.0.1:80'],
  },
  PORT: { allowed: async () => ['0', '00000', `0${await findFreePort()}`.slice(-5)], refused: NOT_PORTS },
  PUBLIC_URL: {
    allowed: [
      'http://localhost',
      'https://blog.example.org:65535/',
      'https://[::1]',
      'https://müller.example',
      'HTTPS://Blog.Example.org?',
    ],
    refused: ['blog.example.org', 'https://example.org/blog', 'https://example.org#x', 'https://example.org:99999', 'ftp://example.org'],
    async works({ url, env }) {
      const { publicUrl } = await visitor(url).call(getSite)
      expect(publicUrl).toBe(new URL(env.PUBLIC_URL ?? '').origin)
      expect(await (await fetch(`${url}/feed.xml`)).text()).toContain(`${publicUrl}/`)
    },
  },
  TRUST_PROXY: { allowed: ['0', '1', '9', 'true', 'false'], refused: ['10', '-1', '0.5', 'yes'] },
  CDN_SECONDS: {
    allowed: ['0', '60', '86400'],
    refused: ['-1', '86401', '1 min', '0.5'],
    async works({ url, env }) {
      const { headers } = await fetch(`${url}/sign-in`)
      expect(headers.get('cache-control')).toBe(
        env.CDN_SECONDS === '0' ? 'public, no-cache' : `public, max-age=0, must-revalidate, s-maxage=${env.CDN_SECONDS}`,
      )
    },
  },
  METRICS_HOST: {
    allowed: async () =>
      Promise.all(
        ['127.0.0.1', '::1', 'localhost'].map(async (METRICS_HOST) => ({ METRICS_HOST, METRICS_PORT: String(await findFreePort()) })),
      ),
    refused: [
      { METRICS_HOST: '999.1.1.1', METRICS_PORT: '0' },
      { METRICS_HOST: '192.0.2.1', METRICS_PORT: '0' },
    ],
    async works({ env: { METRICS_HOST = '', METRICS_PORT } }) {
      const host = METRICS_HOST.includes(':') ? `[${METRICS_HOST}]` : METRICS_HOST
      expect(await (await fetch(`http://${host}:${METRICS_PORT}/metrics`)).text()).toContain('kindred_')
    },
  },
  METRICS_PORT: { allowed: ['0', '00'], refused: NOT_PORTS },
  DATA_DIR: {
    allowed: async ({ folder }) => [ODD_NAME, 'x'.repeat(200), 'a/b/c/../d/'].map((name) => ({ ...ADMIN, DATA_DIR: join(folder, name) })),
    refused: ['/dev/null', '/proc/kindred', `/tmp/${'x'.repeat(256)}`],
    works: signsInAndBacksUp,
  },
  DATABASE_URL: {
    allowed: async ({ folder }) => [`sqlite:${join(folder, `${ODD_NAME}.db`)}`, `sqlite:${join(folder, 'new/folder/x')}`],
    refused: ['sqlite:', 'sqlite::memory:', 'mysql://db', 'postgres://host:port', 'postgres://127.0.0.1:1/x'],
  },
  STORAGE_URL: {
    allowed: [],
    refused: ['s3://ab', 's3://A_b', `s3://${'x'.repeat(64)}`, 'file:///srv', { STORAGE_URL: 's3://abc', ...S3 }],
  },
  S3_ENDPOINT: { allowed: ['https://s3.example.org'], refused: NOT_LINKS },
  S3_REGION: { allowed: ['us-east-1'], refused: [] },
  S3_ACCESS_KEY_ID: { allowed: ['key'], refused: [{ STORAGE_URL: 's3://abc', S3_SECRET_ACCESS_KEY: 'x', S3_ACCESS_KEY_ID: '' }] },
  S3_SECRET_ACCESS_KEY: { allowed: ['secret'], refused: [{ STORAGE_URL: 's3://abc', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: '' }] },
  BACKUP_DIR: {
    allowed: async ({ folder }) => [ODD_NAME, 'x'.repeat(200)].map((name) => ({ ...ADMIN, BACKUP_DIR: join(folder, name) })),
    refused: ['off'],
    works: signsInAndBacksUp,
  },
  BACKUP_URL: {
    allowed: [{ ...PLACE_S3, BACKUP_URL: `s3://abc/${'x'.repeat(200)}` }],
    refused: ['sftp://u@h/x', 's3://X', 'https://example.org'],
  },
  BACKUP_S3_ENDPOINT: { allowed: [{ ...PLACE_S3, BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' }], refused: NOT_LINKS },
  BACKUP_S3_REGION: { allowed: [{ ...PLACE_S3, BACKUP_S3_REGION: ' ' }], refused: [] },
  BACKUP_S3_ACCESS_KEY_ID: { allowed: [PLACE_S3], refused: [{ ...PLACE_S3, BACKUP_S3_ACCESS_KEY_ID: '' }] },
  BACKUP_S3_SECRET_ACCESS_KEY: { allowed: [PLACE_S3], refused: [{ ...PLACE_S3, BACKUP_S3_SECRET_ACCESS_KEY: '' }] },
  FFMPEG_PATH: { allowed: ['/nothing/here', '/'], refused: ['ffmpeg', './ffmpeg'] },
  ADMIN_EMAIL: {
    allowed: [{ ...ADMIN, ADMIN_EMAIL: ' First@Example.org ' }],
    refused: ['first@example.org', { ...ADMIN, ADMIN_EMAIL: 'nobody' }, { ...ADMIN, ADMIN_EMAIL: `${'x'.repeat(250)}@example.org` }],
    works: signsInAndBacksUp,
  },
  ADMIN_PASSWORD: {
    allowed: ['12345678', ' with blanks ', '漢'.repeat(128)].map((ADMIN_PASSWORD) => ({ ...ADMIN, ADMIN_PASSWORD })),
    refused: ['12345678', { ...ADMIN, ADMIN_PASSWORD: '1234567' }, { ...ADMIN, ADMIN_PASSWORD: 'x'.repeat(129) }],
    works: signsInAndBacksUp,
  },
  OIDC_ISSUER: {
    allowed: ['https://id.example.org/realm', 'http://localhost:1', 'http://[::1]:65535', 'http://127.255.255.255'].map((OIDC_ISSUER) => ({
      ...OIDC,
      OIDC_ISSUER,
    })),
    refused: ['http://id.example.org', 'id.example.org', 'https://id.example.org:99999'],
    works: async ({ url }) => expect(await visitor(url).call(getSite)).toMatchObject({ googleSignIn: true }),
  },
  OIDC_CLIENT_ID: { allowed: [OIDC], refused: ['id'] },
  OIDC_CLIENT_SECRET: { allowed: [OIDC], refused: [{ ...OIDC, OIDC_CLIENT_SECRET: '' }] },
  SMTP_URL: {
    allowed: async ({ server }) =>
      [server.url, `${server.url}/`, server.url.toUpperCase()].map((SMTP_URL) => ({ SMTP_URL, MAIL_FROM: 'blog@example.org' })),
    refused: ['hunter2', 'smtp://', 'smtp:mail.example.org', 'smtp://h:99999', 'https://mail.example.org', 'smtp://mail.example.org'].map(
      (SMTP_URL) => ({
        SMTP_URL,
        ...(SMTP_URL === 'smtp://mail.example.org' ? {} : { MAIL_FROM: 'blog@example.org' }),
      }),
    ),
    works: mails,
  },
  MAIL_FROM: {
    allowed: async ({ server }) =>
      ['blog@example.org', '"Ä, 漢 <b>" <blog@example.org>', `${'x'.repeat(900)} <blog@example.org>`].map((MAIL_FROM) => ({
        SMTP_URL: server.url,
        MAIL_FROM,
      })),
    refused: [
      'blog@example.org',
      { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'nobody' },
      { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b\r\nBcc: c@d' },
    ],
    works: mails,
  },
  MAIL_PACE: { allowed: ['1', '3', '89', '100'], refused: ['0', '101', '2.5', '-1', '1e2', 'fast'] },
  MAIL_DAILY: { allowed: ['20', '300', '100000'], refused: ['19', '100001', '2,000', 'all'] },
  MAIL_HOUR: { allowed: ['0', '07', '23'], refused: ['24', '-1', '8:00', 'morning'] },
  LOG_LEVEL: { allowed: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], refused: ['loud', 'INFO', '3'] },
  SITE_NAME: { allowed: ['x', '<b>&"\'', 'مرحبا 🌿', 'x'.repeat(200)], refused: [], works: shows('name', 'SITE_NAME') },
  SITE_AUTHOR: { allowed: ['x', '<b>&"\'', 'x'.repeat(200)], refused: [], works: shows('author', 'SITE_AUTHOR') },
  SITE_CONTACT: {
    allowed: ['a@b.co', `${'x'.repeat(200)}@example.org`],
    refused: ['nobody', 'a@b'],
    works: shows('contact', 'SITE_CONTACT'),
  },
  TIME_ZONE: {
    allowed: ['UTC', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'asia/kathmandu', 'Etc/GMT+5'],
    refused: ['Berlin', '+01:00', 'UTC+1', 'Mars/Olympus', '../etc/localtime'],
    works: shows('timeZone', 'TIME_ZONE'),
  },
  SOCIAL_URL: {
    allowed: ['http://x', `https://example.org/${'x'.repeat(2000)}`],
    refused: NOT_LINKS,
    works: shows('socialUrl', 'SOCIAL_URL'),
  },
  SOCIAL_LABEL: { allowed: ['x', '<b>&"\'', 'x'.repeat(200)], refused: [], works: shows('socialLabel', 'SOCIAL_LABEL') },
}
