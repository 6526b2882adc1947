import { isIP } from 'node:net'
import { resolve } from 'node:path'

export interface Config {
  readonly host: string
  readonly port: number
  /** Origin under which readers see the blog, without a trailing slash. */
  readonly publicUrl: string
  /** How many proxies in front append to X-Forwarded-For. */
  readonly trustedProxies: number
  /** On this machine's loopback address; null where nobody asks for figures. */
  readonly metricsPort: number | null
  readonly dataDir: string
  /** `sqlite:/path` or `postgres://…`. */
  readonly databaseUrl: string
  readonly storage: StorageSettings
  /** Where the blog's own backups go, and whether it makes one each day. */
  readonly backup: { readonly folder: string; readonly daily: boolean }
  readonly admin: { readonly email: string; readonly password: string } | null
  /** Null where nobody signs in with an identity provider. */
  readonly oidc: OidcConfig | null
  /** Null where the blog cannot send mail. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null
  readonly logLevel: string
  readonly site: {
    readonly name: string
    readonly mark: string
    readonly author: string
    readonly socialUrl: string | null
    readonly socialLabel: string
  }
}

export interface OidcConfig {
  /** https, or http on this machine. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const GOOGLE_ISSUER = 'https://accounts.google.com'
/** Where pictures lie. */
export type StorageSettings =
  | { readonly type: 'folder'; readonly path: string }
  | {
      readonly type: 's3'
      readonly bucket: string
      /** Null for Amazon's own. */
      readonly endpoint: string | null
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

/** Every mistake in the settings at once, a line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

type Environment = Readonly<Record<string, string | undefined>>
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads settings from the environment (decisions, Running). @throws ConfigError */
export function readConfig(env: Environment): Config {
  const mistakes: string[] = []
  const read = new SettingReader(env, mistakes)
  const host = read.host()
  const port = read.port()
  const dataDir = resolve(read.text('DATA_DIR', './data'))
  const config: Config = {
    host,
    port,
    publicUrl: read.publicUrl(`http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    trustedProxies: read.trustedProxies(),
    metricsPort: read.metricsPort(),
    dataDir,
    databaseUrl: read.databaseUrl(dataDir),
    storage: read.storage(dataDir),
    backup: read.backup(dataDir),
    admin: read.admin(),
    oidc: read.oidc(),
    mail: read.mail(),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    site: {
      name: read.text('SITE_NAME', 'Kindred'),
      mark: read.text('SITE_MARK', '♥ Kindred'),
      author: read.text('SITE_AUTHOR', 'The Kindred family'),
      socialUrl: read.link('SOCIAL_URL'),
      socialLabel: read.text('SOCIAL_LABEL', 'Instagram'),
    },
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return config
}

class SettingReader {
  readonly #env: Environment
  readonly #mistakes: string[]

  constructor(env: Environment, mistakes: string[]) {
    this.#env = env
    this.#mistakes = mistakes
  }

  #value(name: string): string | undefined {
    const value = this.#env[name]?.trim()
    return value === '' ? undefined : value
  }

  text(name: string, fallback: string): string {
    return this.#value(name) ?? fallback
  }

  oneOf(name: string, allowed: readonly string[], fallback: string): string {
    const value = this.text(name, fallback)
    if (!allowed.includes(value)) this.#mistakes.push(`${name} must be one of ${allowed.join(', ')}; it is '${value}'.`)
    return value
  }

  host(): string {
    const value = this.text('HOST', '127.0.0.1')
    if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) {
      this.#mistakes.push(`HOST must be an address or a name of this machine; it is '${value}'.`)
    }
    return value
  }

  port(): number {
    const value = this.text('PORT', '3000')
    if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
      this.#mistakes.push(`PORT must be a whole number from 0 to 65535; it is '${value}'.`)
    }
    return Number(value)
  }

  publicUrl(fallback: string): string {
    const value = this.#value('PUBLIC_URL')
    if (value === undefined) return fallback
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') {
      this.#mistakes.push(`PUBLIC_URL must be an address like https://blog.example.org; it is '${value}'.`)
      return fallback
    }
    return url.origin
  }

  link(name: string): string | null {
    const value = this.#value(name)
    if (value === undefined) return null
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
      this.#mistakes.push(`${name} must be an address that begins with https:// or http://; it is '${value}'.`)
    }
    return value
  }

  trustedProxies(): number {
    const value = this.text('TRUST_PROXY', '0')
    if (value === 'true') return 1
    if (value === 'false') return 0
    if (!/^\d$/.test(value)) this.#mistakes.push(`TRUST_PROXY must be the number of proxies in front, 0 to 9; it is '${value}'.`)
    return Number(value)
  }

  metricsPort(): number | null {
    const value = this.#value('METRICS_PORT')
    if (value === undefined) return null
    if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
      this.#mistakes.push(`METRICS_PORT must be a whole number from 0 to 65535, or be left out; it is '${value}'.`)
    }
    return Number(value)
  }

