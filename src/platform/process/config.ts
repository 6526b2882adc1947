import { isEmail, normalizeEmail } from '#platform/contract/email-address.ts'
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { DEFAULT_BLOG_WORDS, type StartingWords } from '#platform/contract/default-words.ts'
import { isTimeZone } from '#platform/contract/time-zone.ts'
import { DEFAULT_MAIL_LIMITS, type MailLimits } from '#platform/mail/mail-limits.ts'
import { isPlaceUrl, type PlaceSettings, readPlace } from './place-settings.ts'
import {
  hasProtocol,
  isFile,
  isHost,
  isSlipOf,
  isPort,
  isOrigin,
  publicUrlMistake,
  isDatabaseUrl,
  storageMistake,
  isIssuer,
} from './setting-checks.ts'
import { StartError } from './start-error.ts'

export interface Config {
  readonly host: string
  readonly port: number
  /** Origin under which readers see the blog, without a trailing slash. */
  readonly publicUrl: string
  /** Number of proxies in front that append to X-Forwarded-For. */
  readonly trustedProxies: number
  /** How long a CDN in front may keep what visitors get. */
  readonly cdnSeconds: number
  /** Where metrics are served; null if they are not. */
  readonly metrics: { readonly host: string; readonly port: number } | null
  readonly dataDir: string
  /** `sqlite:/path` or `postgres://…`. */
  readonly databaseUrl: string
  readonly storage: StorageSettings
  readonly backup: {
    /** Of the blog's own backups. */
    readonly folder: string
    /** Where each backup is copied to; null if no setting says so. Admins may name a place in the dashboard. */
    readonly place: PlaceSettings | null
  }
  /** Program that converts videos; null without one. */
  readonly ffmpegPath: string | null
  readonly admin: { readonly email: string; readonly password: string } | null
  /** Null without an identity provider. */
  readonly oidc: OidcConfig | null
  /** Null if the blog cannot send mail. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null
  /** Of the mail that goes out. */
  readonly mailLimits: MailLimits
  readonly logLevel: string
  readonly site: StartingWords
}

