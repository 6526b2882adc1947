import { Parser } from 'htmlparser2'

interface Place {
  /** Position of its first character in the HTML. */
  readonly start: number
  /** Position after its last character; equal to `start` for a tag that is not written. */
  readonly end: number
}

export interface OpeningTag extends Place {
  readonly kind: 'open'
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Elements without content, such as `<img>`, have none. */
export interface ClosingTag extends Place {
  readonly kind: 'close'
  readonly name: string
}

interface Text extends Place {
  readonly kind: 'text'
  /** With entities decoded. */
  readonly text: string
}

export type HtmlToken = OpeningTag | ClosingTag | Text

/** Reads HTML into its tags and texts, in their order. Never throws; a tag that is cut off at the end is left out. */
export function readHtml(html: string): readonly HtmlToken[] {
  const tokens: HtmlToken[] = []
  const placeOf = (isImplied: boolean): Place => ({ start: parser.startIndex, end: isImplied ? parser.startIndex : parser.endIndex + 1 })
  const parser: Parser = new Parser({
    onopentag: (name, attributes, isImplied) => void tokens.push({ kind: 'open', name, attributes, ...placeOf(isImplied) }),
    onclosetag(name, isImplied) {
      const last = tokens.at(-1)
      const hasNoContent = isImplied && last?.kind === 'open' && last.start === parser.startIndex
      if (!hasNoContent) tokens.push({ kind: 'close', name, ...placeOf(isImplied) })
    },
    ontext(text) {
      const last = tokens.at(-1)
      const { start, end } = placeOf(false)
      // The parser reports each entity as a text of its own.
      if (last?.kind === 'text') tokens[tokens.length - 1] = { ...last, text: last.text + text, end }
      else tokens.push({ kind: 'text', text, start, end })
    },
  })
  parser.end(html)
  return tokens
}

/** Changes HTML at its tokens and leaves every other character as it is. */
export class HtmlChanges {
  readonly tokens: readonly HtmlToken[]
  readonly #html: string
  readonly #before = new Map<number, string>()
  readonly #replaced = new Map<number, string>()
  readonly #after = new Map<number, string>()

  constructor(html: string) {
    this.#html = html
    this.tokens = readHtml(html)
  }

  /** The HTML of one or several adjacent tokens, without the changes. */
  source(first: number, last = first): string {
    return this.#html.slice(this.tokens[first]?.start, this.tokens[last]?.end)
  }

  /** Inserts before a token, after earlier insertions there. */
  before(index: number, html: string): void {
    this.#before.set(index, (this.#before.get(index) ?? '') + html)
  }

  replace(index: number, html: string): void {
    this.#replaced.set(index, html)
  }

  /** Inserts after a token, after earlier insertions there. */
  after(index: number, html: string): void {
    this.#after.set(index, (this.#after.get(index) ?? '') + html)
  }

  toString(): string {
    if (this.#before.size + this.#replaced.size + this.#after.size === 0) return this.#html
    let result = ''
    let at = 0
    const changed = [...new Set([...this.#before.keys(), ...this.#replaced.keys(), ...this.#after.keys()])].toSorted((a, b) => a - b)
    for (const index of changed) {
      const { start = at, end = at } = this.tokens[index] ?? {}
      const token = this.#replaced.get(index) ?? this.#html.slice(start, end)
      result += `${this.#html.slice(at, start)}${this.#before.get(index) ?? ''}${token}${this.#after.get(index) ?? ''}`
      at = end
    }
    return result + this.#html.slice(at)
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

/** Renders an opening tag. */
export const openingTag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join('')}>`
