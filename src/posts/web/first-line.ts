import { INLINE_ELEMENTS } from '#posts/contract/inline-elements.ts'

/** Characters of HTML that may come before the end of the first line. */
const READ_MAX = 3000
/** In characters: two lines of a card on a phone. */
const LINE_MAX = 64

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ', '&amp;': '&' }

const textOf = (html: string): string =>
  html
    .replaceAll(/<\/?([a-z\d]*)(?![a-z\d])(?:"[^"]*"|[^"<>])*>/g, (_, name: string) => (INLINE_ELEMENTS.has(name) ? '' : ' '))
    .replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * The beginning of the first paragraph with text; empty if there is none. For the small HTML of stored bodies, in which a
 * browser needs no parser of its own.
 */
export function firstLine(body: string): string {
  for (const [, html = ''] of body.slice(0, READ_MAX).matchAll(/<p(?: [^>]*)?>(.*?)(?:<\/p>|$)/gs)) {
    const text = textOf(html)
    const letters = Array.from(text)
    if (letters.length > LINE_MAX) {
      const blank = letters.lastIndexOf(' ', LINE_MAX)
      // Not every script has blanks between words.
      return `${letters
        .slice(0, blank > LINE_MAX / 2 ? blank : LINE_MAX)
        .join('')
        .trimEnd()}…`
    }
    if (text !== '') return text
  }
  return ''
}
