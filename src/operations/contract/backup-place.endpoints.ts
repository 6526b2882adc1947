import { OPERATIONS_RATE_LIMITS } from '#operations/contract/operations-limits.ts'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate } from '#platform/contract/fields.ts'

/** Credentials are not part of it. */
export const backupPlaceState = z.strictObject({
  /** `s3://bucket/folder`; null while there is none. */
  url: z.string().nullable(),
  endpoint: z.string().nullable(),
  region: z.string().nullable(),
  /** True if an environment variable names the place. */
  isOfSettings: z.boolean(),
  /** A former version copied to another machine over SSH, and nothing is copied since. */
  isOverSsh: z.boolean(),
  /** Copies are made once there is a key. */
  hasKey: z.boolean(),
  running: z.strictObject({ since: isoDate }).nullable(),
  failure: z.strictObject({ at: isoDate, message: z.string() }).nullable(),
  last: z.strictObject({ at: isoDate, name: z.string() }).nullable(),
})
export type BackupPlaceState = z.output<typeof backupPlaceState>

/** The place where copies of backups go. */
export const getBackupPlace = endpoint('GET /api/backup-place', { access: 'admin', status: 200, output: backupPlaceState })

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`)
const orNull = (max: number) =>
  text(max)
    .transform((value) => value || null)
    .nullable()
    .default(null)

/** Tries the place before it is stored. Needs a recent sign-in. */
export const saveBackupPlace = endpoint('PUT /api/backup-place', {
  access: 'admin',
  needsRecentSignIn: true,
  status: 200,
  limit: OPERATIONS_RATE_LIMITS.backupPlacesPerUser,
  body: z.object({
    url: text(400),
    /** Of the bucket; null for Amazon S3. */
    endpoint: orNull(300).refine(
      (value) => value === null || (/^https?:\/\/[^\s/]+\/?$/.test(value) && URL.canParse(value)),
      'Please write it like https://s3.example.org.',
    ),
    region: text(60)
      .default('')
      .transform((value) => value || 'us-east-1'),
    accessKeyId: text(200).default(''),
    /** Empty to keep the stored one. */
    secret: text(400).default(''),
  }),
  output: backupPlaceState,
})

/** Copies are made no longer; those in the place stay. Needs a recent sign-in. */
export const removeBackupPlace = endpoint('DELETE /api/backup-place', {
  access: 'admin',
  needsRecentSignIn: true,
  status: 200,
  limit: OPERATIONS_RATE_LIMITS.backupPlacesPerUser,
  output: backupPlaceState,
})

/** Writes a new key to the bucket, uses it, and returns its passphrase, which this response alone has. Needs a recent sign-in. */
export const createBackupKey = endpoint('POST /api/backup-place/key', {
  access: 'admin',
  needsRecentSignIn: true,
  status: 200,
  limit: OPERATIONS_RATE_LIMITS.backupPlacesPerUser,
  output: z.strictObject({ passphrase: z.string(), keyName: z.string(), url: z.string() }),
})

/** Copies the newest backup in the background, unless a copy is running. */
export const copyBackupNow = endpoint('POST /api/backup-place/copy', {
  access: 'admin',
  status: 200,
  limit: OPERATIONS_RATE_LIMITS.backupsPerUser,
  output: backupPlaceState,
})

export const backupPlaceEndpoints = {
  getBackupPlace,
  saveBackupPlace,
  removeBackupPlace,
  createBackupKey,
  copyBackupNow,
}
