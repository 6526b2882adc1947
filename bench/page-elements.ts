import { parseDocument } from 'htmlparser2'
import { createElement, Fragment, type ReactNode } from 'react'

type Node = ReturnType<typeof parseDocument>['children'][number]

/** A page's HTML: its body as nodes, and all that stands before and after as text. */
export interface ParsedPage {
  readonly before: string
  readonly body: readonly Node[]
  readonly after: string
}

export function parsePage(html: string): ParsedPage {
  const begin = html.indexOf('>', html.indexOf('<body')) + 1
  const end = html.indexOf('</body>')
  return { before: html.slice(0, begin), body: parseDocument(html.slice(begin, end)).children, after: html.slice(end) }
}

/** What React calls otherwise, or takes as something else than text. */
const PROPS: Readonly<Record<string, string>> = { class: 'className', for: 'htmlFor', style: 'data-style', value: 'data-value' }
/** Their content is HTML or script that React does not look into. */
const RAW = new Set(['script', 'style', 'svg'])

/** New React elements of these nodes: no components, so it is less work than any page of an application. */
export function toElements(nodes: readonly Node[]): ReactNode {
  return createElement(Fragment, null, ...nodes.map(toElement))
}

function toElement(node: Node): ReactNode {
  if (node.type === 'text') return node.data
  if (!('name' in node) || !('attribs' in node)) return null
  const props: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(node.attribs)) props[PROPS[name] ?? name] = value
  if (RAW.has(node.name) || /\bpost-body\b/.test(node.attribs['class'] ?? '')) {
    return createElement(node.name, { ...props, dangerouslySetInnerHTML: { __html: innerHtml(node.children) } })
  }
  return node.children.length === 0 ? createElement(node.name, props) : createElement(node.name, props, ...node.children.map(toElement))
}

const texts = new WeakMap<readonly Node[], string>()

/** Kept, as an application has such text ready. */
function innerHtml(nodes: readonly Node[]): string {
  const known = texts.get(nodes)
  if (known !== undefined) return known
  const text = nodes.map((node) => writeNode(node)).join('')
  texts.set(nodes, text)
  return text
}

function writeNode(node: Node): string {
  if (node.type === 'text') return node.data
  if (!('name' in node) || !('attribs' in node)) return ''
  const attributes = Object.entries(node.attribs).map(([name, value]) => ` ${name}="${value}"`)
  return `<${node.name}${attributes.join('')}>${node.children.map(writeNode).join('')}</${node.name}>`
}
