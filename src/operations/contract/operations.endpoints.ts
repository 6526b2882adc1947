import { OPERATIONS_RATE_LIMITS } from '#operations/contract/operations-limits.ts'
import { z } from 'zod'
import { endpoint, type FileOutput } from '#platform/contract/endpoint.ts'
import { isoDate } from '#platform/contract/fields.ts'

/** Why a backup was made. */
export const BACKUP_OCCASIONS = ['daily', 'by-hand', 'before-upgrade', 'before-restore'] as const

const keptBackup = z.strictObject({
  _id: z.string(),
  /** File name. */
  name: z.string(),
  occasion: z.enum(BACKUP_OCCASIONS),
  createdAt: isoDate,
  bytes: z.int(),
  /** False for backups before an upgrade, which contain no pictures. */
  hasPictures: z.boolean(),
})
export type KeptBackup = z.output<typeof keptBackup>

export const backupsState = z.strictObject({
  /** Set while any process creates a backup. */
  running: z.strictObject({ since: isoDate }).nullable(),
  /** Set when the last attempt failed. */
  failure: z.strictObject({ at: isoDate, message: z.string() }).nullable(),
  /** Backups on this machine, newest first. */
  backups: z.array(keptBackup),
})
export type BackupsState = z.output<typeof backupsState>

export const mailState = z.strictObject({
  isSetUp: z.boolean(),
  /** Name and port of the mail server, and the sender; empty where mail is not set up. */
  host: z.string(),
  from: z.string(),
  /** Number of unsent mails, and of those whose last attempt failed. */
  pending: z.int(),
  failed: z.int(),
  /** Reason of the last failure. */
  problem: z.string().nullable(),
})
export type MailState = z.output<typeof mailState>

/** `sent`: the mail server accepted it. `failed`: the last attempt failed; the blog retries. */
export const testMail = z.strictObject({
  _id: z.string(),
  email: z.string(),
  state: z.enum(['pending', 'sent', 'failed']),
  problem: z.string().nullable(),
})
export type TestMail = z.output<typeof testMail>

export const versionState = z.strictObject({
  version: z.string(),
  licence: z.string(),
  node: z.string(),
  /** Name and version: 'SQLite 3.50'. */
  database: z.string(),
  storage: z.enum(['folder', 'bucket']),
  /** Start of the process that responds. */
  startedAt: isoDate,
})
export type VersionState = z.output<typeof versionState>

/** State of the installation: backups, mail, version. */
export const listBackups = endpoint('GET /api/settings/backups', { access: 'admin', status: 200, output: backupsState })

/** Starts a backup unless one is running; responds without waiting for its end. */
export const createBackup = endpoint('POST /api/settings/backups', {
  access: 'admin',
  status: 200,
  limit: OPERATIONS_RATE_LIMITS.backupsPerUser,
  output: backupsState,
})

/** Called before the download, to ask for a recent sign-in if needed. */
export const getBackup = endpoint('GET /api/settings/backups/:backup', {
  access: 'admin',
  needsRecentSignIn: true,
  status: 200,
  output: keptBackup,
})

export const downloadBackup = endpoint('GET /api/settings/backups/:backup/file', {
  access: 'admin',
  needsRecentSignIn: true,
  status: 200,
  output: z.custom<FileOutput>(),
  isFile: true,
})

export const getMailSettings = endpoint('GET /api/settings/mail', { access: 'admin', status: 200, output: mailState })

/** Sends a test mail to the caller. */
export const sendTestMail = endpoint('POST /api/settings/mail/test', {
  access: 'admin',
  status: 201,
  // The handler counts it like every mail to an address.
  limit: null,
  output: testMail,
})

export const getTestMail = endpoint('GET /api/settings/mail/test/:mail', { access: 'admin', status: 200, output: testMail })

export const getVersion = endpoint('GET /api/settings/version', { access: 'admin', status: 200, output: versionState })

export const operationsEndpoints = {
  listBackups,
  createBackup,
  getBackup,
  downloadBackup,
  getMailSettings,
  sendTestMail,
  getTestMail,
  getVersion,
}
