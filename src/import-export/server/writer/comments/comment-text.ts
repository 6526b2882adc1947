const GUEST_NAME_MAX_LENGTH = 80
const COMMENT_MAX_LENGTH = 200_000

/** Name as stored and shown: one line, without a leading `@`, which marks accounts. */
export function guestName(name: string | null): string | null {
  const clean = (name ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[@\s]+/, '')
    .trim()
  // Never publish an email that was used as a name.
  if (clean === '' || clean.split(' ').some(isEmail)) return null
  return clean.slice(0, GUEST_NAME_MAX_LENGTH).toWellFormed()
}

/** Without a regular expression: one takes quadratic time for a word of many `@`. */
function isEmail(word: string): boolean {
  const at = word.indexOf('@', 1)
  return at !== -1 && word.lastIndexOf('.', word.length - 2) >= at + 2
}

/** Comment text as stored; empty if nothing in it is visible. Never cut: the length limit of the settings is for new comments. */
export const commentText = (text: string): string => {
  const clean = text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed().trim()
  return clean.replace(/[\s\p{Cf}\u115F\u1160\u3164]/gu, '') === '' ? '' : clean
}

/** The only reason of `whyNoComment` that loses text of the author. */
export const TOO_LONG = 'as long as a book'

/** @returns why a comment is not imported; null if it is */
export function whyNoComment(text: string): string | null {
  const clean = commentText(text)
  if (clean === '') return 'without text'
  return clean.length > COMMENT_MAX_LENGTH ? TOO_LONG : null
}
