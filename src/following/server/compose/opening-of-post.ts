import { visibleText } from '#posts/server/index.ts'
import { cutAtWord } from '#site/server/index.ts'

/** Tags that end a line. */
const LINE_ENDS = /<\/(?:p|li|dt|dd|summary|blockquote|pre|figcaption|div)>|<(?:br|hr)\b[^>]*>/
/** Headings and tables, which are not useful in an excerpt. */
const LEFT_OUT = /<(h[1-6]|table)\b[^>]*>[^]*?(?:<\/\1>|$)/g
/** Length of HTML that is read, in UTF-16 units. Generous, because a post may begin with a long table or many pictures. */
const READ_AT_MOST = 20_000

export interface Opening {
  readonly paragraphs: readonly string[]
  /** Whether the post continues after it. */
  readonly isCut: boolean
}

/** Returns the first words of a sanitised body, without headings and tables. @param max total length of the paragraphs, in UTF-16 units */
export function openingOfPost(html: string, max: number): Opening {
  const paragraphs: string[] = []
  let room = max
  for (const piece of beginningOf(html).replaceAll(LEFT_OUT, '').split(LINE_ENDS)) {
    const text = visibleText(piece)
    if (text === '') continue
    // The remaining length is too short for another paragraph.
    if (room < text.length && room < max / 10) return { paragraphs, isCut: true }
    paragraphs.push(cutAtWord(text, room))
    if (text.length > room) return { paragraphs, isCut: true }
    room -= text.length
  }
  return { paragraphs, isCut: html.length > READ_AT_MOST }
}

/** Removes a tag that is cut in two at the end. */
function beginningOf(html: string): string {
  const beginning = html.slice(0, READ_AT_MOST)
  const tag = beginning.lastIndexOf('<')
  return tag > beginning.lastIndexOf('>') ? beginning.slice(0, tag) : beginning
}
