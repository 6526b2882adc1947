import type { Pattern, Role, Target } from './target.ts'

/*
 * Runs in the page, in every browser: finds elements by what a reader sees. The functions are sent as source text,
 * so they may use only each other.
 */

function selectorOf(role: Role): string {
  const selectors: Record<Role, string> = {
    alert: '[role=alert]',
    article: 'article',
    banner: 'header:not(main header)',
    button: 'button, [role=button], summary, input[type=submit]',
    dialog: 'dialog, [role=dialog], [role=alertdialog]',
    field: 'input:not([type=hidden]), select, textarea, [role=textbox]',
    heading: 'h1, h2, h3, h4, h5, h6',
    image: 'img, [role=img]',
    link: 'a[href]',
    listitem: 'li',
    main: 'main',
    region: 'section',
  }
  return selectors[role]
}

/** Text of an element as a screen reader reads it, with alternative texts and without hidden elements. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || node.matches('script, style, select, textarea, [aria-hidden=true]')) return ''
  if (node instanceof HTMLImageElement) return node.alt
  const { display } = getComputedStyle(node)
  if (display === 'none') return ''
  const words = [...node.childNodes].map(textOf).join('')
  return display === 'inline' ? words : ` ${words} `
}

function nameOf(element: Element): string {
  const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
  const labels = ids.length > 0 ? ids.map((id) => document.getElementById(id)) : [...((element as HTMLInputElement).labels ?? [])]
  if (ids.length === 0 && element.hasAttribute('aria-label')) return element.getAttribute('aria-label') ?? ''
  const words = (labels.length > 0 ? labels : [element]).map((part) => (part === null ? '' : textOf(part))).join(' ')
  return words.trim() === '' ? (element.getAttribute('title') ?? '') : words
}

function matches(words: string, pattern: Pattern): boolean {
  const collapsed = words.replace(/\s+/g, ' ').trim()
  return typeof pattern === 'string' ? collapsed === pattern : pattern.test(collapsed)
}

function isShown(element: Element): boolean {
  // Pages hide file inputs behind a styled label.
  if (element.matches('input[type=file]')) return true
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

function findAll({ role, name, text, within }: Target): Element[] {
  const roots = within === undefined ? [document] : findAll(within)
  const has = (element: Element) => text === undefined || matches(textOf(element), text)
  return roots
    .flatMap((root) => [...root.querySelectorAll(role === undefined ? 'body *' : selectorOf(role))])
    .filter((element) => has(element) && (name === undefined || matches(nameOf(element), name)) && isShown(element))
    .filter((element) => role !== undefined || ![...element.children].some(has))
}

const FINDER = [selectorOf, textOf, nameOf, matches, isShown, findAll].map(String).join('\n')

/** Serializes a target, a plain object of strings and regular expressions, as a JavaScript expression. */
function toSource(value: unknown): string {
  if (value instanceof RegExp) return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${toSource(each)}`)
  return `{${entries.join(', ')}}`
}

/** Function body in which `found` has the elements of the target. */
export const scriptAbout = (target: Target, statements: string): string =>
  `${FINDER}\nconst found = findAll(${toSource(target)})\n${statements}`

/** Window whose script errors are collected. */
type WatchedWindow = Window & { collectedProblems?: string[] }

function collectProblems(): string[] {
  const watched = window as WatchedWindow
  if (watched.collectedProblems !== undefined) return watched.collectedProblems
  const problems: string[] = []
  watched.collectedProblems = problems
  const add = (problem: string) => problems.push(`${problem} (${location.pathname})`)
  addEventListener('error', ({ message }) => add(`error in a script: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => {
    // WebKit rejects an internal promise when Back interrupts a transition between two documents.
    if (!/view transition/i.test(String(reason))) add(`unhandled rejection: ${String(reason)}`)
  })
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    add(`content security policy: ${violatedDirective} refused ${blockedURI}`),
  )
  return problems
}

/** Starts to collect the script errors of a page, unless it has started already. */
export const COLLECT_PROBLEMS = `(${String(collectProblems)})()`
