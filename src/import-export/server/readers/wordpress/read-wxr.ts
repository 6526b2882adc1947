import { createReadStream } from 'node:fs'
import sax from 'sax'
import { AppError } from '#platform/contract/errors.ts'

/** Maximum length of a field, in characters. Longer ones are cut. */
export const FIELD_MAX_LENGTH = 4 * 1024 * 1024
/** Maximum total length of an item's fields, in characters. */
const ITEM_MAX_LENGTH = 16 * 1024 * 1024
const DEPTH_MAX = 40

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Texts of the child elements that have nothing but a text, by name, and its own as `text`. */
  readonly texts: Record<string, string>
  /** The other child elements. */
  readonly children: Element[]
}

/** Elements of an export lie in `rss` and `channel`. */
const PARTS_AT = 3
/** Skipped: never used, and sometimes huge. */
const IGNORED = new Set(['wp:commentmeta', 'wp:termmeta'])

const refuse = (message: string): never => {
  throw new AppError('bad_request', message)
}

const HEAD_MAX_LENGTH = 64 * 1024

/** @returns where the XML of a file begins, before which PHP may write blank lines and warnings; -1 if nowhere */
export const findXml = (text: string): number => text.search(/<\?xml\b|<rss\b|<!doctype\b/i)

/** Leaves out what stands before the XML. */
async function* fromXml(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let head: string | null = ''
  for await (const chunk of chunks) {
    if (head === null) yield chunk
    else {
      head += chunk
      const at = findXml(head)
      if (at === -1 && head.length < HEAD_MAX_LENGTH) continue
      yield head.slice(Math.max(at, 0))
      head = null
    }
  }
  if (head !== null) yield head
}

/**
 * Streams the elements of the channel of a WordPress export, with one item in memory at a time. Refuses document types, and so
 * custom and external entities, which real exports do not have.
 * @throws bad_request for an incomplete export
 */
export async function* readWxr(path: string): AsyncGenerator<Element> {
  const read: Element[] = []
  const parser = createParser((element) => read.push(element))
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })
  for await (const chunk of fromXml(stream)) {
    parser.write(chunk)
    yield* read.splice(0)
  }
  parser.close()
  yield* read.splice(0)
}

/** Longer texts are no titles or addresses, so the index does not retain them. */
const DETACHED_MAX_LENGTH = 4096

/** Copies a text, since V8 stores a substring as a view that retains the whole chunk. */
const detached = (text: string): string => (text.length > DETACHED_MAX_LENGTH ? text : Buffer.from(text).toString())

function createParser(onElement: (element: Element) => void): sax.SAXParser {
  const parser = sax.parser(true, { position: true })
  /** Open elements, the outermost first. */
  const open: Element[] = []
  /** Text of the innermost element. */
  let text = ''
  let itemLength = 0
  parser.ondoctype = () => refuse('This file declares a document type, which no export of WordPress does. It was not read.')
  parser.onprocessinginstruction = ({ name, body }) => {
    const [, encoding] = /encoding=["']([^"']+)["']/i.exec(body) ?? []
    if (name === 'xml' && encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding))
      refuse(`This file is encoded as ${encoding}; please convert it to UTF-8.`)
  }
  parser.onopentag = ({ name, attributes }) => {
    open.push({ name, attributes: attributes as Record<string, string>, texts: {}, children: [] })
    if (open.length > DEPTH_MAX) refuse('This file is nested more deeply than any export of WordPress.')
    if (open.length === PARTS_AT) itemLength = 0
    text = ''
  }
  parser.onclosetag = (name) => {
    const element = open.pop()
    const parent = open.at(-1)
    const words = detached(text)
    text = ''
    if (!element || !parent || IGNORED.has(name)) return
    element.texts['text'] = words
    if (open.length < PARTS_AT) {
      if (open.length === PARTS_AT - 1) onElement(element)
    } else if (element.children.length > 0 || Object.keys(element.texts).length > 1 || Object.keys(element.attributes).length > 0) {
      parent.children.push(element)
    } else {
      parent.texts[name] ??= words
    }
  }
  const addText = (words: string) => {
    itemLength += words.length
    if (open.length >= PARTS_AT && itemLength > ITEM_MAX_LENGTH)
      refuse('This file holds an item of more than 16 MB, which no blog post is.')
    text += words.slice(0, FIELD_MAX_LENGTH - text.length)
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onerror = (error) => onError(parser, error)
  return parser
}

/** A bare `&` is common and accepted; other errors mean a broken file. */
function onError(parser: sax.SAXParser, error: Error): void {
  if (error instanceof AppError) throw error
  if (/^Invalid character entity|^Invalid characters? in entity/i.test(error.message)) {
    parser.error = null as unknown as Error
    parser.resume()
    return
  }
  const what = /Unclosed root tag|Unexpected end/i.test(error.message)
    ? 'It ends in the middle. Please export or copy it once more.'
    : (error.message.split('\n')[0] ?? '')
  refuse(`This file is no whole XML (line ${parser.line + 1}): ${what}`)
}
