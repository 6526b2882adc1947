import { BLOCK_TAGS, isTag, isText, type Node, parseHtml, type Tag, textOf, toHtml, type Tree } from '#platform/text/html.ts'

/** Tags in which bare text gets paragraphs, too. */
const CONTAINERS = new Set(['blockquote', 'div', 'section', 'article', 'center', 'details'])
/** Line ends stay within these tags. */
const VERBATIM = new Set(['pre', 'code', 'textarea', 'script', 'style'])

/**
 * Adds the paragraph tags that WordPress does not store: an empty line ends a paragraph, a line end is a `<br>`. Block
 * elements stay unchanged.
 */
export function addParagraphs(html: string): string {
  const tree = parseHtml(html.replace(/\r\n?/g, '\n'))
  return paragraphsIn(tree)
}

function paragraphsIn(parent: Tree | Tag): string {
  const parts: string[] = []
  let words: Node[] = []
  const endWords = () => {
    parts.push(...cutParagraphs(words.map(wordsToHtml).join('')))
    words = []
  }
  for (const node of parent.children) {
    if (isTag(node) && BLOCK_TAGS.has(node.name)) {
      endWords()
      parts.push(blockToHtml(node))
    } else {
      words.push(node)
    }
  }
  endWords()
  return parts.join('\n')
}

function blockToHtml(block: Tag): string {
  const isWrapped = CONTAINERS.has(block.name) && (block.name === 'blockquote' || /\n[ \t]*\n/.test(textOf(block)))
  return isWrapped ? `<${block.name}>${paragraphsIn(block)}</${block.name}>` : toHtml([block])
}

/** A noncharacter, so it never occurs in texts. */
const LINE_END = '\uFDD0'

/** Replaces line ends inside elements such as `pre` by `LINE_END`, so that they do not split paragraphs. */
function wordsToHtml(node: Node): string {
  const html = toHtml([node]).replace(/<[^<>]*>/g, (tag) => tag.replaceAll('\n', ' '))
  return isText(node) || (isTag(node) && !VERBATIM.has(node.name)) ? html : html.replaceAll('\n', LINE_END)
}

const cutParagraphs = (html: string): string[] =>
  html
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(<!--(?:(?!-->)[\s\S])*-->\s*)+$/.test(part))
    .map((part) => `<p>${part.replace(/<br\s*\/?>[ \t]*\n|(?<![ \t])[ \t]*\n/g, '<br>').replaceAll(LINE_END, '\n')}</p>`)
