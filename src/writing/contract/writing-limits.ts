import { DAY_MS, MINUTE_MS, type RateLimit } from '#platform/contract/limits.ts'

/** Number of rows in each list of the dashboard's overview. */
export const OVERVIEW_SIZE = 5
/** Drafts that one user may have on the server. */
export const DRAFTS_PER_USER_MAX = 200
/** Delay between a change of the text and saving it on the device, and on the server. */
export const DRAFT_DEVICE_DELAY_MS = 300
export const DRAFT_SERVER_DELAY_MS = 1000
/** Number of stored earlier versions of one post. */
export const REVISIONS_PER_POST_MAX = 100
/** Period in which a deleted post can be restored. */
export const TRASH_TTL_MS = 30 * DAY_MS
export const WRITING_RATE_LIMITS = {
  /** An open editor saves once a second while its writer types. */
  draftSavesPerUser: { name: 'draft/user', max: 1200, windowMs: 5 * MINUTE_MS },
} as const satisfies Record<string, RateLimit>
