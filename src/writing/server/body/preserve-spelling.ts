/** Matches a tag or text of plain HTML: no comments, no bare `<` or `>`, attributes in double quotes after one space. */
const TOKENS =
  /<\/?[a-z][a-z0-9]*(?: (?:[a-z-]+="[^"<>]*"|controls|default|open|playsinline))*>|<(?:br|hr|img|track)(?: (?:[a-z-]+="[^"<>]*"|default))* ?\/>|[^<>]+/y
const ATTRIBUTES = / ([a-z-]+)(?:="([^"]*)")?/g
/** Boolean attributes, whose value is irrelevant. */
const BOOLEAN_ATTRIBUTES = new Set(['controls', 'default', 'open', 'playsinline'])
const ALIGNMENT = /^\s*text-align\s*:\s*([a-z]+)\s*;?\s*$/

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00A0',
  '&#39;': "'",
}
const OTHER_REFERENCE = /&(?!(?:amp|lt|gt|quot|nbsp|#39);)|\0/

/**
 * Returns sanitised HTML with the spelling of its source: entities, `<br />`, spaces in a style. A tag or text is copied
 * from the source only if it has the same meaning, so the result is as safe as `sanitised`.
 */
export function preserveSpelling(source: string, sanitised: string): string {
  if (source === sanitised) return source
  const tokens = tokensOf(sanitised)
  const sourceTokens = tokensOf(source)
  if (tokens === null || sourceTokens?.length !== tokens.length) return sanitised
  return tokens
    .map((token, index) => {
      const written = sourceTokens[index] ?? token
      return written === token || meaningOf(written) === meaningOf(token) ? written : token
    })
    .join('')
}

/** @returns null for anything but plain HTML */
function tokensOf(html: string): readonly string[] | null {
  const tokens: string[] = []
  TOKENS.lastIndex = 0
  for (let match = TOKENS.exec(html); match; match = TOKENS.exec(html)) tokens.push(match[0])
  return tokens.join('').length === html.length ? tokens : null
}

/** Returns the same text for tokens that differ only in spelling. A token with an unknown reference is returned as it is. */
function meaningOf(token: string): string {
  if (OTHER_REFERENCE.test(token)) return token
  if (!token.startsWith('<')) return `text ${decode(token)}`
  const [tag = ''] = /^<\/?[a-z0-9]+/.exec(token) ?? []
  const attributes = [...token.matchAll(ATTRIBUTES)].map(([, name = '', value = '']) => [name, valueOf(name, decode(value))])
  return JSON.stringify([tag, attributes])
}

function valueOf(name: string, value: string): string {
  if (BOOLEAN_ATTRIBUTES.has(name)) return ''
  return name === 'style' ? value.replace(ALIGNMENT, 'text-align:$1') : value
}

const decode = (text: string) => text.replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (reference) => ENTITIES[reference] ?? reference)
