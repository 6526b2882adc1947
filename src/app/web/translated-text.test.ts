import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

/** A node of the syntax tree, as far as this file reads it. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [name: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode)

const walk = (node: Node, visit: (node: Node) => void): void => {
  visit(node)
  for (const child of childrenOf(node)) walk(child, visit)
}

type Kind = 'text' | 'changing' | 'optional' | 'element' | 'nothing' | 'unknown'

const textKind = (text: unknown): Kind => (typeof text === 'string' && text.trim() !== '' ? 'text' : 'nothing')

const choiceKind = (kinds: readonly Kind[]): Kind => {
  if (kinds.some((kind) => kind === 'text' || kind === 'changing')) return 'changing'
  return kinds.some((kind) => kind === 'element' || kind === 'optional') ? 'optional' : 'unknown'
}

const KINDS: Readonly<Record<string, (node: Node) => Kind>> = {
  JSXExpressionContainer: (node) => kindOf(node['expression'] as Node),
  ParenthesizedExpression: (node) => kindOf(node['expression'] as Node),
  JSXText: (node) => textKind(node['value']),
  Literal: (node) => textKind(node['value']),
  TemplateLiteral: () => 'changing',
  JSXElement: () => 'element',
  JSXFragment: () => 'element',
  JSXEmptyExpression: () => 'nothing',
  LogicalExpression: (node) => (['element', 'optional'].includes(kindOf(node['right'] as Node)) ? 'optional' : 'unknown'),
  ConditionalExpression: (node) => choiceKind([kindOf(node['consequent'] as Node), kindOf(node['alternate'] as Node)]),
}

/** What a child of an element renders: `changing` text, text of one wording, or an element that may be missing. */
const kindOf = (node: Node): Kind => KINDS[node.type]?.(node) ?? 'unknown'

const isText = (node: Node) => ['text', 'changing'].includes(kindOf(node))

/** The text nodes of an element that React could no longer find. */
const findBareTexts = (element: Node): readonly Node[] => {
  const children = (element['children'] as Node[]).filter((child) => kindOf(child) !== 'nothing')
  // A fragment is removed node by node.
  if (element.type === 'JSXFragment') return children.filter(isText)
  if (children.length < 2) return []
  return children.filter(
    (child, index) => kindOf(child) === 'changing' || (isText(child) && index > 0 && kindOf(children[index - 1]!) === 'optional'),
  )
}

/** Modules that run in a browser: what an island imports. */
const listIslandModules = (): ReadonlyMap<string, { readonly code: string; readonly program: Node }> => {
  const found = new Map<string, { code: string; program: Node }>()
  const visit = (file: string) => {
    if (found.has(file)) return
    const code = readFileSync(file, 'utf8')
    const program = parseSync(file, code).program as unknown as Node
    found.set(file, { code, program })
    for (const [, path = ''] of code.matchAll(/(?:from|import\()\s*'#([^']+\.tsx?)'/g)) visit(`src/${path}`)
    for (const [, path = ''] of code.matchAll(/(?:from|import\()\s*'\.\/([^']+\.tsx?)'/g)) visit(`${file.replace(/[^/]+$/, '')}${path}`)
  }
  for (const island of globSync('src/**/*.island.tsx')) visit(island)
  return found
}

it('Text that changes in an island stands in an element of its own, as a translating browser replaces text nodes', () => {
  const problems: string[] = []
  for (const [file, { code, program }] of listIslandModules()) {
    // Mails are rendered on the server alone.
    if (file.startsWith('src/site/web/mail/')) continue
    walk(program, (node) => {
      if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return
      for (const { start, end } of findBareTexts(node))
        problems.push(
          `${file}:${code.slice(0, start).split('\n').length} ${code.slice(start, end).trim().replaceAll(/\s+/g, ' ').slice(0, 90)}`,
        )
    })
  }
  expect(problems).toEqual([])
})
