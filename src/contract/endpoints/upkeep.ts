import { z } from 'zod'
import type { EndpointTable, FileOutput } from '#contract/endpoint.ts'
import { isoDate } from '#contract/fields.ts'

/** Why a backup was made. */
export const BACKUP_OCCASIONS = ['daily', 'by-hand', 'before-upgrade', 'before-restore', 'asked'] as const

const keptBackup = z.strictObject({
  _id: z.string(),
  /** Of the file. */
  name: z.string(),
  occasion: z.enum(BACKUP_OCCASIONS),
  createdAt: isoDate,
  bytes: z.int(),
  /** One that was made before an upgrade has none. */
  hasPictures: z.boolean(),
})
export type KeptBackup = z.output<typeof keptBackup>

export const backupsState = z.strictObject({
  /** Whether the blog makes one each day. */
  isDaily: z.boolean(),
  /** In DATA_DIR, or where BACKUP_DIR says. */
  place: z.enum(['DATA_DIR', 'BACKUP_DIR']),
  /** While one is made, by whichever process. */
  running: z.strictObject({ since: isoDate }).nullable(),
  /** The newest attempt, where it failed. */
  failure: z.strictObject({ at: isoDate, message: z.string() }).nullable(),
  /** Those on this machine, the newest first. */
  backups: z.array(keptBackup),
})
export type BackupsState = z.output<typeof backupsState>

export const mailState = z.strictObject({
  isSetUp: z.boolean(),
  /** Name and port of the mail server, and the sender; empty where mail is not set up. */
  host: z.string(),
  from: z.string(),
  /** Mails that have not been sent yet, and those among them that the mail server did not take so far. */
  pending: z.int(),
  failed: z.int(),
  /** Why the last of those failed. */
  problem: z.string().nullable(),
})
export type MailState = z.output<typeof mailState>

/** `sent`: the mail server took it. `failed`: it did not so far; the blog tries again. */
export const testMail = z.strictObject({
  _id: z.string(),
  email: z.string(),
  state: z.enum(['pending', 'sent', 'failed']),
  problem: z.string().nullable(),
})
export type TestMail = z.output<typeof testMail>

/** What is not as it should be, in plain words and without a path. */
const finding = z.strictObject({ subject: z.string(), isWrong: z.boolean(), says: z.string(), advice: z.string().nullable() })
export type UpkeepFinding = z.output<typeof finding>

export const versionState = z.strictObject({
  version: z.string(),
  licence: z.string(),
  node: z.string(),
  /** Name and version. */
  database: z.string(),
  storage: z.enum(['folder', 'bucket']),
  posts: z.int(),
  pictures: z.int(),
  /** Of the process that responds. */
  startedAt: isoDate,
  findings: z.array(finding),
})
export type VersionState = z.output<typeof versionState>

/** How the installation does: backups, mail, version (docs/product.md, 2). */
export const upkeepEndpoints = {
  'GET /api/settings/backups': { access: 'admin', status: 200, output: backupsState },
  /** Begins a backup unless one is running, and does not wait for its end. */
  'POST /api/settings/backups': { access: 'admin', status: 200, limit: 'backupsPerUser', output: backupsState },
  /** Whether the file may be fetched: it needs a recent sign-in. */
  'GET /api/settings/backups/:backup': { access: 'admin', status: 200, output: keptBackup },
  'GET /api/settings/backups/:backup/file': { access: 'admin', status: 200, output: z.custom<FileOutput>(), isFile: true },
  'GET /api/settings/mail': { access: 'admin', status: 200, output: mailState },
  /** To the address of the caller. */
  'POST /api/settings/mail/test': {
    access: 'admin',
    status: 201,
    // Counted as every mail to an address, by the handler.
    limit: null,
    output: testMail,
  },
  'GET /api/settings/mail/test/:mail': { access: 'admin', status: 200, output: testMail },
  'GET /api/settings/version': { access: 'admin', status: 200, output: versionState },
} as const satisfies EndpointTable
