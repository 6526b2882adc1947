import { READING_CHARACTERS_PER_MINUTE } from '#posts/contract/post-limits.ts'

/** Minutes to read a body: its length divided by 1000, rounded, at least 1. */
export const readingTimeMinutes = (content: string): number => Math.max(1, Math.round(content.length / READING_CHARACTERS_PER_MINUTE))
