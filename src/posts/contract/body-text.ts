import { isVisible } from '#platform/contract/is-visible.ts'
import { INLINE_ELEMENTS } from './inline-elements.ts'
import { type ClosingTag, type HtmlToken, type OpeningTag, readHtml } from '#platform/contract/read-html.ts'

const textOfToken = (token: HtmlToken): string => {
  if (token.kind === 'text') return token.text
  return INLINE_ELEMENTS.has(token.name) ? '' : ' '
}

const joinText = (tokens: readonly HtmlToken[]): string => tokens.map(textOfToken).join('').replace(/\s+/g, ' ').trim()

/** Returns the visible text of a body. Words of different paragraphs or cells are separated by a space. */
export const visibleText = (html: string): string => joinText(readHtml(html))

const MEDIA: ReadonlySet<string> = new Set(['img', 'audio', 'video'])

/** Whether the body shows neither text nor media. */
export function isEmptyBody(html: string): boolean {
  const tokens = readHtml(html)
  return !isVisible(joinText(tokens)) && !tokens.some((token) => token.kind === 'open' && MEDIA.has(token.name))
}

/** Counts the pictures, videos, recordings and tables of a body. */
export function countParts(html: string): Readonly<Record<'img' | 'video' | 'audio' | 'table', number>> {
  const counts = { img: 0, video: 0, audio: 0, table: 0 }
  for (const token of readHtml(html)) {
    if (token.kind === 'open' && Object.hasOwn(counts, token.name)) counts[token.name as keyof typeof counts] += 1
  }
  return counts
}

/** Elements around a paragraph of plain text. */
const PARAGRAPHS: ReadonlySet<string> = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'dt',
  'dd',
  'summary',
  'blockquote',
  'pre',
  'figure',
  'figcaption',
  'div',
  'hr',
])
/** Headings and tables, which are not useful in an excerpt. */
const NOT_IN_EXCERPTS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table'])
const INDENT = '\u00A0'.repeat(4)
const LEVELS_MAX = 5

function startOf({ attributes }: OpeningTag): number {
  const start = Number.parseInt(attributes['start'] ?? '', 10)
  return Number.isNaN(start) ? 1 : start
}

/** The lists around a place, and how the next of their items begins: '• ' or '3. '. */
class Lists {
  /** Number of the next item; null in a list without numbers. */
  readonly #next: (number | null)[] = []
  #marker = ''

  read(token: OpeningTag | ClosingTag): void {
    const { kind, name } = token
    if (name === 'ul' || name === 'ol') {
      if (kind === 'close') this.#next.pop()
      else this.#next.push(name === 'ul' ? null : startOf(token))
    } else if (name === 'li' && kind === 'open') {
      const number = this.#next.pop() ?? null
      this.#marker = number === null ? '• ' : `${number}. `
      this.#next.push(number === null ? null : number + 1)
    }
  }

  /** What stands before the next paragraph. */
  takeMarker(): string {
    const before = INDENT.repeat(Math.min(Math.max(this.#next.length - 1, 0), LEVELS_MAX)) + this.#marker
    this.#marker = ''
    return before
  }
}

/** With the lines and blanks that HTML shows. */
const joinLines = (tokens: readonly HtmlToken[]): string =>
  tokens
    .map((token) => (token.kind === 'open' && token.name === 'br' ? '\n' : textOfToken(token).replace(/[ \t\r\n\f]+/g, ' ')))
    .join('')
    .replace(/ {2,}/g, ' ')
    .split('\n')
    .map((line) => line.replace(/^ | $/g, ''))
    .join('\n')
    .replace(/\n$/, '')

/**
 * Yields the paragraphs of a body as plain text with their lines and the numbers and levels of lists, without headings and
 * tables; an empty line between two as an empty text.
 */
export function* paragraphsOf(html: string): Generator<string> {
  const lists = new Lists()
  let paragraph: HtmlToken[] = []
  let depth = 0
  let emptyLines: number | null = null
  const end = (): string[] => {
    const text = joinLines(paragraph)
    const hasLine = text !== '' || paragraph.some((token) => token.kind === 'open' && token.name === 'br')
    paragraph = []
    if (text.trim() !== '') {
      const before = Array.from({ length: emptyLines ?? 0 }, () => '')
      emptyLines = 0
      return [...before, lists.takeMarker() + text]
    }
    if (hasLine && emptyLines !== null) emptyLines += text.split('\n').length
    return []
  }
  for (const token of readHtml(html)) {
    const isLeftOut = token.kind !== 'text' && NOT_IN_EXCERPTS.has(token.name)
    if (isLeftOut) depth += token.kind === 'open' ? 1 : -1
    if (token.kind !== 'text' && PARAGRAPHS.has(token.name) && depth === 0) {
      yield* end()
      lists.read(token)
    } else if (isLeftOut || depth === 0) paragraph.push(token)
  }
  yield* end()
}
