import { openingTag } from '#platform/contract/read-html.ts'
import { BLOCK_TAGS, findTags, isTag, type Node, parseHtml, type Tag, textOf, toHtml, type Tree } from '#platform/text/html.ts'

/** Tags in which bare text gets paragraphs, too. */
const CONTAINERS = new Set(['blockquote', 'div', 'section', 'article', 'center', 'details'])
/** Tags that get paragraphs only if an empty line separates two. */
const CELLS = new Set(['li', 'dd', 'td', 'th'])
const BLOCKS: ReadonlySet<string> = new Set([
  ...BLOCK_TAGS,
  ...CELLS,
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'summary',
  'fieldset',
  'legend',
])
/** Line ends stay within these tags. */
const VERBATIM = ['pre', 'code', 'textarea', 'script', 'style', 'svg', 'math', 'select', 'object', 'audio', 'video']

/** A noncharacter, so it never occurs in texts. Line ends that split nothing are replaced by it. */
const LINE_END = '\uFDD0'

/**
 * Adds the tags that WordPress does not store: an empty line ends a paragraph, a line end is a `<br>`.
 * @param hasBlocks whether the text was written in blocks, in whose elements a line end means nothing
 */
export function addParagraphs(html: string, { hasBlocks }: { readonly hasBlocks: boolean }): string {
  const tree = parseHtml(html.replace(/\r\n?/g, '\n').replaceAll('&#10;', LINE_END))
  for (const tag of findTags(tree, ...VERBATIM)) keepLineEnds(tag)
  const toLines = hasBlocks ? (block: Tag) => toHtml([block]) : linesIn
  return paragraphsIn(tree, toLines).replaceAll(LINE_END, '\n')
}

function keepLineEnds({ children }: Tag): void {
  for (const node of children) {
    if ('data' in node) node.data = node.data.replaceAll('\n', LINE_END)
    else if (isTag(node)) keepLineEnds(node)
  }
}

type ToLines = (block: Tag) => string

function paragraphsIn(parent: Tree | Tag, toLines: ToLines): string {
  const parts = partsOf(parent).flatMap((part) => {
    if (Array.isArray(part)) return part.map((paragraph) => `<p>${paragraph}</p>`)
    return hasParagraphs(part) ? inTag(part, paragraphsIn(part, toLines)) : toLines(part)
  })
  return parts.join('\n')
}

const hasParagraphs = (block: Tag): boolean =>
  CONTAINERS.has(block.name) && (block.name === 'blockquote' || /\n[ \t]*\n/.test(textOf(block)))

/** A block with its line ends as breaks. */
function linesIn(block: Tag): string {
  if (block.children.length === 0 || VERBATIM.includes(block.name)) return toHtml([block])
  const parts = partsOf(block)
  const [first] = parts
  if (block.name === 'p' && parts.length === 1 && Array.isArray(first)) return first.map((paragraph) => inTag(block, paragraph)).join('\n')
  if (CELLS.has(block.name) && parts.some((part) => Array.isArray(part) && part.length > 1))
    return inTag(block, paragraphsIn(block, linesIn))
  const lines = parts.map((part) => {
    if (Array.isArray(part)) return part.join('<br><br>')
    return hasParagraphs(part) ? inTag(part, paragraphsIn(part, linesIn)) : linesIn(part)
  })
  return inTag(block, lines.join(''))
}

const inTag = ({ name, attribs }: Tag, html: string): string => `${openingTag(name, attribs)}${html}</${name}>`

/** The blocks of an element, and the bare text between them as the paragraphs that empty lines make of it. */
function partsOf(parent: Tree | Tag): (Tag | string[])[] {
  const parts: (Tag | string[])[] = []
  let words: Node[] = []
  const endWords = () => {
    const paragraphs = cutParagraphs(toHtml(words))
    if (paragraphs.length > 0) parts.push(paragraphs)
    words = []
  }
  for (const node of parent.children) {
    if (isTag(node) && BLOCKS.has(node.name)) {
      endWords()
      parts.push(node)
    } else {
      words.push(node)
    }
  }
  endWords()
  return parts
}

const BLOCK_NAMES = [...BLOCKS].join('|')
const BESIDE_BLOCKS = new RegExp(`(</?(?:${BLOCK_NAMES})\\b[^<>]*>)\\s+|(?<!\\s)\\s+(?=</?(?:${BLOCK_NAMES})\\b)`, 'g')

const cutParagraphs = (html: string): string[] =>
  html
    .replace(/<[^<>]*>/g, (tag) => tag.replaceAll('\n', ' '))
    .replace(BESIDE_BLOCKS, '$1')
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(<!--(?:(?!-->)[\s\S])*-->\s*)+$/.test(part))
    .map((part) => part.replace(/<br\s*\/?>[ \t]*\n|(?<![ \t])[ \t]*\n/g, '<br>'))
