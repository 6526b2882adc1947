import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const mistakesOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
    throw error
  }
}

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      trustedProxies: 0,
      metricsPort: null,
      dataDir: resolve('data'),
      databaseUrl: `sqlite:${resolve('data/kindred.sqlite')}`,
      storage: { type: 'folder', path: resolve('data') },
      backup: { folder: resolve('data/backups'), daily: true },
      admin: null,
      oidc: null,
      mail: null,
      logLevel: 'info',
      site: { name: 'Kindred', mark: '♥ Kindred', author: 'The Kindred family', socialUrl: null, socialLabel: 'Instagram' },
    })
  })

  it('takes an empty setting for one that is not there', () => {
    const names = [
      'HOST',
      'PORT',
      'PUBLIC_URL',
      'TRUST_PROXY',
      'METRICS_PORT',
      'DATA_DIR',
      'DATABASE_URL',
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
      'LOG_LEVEL',
      'SOCIAL_URL',
    ]
    expect(readConfig(Object.fromEntries(names.map((name) => [name, name === 'ADMIN_PASSWORD' ? '' : ' '])))).toEqual(readConfig({}))
  })

  it('makes no backups by itself where that is turned off', () => {
    expect(readConfig({ BACKUP_DIR: 'off' }).backup).toEqual({ folder: resolve('data/backups'), daily: false })
  })

  it('takes every setting', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://blog.example.org/',
      TRUST_PROXY: '2',
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
      SITE_MARK: 'O',
      SITE_AUTHOR: 'Us',
      SOCIAL_URL: 'https://social.example/us',
      SOCIAL_LABEL: 'Social',
    })
    expect(config).toEqual({
      backup: { folder: '/mnt/backups', daily: true },
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://blog.example.org',
      trustedProxies: 2,
      metricsPort: 9464,
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
      admin: { email: 'me@example.org', password: ' with blanks ' },
      oidc: null,
      mail: null,
      logLevel: 'warn',
      site: { name: 'Ours', mark: 'O', author: 'Us', socialUrl: 'https://social.example/us', socialLabel: 'Social' },
    })
  })

  it.each([
    [{ TRUST_PROXY: 'true' }, { trustedProxies: 1 }],
    [{ TRUST_PROXY: 'false' }, { trustedProxies: 0 }],
    [{ HOST: '::1' }, { publicUrl: 'http://[::1]:3000' }],
    [
      { HOST: 'localhost', PORT: '0' },
      { port: 0, publicUrl: 'http://localhost:0' },
    ],
    [{ DATABASE_URL: 'sqlite:/a/b.sqlite' }, { databaseUrl: 'sqlite:/a/b.sqlite' }],
    [{ DATABASE_URL: 'postgresql://db/blog' }, { databaseUrl: 'postgresql://db/blog' }],
    [{ PUBLIC_URL: 'http://Blog.Example.org:80' }, { publicUrl: 'http://blog.example.org' }],
  ])('reads %j', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected)
  })

  it.each([
    [{ PORT: 'http' }, "PORT must be a whole number from 0 to 65535; it is 'http'."],
    [{ PORT: '65536' }, "PORT must be a whole number from 0 to 65535; it is '65536'."],
    [{ PORT: '-1' }, "PORT must be a whole number from 0 to 65535; it is '-1'."],
    [{ PORT: '3.5' }, "PORT must be a whole number from 0 to 65535; it is '3.5'."],
    [{ PORT: '0x50' }, "PORT must be a whole number from 0 to 65535; it is '0x50'."],
    [{ HOST: 'not a host' }, "HOST must be an address or a name of this machine; it is 'not a host'."],
    [{ HOST: 'http://localhost' }, "HOST must be an address or a name of this machine; it is 'http://localhost'."],
    [{ PUBLIC_URL: 'blog.example.org' }, "PUBLIC_URL must be an address like https://blog.example.org; it is 'blog.example.org'."],
    [
      { PUBLIC_URL: 'ftp://blog.example.org' },
      "PUBLIC_URL must be an address like https://blog.example.org; it is 'ftp://blog.example.org'.",
    ],
    [
      { PUBLIC_URL: 'https://example.org/blog' },
      "PUBLIC_URL must be an address like https://blog.example.org; it is 'https://example.org/blog'.",
    ],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, "PUBLIC_URL must be an address like https://blog.example.org; it is 'javascript:alert(1)'."],
    [{ TRUST_PROXY: 'yes' }, "TRUST_PROXY must be the number of proxies in front, 0 to 9; it is 'yes'."],
    [{ TRUST_PROXY: '10' }, "TRUST_PROXY must be the number of proxies in front, 0 to 9; it is '10'."],
    [{ METRICS_PORT: '70000' }, "METRICS_PORT must be a whole number from 0 to 65535, or be left out; it is '70000'."],
    [{ DATABASE_URL: 'mysql://root:secret@db/blog' }, 'DATABASE_URL must begin with postgres:// or sqlite:.'],
    [{ DATABASE_URL: 'sqlite:' }, 'DATABASE_URL must begin with postgres:// or sqlite:.'],
    [{ DATABASE_URL: 'postgres://host:port' }, 'DATABASE_URL must begin with postgres:// or sqlite:.'],
    [{ ADMIN_EMAIL: 'a@b.org' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
    [{ ADMIN_PASSWORD: 'secret words' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
    [{ STORAGE_URL: 'file:///srv' }, 'STORAGE_URL must be s3://bucket, or be left out for a folder in DATA_DIR.'],
    [{ STORAGE_URL: 's3://A_b' }, 'STORAGE_URL must be s3://bucket, or be left out for a folder in DATA_DIR.'],
    [{ STORAGE_URL: 's3://pictures', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY must be set where STORAGE_URL is s3://.'],
    [
      { STORAGE_URL: 's3://pictures', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', S3_ENDPOINT: 'minio' },
      "S3_ENDPOINT must be an address that begins with https:// or http://; it is 'minio'.",
    ],
    [{ LOG_LEVEL: 'loud' }, "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent; it is 'loud'."],
    [
      { SOCIAL_URL: 'javascript:alert(1)' },
      "SOCIAL_URL must be an address that begins with https:// or http://; it is 'javascript:alert(1)'.",
    ],
  ])('tells one mistake in one line: %j', (env, line) => {
    expect(mistakesOf(env)).toEqual([line])
  })

  it('tells all mistakes at once, a line each, and no secret', () => {
    const mistakes = mistakesOf({
      PORT: 'x',
      TRUST_PROXY: 'x',
      LOG_LEVEL: 'x',
      PUBLIC_URL: 'x',
      SOCIAL_URL: 'x',
      DATABASE_URL: 'oracle://secret',
      ADMIN_PASSWORD: 'secret',
    })
    expect(mistakes.map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'TRUST_PROXY',
      'DATABASE_URL',
      'ADMIN_EMAIL',
      'LOG_LEVEL',
      'SOCIAL_URL',
    ])
    expect(mistakes.join('\n')).not.toMatch(/secret|\n.*\n.*\n.*\n.*\n.*\n.*\n/)
  })
})
