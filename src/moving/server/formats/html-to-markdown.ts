import { isTag, isText, type Node, parseHtml, type Tag, textOf, toHtml } from '#platform/text/html.ts'
import { canonicalBody, markdownToHtml } from './markdown-to-html.ts'

/**
 * Converts a body to Markdown, with HTML for blocks that Markdown cannot express. Each block is converted back and
 * compared, so that nothing is lost: a block that differs stays HTML.
 * @returns null when the whole body differs after the conversion back
 */
export function htmlToMarkdown(body: string, publicUrl: string): string | null {
  const isSame = (markdown: string, html: string) => canonicalBody(markdownToHtml(markdown), publicUrl) === canonicalBody(html, publicUrl)
  let before = ''
  let isOtherMark = false
  const blocks = parseHtml(canonicalBody(body, publicUrl)).children.map((node) => {
    const html = toHtml([node])
    const name = isTag(node) ? node.name : ''
    // Adjacent lists of one kind need different marks, or they would become one list.
    isOtherMark = name === before && !isOtherMark
    before = name
    const markdown = isTag(node) ? blockToMarkdown(node, isOtherMark) : null
    return markdown !== null && isSame(markdown, html) ? markdown : withoutEmptyLines(html)
  })
  const whole = blocks.join('\n\n')
  return isSame(whole, body) ? whole : null
}

/** An empty line would end an HTML block in Markdown. */
const withoutEmptyLines = (html: string) => html.replace(/\n(?=[ \t]*\n)/g, '&#10;')

/** @returns null for a block that Markdown cannot express */
function blockToMarkdown(tag: Tag, isOtherMark: boolean): string | null {
  const isPlain = Object.keys(tag.attribs).length === 0
  switch (tag.name) {
    case 'p':
      return isPlain ? escapeLineStarts(inlineToMarkdown(tag.children)) : null
    case 'hr':
      return '---'
    case 'pre':
      return codeToMarkdown(tag)
    case 'blockquote':
      return (
        blocksToMarkdown(tag.children)
          ?.replace(/^/gm, '> ')
          .replace(/(?<! ) +$/gm, '') ?? null
      )
    case 'ul':
    case 'ol':
      return listToMarkdown(tag, isOtherMark)
    default:
      return isPlain && /^h[2-6]$/.test(tag.name) ? `${'#'.repeat(Number(tag.name[1]))} ${inlineToMarkdown(tag.children)}` : null
  }
}

function blocksToMarkdown(nodes: readonly Node[]): string | null {
  const blocks = nodes.map((node) => (isTag(node) ? blockToMarkdown(node, false) : null))
  return blocks.includes(null) ? null : blocks.join('\n\n')
}

function listToMarkdown(list: Tag, isOtherMark: boolean): string | null {
  const first = Number(list.attribs['start'] ?? 1)
  const items: string[] = []
  let isLoose = false
  for (const [index, item] of list.children.entries()) {
    if (!isTag(item) || item.name !== 'li') return null
    isLoose ||= item.children.some((node) => isTag(node) && node.name === 'p')
    const mark = list.name === 'ul' ? (isOtherMark ? '*' : '-') : `${first + index}${isOtherMark ? ')' : '.'}`
    const text = itemToMarkdown(item)
    if (text === null) return null
    items.push(`${mark} ${text.replaceAll('\n', `\n${' '.repeat(mark.length + 1)}`)}`.replace(/(?<! ) +$/gm, ''))
  }
  return items.join(isLoose ? '\n\n' : '\n')
}

/** An item contains inline text, optionally followed by blocks; or blocks only. */
function itemToMarkdown(item: Tag): string | null {
  const at = item.children.findIndex((node) => isTag(node) && /^([ou]l|p|pre|blockquote)$/.test(node.name))
  if (at === 0) return blocksToMarkdown(item.children)
  const words = escapeLineStarts(inlineToMarkdown(at === -1 ? item.children : item.children.slice(0, at)))
  const rest = at === -1 ? '' : blocksToMarkdown(item.children.slice(at))
  return rest === null ? null : rest === '' ? words : `${words}\n${rest}`
}

function codeToMarkdown(pre: Tag): string | null {
  const [code, ...others] = pre.children
  if (!code || others.length > 0 || !isTag(code) || code.name !== 'code') return null
  const text = textOf(code)
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)))
  return `${fence}${(code.attribs['class'] ?? '').replace(/^language-/, '')}\n${text}\n${fence}`
}

const MARKS: Readonly<Record<string, string>> = { strong: '**', em: '*', del: '~~' }
const HTML_IN_LINE = new Set(['b', 'i', 'u', 's', 'sub', 'sup', 'mark', 'small', 'cite', 'ins', 'kbd', 'q', 'samp', 'var'])

function inlineToMarkdown(nodes: readonly Node[]): string {
  return nodes.map((node) => (isText(node) ? escapeText(textOf(node)) : isTag(node) ? tagToMarkdown(node) : '')).join('')
}

function tagToMarkdown(tag: Tag): string {
  const mark = MARKS[tag.name]
  if (mark !== undefined) return `${mark}${inlineToMarkdown(tag.children)}${mark}`
  if (HTML_IN_LINE.has(tag.name)) return `<${tag.name}>${inlineToMarkdown(tag.children)}</${tag.name}>`
  if (tag.name === 'br') return '\\\n'
  if (tag.name === 'code') return codeInLine(textOf(tag))
  const { href, src, alt = '', width, height, target } = tag.attribs
  if (tag.name === 'a' && href !== undefined && target === undefined)
    return `[${inlineToMarkdown(tag.children)}](${destination(href)}${titleOf(tag)})`
  const isPlainPicture = src !== undefined && width === undefined && height === undefined
  return isPlainPicture ? `![${escapeText(alt)}](${destination(src)}${titleOf(tag)})` : toHtml([tag])
}

const titleOf = ({ attribs: { title } }: Tag) => (title === undefined ? '' : ` "${title.replace(/["\\]/g, '\\$&')}"`)

const destination = (address: string) =>
  /[\s()<>\\]/.test(address) || address === '' ? `<${address.replace(/[<>\\]/g, '\\$&')}>` : address

function codeInLine(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length)) + 1)
  const pad = /^`|`$|^ .* $/s.test(text) ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}

/** Escapes characters that are special in Markdown. Underscores within words are not. */
const escapeText = (text: string) =>
  text
    .replace(/[\\`*[\]~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w{1,32};)/g, '\\&')

const escapeLineStarts = (text: string) =>
  text
    .replace(/^([ \t]*)([#>+=-]|\d+(?=[.)]))/gm, (_, blanks: string, sign: string) =>
      /\d/.test(sign) ? `${blanks}${sign}` : `${blanks}\\${sign}`,
    )
    .replace(/^([ \t]*\d+)([.)])/gm, '$1\\$2')
