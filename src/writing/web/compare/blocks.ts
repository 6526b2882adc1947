import { INLINE_ELEMENTS } from '#posts/contract/inline-elements.ts'
import { type HtmlToken, type OpeningTag, readHtml } from '#platform/contract/read-html.ts'

/** One paragraph, heading, list entry, picture, row … of a body. */
export interface Block {
  /** Name for the reader: 'Heading', 'Picture' …; empty for a paragraph. */
  readonly kind: string
  readonly text: string
  readonly pictures: readonly string[]
  /** Equal for two blocks of the same text and formatting. */
  readonly signature: string
}

const KINDS: Readonly<Record<string, string>> = {
  h2: 'Heading',
  h3: 'Heading',
  h4: 'Heading',
  h5: 'Heading',
  h6: 'Heading',
  li: 'List entry',
  pre: 'Code',
  blockquote: 'Quote',
  dt: 'Term',
  dd: 'Explanation',
  summary: 'Part that opens',
  tr: 'Table row',
  caption: 'Table caption',
  figure: 'Picture',
  hr: 'Dividing line',
}
/** A paragraph at the beginning of these is not a block of its own. */
const WITH_PARAGRAPHS: ReadonlySet<string> = new Set(['li', 'dd', 'td', 'th', 'caption', 'figcaption'])
const SAME_FORMATTING: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's' }
const MEDIA: Readonly<Record<string, string>> = { img: 'Picture', audio: 'Sound', video: 'Film' }

/** Name of a file before it was stored. */
const nameOfFile = (address: string): string => address.replace(/^.*\/(?:\d{13}-)?/, '')

const toText = ({ name, attributes: { alt = '', src = '' } }: OpeningTag): string => {
  if (name === 'img') return alt === '' ? '' : ` [${alt}] `
  if (name === 'audio' || name === 'video') return ` [${nameOfFile(src)}] `
  return { br: '\n', hr: '―', td: ' | ', th: ' | ' }[name] ?? ''
}

/** Text for formatting that a reader sees. */
const toFormatting = (token: HtmlToken): string => {
  if (token.kind === 'text') return token.text
  if (token.kind === 'close') return INLINE_ELEMENTS.has(token.name) ? '</>' : ''
  const { name, attributes } = token
  const formatting = INLINE_ELEMENTS.has(name) ? `<${SAME_FORMATTING[name] ?? name} ${attributes['href'] ?? ''}>` : ''
  return `${name in MEDIA ? `[${attributes['src'] ?? ''}]` : formatting}${toText(token)}`
}

const joinText = (tokens: readonly HtmlToken[]): string =>
  tokens
    .map((token) => (token.kind === 'open' ? toText(token) : token.kind === 'text' ? token.text : ''))
    .join('')
    .trim()
    .replace(/^\| /, '')

/** A block of media begins with it, or with a tag around it. */
const kindOf = (name: string, tokens: readonly HtmlToken[]): string => {
  const media = tokens.slice(0, 2).find((token) => token.kind === 'open' && token.name in MEDIA)
  const kind = media?.kind === 'open' ? MEDIA[media.name] : undefined
  return kind === 'Sound' || kind === 'Film' ? kind : (KINDS[name] ?? kind ?? '')
}

const alignmentOf = (attributes: OpeningTag['attributes']): string => {
  const [, side = ''] = /text-align:\s*(\w+)/i.exec(attributes['style'] ?? '') ?? []
  // The sanitiser omits the alignment `start`, which is the default.
  return side === 'left' || side === 'start' ? '' : side
}

const toBlock = (tokens: readonly HtmlToken[]): Block => {
  const [first] = tokens
  const { name, attributes } = first?.kind === 'open' ? first : { name: 'p', attributes: {} }
  return {
    kind: kindOf(name, tokens),
    text: joinText(tokens),
    pictures: tokens.flatMap((token) => (token.kind === 'open' && token.name === 'img' ? [token.attributes['src'] ?? ''] : [])),
    signature: `${name}:${alignmentOf(attributes)}:${tokens.map(toFormatting).join('').trim()}`,
  }
}

/** Splits a body into the blocks that a reader sees. Never throws; blocks that it cannot separate stay together. */
export const blocksOf = (html: string): Block[] => {
  const blocks: HtmlToken[][] = [[]]
  let quotes = 0
  for (const token of readHtml(html)) {
    if (token.kind !== 'text' && token.name === 'blockquote') quotes += token.kind === 'open' ? 1 : -1
    if (token.kind !== 'open' || !beginsBlock(token, blocks.at(-1))) blocks.at(-1)?.push(token)
    // Each paragraph of a quote is a block of its own.
    else blocks.push([token.name === 'p' && quotes > 0 ? { ...token, name: 'blockquote' } : token])
  }
  return blocks.map(toBlock).filter(({ text, pictures }) => text !== '' || pictures.length > 0)
}

const beginsBlock = ({ name }: OpeningTag, before: readonly HtmlToken[] = []): boolean => {
  if (name !== 'p') return name in KINDS
  const last = before.findLast((token) => token.kind !== 'text' || token.text.trim() !== '')
  return last?.kind !== 'open' || !WITH_PARAGRAPHS.has(last.name)
}
