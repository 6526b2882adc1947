import { DAY_MS } from '#platform/contract/limits.ts'

/** Period after the first account in which the checklist is shown by default. */
export const CHECKLIST_MS = 60 * DAY_MS
