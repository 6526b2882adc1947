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
const ATTRIBUTES = `((?:"[^"]*"|'[^']*'|[^>"'])*)`
const TAG = new RegExp(`<(/?)([a-z][a-z0-9]*)${ATTRIBUTES}>`, 'gi')
/** Matches before the start of each block. */
const BEGIN = new RegExp(`(?=<(?:p|${Object.keys(KINDS).join('|')})\\b)`, 'i')
const QUOTE = new RegExp(`<blockquote\\b${ATTRIBUTES}>([\\s\\S]*?)</blockquote>`, 'gi')
/** A paragraph inside a list entry, cell or caption is not a block of its own. */
const NESTED_PARAGRAPH = new RegExp(`(<(?:li|dd|td|th|caption|figcaption)\\b${ATTRIBUTES}>)\\s*<p\\b${ATTRIBUTES}>`, 'gi')
const FORMATTING = new Set([
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
  'code',
  'a',
  'abbr',
  'cite',
  'ins',
  'kbd',
  'q',
  'samp',
  'var',
])
const SAME_FORMATTING: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's' }

const decode = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&')

const attribute = (attributes: string, name: string): string => {
  const [, double, single] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? []
  return double ?? single ?? ''
}

/** Name of a file before it was stored. */
const nameOfFile = (address: string): string => address.replace(/^.*\/(?:\d{13}-)?/, '')

/** Converts a tag to plain text; a closing tag has a slash before its name. */
type RenderTag = (name: string, attributes: string) => string

const asText: RenderTag = (name, attributes) => {
  const alt = attribute(attributes, 'alt')
  if (name === 'img') return alt === '' ? '' : ` [${alt}] `
  if (name === 'audio' || name === 'video') return ` [${nameOfFile(attribute(attributes, 'src'))}] `
  return { br: '\n', hr: '―', td: ' | ', th: ' | ' }[name] ?? ''
}

/** Text for formatting that a reader sees. */
const asFormatting: RenderTag = (name, attributes) => {
  if (name === 'img' || name === 'audio' || name === 'video') return `[${attribute(attributes, 'src')}]`
  if (FORMATTING.has(name)) return `<${SAME_FORMATTING[name] ?? name} ${attribute(attributes, 'href')}>`
  return name.startsWith('/') && FORMATTING.has(name.slice(1)) ? '</>' : ''
}

const replaceTags = (html: string, render: RenderTag): string =>
  decode(html.replace(TAG, (...[, slash, name, attributes]: string[]) => render(`${slash}${name?.toLowerCase()}`, attributes ?? ''))).trim()

const kindOf = (name: string, html: string): string => {
  const [, media] = /^(?:<[^>]*>)??<(img|audio|video)\b/i.exec(html) ?? []
  if (media?.toLowerCase() === 'audio') return 'Sound'
  if (media?.toLowerCase() === 'video') return 'Film'
  return KINDS[name] ?? (media === undefined ? '' : 'Picture')
}

const toBlock = (html: string): Block => {
  const [first, ...others] = html.matchAll(TAG)
  const name = first?.index === 0 ? (first[2] ?? '').toLowerCase() : 'p'
  const align = /text-align:\s*(\w+)/i.exec(attribute(first?.[3] ?? '', 'style'))?.[1] ?? ''
  const pictures = others
    .filter(([, , tag]) => tag?.toLowerCase() === 'img')
    .map(([, , , attributes = '']) => decode(attribute(attributes, 'src')))
  const signature = replaceTags(html, (tag, attributes) => asFormatting(tag, attributes) + asText(tag, attributes))
  // The sanitiser omits the alignment `start`, which is the default.
  const side = align === 'left' || align === 'start' ? '' : align
  return {
    kind: kindOf(name, html),
    text: replaceTags(html, asText).replace(/^\| /, ''),
    pictures,
    signature: `${name}:${side}:${signature}`,
  }
}

/** Splits a body into the blocks that a reader sees. Never throws; blocks that it cannot separate stay together. */
export const blocksOf = (html: string): Block[] =>
  html
    .replace(NESTED_PARAGRAPH, '$1')
    .replace(QUOTE, (quote, _, inner: string) => (/<p\b/i.test(inner) ? inner.replace(/<(\/?)p\b/gi, '<$1blockquote') : quote))
    .split(BEGIN)
    .map(toBlock)
    .filter(({ text, pictures }) => text !== '' || pictures.length > 0)
