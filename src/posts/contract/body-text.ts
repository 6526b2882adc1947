import { isVisible } from '#platform/contract/is-visible.ts'
import { type HtmlToken, readHtml } from '#platform/contract/read-html.ts'

/** Elements of a body that do not separate words. */
export const INLINE_ELEMENTS: ReadonlySet<string> = new Set([
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'del',
  'sub',
  'sup',
  'mark',
  'small',
  'a',
  'code',
  'abbr',
  'cite',
  'ins',
  'kbd',
  'q',
  'samp',
  'var',
])

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

/** Counts the pictures, films and recordings of a body. */
export function countMedia(html: string): { readonly img: number; readonly video: number; readonly audio: number } {
  const counts = { img: 0, video: 0, audio: 0 }
  for (const token of readHtml(html)) {
    if (token.kind === 'open' && Object.hasOwn(counts, token.name)) counts[token.name as keyof typeof counts] += 1
  }
  return counts
}

/** Elements whose end ends a paragraph of plain text. */
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'li', 'dt', 'dd', 'summary', 'blockquote', 'pre', 'figcaption', 'div', 'br', 'hr'])
/** Headings and tables, which are not useful in an excerpt. */
const NOT_IN_EXCERPTS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table'])

/** Yields the paragraphs of a body as plain text, without headings and tables. */
export function* paragraphsOf(html: string): Generator<string> {
  let paragraph: HtmlToken[] = []
  let depth = 0
  for (const token of readHtml(html)) {
    const isLeftOut = token.kind !== 'text' && NOT_IN_EXCERPTS.has(token.name)
    if (isLeftOut) depth += token.kind === 'open' ? 1 : -1
    if (isLeftOut || depth === 0) paragraph.push(token)
    if (!endsParagraph(token)) continue
    const text = joinText(paragraph)
    if (text !== '') yield text
    paragraph = []
  }
  const rest = joinText(paragraph)
  if (rest !== '') yield rest
}

/** `<br>` and `<hr>` have no end. */
const endsParagraph = (token: HtmlToken): boolean =>
  token.kind !== 'text' && PARAGRAPHS.has(token.name) && (token.kind === 'close' || token.name === 'br' || token.name === 'hr')
