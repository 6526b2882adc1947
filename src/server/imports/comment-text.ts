const GUEST_NAME_MAX_LENGTH = 80
/** A longer one is no comment, but a book. */
const COMMENT_MAX_LENGTH = 200_000

/** The name as stored and shown: one line, without the `@` that marks accounts. */
export function guestName(name: string | null): string | null {
  const clean = (name ?? '').toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/\s+/gu, ' ').replace(/^[@\s]+/, '').trim() // prettier-ignore
  // Never publish an email that was used as a name.
  if (clean === '' || /\S@\S+\.\S/.test(clean)) return null
  return clean.slice(0, GUEST_NAME_MAX_LENGTH).toWellFormed()
}

/** Text as a comment stores it, whole: the limit of the settings is for writing. Empty if nothing would be visible. */
export const commentText = (text: string): string => {
  const clean = text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed().trim()
  return clean.replace(/[\s\p{Cf}\u115F\u1160\u3164]/gu, '') === '' ? '' : clean
}

/** Of the reasons, the one that loses words. */
export const TOO_LONG = 'as long as a book'

/** Why a comment is left out; null for one that is imported. */
export function whyNoComment(text: string): string | null {
  const clean = commentText(text)
  if (clean === '') return 'without text'
  return clean.length > COMMENT_MAX_LENGTH ? TOO_LONG : null
}
