import { createReadStream } from 'node:fs'
import sax from 'sax'
import { AppError } from '#platform/contract/errors.ts'

/** Maximum length of a field, in characters. Longer ones are cut. */
export const FIELD_MAX_LENGTH = 4 * 1024 * 1024
/** Maximum total length of an item's fields, in characters. */
const ITEM_MAX_LENGTH = 16 * 1024 * 1024
const DEPTH_MAX = 40

/** An element with the text of its leaf elements by name, and with other child elements. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly texts: Record<string, string>
  readonly children: Element[]
}

/** Elements that become parts with all their contents. */
const WHOLE = new Set(['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term'])
/** Elements within parts that have child elements themselves. */
const CONTAINERS = new Set(['wp:comment', 'wp:postmeta'])
/** Skipped: never used, and sometimes huge. */
const IGNORED = new Set(['wp:commentmeta', 'wp:termmeta'])

/** Values of an item's custom field. */
export const metaOf = ({ children }: Element, key: string): string[] =>
  children.flatMap(({ name, texts }) => (name === 'wp:postmeta' && texts['wp:meta_key'] === key ? [texts['wp:meta_value'] ?? ''] : []))

export interface WxrPart {
  readonly name: string
  /** An element of `WHOLE`, or a leaf element of the channel with its text. */
  readonly element: Element
}

/**
 * Streams the parts of a WordPress export, with one item in memory at a time. Refuses document types, and so custom and
 * external entities, which real exports do not have.
 * @throws bad_request for an incomplete export
 */
export async function* readWxr(path: string): AsyncGenerator<WxrPart> {
  const reader = new WxrReader()
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })
  for await (const chunk of stream as AsyncIterable<string>) {
    reader.write(chunk)
    yield* reader.take()
  }
  reader.end()
  yield* reader.take()
}

/** Longer texts are no titles or addresses, so the index does not retain them. */
const DETACHED_MAX_LENGTH = 4096

/** Copies a text, since V8 stores a substring as a view that retains the whole chunk. */
const detached = (text: string): string => (text.length > DETACHED_MAX_LENGTH ? text : Buffer.from(text).toString())

class WxrReader {
  readonly #parser = sax.parser(true, { position: true })
  #parts: WxrPart[] = []
  /** Open elements, the outermost first. */
  readonly #open: Element[] = []
  readonly #path: string[] = []
  #text: string[] = []
  #textLength = 0
  #itemLength = 0
  #isIgnoring = 0

  constructor() {
    const parser = this.#parser
    parser.ondoctype = () => this.#refuse('This file declares a document type, which no export of WordPress does. It was not read.')
    parser.onprocessinginstruction = ({ name, body }) => {
      const [, encoding] = /encoding=["']([^"']+)["']/i.exec(body) ?? []
      if (name === 'xml' && encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding))
        this.#refuse(`This file is encoded as ${encoding}; please convert it to UTF-8.`)
    }
    parser.onopentag = ({ name, attributes }) => this.#enter(name, attributes as Record<string, string>)
    parser.onclosetag = (name) => this.#leave(name)
    parser.ontext = (text) => this.#addText(text)
    parser.oncdata = (text) => this.#addText(text)
    parser.onerror = (error) => this.#onError(error)
  }

  write(chunk: string): void {
    this.#parser.write(chunk)
  }

  end(): void {
    this.#parser.close()
  }

  take(): WxrPart[] {
    const parts = this.#parts
    this.#parts = []
    return parts
  }

  /** A bare `&` is common and accepted; other errors mean a broken file. */
  #onError(error: Error): void {
    if (error instanceof AppError) throw error
    if (/^Invalid character entity|^Invalid characters? in entity/i.test(error.message)) {
      this.#parser.error = null as unknown as Error
      this.#parser.resume()
      return
    }
    const what = /Unclosed root tag|Unexpected end/i.test(error.message) ? 'It ends in the middle.' : (error.message.split('\n')[0] ?? '')
    this.#refuse(`This file is no whole XML (line ${this.#parser.line + 1}): ${what}`)
  }

  #refuse(message: string): never {
    throw new AppError('bad_request', message)
  }

  #enter(name: string, attributes: Record<string, string>): void {
    this.#path.push(name)
    if (this.#path.length > DEPTH_MAX) this.#refuse('This file is nested more deeply than any export of WordPress.')
    this.#text = []
    this.#textLength = 0
    if (this.#isIgnoring > 0 || IGNORED.has(name)) {
      this.#isIgnoring += 1
      return
    }
    const parent = this.#open.at(-1)
    const isWhole = parent === undefined && WHOLE.has(name)
    if (isWhole) this.#itemLength = 0
    if (!isWhole && !(parent && (CONTAINERS.has(name) || name === 'category'))) return
    const element: Element = { name, attributes, texts: {}, children: [] }
    parent?.children.push(element)
    this.#open.push(element)
  }

  #leave(name: string): void {
    this.#path.pop()
    const text = detached(this.#text.join(''))
    this.#text = []
    this.#textLength = 0
    if (this.#isIgnoring > 0) {
      this.#isIgnoring -= 1
      return
    }
    const element = this.#open.at(-1)
    if (element?.name === name && (WHOLE.has(name) || CONTAINERS.has(name) || name === 'category')) {
      if (name === 'category') element.texts['text'] = text
      this.#open.pop()
      if (this.#open.length === 0) this.#parts.push({ name, element })
    } else if (element) {
      element.texts[name] ??= text
    } else if (this.#path.at(-1) === 'channel') {
      this.#parts.push({ name, element: { name, attributes: {}, texts: { text }, children: [] } })
    }
  }

  #addText(text: string): void {
    this.#itemLength += text.length
    if (this.#open.length > 0 && this.#itemLength > ITEM_MAX_LENGTH)
      this.#refuse('This file holds an item of more than 16 MB, which no blog post is.')
    const room = FIELD_MAX_LENGTH - this.#textLength
    if (this.#isIgnoring > 0 || room <= 0) return
    this.#text.push(text.slice(0, room))
    this.#textLength += Math.min(room, text.length)
  }
}
