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
  const blocks = parseHtml(canonicalBody(body, publicUrl)).children.map((node) => {
    const html = toHtml([node])
    const markdown = blockToMarkdown(node)
    const written = markdown !== null && isSame(markdown, html) ? markdown : withoutEmptyLines(html)
    const name = isTag(node) ? node.name : ''
    // Two lists of one kind would become one.
    const isSecondList = name === before && /^[ou]l$/.test(name)
    before = name
    return isSecondList ? `<!-- -->\n\n${written}` : written
  })
  const whole = blocks.join('\n\n')
  return isSame(whole, body) ? whole : null
}

/** An empty line would end an HTML block in Markdown. */
const withoutEmptyLines = (html: string) => html.replace(/\n(?=[ \t]*\n)/g, '&#10;')

/** @returns null for a block that Markdown cannot express */
function blockToMarkdown(node: Node): string | null {
  if (!isTag(node)) return null
  const { name, attribs, children } = node
  if (name === 'hr') return '---'
  if (name === 'pre') return codeToMarkdown(node)
  if (name === 'ul' || name === 'ol') return listToMarkdown(node)
  if (name === 'blockquote') return withoutEndBlanks(blocksToMarkdown(children)?.replace(/^/gm, '> '))
  if (Object.keys(attribs).length > 0 || !/^(p|h[2-6])$/.test(name)) return null
  return name === 'p' ? escapeLineStarts(inlineToMarkdown(children)) : `${'#'.repeat(Number(name[1]))} ${inlineToMarkdown(children)}`
}

const withoutEndBlanks = (markdown: string | undefined): string | null => markdown?.replace(/(?<! ) +$/gm, '') ?? null

function blocksToMarkdown(nodes: readonly Node[]): string | null {
  const blocks = nodes.map(blockToMarkdown)
  return blocks.includes(null) ? null : blocks.join('\n\n')
}

function listToMarkdown(list: Tag): string | null {
  const first = Number(list.attribs['start'] ?? 1)
  const items = list.children.map((item, index) => {
    const text = isTag(item) && item.name === 'li' ? itemToMarkdown(item) : null
    const mark = list.name === 'ul' ? '-' : `${first + index}.`
    return text === null ? null : withoutEndBlanks(`${mark} ${text.replaceAll('\n', `\n${' '.repeat(mark.length + 1)}`)}`)
  })
  const isLoose = list.children.some((item) => isTag(item) && item.children.some((node) => isTag(node) && node.name === 'p'))
  return items.includes(null) ? null : items.join(isLoose ? '\n\n' : '\n')
}

/** An item contains inline text, optionally followed by blocks; or blocks only. */
function itemToMarkdown({ children }: Tag): string | null {
  const at = children.findIndex((node) => isTag(node) && /^([ou]l|p|pre|blockquote)$/.test(node.name))
  if (at === 0) return blocksToMarkdown(children)
  const words = escapeLineStarts(inlineToMarkdown(at === -1 ? children : children.slice(0, at)))
  if (at === -1) return words
  const rest = blocksToMarkdown(children.slice(at))
  return rest === null ? null : `${words}\n${rest}`
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

const escapeLineStarts = (text: string) => text.replace(/^([ \t]*)([#>+=-])/gm, '$1\\$2').replace(/^([ \t]*\d+)([.)])/gm, '$1\\$2')
