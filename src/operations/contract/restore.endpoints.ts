import { OPERATIONS_RATE_LIMITS } from '#operations/contract/operations-limits.ts'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate } from '#platform/contract/fields.ts'

/** What is in a backup that was read to its end. */
export const backupReport = z.strictObject({
  createdAt: isoDate,
  /** Version of the blog that made it. */
  version: z.string(),
  counts: z.strictObject({
    posts: z.int(),
    /** Drafts and planned posts. */
    unpublished: z.int(),
    comments: z.int(),
    users: z.int(),
    /** Pictures and other files. */
    pictures: z.int(),
  }),
  /** False for a backup of rows only, as before an upgrade. */
  hasPictures: z.boolean(),
  /** Files that are damaged or missing, and are left out. */
  leftOut: z.array(z.string()),
  /** Who may do everything afterwards. */
  admins: z.array(z.strictObject({ name: z.string(), email: z.string() })),
})
export type BackupReport = z.output<typeof backupReport>

export const restoreState = z.strictObject({
  /** Only a new blog can be replaced: without posts, and with one account. */
  isPossible: z.boolean(),
  /** Set while a backup is read or put in place, in any process. */
  running: z.strictObject({ since: isoDate }).nullable(),
  /** The backup that was read last, by the id of its upload. */
  checked: z.strictObject({ id: z.string(), report: backupReport }).nullable(),
  /** Why the last one was refused, or could not be put in place. */
  failure: z.string().nullable(),
})
export type RestoreState = z.output<typeof restoreState>

/** The restore into a new blog. */
export const getRestore = endpoint('GET /api/restore', { access: 'admin', status: 200, output: restoreState })

const line = (max: number) => z.string().trim().max(max, `At most ${max} characters.`).default('')

const chosenBackup = z.object({
  /** Of an upload. */
  id: line(100),
  /** Of an encrypted backup. */
  passphrase: line(200),
  /** Content of the file `kindred-key-….age` of an encrypted backup. */
  keyFile: line(10_000),
})
export type ChosenBackup = z.output<typeof chosenBackup>

/** Reads a backup from end to end in the background. */
export const checkBackup = endpoint('POST /api/restore/check', {
  access: 'admin',
  status: 200,
  limit: OPERATIONS_RATE_LIMITS.restoresPerUser,
  body: chosenBackup,
  output: restoreState,
})

/** Puts a backup in place of a new blog, in the background. */
export const startRestore = endpoint('POST /api/restore', {
  access: 'admin',
  status: 200,
  limit: OPERATIONS_RATE_LIMITS.restoresPerUser,
  body: chosenBackup,
  output: restoreState,
})

export const restoreEndpoints = { getRestore, checkBackup, startRestore }
