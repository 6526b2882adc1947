import { visibleText } from '#server/features/visible-text.ts'
import { cutAtWord } from '#server/features/write-mail.ts'

/** Ends of what stands on lines of its own. */
const LINE_ENDS = /<\/(?:p|li|dt|dd|summary|blockquote|pre|figcaption|div)>|<(?:br|hr)\b[^>]*>/
/** Says little without what it heads, or without its columns. */
const LEFT_OUT = /<(h[1-6]|table)\b[^>]*>[^]*?(?:<\/\1>|$)/g
/** So much of a body is read, with its tags: one that opens with a long table or many pictures begins later. */
const READ_AT_MOST = 20_000

export interface Opening {
  readonly paragraphs: readonly string[]
  /** Whether the post goes on. */
  readonly isCut: boolean
}

/** The words that a sanitised body begins with, cut between words; without headings and tables. @param max UTF-16 units, all paragraphs together */
export function openingOfPost(html: string, max: number): Opening {
  const paragraphs: string[] = []
  let room = max
  for (const piece of beginningOf(html).replaceAll(LEFT_OUT, '').split(LINE_ENDS)) {
    const text = visibleText(piece)
    if (text === '') continue
    // Too little room for a line of its own.
    if (room < text.length && room < max / 10) return { paragraphs, isCut: true }
    paragraphs.push(cutAtWord(text, room))
    if (text.length > room) return { paragraphs, isCut: true }
    room -= text.length
  }
  return { paragraphs, isCut: html.length > READ_AT_MOST }
}

/** Without the half of a tag at its end. */
function beginningOf(html: string): string {
  const beginning = html.slice(0, READ_AT_MOST)
  const tag = beginning.lastIndexOf('<')
  return tag > beginning.lastIndexOf('>') ? beginning.slice(0, tag) : beginning
}
