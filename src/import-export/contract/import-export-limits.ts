import { DAY_MS, HOUR_MS, type RateLimit } from '#platform/contract/limits.ts'

/** Maximum size of files fetched from another blog; of larger ones the post keeps its link. */
export const IMPORT_FILE_MAX_BYTES = 100 * 1024 * 1024
/** Maximum number of stored exports of other blogs, and how long an unused one is stored with its reports. */
export const IMPORTS_MAX = 10
export const IMPORT_TTL_MS = 30 * DAY_MS
/** Missing items in the response for one import; its notes name all. */
export const IMPORT_SHOWN_MISSING = 5
export const IMPORT_EXPORT_RATE_LIMITS = {
  /** Each reads a whole export, and may write as much as it holds. */
  importsPerUser: { name: 'import/user', max: 120, windowMs: HOUR_MS },
  backupDownloadsPerUser: { name: 'backup-download/user', max: 20, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimit>
