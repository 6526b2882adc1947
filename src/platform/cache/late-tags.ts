/**
 * Prefix of tags of responses that may be slightly out of date. A write to such a tag evicts nothing, but makes its
 * responses expire within {@link LATE_MAX_MS}. However frequent the writes, each is rendered once in that time.
 */
export const LATE = 'late:'
export const LATE_MAX_MS = 10_000

export const isLate = (tag: string): boolean => tag.startsWith(LATE)
