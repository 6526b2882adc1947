import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig, SETTING_NAMES } from './config.ts'

const mistakesOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
    throw error
  }
}

const DATABASE_MISTAKE = 'DATABASE_URL must be like postgres://user:password@host/database, or sqlite: and the path of a file.'

describe('loadConfig', () => {
  it('works without any setting', () => {
    expect(loadConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      trustedProxies: 0,
      databaseUrl: `sqlite:${resolve('data/kindred.sqlite')}`,
      storage: { type: 'folder', path: resolve('data') },
      backup: { folder: resolve('data/backups'), place: null },
      mailLimits: { perSecond: 2, perDay: 500, hour: 8 },
    })
  })

  it('treats an empty setting as one that is not set', () => {
    expect(loadConfig(Object.fromEntries(SETTING_NAMES.map((name) => [name, ' '])))).toEqual(loadConfig({}))
  })

  it('reads the bucket that backups are copied to', () => {
    const bucket = {
      BACKUP_URL: 's3://our-backups/blog/2026/',
      BACKUP_S3_ENDPOINT: 'https://s3.example.org',
      BACKUP_S3_ACCESS_KEY_ID: 'key',
      BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2',
    }
    const account = { endpoint: 'https://s3.example.org', region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'hunter2' }
    expect(loadConfig(bucket).backup.place).toEqual({ bucket: 'our-backups', prefix: 'blog/2026/', ...account })
    expect(mistakesOf({ BACKUP_URL: 's3://our-backups' })).toEqual([expect.stringContaining('BACKUP_S3_SECRET_ACCESS_KEY must be set')])
    for (const url of ['sftp://u@host/x', 's3://X', 'https://hunter2@host'])
      expect(mistakesOf({ BACKUP_URL: url })).toEqual([expect.stringContaining('BACKUP_URL must be like s3://')])
  })

  it('reads every setting', () => {
    const config = loadConfig({
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://blog.example.org/',
      TRUST_PROXY: '2',
      CDN_SECONDS: '60',
      METRICS_HOST: '0.0.0.0',
      METRICS_PORT: '9464',
      DATA_DIR: '/srv/blog',
      DATABASE_URL: 'postgres://u:p@db/blog',
      BACKUP_DIR: '/mnt/backups',
      STORAGE_URL: 's3://our-pictures',
      S3_ENDPOINT: 'https://s3.example.org',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      ADMIN_EMAIL: ' me@example.org ',
      ADMIN_PASSWORD: ' with blanks ',
      LOG_LEVEL: 'warn',
      SITE_NAME: 'Ours',
      SITE_AUTHOR: 'Us',
      SITE_CONTACT: 'hello@example.org',
      TIME_ZONE: 'America/Los_Angeles',
      SOCIAL_URL: 'https://social.example/us',
      SOCIAL_LABEL: 'Social',
      FFMPEG_PATH: '/usr/bin/ffmpeg',
    })
    expect(config).toEqual({
      backup: { folder: '/mnt/backups', place: null },
      ffmpegPath: '/usr/bin/ffmpeg',
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://blog.example.org',
      trustedProxies: 2,
      cdnSeconds: 60,
      metrics: { host: '0.0.0.0', port: 9464 },
      dataDir: '/srv/blog',
      databaseUrl: 'postgres://u:p@db/blog',
      storage: {
        type: 's3',
        bucket: 'our-pictures',
        endpoint: 'https://s3.example.org',
        region: 'eu-central-1',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      },
      admin: { email: 'me@example.org', password: 'with blanks' },
      oidc: null,
      mail: null,
      mailLimits: { perSecond: 2, perDay: 500, hour: 8 },
      logLevel: 'warn',
      site: {
        name: 'Ours',
        author: 'Us',
        contact: 'hello@example.org',
        timeZone: 'America/Los_Angeles',
        socialUrl: 'https://social.example/us',
        socialLabel: 'Social',
      },
    })
  })

  it.each([
    [{ MAIL_PACE: '89', MAIL_DAILY: '300', MAIL_HOUR: '07' }, { mailLimits: { perSecond: 89, perDay: 300, hour: 7 } }],
    [{ TRUST_PROXY: 'true' }, { trustedProxies: 1 }],
    [{ HOST: '::1' }, { publicUrl: 'http://[::1]:3000' }],
    [{ HOST: 'fe80::1%eth0' }, { host: 'fe80::1%eth0', publicUrl: 'http://[fe80::1]:3000' }],
    [
      { HOST: 'localhost', PORT: '0' },
      { port: 0, publicUrl: 'http://localhost:0' },
    ],
    [{ DATABASE_URL: 'sqlite:/a/b.sqlite' }, { databaseUrl: 'sqlite:/a/b.sqlite' }],
    [{ PUBLIC_URL: 'http://Blog.Example.org:80' }, { publicUrl: 'http://blog.example.org' }],
  ])('reads %j', (env, expected) => {
    expect(loadConfig(env)).toMatchObject(expected)
  })

  it.each([
    [{ PORT: 'http' }, "PORT must be a whole number from 0 to 65535; it is 'http'."],
    [{ HOST: 'not a host' }, "HOST must be an address or a name of this machine; it is 'not a host'."],
    [{ PUBLIC_URL: 'blog.example.org' }, "PUBLIC_URL must be an address like https://blog.example.org; it is 'blog.example.org'."],
    [
      { PUBLIC_URL: 'https://example.org/blog' },
      "PUBLIC_URL must end after the host, as in https://blog.example.org: the blog cannot run under a path. It is 'https://example.org/blog'.",
    ],
    [{ TRUST_PROXY: 'yes' }, "TRUST_PROXY must be the number of proxies in front, 0 to 9; it is 'yes'."],
    [{ DATABASE_URL: 'mysql://root:secret@db/blog' }, DATABASE_MISTAKE],
    [{ ADMIN_PASSWORD: 'secret words' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
    [{ STORAGE_URL: 'file:///srv' }, 'STORAGE_URL must be s3://bucket, or be left out for a folder in DATA_DIR.'],
    [
      { STORAGE_URL: 's3://A_b' },
      'STORAGE_URL names a bucket that cannot exist: its name must have 3 to 63 characters of a–z, 0–9, dots and hyphens.',
    ],
    [{ STORAGE_URL: 's3://pictures', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY must be set where STORAGE_URL is s3://.'],
    [{ OIDC_CLIENT_ID: 'c' }, 'OIDC_CLIENT_ID needs OIDC_CLIENT_SECRET beside it.'],
    [{ SMTP_URL: 'hunter2', MAIL_FROM: 'a@example.org' }, expect.stringMatching(/^SMTP_URL must be an address like smtp:.*%23 for #/)],
    [{ MAIL_FROM: 'a@example.org' }, 'MAIL_FROM needs SMTP_URL beside it, the server that sends the mail.'],
    [{ SMTP_URL: 'smtp://mail.example.org' }, 'SMTP_URL needs MAIL_FROM beside it, the address that mail comes from.'],
    [{ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'nobody' }, 'MAIL_FROM must have an address, like Our blog <blog@example.org>.'],
    [{ MAIL_HOUR: '24' }, "MAIL_HOUR must be a whole number from 0 to 23; it is '24'."],
    [{ SITE_CONTACT: 'ask us' }, "SITE_CONTACT must be an email address; it is 'ask us'."],
    [{ TIME_ZONE: 'Berlin' }, "TIME_ZONE must be a name like Europe/Berlin; it is 'Berlin'."],
  ])('reports one mistake in one line: %j', (env, line) => {
    expect(mistakesOf(env)).toEqual([line])
  })

  it('reports all mistakes at once, a line each, without secrets', () => {
    const mistakes = mistakesOf({ PORT: 'x', PUBLIC_URL: 'x', DATABASE_URL: 'oracle://secret', ADMIN_PASSWORD: 'secret' })
    expect(mistakes.map((line) => line.split(' ')[0])).toEqual(['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'ADMIN_EMAIL'])
    expect(mistakes.join()).not.toMatch(/secret|\n/)
  })

  it.each([
    ['SMTP_ULR', 'SMTP_URL'],
    ['TIMEZONE', 'TIME_ZONE'],
    ['EMAIL_FROM', 'MAIL_FROM'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['DATA_DIRR', 'DATA_DIR'],
  ])('names %s, which looks like %s, with all other mistakes', (slip, meant) => {
    expect(mistakesOf({ [slip]: 'hunter2', PORT: 'x' })).toEqual([
      "PORT must be a whole number from 0 to 65535; it is 'x'.",
      `${slip} is no setting. If ${meant} is meant, correct the name; otherwise remove it.`,
    ])
  })
})
