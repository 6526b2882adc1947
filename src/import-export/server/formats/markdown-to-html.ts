import { Marked } from 'marked'
import { sanitizeBody } from '#writing/server/index.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { BLOCK_TAGS, findTags, isTag, isText, type Node, parseHtml, type Tag, textOf, toHtml, type Tree } from '#platform/text/html.ts'

/** Does not turn bare addresses into links, so that an exported text is imported unchanged. */
const marked = new Marked({
  gfm: true,
  async: false,
  tokenizer: { url: () => undefined },
  // No empty last line in the code.
  renderer: { code: ({ text, lang = '' }) => `<pre><code${classOf(lang)}>${escapeHtml(text)}</code></pre>\n` },
})

const classOf = (language: string) => (language === '' ? '' : ` class="language-${escapeHtml(language.replace(/\s.*$/s, ''))}"`)

export const markdownToHtml = (markdown: string): string => marked.parse(markdown) as string

/** Returns a sanitised body in canonical form, without blanks between blocks, so that equal bodies can be compared. */
export const canonicalBody = (html: string, publicUrl: string): string => {
  const tree = parseHtml(sanitizeBody(html, publicUrl))
  trimWithin(tree)
  for (const image of findTags(tree, 'img')) image.attribs = { alt: '', ...image.attribs }
  for (const tag of findTags(tree, 'img', 'a')) tag.attribs = inOrder(tag)
  return sanitizeBody(toHtml(tree.children), publicUrl)
}

/** Drops `loading`, which is set when the picture is shown. */
const inOrder = ({ attribs }: Tag): Record<string, string> =>
  Object.fromEntries(
    ['href', 'src', 'alt', 'title', 'id', 'width', 'height', 'target', 'rel'].flatMap((name) =>
      attribs[name] === undefined ? [] : [[name, attribs[name]]],
    ),
  )

/** Tags that contain text only; blanks at their edges are invisible. */
const TEXT_BLOCKS = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'figcaption', 'caption', 'td', 'th', 'dt', 'summary'])
const CONTAINERS = new Set([
  'ul',
  'ol',
  'li',
  'blockquote',
  'dl',
  'dd',
  'details',
  'figure',
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  ...TEXT_BLOCKS,
])
const BLOCKS = new Set([...BLOCK_TAGS, ...CONTAINERS])

function trimWithin(parent: Tree | Tag): void {
  for (const [index, node] of parent.children.slice().entries()) {
    if (isTag(node)) {
      if (CONTAINERS.has(node.name)) trimWithin(node)
    } else if (isText(node)) {
      trimText(node, parent, index)
    }
  }
  parent.children = parent.children.filter((node) => !(isText(node) && textOf(node) === ''))
}

const isEdge = (node: Node | undefined) => node === undefined || (isTag(node) && BLOCKS.has(node.name))

function trimText(node: Node, { children }: Tree | Tag, index: number): void {
  if (!('data' in node)) return
  if (isEdge(children[index - 1])) node.data = node.data.replace(/^[ \t\n\r\f]+/, '')
  if (isEdge(children[index + 1])) node.data = node.data.replace(/(?<![ \t\n\r\f])[ \t\n\r\f]+$/, '')
}
