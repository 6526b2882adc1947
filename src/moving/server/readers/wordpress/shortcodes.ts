/** A WordPress shortcode: `[name a="b"]`, or with a body up to `[/name]`. */
export interface Shortcode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Null for a shortcode without an end tag. */
  readonly body: string | null
}

/** Maximum length of an opening tag. */
const HEAD_MAX_LENGTH = 2000
const HEAD = /^\[([a-z][\w-]{0,40})((?:\s[^[\]]*)?)(\/?)\]/i
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|(\S+)/g

export interface ShortcodeReader {
  readonly isKnown: (name: string) => boolean
  /** @returns undefined for a shortcode that stays unchanged */
  readonly render: (code: Shortcode) => string | undefined
  /** Called with the name of each unknown shortcode. */
  readonly unknown: (name: string) => void
}

/** Replaces the shortcodes of a text. A shortcode in double brackets is escaped: it stays, with single brackets. */
export function replaceShortcodes(text: string, reader: ShortcodeReader): string {
  const parts: string[] = []
  const unclosed = new Set<string>()
  let from = 0
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at)) {
    const { shown, end } = readAt({ text, at, unclosed }, reader)
    if (shown !== null) {
      parts.push(text.slice(from, at), shown)
      from = end
    }
    at = end
  }
  return [...parts, text.slice(from)].join('')
}

interface Place {
  readonly text: string
  readonly at: number
  readonly unclosed: Set<string>
}

/** @returns the replacement; null if the text up to `end` stays unchanged */
function readAt({ text, at, unclosed }: Place, { isKnown, render, unknown }: ShortcodeReader): { shown: string | null; end: number } {
  const isEscaped = text.charAt(at + 1) === '['
  const found = readShortcode(text, isEscaped ? at + 1 : at, unclosed)
  if (found === null) return { shown: null, end: at + 1 }
  const { code, end, headEnd, looksLikeOne } = found
  if (isEscaped && isKnown(code.name) && text.charAt(end) === ']') return { shown: text.slice(at + 1, end), end: end + 1 }
  const shown = isEscaped || !isKnown(code.name) ? undefined : render(code)
  if (shown !== undefined) return { shown, end }
  if (looksLikeOne && !isEscaped) unknown(code.name)
  return { shown: null, end: headEnd }
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
  const head = HEAD.exec(text.slice(at, at + HEAD_MAX_LENGTH))
  if (!head) return null
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
