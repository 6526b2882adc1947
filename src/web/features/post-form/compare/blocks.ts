/** One paragraph, heading, list entry, picture, row … of a body. */
export interface Block {
  /** What it is, for the reader: 'Heading', 'Picture' …; empty for a paragraph. */
  readonly kind: string
  readonly text: string
  readonly pictures: readonly string[]
  /** Two blocks with the same mark say the same in the same dress. */
  readonly mark: string
}

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi
const KINDS: Readonly<Record<string, string>> = {
  h2: 'Heading',
  h3: 'Heading',
  h4: 'Heading',
  h5: 'Heading',
  h6: 'Heading',
  li: 'List entry',
  pre: 'Code',
  blockquote: 'Quote',
  tr: 'Table row',
  caption: 'Table caption',
  figure: 'Picture',
  img: 'Picture',
  hr: 'Dividing line',
}
/** A new block begins here, whatever is around it. */
const OPENERS = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'pre', 'tr', 'caption', 'figure', 'hr'])
/** What a paragraph within these is, they are already. */
const HOLDERS = new Set(['li', 'tr', 'figure', 'caption'])
const VOID = new Set(['br', 'hr', 'img'])
const DRESS = new Set(['strong', 'b', 'em', 'i', 'u', 's', 'del', 'sub', 'sup', 'mark', 'small', 'code', 'a'])
const SAME_DRESS: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's' }

const attribute = (attributes: string, name: string): string => {
  const [, double, single] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? []
  return double ?? single ?? ''
}

const decode = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&')

interface Open {
  kind: string
  text: string
  pictures: string[]
  mark: string
}

/** Reads a body tag by tag, as the editor or the sanitiser wrote it. */
class BlockReader {
  readonly blocks: Block[] = []
  #open: Open = { kind: '', text: '', pictures: [], mark: '' }
  readonly #around: string[] = []

  text(part: string): void {
    this.#open.text += part
    this.#open.mark += part
  }

  tag(name: string, attributes: string, closes: boolean): void {
    if (closes) return this.#close(name)
    if (OPENERS.has(name) && !this.#isWithin(name)) this.#begin(name, attributes)
    if (name === 'td' || name === 'th') this.text(this.#open.text === '' ? '' : ' | ')
    if (name === 'br') this.text('\n')
    if (name === 'img') this.#picture(attributes)
    if (DRESS.has(name)) this.#open.mark += `<${SAME_DRESS[name] ?? name} ${decode(attribute(attributes, 'href'))}>`
    if (!VOID.has(name)) this.#around.push(name)
  }

  end(): Block[] {
    this.#finish()
    return this.blocks
  }

  /** A paragraph in a list entry, a cell or a caption is that entry, cell or caption. */
  #isWithin(name: string): boolean {
    return name === 'p' && this.#around.at(-1) !== 'blockquote' && this.#around.some((each) => HOLDERS.has(each))
  }

  #begin(name: string, attributes: string): void {
    this.#finish()
    const kind = KINDS[name] ?? (this.#around.includes('blockquote') ? 'Quote' : '')
    const align = /text-align:\s*(\w+)/i.exec(attribute(attributes, 'style'))?.[1] ?? ''
    // The sanitiser writes no start for a paragraph that stands where it always stands.
    this.#open = {
      kind,
      text: '',
      pictures: [],
      mark: `${name === 'p' ? kind : name}:${align === 'left' || align === 'start' ? '' : align}:`,
    }
    if (name === 'hr') {
      this.#open.text = '―'
      this.#finish()
    }
  }

  #close(name: string): void {
    const at = this.#around.lastIndexOf(name)
    if (at !== -1) this.#around.splice(at)
    if (DRESS.has(name)) this.#open.mark += `</${SAME_DRESS[name] ?? name}>`
    else if (OPENERS.has(name) && !(name === 'p' && this.#around.some((each) => HOLDERS.has(each)))) this.#finish()
  }

  #picture(attributes: string): void {
    if (this.#open.text === '' && this.#open.kind === '') this.#open.kind = 'Picture'
    const src = decode(attribute(attributes, 'src'))
    const alt = decode(attribute(attributes, 'alt'))
    this.#open.pictures.push(src)
    this.#open.mark += `[${src} ${alt}]`
    if (alt !== '') this.#open.text += `${this.#open.text === '' ? '' : ' '}[${alt}] `
  }

  #finish(): void {
    const { kind, pictures, mark } = this.#open
    const text = decode(this.#open.text).trim()
    if (text !== '' || pictures.length > 0) this.blocks.push({ kind, text, pictures, mark: decode(mark).trim() })
    this.#open = { kind: this.#around.includes('blockquote') ? 'Quote' : '', text: '', pictures: [], mark: '' }
  }
}

/** A body in its parts, as a reader would count them. Never throws; what it cannot tell apart stays together. */
export const blocksOf = (html: string): Block[] => {
  const reader = new BlockReader()
  let at = 0
  for (const match of html.matchAll(TAG)) {
    reader.text(html.slice(at, match.index))
    reader.tag((match[2] ?? '').toLowerCase(), match[3] ?? '', match[1] === '/')
    at = match.index + match[0].length
  }
  reader.text(html.slice(at))
  return reader.end()
}
