import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate } from '#platform/contract/fields.ts'

/** `upload`: a file that was sent; `here`: a backup on this machine; `elsewhere`: a copy in the other place. */
export const RESTORE_SOURCES = ['upload', 'here', 'elsewhere'] as const

const blogCounts = z.strictObject({ posts: z.int(), comments: z.int(), users: z.int() })
export type BlogCounts = z.output<typeof blogCounts>

/** What is in a backup that was checked. */
export const checkedBackup = z.strictObject({
  createdAt: isoDate,
  /** Version of the blog that made it. */
  version: z.string(),
  counts: blogCounts,
  /** Pictures and other files. */
  pictures: z.int(),
  /** False for a backup of rows only, as before an upgrade. */
  hasPictures: z.boolean(),
  /** Pictures that posts or profiles show, and that are missing in it. */
  missingPictures: z.int(),
})
export type CheckedBackup = z.output<typeof checkedBackup>

/**
 * `none`: nothing was chosen, or it was refused. `checking`: it is fetched and read. `checked`: it can be restored.
 * `restoring`: it takes the place of the blog. `restored`: it has.
 */
export const RESTORE_PHASES = ['none', 'checking', 'checked', 'restoring', 'restored'] as const

export const chosenBackup = z.strictObject({
  source: z.enum(RESTORE_SOURCES),
  /** Of the upload, or name of the backup. Empty for the newest copy. */
  id: z.string(),
  /** As people know it. */
  name: z.string(),
  /** Its passphrase is needed. */
  isEncrypted: z.boolean(),
})
export type ChosenBackup = z.output<typeof chosenBackup>

export const restoreState = z.strictObject({
  phase: z.enum(RESTORE_PHASES),
  /** When the phase began. */
  since: isoDate.nullable(),
  chosen: chosenBackup.nullable(),
  backup: checkedBackup.nullable(),
  /** Why the last one was refused, or could not be restored. */
  failure: z.string().nullable(),
  /** What is in the blog now. */
  present: blogCounts,
  /** Whether another place for backups is named. */
  hasPlace: z.boolean(),
})
export type RestoreState = z.output<typeof restoreState>

/** The backup that was chosen to be restored. */
export const getRestore = endpoint('GET /api/restore', { access: 'admin', status: 200, output: restoreState })

const line = (max: number) => z.string().trim().max(max, `At most ${max} characters.`).default('')

/** Fetches, decrypts and checks a backup in the background. Needs a recent sign-in. */
export const checkBackup = endpoint('POST /api/restore/check', {
  access: 'admin',
  status: 200,
  limit: 'restoresPerUser',
  body: z.object({
    source: z.enum(RESTORE_SOURCES, 'Please choose a backup.'),
    id: line(100),
    /** File name of an upload. */
    name: line(200),
    passphrase: line(200),
    /** Content of the file `kindred-key-….age`; empty for the key of this blog. */
    keyFile: line(10_000),
  }),
  output: restoreState,
})

/** Replaces the blog by the checked backup, in the background. Needs a recent sign-in. */
export const startRestore = endpoint('POST /api/restore', {
  access: 'admin',
  status: 200,
  limit: 'restoresPerUser',
  output: restoreState,
})

/** Drops what was chosen. Needs a recent sign-in, so that it may be called before a file is sent. */
export const dropRestore = endpoint('DELETE /api/restore', {
  access: 'admin',
  status: 200,
  limit: 'restoresPerUser',
  output: restoreState,
})

/** Copies in the other place, newest first. Connects to it. */
export const listCopies = endpoint('GET /api/backup-place/copies', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ copies: z.array(z.strictObject({ name: z.string(), createdAt: isoDate, bytes: z.int() })) }),
})

export const restoreEndpoints = { getRestore, checkBackup, startRestore, dropRestore, listCopies }
