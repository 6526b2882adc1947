import { HOUR_MS, type RateLimit } from '#platform/contract/limits.ts'

export const OPERATIONS_RATE_LIMITS = {
  /** Each reads and writes the whole blog. */
  backupsPerUser: { name: 'backup/user', max: 10, windowMs: HOUR_MS },
  /** Each may connect to another machine. */
  backupPlacesPerUser: { name: 'backup-place/user', max: 30, windowMs: HOUR_MS },
  /** Each reads a whole backup. */
  restoresPerUser: { name: 'restore/user', max: 60, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimit>
