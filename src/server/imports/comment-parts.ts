import { COMMENT_MAX_LENGTH } from '#contract/limits.ts'
import type { SourceComment } from './source.ts'

const GUEST_NAME_MAX_LENGTH = 80
/** More parts than this would be a book; what is over is counted as left out. */
const PARTS_MAX = 200
/** Room for '(199/200) '. */
const MARK_LENGTH = 10

/** As it is kept and shown: one line, without the @ that stands for an account here. */
export function guestName(name: string | null): string | null {
  const clean = (name ?? '').toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/\s+/gu, ' ').replace(/^[@\s]+/, '').trim() // prettier-ignore
  // An email where a name should be is nobody's business.
  if (clean === '' || /\S@\S+\.\S/.test(clean)) return null
  return clean.slice(0, GUEST_NAME_MAX_LENGTH).toWellFormed()
}

/** Text as a comment of ours has it; empty when there is nothing to read. */
export const commentText = (text: string): string => {
  const clean = text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed().trim()
  return clean.replace(/[\s\p{Cf}\u115F\u1160\u3164]/gu, '') === '' ? '' : clean
}

/**
 * A comment as rows of ours: one that is too long is cut between words and stands in several parts, each with its
 * number. The list shows the newest first, so the first part is the newest, each a millisecond older than the one before.
 * @returns null when it would take too many
 */
export function splitComment(comment: SourceComment): { content: string; createdAt: number }[] | null {
  const text = commentText(comment.text)
  if (text === '') return []
  if (text.length <= COMMENT_MAX_LENGTH) return [{ content: text, createdAt: comment.createdAt }]
  const parts = cutBetweenWords(text, COMMENT_MAX_LENGTH - MARK_LENGTH)
  if (parts.length > PARTS_MAX) return null
  return parts.map((part, index) => ({
    content: `(${index + 1}/${parts.length}) ${part}`,
    createdAt: comment.createdAt + parts.length - 1 - index,
  }))
}

function cutBetweenWords(text: string, length: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > length) {
    const space = rest.slice(0, length + 1).search(/\s\S*$/)
    const at = space > length / 2 ? space : beforeHalfCharacter(rest, length)
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return rest === '' ? parts : [...parts, rest]
}

/** A character of two units is never cut in half. */
const beforeHalfCharacter = (text: string, at: number) => (/[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at)
