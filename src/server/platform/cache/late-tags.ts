/**
 * A tag that begins so is on responses that may be a little out of date: a write to it evicts nothing, but lets them end
 * within {@link LATE_MAX_MS}. However often it is written, such a response is rendered once in that time.
 */
export const LATE = 'late:'
export const LATE_MAX_MS = 10_000

export const isLate = (tag: string): boolean => tag.startsWith(LATE)
