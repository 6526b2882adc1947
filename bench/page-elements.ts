import { parseDocument } from 'htmlparser2'
import { createElement, Fragment, type ReactNode } from 'react'

type Node = ReturnType<typeof parseDocument>['children'][number]

/** A page's HTML: its body as nodes, and all that stands before and after as text. */
export interface ParsedPage {
  readonly before: string
  readonly body: readonly Node[]
  readonly after: string
  /** Whether it shows one post. */
  readonly hasPostBody: boolean
}

export function parsePage(html: string): ParsedPage {
  const begin = html.indexOf('>', html.indexOf('<body')) + 1
  const end = html.indexOf('</body>')
  return {
    before: html.slice(0, begin),
    body: parseDocument(html.slice(begin, end)).children,
    after: html.slice(end),
    hasPostBody: html.includes('post-body'),
  }
}

/** What React calls otherwise, or takes as something else than text. */
const PROPS: Readonly<Record<string, string>> = { class: 'className', for: 'htmlFor', style: 'data-style', value: 'data-value' }

/** HTML of the page that is not the page's own: it takes the place of the model's. */
export interface PageHtml {
  /** Of the element with the class `post-body`. */
  readonly postBody: string
  /** Of the script with the hydration data. */
  readonly data: string
}

/** New React elements of these nodes: no components, so it is less work than a page of any application. */
export function toElements(nodes: readonly Node[], html: PageHtml): ReactNode {
  return createElement(Fragment, null, ...nodes.map((node) => toElement(node, html)))
}

function toElement(node: Node, html: PageHtml): ReactNode {
  if (node.type === 'text') return node.data
  if (!('name' in node) || !('attribs' in node)) return null
  const props: Record<string, unknown> = {}
  for (const name in node.attribs) props[PROPS[name] ?? name] = node.attribs[name]
  const inner = innerHtml(node.attribs, html)
  if (inner !== undefined) return createElement(node.name, { ...props, dangerouslySetInnerHTML: { __html: inner } })
  if (node.children.length === 0) return createElement(node.name, props)
  return createElement(node.name, props, ...node.children.map((child) => toElement(child, html)))
}

function innerHtml(attributes: Readonly<Record<string, string>>, { postBody, data }: PageHtml): string | undefined {
  if (attributes['type'] === 'application/json') return data
  return attributes['class']?.split(' ').includes('post-body') ? postBody : undefined
}
