import { IMPORT_EXPORT_RATE_LIMITS } from '#import-export/contract/import-export-limits.ts'
import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate, text } from '#platform/contract/fields.ts'
import { importReport } from './import-report.ts'

const SITE = 'Please write the address of the old blog like https://old.example.org.'

/** Address without a trailing slash; null for empty input. */
export const siteField = z
  .string(SITE)
  .nullable()
  .transform((value) => {
    const site = withoutTrailingSlashes((value ?? '').trim())
    if (site === '') return null
    return /^[a-z][a-z0-9+.-]*:/i.test(site) ? site : `https://${site}`
  })
  .refine((site) => site === null || (site.length <= 200 && /^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/i.test(site) && URL.canParse(site)), SITE)

/** The two things that a file may not tell. */
const startBody = z.strictObject({
  site: siteField.default(null),
  fetchesPictures: z.boolean('Please choose whether pictures are fetched.').default(true),
})

/**
 * `received`: uploaded, not read yet. `checking` and `running`: it is read, or imported. `stopped` and `failed`: either ended
 * early. An import that was taken back is `checked` again.
 */
export const IMPORT_STATES = ['received', 'checking', 'checked', 'running', 'stopped', 'done', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const IMPORT_FORMATS = ['wordpress', 'ghost', 'kindred', 'markdown'] as const

const importProgress = z.strictObject({ done: z.int(), total: z.int(), pictures: z.int() })
export type ImportProgress = z.output<typeof importProgress>

const listedImport = z.strictObject({
  _id: z.string(),
  fileName: z.string(),
  bytes: z.int(),
  format: z.enum(IMPORT_FORMATS),
  /** False for an import of the command line, which goes on there. */
  hasFile: z.boolean(),
  state: z.enum(IMPORT_STATES),
  isStopping: z.boolean(),
  site: z.string().nullable(),
  fetchesPictures: z.boolean(),
  /** Progress of the last reading or run, in posts; null before the first. */
  progress: importProgress.nullable(),
  /** Reason of the state `failed` or `stopped`. */
  message: z.string().nullable(),
  createdAt: isoDate,
  /** Start of the last run; null before the first. */
  startedAt: isoDate.nullable(),
  endedAt: isoDate.nullable(),
  /** When the file and its reports will be deleted unless they are used again. */
  deletedAt: isoDate,
})
export type ListedImport = z.output<typeof listedImport>

/** An import with its reports, which name only the first missing items. */
const importDetail = listedImport.extend({
  check: importReport.nullable(),
  result: importReport.nullable(),
  /** Followers to whom nothing is mailed until an admin says so. */
  waitingFollowers: z.int(),
})
export type ImportDetail = z.output<typeof importDetail>

/** Newest first. The dashboard polls this while an import runs. */
export const listImports = endpoint('GET /api/imports', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ imports: z.array(listedImport) }),
})

/** Creates an import from a finished upload. A file that is not an export is refused with the reason, and deleted. */
export const createImport = endpoint('POST /api/imports', {
  access: 'admin',
  status: 201,
  limit: IMPORT_EXPORT_RATE_LIMITS.importsPerUser,
  body: z.object({ upload: text('Please name the upload.') }),
  output: listedImport,
})

export const getImport = endpoint('GET /api/imports/:import', { access: 'admin', status: 200, output: importDetail })

/**
 * Begins to read the file or, once that was read, starts the import, goes on with one that was stopped, or tries again what is
 * missing. Responds without waiting for its end.
 */
export const startImport = endpoint('POST /api/imports/:import/start', {
  access: 'admin',
  status: 200,
  limit: IMPORT_EXPORT_RATE_LIMITS.importsPerUser,
  body: startBody,
  output: listedImport,
})

/** The import stops after the current post. */
export const stopImport = endpoint('POST /api/imports/:import/stop', {
  access: 'admin',
  status: 200,
  limit: IMPORT_EXPORT_RATE_LIMITS.importsPerUser,
  output: listedImport,
})

/** Deletes the file and its reports. Imported content stays; followers who still wait go. */
export const deleteImport = endpoint('DELETE /api/imports/:import', {
  access: 'admin',
  status: 200,
  limit: IMPORT_EXPORT_RATE_LIMITS.importsPerUser,
  output: z.strictObject({ imports: z.array(listedImport) }),
})

/** From now on the followers that this import brought get mails, once and for all. */
export const mailImportedFollowers = endpoint('POST /api/imports/:import/followers', {
  access: 'admin',
  status: 200,
  limit: IMPORT_EXPORT_RATE_LIMITS.importsPerUser,
  output: z.strictObject({ followers: z.int() }),
})

/** What taking an import back would do: posts that nobody has changed since go to the trash, others stay. */
const rollback = z.strictObject({
  /** Number of posts that go, and the titles of some. */
  going: z.int(),
  titles: z.array(z.string()),
  /** Posts that stay, as far as they fit, with the reason. */
  staying: z.array(z.strictObject({ _id: z.string(), title: z.string(), why: z.string() })),
  stayingCount: z.int(),
  /** Followers that go. */
  followers: z.int(),
})
export type Rollback = z.output<typeof rollback>

export const getRollback = endpoint('GET /api/imports/:import/rollback', { access: 'admin', status: 200, output: rollback })

/** Moves some hundred posts to the trash; call it again while `going` is not 0. */
export const takeBackImport = endpoint('POST /api/imports/:import/take-back', {
  access: 'admin',
  status: 200,
  limit: IMPORT_EXPORT_RATE_LIMITS.importsPerUser,
  output: rollback.extend({ taken: z.int() }),
})

export const importEndpoints = {
  listImports,
  createImport,
  getImport,
  startImport,
  stopImport,
  deleteImport,
  mailImportedFollowers,
  getRollback,
  takeBackImport,
}
