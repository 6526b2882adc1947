/** Characters that XML documents may not contain, not even as references. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const removeForbidden = (text: string): string => text.replace(FORBIDDEN, '')

/** Escapes text for an element or an attribute. */
const escapeXml = (text: string): string => removeForbidden(text).replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

/** Returns `<name a="…">children</name>`. Children are XML and not escaped. */
export function element(name: string, attributes: Readonly<Record<string, string>>, children = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return children === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${children}</${name}>`
}

/** Returns an element with escaped text. */
export const textElement = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string =>
  element(name, attributes, escapeXml(text))

export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`
