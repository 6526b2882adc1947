/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * A name or title within a sentence, in quotation marks. One in a right-to-left script is isolated (Unicode, UAX 9): its
 * marks would else stand at the wrong side of it.
 */
export const inQuotes = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `“\u2068${text}\u2069”` : `“${text}”`)
