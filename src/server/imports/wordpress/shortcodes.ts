/** What stands between square brackets in WordPress: `[name a="b"]`, perhaps with a body up to `[/name]`. */
export interface Shortcode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Null where it has none. */
  readonly body: string | null
}

/** Longest shortcode's head; brackets further apart are no shortcode. */
const HEAD_MAX_LENGTH = 2000
const HEAD = /^\[([a-z][\w-]{0,40})((?:\s[^[\]]*)?)(\/?)\]/i
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|(\S+)/g

/**
 * Replaces the shortcodes that `render` knows. What it answers undefined for stays as it is.
 * @param unknown told of what looks like one and was not known
 */
export function replaceShortcodes(text: string, render: (code: Shortcode) => string | undefined, unknown: (name: string) => void): string {
  const parts: string[] = []
  const unclosed = new Set<string>()
  let from = 0
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at)) {
    const head = HEAD.exec(text.slice(at, at + HEAD_MAX_LENGTH))
    if (!head || text.charAt(at - 1) === '[') {
      at += 1
      continue
    }
    const [whole, name = '', rest = '', slash] = head
    const end = at + whole.length
    const lower = name.toLowerCase()
    // Looked for once: where the end is missing, every further one would search to the end of the text again.
    const close = slash === '/' || unclosed.has(lower) ? -1 : indexOfClose(text, lower, end)
    if (close === -1) unclosed.add(lower)
    const code = { name: lower, attributes: readAttributes(rest), body: close === -1 ? null : text.slice(end, close) }
    const rendered = render(code)
    if (rendered === undefined) {
      if (close !== -1 || /=\s*["'\w]/.test(rest)) unknown(lower)
      at = end
      continue
    }
    parts.push(text.slice(from, at), rendered)
    from = close === -1 ? end : close + name.length + 3
    at = from
  }
  return [...parts, text.slice(from)].join('')
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
