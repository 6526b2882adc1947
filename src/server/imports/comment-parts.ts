import { LONGEST_COMMENT } from '#contract/limits.ts'
import type { SourceComment } from './source.ts'

const GUEST_NAME_MAX_LENGTH = 80
/** A comment of more parts is skipped. */
const PARTS_MAX = 20
/** Room for '(19/20) '. */
const MARK_LENGTH = 10

/** The name as stored and shown: one line, without the `@` that marks accounts. */
export function guestName(name: string | null): string | null {
  const clean = (name ?? '').toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/\s+/gu, ' ').replace(/^[@\s]+/, '').trim() // prettier-ignore
  // Never publish an email that was used as a name.
  if (clean === '' || /\S@\S+\.\S/.test(clean)) return null
  return clean.slice(0, GUEST_NAME_MAX_LENGTH).toWellFormed()
}

/** Text as a comment stores it; empty if nothing would be visible. */
export const commentText = (text: string): string => {
  const clean = text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed().trim()
  return clean.replace(/[\s\p{Cf}\u115F\u1160\u3164]/gu, '') === '' ? '' : clean
}

/**
 * A comment as rows: one that is too long is split between words into numbered parts. Lists show the newest first, so
 * each part is a millisecond older than the one before; replies stand the other way round.
 * @returns null if it needs too many parts
 */
export function splitComment(comment: SourceComment): { content: string; createdAt: number }[] | null {
  const text = commentText(comment.text)
  if (text === '') return []
  if (text.length <= LONGEST_COMMENT) return [{ content: text, createdAt: comment.createdAt }]
  const parts = cutBetweenWords(text, LONGEST_COMMENT - MARK_LENGTH)
  if (parts.length > PARTS_MAX) return null
  return parts.map((part, index) => ({
    content: `(${index + 1}/${parts.length}) ${part}`,
    createdAt: comment.createdAt + (comment.parentId === null ? parts.length - 1 - index : index),
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

/** Never split a surrogate pair. */
const beforeHalfCharacter = (text: string, at: number) => (/[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at)
