import { escapeHtml } from '#platform/contract/read-html.ts'
import { type AddDetail, type Card, cardToHtml, textOf } from './card-to-html.ts'

interface LexicalNode extends Card {
  readonly children?: readonly LexicalNode[]
}

const DEPTH_MAX = 100
/** Elements by bits of a text node's `format`. */
const FORMATS: readonly (readonly [number, string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
]

type Render = (node: LexicalNode, inside: () => string) => string

const text: Render = (node) => formatted(escapeHtml(textOf(node['text'])), Number(node['format']) || 0)
const heading: Render = (node, inside) => element(/^h[1-6]$/.test(textOf(node['tag'])) ? textOf(node['tag']) : 'h2', inside())
const quote: Render = (_, inside) => `<blockquote><p>${inside()}</p></blockquote>`
const link: Render = (node, inside) => `<a href="${escapeHtml(textOf(node['url']))}">${inside()}</a>`
const element = (tag: string, html: string) => `<${tag}>${html}</${tag}>`

const RENDERERS: Readonly<Record<string, Render>> = {
  text,
  'extended-text': text,
  linebreak: () => '<br>',
  paragraph: (_, inside) => element('p', inside()),
  heading,
  'extended-heading': heading,
  quote,
  'extended-quote': quote,
  aside: (_, inside) => `<blockquote class="kg-blockquote-alt"><p>${inside()}</p></blockquote>`,
  link,
  autolink: link,
  list: (node, inside) => element(node['listType'] === 'number' ? 'ol' : 'ul', inside()),
  listitem: (_, inside) => element('li', inside()),
}

/** Converts a text of Ghost's newer editor, Lexical, to HTML; its cards by `cardToHtml`. */
export function lexicalToHtml(document: unknown, note: AddDetail): string {
  return childrenOf((document as { root?: LexicalNode } | null)?.root, note, 0)
}

function childrenOf(node: LexicalNode | undefined, note: AddDetail, depth: number): string {
  const children = Array.isArray(node?.children) ? (node.children as readonly LexicalNode[]) : []
  return depth > DEPTH_MAX ? '' : children.map((child) => toHtml(child, note, depth + 1)).join('')
}

function toHtml(node: LexicalNode, note: AddDetail, depth: number): string {
  const type = textOf(node.type)
  const render = Object.hasOwn(RENDERERS, type) ? RENDERERS[type] : undefined
  const inside = () => childrenOf(node, note, depth)
  if (render) return render(node, inside)
  return node.children ? inside() : cardToHtml(node, note)
}

const formatted = (html: string, format: number): string =>
  FORMATS.reduce((whole, [bit, tag]) => ((format & bit) === 0 ? whole : element(tag, whole)), html)
