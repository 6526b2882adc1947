import { type Shortcode, type ShortcodeParts, SHORTCODES } from './render-shortcode.ts'

/** Maximum length of an opening tag. */
const HEAD_MAX_LENGTH = 2000
const HEAD = /^\[([a-z][\w-]{0,40})((?:\s[^[\]]*)?)(\/?)\]/i
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|(\S+)/g

/**
 * Replaces the shortcodes of a text, `[name a="b"]` or with a body up to `[/name]`. A shortcode in double brackets is escaped:
 * it stays, with single brackets. Unknown ones stay, and are reported.
 */
export function replaceShortcodes(text: string, parts: ShortcodeParts): string {
  const unclosed = new Set<string>()
  let replaced = ''
  let from = 0
  for (let at = text.indexOf('['), next = at; at !== -1; at = text.indexOf('[', next)) {
    const isEscaped = text.charAt(at + 1) === '['
    const found = readShortcode(text, isEscaped ? at + 1 : at, unclosed)
    next = found?.headEnd ?? at + 1
    const shown = found && (isEscaped ? unescaped(text, at, found) : rendered(found, parts))
    if (!found || shown === undefined) continue
    replaced += text.slice(from, at) + shown
    from = isEscaped ? found.end + 1 : found.end
    next = from
  }
  return replaced + text.slice(from)
}

const unescaped = (text: string, at: number, { code, end }: Found): string | undefined =>
  SHORTCODES.has(code.name) && text.charAt(end) === ']' ? text.slice(at + 1, end) : undefined

function rendered({ code, looksLikeOne }: Found, parts: ShortcodeParts): string | undefined {
  const shown = SHORTCODES.get(code.name)?.(code, parts)
  if (shown === undefined && looksLikeOne) parts.note(`[${code.name}] was left as it is`)
  return shown
}

interface Found {
  readonly code: Shortcode
  readonly headEnd: number
  readonly end: number
  /** False for an ordinary word in brackets. */
  readonly looksLikeOne: boolean
}

/** @param unclosed names without an end tag, so that the text is searched once for each */
function readShortcode(text: string, at: number, unclosed: Set<string>): Found | null {
  const [head, written = '', rest = '', slash] = HEAD.exec(text.slice(at, at + HEAD_MAX_LENGTH)) ?? []
  if (head === undefined) return null
  const name = written.toLowerCase()
  const headEnd = at + head.length
  const close = slash === '/' || unclosed.has(name) ? -1 : indexOfClose(text, name, headEnd)
  if (close === -1) unclosed.add(name)
  const body = close === -1 ? null : text.slice(headEnd, close)
  const end = close === -1 ? headEnd : close + name.length + 3
  return { code: { name, attributes: readAttributes(rest), body }, headEnd, end, looksLikeOne: body !== null || /=\s*["'\w]/.test(rest) }
}

function indexOfClose(text: string, name: string, from: number): number {
  const close = `[/${name}]`
  const at = text.indexOf(close, from)
  return at === -1 ? text.indexOf(close.toUpperCase(), from) : at
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  let position = 0
  for (const [, name, double, single, bare, quoted, word] of text.matchAll(ATTRIBUTE)) {
    if (name === undefined) attributes[String(position++)] = quoted ?? word ?? ''
    else attributes[name.toLowerCase()] = double ?? single ?? bare ?? ''
  }
  return attributes
}