  databaseUrl(dataDir: string): string {
    const value = this.#value('DATABASE_URL')
    if (value === undefined) return `sqlite:${resolve(dataDir, 'kindred.sqlite')}`
    if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return value
    if (value.startsWith('sqlite:') && value.length > 'sqlite:'.length) return value
    // Never repeated: it may hold a password.
    this.#mistakes.push('DATABASE_URL must begin with postgres:// or sqlite:.')
    return value
  }

  /** `off` makes none by itself each day; one before an upgrade is made in any case. */
  backup(dataDir: string): Config['backup'] {
    const value = this.text('BACKUP_DIR', resolve(dataDir, 'backups'))
    return value === 'off' ? { folder: resolve(dataDir, 'backups'), daily: false } : { folder: resolve(value), daily: true }
  }

  storage(dataDir: string): StorageSettings {
    const value = this.#value('STORAGE_URL')
    if (value === undefined) return { type: 'folder', path: dataDir }
    const [, bucket] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(value) ?? []
    if (bucket === undefined) {
      this.#mistakes.push('STORAGE_URL must be s3://bucket, or be left out for a folder in DATA_DIR.')
      return { type: 'folder', path: dataDir }
    }
    const endpoint = this.link('S3_ENDPOINT')
    const region = this.text('S3_REGION', 'us-east-1')
    return {
      type: 's3',
      bucket,
      endpoint,
      region,
      accessKeyId: this.secret('S3_ACCESS_KEY_ID'),
      secretAccessKey: this.secret('S3_SECRET_ACCESS_KEY'),
    }
  }

  /** What s3:// cannot do without; its value is never repeated. */
  secret(name: string): string {
    const value = this.#value(name)
    if (value === undefined) this.#mistakes.push(`${name} must be set where STORAGE_URL is s3://.`)
    return value ?? ''
  }

  admin(): Config['admin'] {
    const email = this.#value('ADMIN_EMAIL')
    const password = this.#env['ADMIN_PASSWORD']
    if (email === undefined && !password) return null
    if (email === undefined || !password) {
      this.#mistakes.push('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.')
      return null
    }
    return { email, password }
  }

  oidc(): OidcConfig | null {
    const clientId = this.#value('OIDC_CLIENT_ID')
    if (clientId === undefined) return null
    const clientSecret = this.#value('OIDC_CLIENT_SECRET')
    if (clientSecret === undefined) this.#mistakes.push('OIDC_CLIENT_ID needs OIDC_CLIENT_SECRET beside it.')
    const issuer = this.text('OIDC_ISSUER', GOOGLE_ISSUER)
    const url = URL.canParse(issuer) ? new URL(issuer) : undefined
    if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback(url.hostname))) {
      this.#mistakes.push(`OIDC_ISSUER must be an address that begins with https://; it is '${issuer}'.`)
    }
    return { issuer, clientId, clientSecret: clientSecret ?? '' }
  }

  mail(): Config['mail'] {
    const smtpUrl = this.#value('SMTP_URL')
    if (smtpUrl === undefined) return null
    if (!URL.canParse(smtpUrl) || !/^smtps?:$/.test(new URL(smtpUrl).protocol)) {
      // Never repeated: it may hold a password.
      this.#mistakes.push('SMTP_URL must be an address like smtp://user:password@mail.example.org:587.')
    }
    const from = this.#value('MAIL_FROM')
    if (from === undefined || !/^[^\r\n]*[^\s@]+@[^\s@]+[^\r\n]*$/.test(from)) {
      this.#mistakes.push('SMTP_URL needs MAIL_FROM beside it, the address that mail comes from.')
    }
    return { smtpUrl, from: from ?? '' }
  }
}

const isLoopback = (hostname: string) => hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
