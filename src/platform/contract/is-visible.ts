/** False for text of only white space, control characters and characters without a glyph. */
export const isVisible = (value: string): boolean => value.replace(/[\s\p{Cc}\p{Cf}\u115F\u1160\u3164]/gu, '') !== ''