export interface OidcConfig {
  /** https, or http on this machine. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Where pictures are stored. */
export type StorageSettings =
  | { readonly type: 'folder'; readonly path: string }
  | {
      readonly type: 's3'
      readonly bucket: string
      /** Null for Amazon S3. */
      readonly endpoint: string | null
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }

/** Reports all mistakes in the settings, a line each. Never repeats a value that may hold a secret. */
export class ConfigError extends StartError {
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

type Environment = Readonly<Record<string, string | undefined>>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const GOOGLE_ISSUER = 'https://accounts.google.com'
const BACKUP_URL_MISTAKE =
  'BACKUP_URL must be like s3://bucket/folder. To copy the backups to another machine over SSH, use rclone (docs/operating.md, “Backups elsewhere”).'
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/

/** A setting with its check. `sentence` describes a mistake; it repeats the value unless that may hold a secret. */
const setting = (isValid: (value: string) => boolean, sentence: (value: string) => string) =>
  z.string().refine(isValid, { error: ({ input }) => sentence(String(input)) })

const host = (name: string) => setting(isHost, (value) => `${name} must be an address or a name of this machine; it is '${value}'.`)
const link = (name: string) =>
  setting(
    (value) => hasProtocol(value, /^https?:$/),
    (value) => `${name} must be an address that begins with https:// or http://; it is '${value}'.`,
  )

const wholeNumber = (name: string, { min, max }: { readonly min: number; readonly max: number }) =>
  setting(
    (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
    (value) => `${name} must be a whole number from ${min} to ${max}; it is '${value}'.`,
  )

const fields = z.object({
  HOST: host('HOST').default('127.0.0.1'),
  PORT: setting(isPort, (value) => `PORT must be a whole number from 0 to 65535; it is '${value}'.`).default('3000'),
  PUBLIC_URL: setting(isOrigin, publicUrlMistake).optional(),
  TRUST_PROXY: setting(
    (value) => /^(\d|true|false)$/.test(value),
    (value) => `TRUST_PROXY must be the number of proxies in front, 0 to 9; it is '${value}'.`,
  ).default('0'),
  CDN_SECONDS: wholeNumber('CDN_SECONDS', { min: 0, max: 86_400 }).default('0'),
  METRICS_HOST: host('METRICS_HOST').default('127.0.0.1'),
  METRICS_PORT: setting(
    isPort,
    (value) => `METRICS_PORT must be a whole number from 0 to 65535, or be left out; it is '${value}'.`,
  ).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: setting(
    isDatabaseUrl,
    () => 'DATABASE_URL must be like postgres://user:password@host/database, or sqlite: and the path of a file.',
  ).optional(),
  STORAGE_URL: setting((value) => BUCKET.test(value), storageMistake).optional(),
  S3_ENDPOINT: link('S3_ENDPOINT').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_DIR: setting(
    (value) => value !== 'off' && !isFile(value),
    (value) => `BACKUP_DIR must be a folder: every blog backs itself up once a day. It is ${value === 'off' ? 'off' : `a file: ${value}`}.`,
  ).optional(),
  BACKUP_URL: setting(isPlaceUrl, () => BACKUP_URL_MISTAKE).optional(),
  BACKUP_S3_ENDPOINT: link('BACKUP_S3_ENDPOINT').optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  FFMPEG_PATH: setting(isAbsolute, (value) => `FFMPEG_PATH must be a whole path like /usr/bin/ffmpeg; it is '${value}'.`).optional(),
  ADMIN_EMAIL: z.string().optional(),
  ADMIN_PASSWORD: z.string().optional(),
  OIDC_ISSUER: setting(isIssuer, (value) => `OIDC_ISSUER must be an address that begins with https://; it is '${value}'.`).default(
    GOOGLE_ISSUER,
  ),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: setting(
    (value) => hasProtocol(value, /^smtps?:$/) && new URL(value).hostname !== '',
    () =>
      'SMTP_URL must be an address like smtp://user:password@mail.example.org:587. In the password, write %23 for #, %2F for /, %3F for ? and %25 for %.',
  ).optional(),
  MAIL_FROM: z.string().optional(),
  MAIL_PACE: wholeNumber('MAIL_PACE', { min: 1, max: 100 }).default(String(DEFAULT_MAIL_LIMITS.perSecond)),
  MAIL_DAILY: wholeNumber('MAIL_DAILY', { min: 20, max: 100_000 }).default(String(DEFAULT_MAIL_LIMITS.perDay)),
  MAIL_HOUR: wholeNumber('MAIL_HOUR', { min: 0, max: 23 }).default(String(DEFAULT_MAIL_LIMITS.hour)),
  LOG_LEVEL: setting(
    (value) => LOG_LEVELS.includes(value),
    (value) => `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}; it is '${value}'.`,
  ).default('info'),
  SITE_NAME: z.string().default(DEFAULT_BLOG_WORDS.name),
  SITE_AUTHOR: z.string().default(DEFAULT_BLOG_WORDS.author),
  SITE_CONTACT: setting(
    (value) => value === '' || isEmail(normalizeEmail(value)),
    (value) => `SITE_CONTACT must be an email address; it is '${value}'.`,
  ).default(''),
  TIME_ZONE: setting(isTimeZone, (value) => `TIME_ZONE must be a name like Europe/Berlin; it is '${value}'.`).default('UTC'),
  SOCIAL_URL: link('SOCIAL_URL').optional(),
  SOCIAL_LABEL: z.string().default(DEFAULT_BLOG_WORDS.socialLabel),
})

type Settings = z.output<typeof fields>

export type SettingName = keyof Settings

/** In the order in which mistakes are printed; docs/operating.md explains each. */
export const SETTING_NAMES: readonly string[] = Object.keys(fields.shape)

/** A rule about two settings, checked even when others are wrong. The mistake is reported for `name`. */
const rule = (name: keyof Settings, holds: (settings: Settings) => boolean, error: string) =>
  z.refine<Settings>(holds, { path: [name], error, when: () => true })

const usesBucket = ({ STORAGE_URL }: Settings) => STORAGE_URL !== undefined && BUCKET.test(STORAGE_URL)

const copiesToBucket = ({ BACKUP_URL }: Settings) => BACKUP_URL !== undefined && isPlaceUrl(BACKUP_URL)

const schema = fields.check(
  rule(
    'S3_ACCESS_KEY_ID',
    (settings) => !usesBucket(settings) || settings.S3_ACCESS_KEY_ID !== undefined,
    'S3_ACCESS_KEY_ID must be set where STORAGE_URL is s3://.',
  ),
  rule(
    'S3_SECRET_ACCESS_KEY',
    (settings) => !usesBucket(settings) || settings.S3_SECRET_ACCESS_KEY !== undefined,
    'S3_SECRET_ACCESS_KEY must be set where STORAGE_URL is s3://.',
  ),
  rule(
    'BACKUP_S3_ACCESS_KEY_ID',
    (settings) =>
      !copiesToBucket(settings) || (settings.BACKUP_S3_ACCESS_KEY_ID !== undefined && settings.BACKUP_S3_SECRET_ACCESS_KEY !== undefined),
    'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must be set where BACKUP_URL is.',
  ),
  rule(
    'ADMIN_EMAIL',
    ({ ADMIN_EMAIL, ADMIN_PASSWORD }) => (ADMIN_EMAIL === undefined) === (ADMIN_PASSWORD === undefined),
    'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.',
  ),
  rule(
    'OIDC_CLIENT_SECRET',
    ({ OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }) => OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET !== undefined,
    'OIDC_CLIENT_ID needs OIDC_CLIENT_SECRET beside it.',
  ),
  rule(
    'MAIL_FROM',
    ({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM === undefined || /^[^\r\n]*[^\s@]+@[^\s@]+[^\r\n]*$/.test(MAIL_FROM),
    'MAIL_FROM must have an address, like Our blog <blog@example.org>.',
  ),
  rule(
    'MAIL_FROM',
    ({ SMTP_URL, MAIL_FROM }) => MAIL_FROM === undefined || SMTP_URL !== undefined,
    'MAIL_FROM needs SMTP_URL beside it, the server that sends the mail.',
  ),
  rule(
    'MAIL_FROM',
    ({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined,
    'SMTP_URL needs MAIL_FROM beside it, the address that mail comes from.',
  ),
)

/** Reads the settings from the environment. @throws ConfigError */
export function loadConfig(env: Environment): Config {
  const { data, error } = schema.safeParse(givenSettings(env))
  const slips = findSlips(env)
  if (data && slips.length === 0) return toConfig(data)
  const place = (issue: z.core.$ZodIssue) => SETTING_NAMES.indexOf(String(issue.path[0]))
  const mistakes = (error?.issues ?? []).toSorted((a, b) => place(a) - place(b)).map((issue) => issue.message)
  throw new ConfigError([...mistakes, ...slips])
}

/** Names that are no settings and look like one that is not set. */
const findSlips = (env: Environment): string[] =>
  Object.keys(env).flatMap((name) => {
    const meant = SETTING_NAMES.includes(name) ? undefined : SETTING_NAMES.find((known) => isSlipOf(name, known) && !env[known]?.trim())
    return meant === undefined ? [] : [`${name} is no setting. If ${meant} is meant, correct the name; otherwise remove it.`]
  })

/** Treats an empty value as missing. */
function givenSettings(env: Environment): Environment {
  const values = SETTING_NAMES.map((name) => [name, env[name]?.trim()] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== ''))
}

function toConfig(settings: Settings): Config {
  const port = Number(settings.PORT)
  const dataDir = resolve(settings.DATA_DIR)
  return {
    host: settings.HOST,
    port,
    publicUrl: new URL(settings.PUBLIC_URL ?? addressOf(settings)).origin,
    trustedProxies: settings.TRUST_PROXY === 'true' ? 1 : Number(settings.TRUST_PROXY) || 0,
    cdnSeconds: Number(settings.CDN_SECONDS),
    metrics: settings.METRICS_PORT === undefined ? null : { host: settings.METRICS_HOST, port: Number(settings.METRICS_PORT) },
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? `sqlite:${resolve(dataDir, 'kindred.sqlite')}`,
    storage: toStorage(settings, dataDir),
    backup: {
      folder: settings.BACKUP_DIR === undefined ? resolve(dataDir, 'backups') : resolve(settings.BACKUP_DIR),
      place: toPlace(settings),
    },
    ffmpegPath: settings.FFMPEG_PATH ?? null,
    admin: both(settings.ADMIN_EMAIL, settings.ADMIN_PASSWORD, (email, password) => ({ email, password })),
    oidc: both(settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET, (clientId, clientSecret) => ({
      issuer: settings.OIDC_ISSUER,
      clientId,
      clientSecret,
    })),
    mail: both(settings.SMTP_URL, settings.MAIL_FROM, (smtpUrl, from) => ({ smtpUrl, from })),
    mailLimits: { perSecond: Number(settings.MAIL_PACE), perDay: Number(settings.MAIL_DAILY), hour: Number(settings.MAIL_HOUR) },
    logLevel: settings.LOG_LEVEL,
    site: {
      name: settings.SITE_NAME,
      author: settings.SITE_AUTHOR,
      contact: settings.SITE_CONTACT,
      timeZone: settings.TIME_ZONE,
      socialUrl: settings.SOCIAL_URL ?? '',
      socialLabel: settings.SOCIAL_LABEL,
    },
  }
}

const addressOf = ({ HOST: name, PORT: port }: Settings) => `http://${hostInUrl(name)}:${Number(port)}`

/** IPv6 has brackets in a URL, and no name of a network interface. */
export const hostInUrl = (name: string): string => (name.includes(':') ? `[${name.replace(/%.*$/, '')}]` : name)

function toStorage(settings: Settings, dataDir: string): StorageSettings {
  const [, bucket] = BUCKET.exec(settings.STORAGE_URL ?? '') ?? []
  if (bucket === undefined) return { type: 'folder', path: dataDir }
  return {
    type: 's3',
    bucket,
    endpoint: settings.S3_ENDPOINT ?? null,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
  }
}

function toPlace(settings: Settings): PlaceSettings | null {
  const { BACKUP_URL: url, BACKUP_S3_ENDPOINT: endpoint = null } = settings
  if (url === undefined) return null
  const region = settings.BACKUP_S3_REGION ?? 'us-east-1'
  const secret = settings.BACKUP_S3_SECRET_ACCESS_KEY ?? ''
  return readPlace({ url, endpoint, region, accessKeyId: settings.BACKUP_S3_ACCESS_KEY_ID ?? '', secret }) ?? null
}

const both = <T>(first: string | undefined, second: string | undefined, make: (first: string, second: string) => T): T | null =>
  first === undefined || second === undefined ? null : make(first, second)
