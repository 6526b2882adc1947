/** A WordPress shortcode: `[name a="b"]`, or with a body up to `[/name]`. */
export interface Shortcode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Null where it has none. */
  readonly body: string | null
}

/** Longest opening tag of a shortcode. */
const HEAD_MAX_LENGTH = 2000
const HEAD = /^\[([a-z][\w-]{0,40})((?:\s[^[\]]*)?)(\/?)\]/i
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|(\S+)/g

/**
 * Replaces shortcodes for which `render` returns a text; the others stay.
 * @param unknown called with the name of each unknown shortcode
 */
export function replaceShortcodes(text: string, render: (code: Shortcode) => string | undefined, unknown: (name: string) => void): string {
  const parts: string[] = []
  const unclosed = new Set<string>()
  let from = 0
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at)) {
    const found = readShortcode(text, at, unclosed)
    const rendered = found === null ? undefined : render(found.code)
    if (found && rendered !== undefined) {
      parts.push(text.slice(from, at), rendered)
      from = found.end
      at = found.end
    } else {
      if (found?.looksLikeOne) unknown(found.code.name)
      at = found?.headEnd ?? at + 1
    }
  }
  return [...parts, text.slice(from)].join('')
}

interface Found {
  readonly code: Shortcode
  readonly headEnd: number
  readonly end: number
  /** False for a mere word in brackets. */
  readonly looksLikeOne: boolean
}

/** @param unclosed names without an end tag, so that the text is searched once for each */
function readShortcode(text: string, at: number, unclosed: Set<string>): Found | null {
  const head = HEAD.exec(text.slice(at, at + HEAD_MAX_LENGTH))
  // A doubled bracket escapes a shortcode.
  if (!head || text.charAt(at - 1) === '[') return null
  const [whole, written = '', rest = '', slash] = head
  const name = written.toLowerCase()
  const headEnd = at + whole.length
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
