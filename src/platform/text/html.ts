import { DomUtils, ElementType, Parser, parseDocument } from 'htmlparser2'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { AppError } from '#platform/contract/errors.ts'

export type Tree = ReturnType<typeof parseDocument>
export type Node = Tree['children'][number]
export type Tag = Extract<Node, { attribs: Record<string, string> }>

export const isTag = (node: Node): node is Tag => 'attribs' in node
export const isText = (node: Node): boolean => node.type === ElementType.Text
export const textOf = (node: Node | Tree): string => DomUtils.textContent(node)
export const toHtml = (nodes: readonly Node[]): string => DomUtils.getOuterHTML([...nodes], { encodeEntities: 'utf8', emptyAttrs: true })

/** Allowed number of tags when some are deep. Flat HTML may have more: a year of short paragraphs fits into a megabyte. */
const TAGS_MAX = 20_000
/** Far deeper than any post; bounds the recursion of functions that walk the tree. */
const DEPTH_MAX = 200

/** @throws bad_request for HTML that would block the event loop */
export function parseHtml(html: string): Tree {
  if (isTagFlood(html)) throw new AppError('bad_request', 'it has too many parts for one post')
  const tree = parseDocument(html)
  let depth = 0
  for (let level: readonly Node[] = tree.children; level.length > 0; depth += 1)
    level = level.flatMap((node) => ('children' in node ? node.children : []))
  if (depth > DEPTH_MAX) throw new AppError('bad_request', 'it is nested too deeply')
  return tree
}

/** Returns true for very many tags with some nested deeply: the time of parsers and sanitisers grows with both. */
export function isTagFlood(html: string): boolean {
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1 && tags <= TAGS_MAX; at = html.indexOf('<', at + 1)) tags += 1
  return tags > TAGS_MAX && isDeep(html)
}

/** Builds no tree and stops at the first tag that is too deep. */
function isDeep(html: string): boolean {
  let depth = 0
  let isTooDeep = false
  const parser: Parser = new Parser({
    onopentagname: () => {
      depth += 1
      isTooDeep ||= depth > DEPTH_MAX
    },
    onclosetag: () => void (depth -= 1),
  })
  for (let at = 0; at < html.length && !isTooDeep; at += PART_LENGTH) parser.write(html.slice(at, at + PART_LENGTH))
  return isTooDeep
}

const PART_LENGTH = 1024

/** Finds the tags with one of these names that are in the tree at the time of the call. */
export const findTags = (tree: Tree | Tag, ...names: string[]): Tag[] =>
  DomUtils.findAll((tag) => names.includes(tag.name), tree.children) as Tag[]

/**
 * Empties a node. A tag becomes an empty span, which the sanitiser removes: unlinking it from its parent would take time
 * in proportion to its siblings, and a text may have a hundred thousand of them.
 */
export function remove(node: Node): void {
  if (isTag(node)) fill(node, [])
  else if ('data' in node) node.data = ''
}

function fill(tag: Tag, nodes: readonly Node[]): void {
  dissolve(tag)
  tag.children = [...nodes]
  for (const node of nodes) node.parent = tag
}

/** Turns a tag into a plain span with the same content. */
export function dissolve(tag: Tag): void {
  tag.name = 'span'
  tag.attribs = {}
}

/** Moves a node to the end of a tag. */
export const append = (parent: Tag, node: Node): void => DomUtils.appendChild(parent, node)

/** Turns a tag into a span with the given trusted HTML. */
export const replace = (tag: Tag, html: string): void => fill(tag, parseDocument(html).children)

/** Converts HTML to text on one line, with entities decoded: titles, captions, names. */
export const plainText = (html: string): string => textOf(parseHtml(html)).replace(/\s+/gu, ' ').trim()

/** Converts a comment to text: keeps lines and paragraphs, and appends the addresses of links in parentheses. */
export function linesOf(html: string): string {
  const tree = parseHtml(html)
  for (const tag of findTags(tree, 'script', 'style')) remove(tag)
  for (const link of findTags(tree, 'a')) {
    const href = link.attribs['href'] ?? ''
    const text = textOf(link).trim()
    if (/^https?:/i.test(href) && href !== text) replace(link, escapeHtml(text === '' ? href : `${text} (${href})`))
  }
  for (const line of findTags(tree, 'br')) replace(line, '\n')
  for (const block of findTags(tree, 'p', 'div', 'li', 'blockquote')) replace(block, `${toHtml(block.children)}\n\n`)
  return textOf(tree)
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

export const BLOCK_TAGS: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'center',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'li',
  'main',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'table',
  'ul',
])
