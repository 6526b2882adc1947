import sax from 'sax'
import { prefixOf } from './office-names.ts'

/** An element while it is open. Names have the prefixes of office-names.ts, whatever those of the file are. */
export interface XmlNode {
  /** Its place among all elements of the part. */
  readonly index: number
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly parent: XmlNode | null
  /** Its own text, as far as it was read. */
  text: string
  /** Whether it or something around it is removed. */
  isGone: boolean
  /** Children that remain. */
  kept: number
  readonly scope: Scope
}

type Scope = ReadonlyMap<string, string>
/** `blank`: its text becomes '#REF!', as programs write for a cell that is gone. */
export type Verdict = 'remove' | 'unwrap' | 'empty' | 'blank'

export interface Rules {
  readonly open?: (node: XmlNode, decide: Decide) => Verdict | undefined
  readonly close?: (node: XmlNode, decide: Decide) => Verdict | undefined
  /** @returns null to leave it out */
  readonly attribute?: (name: string, value: string, node: Pick<XmlNode, 'name' | 'attributes'>) => string | null
}
export type Decide = (node: XmlNode, verdict: Verdict) => void

/** The type does not know it: entities of HTML are none of XML. */
const OPTIONS = { strictEntities: true, position: false } as sax.SAXOptions
const CHUNK_BYTES = 64 * 1024
// Drawings carry long attributes; the size of a part is limited before.
Object.assign(sax, { MAX_BUFFER_LENGTH: 64 * 1024 * 1024 })

interface Events {
  readonly open: (tag: sax.Tag) => void
  readonly close: () => void
  readonly text: (text: string) => void
}

/** @throws for anything that is not well formed, or that declares entities */
function parse(bytes: Uint8Array, { open, close, text }: Events): void {
  const parser = sax.parser(true, OPTIONS)
  parser.onerror = (error) => {
    throw error
  }
  parser.ondoctype = (doctype) => {
    if (doctype.includes('[')) throw new Error('entities')
  }
  parser.onopentag = (tag) => open(tag as sax.Tag)
  parser.onclosetag = close
  parser.ontext = text
  parser.oncdata = text
  for (const text of readLines(bytes)) parser.write(text)
  parser.close()
}

/** The text with the ends of lines that XML has, whichever the file has: the parser does not change them. */
function* readLines(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true })
  let held = ''
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const isLast = at + CHUNK_BYTES >= bytes.length
    const text = held + decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: !isLast })
    // Its other half may come next.
    held = !isLast && text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^\S{0,3}<\?xml[^>]{0,100}?encoding=["']([\w-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8'
}

const NO_SCOPE: Scope = new Map([['xml', 'xml']])

function scopeOf(attributes: Readonly<Record<string, string>>, outer: Scope): Scope {
  const declared = Object.keys(attributes).filter((name) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declared.length === 0) return outer
  return new Map([...outer, ...declared.map((name) => [name.slice(6), prefixOf(attributes[name] ?? '')] as const)])
}

/** Namespaces that an element declares, which is left out around its children. */
type Spaces = Readonly<Record<string, string>>

const spacesOf = (attributes: Spaces): Spaces =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:')))

function nameIn(scope: Scope, name: string, isAttribute: boolean): string {
  const colon = name.indexOf(':')
  if (colon < 0 && isAttribute) return name
  const prefix = scope.get(name.slice(0, Math.max(0, colon)))
  if (prefix === undefined && colon >= 0) throw new Error(`unknown prefix: ${name}`)
  return `${prefix ?? ''}:${name.slice(colon + 1)}`
}

function namedAttributes(scope: Scope, attributes: Readonly<Record<string, string>>): Record<string, string> {
  const named: Record<string, string> = {}
  for (const name in attributes)
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) named[nameIn(scope, name, true)] = attributes[name] ?? ''
  return named
}

/** @returns what the rules say about the elements of a part, by their place */
function surveyXml(bytes: Uint8Array, { open, close }: Pick<Rules, 'open' | 'close'>): ReadonlyMap<number, Verdict> {
  const verdicts = new Map<number, Verdict>()
  let [count, node]: [number, XmlNode | null] = [0, null]
  const decide: Decide = (about, verdict) => {
    verdicts.set(about.index, verdict)
    if (verdict === 'remove') about.isGone = true
  }
  parse(bytes, {
    open({ name, attributes: written }) {
      const parent = node
      const attributes = written as Record<string, string>
      const scope = scopeOf(attributes, parent?.scope ?? NO_SCOPE)
      const named = namedAttributes(scope, attributes)
      node = {
        index: count,
        name: nameIn(scope, name, false),
        attributes: named,
        parent,
        text: '',
        isGone: parent?.isGone ?? false,
        kept: 0,
        scope,
      }
      count += 1
      const verdict = open?.(node, decide)
      if (verdict !== undefined) decide(node, verdict)
    },
    text(text) {
      if (node !== null) node.text += text
    },
    close() {
      if (node === null) return
      const verdict = close?.(node, decide)
      if (verdict !== undefined) decide(node, verdict)
      if (node.parent !== null && !node.isGone) node.parent.kept += 1
      node = node.parent
    },
  })
  return verdicts
}

interface Reader {
  readonly open?: (node: XmlNode) => void
  readonly close?: (node: XmlNode) => void
}

/** Reads a part. @throws for broken XML */
export function readXml(bytes: Uint8Array, { open, close }: Reader): void {
  surveyXml(bytes, {
    open(node) {
      open?.(node)
      return undefined
    },
    close(node) {
      close?.(node)
      return undefined
    },
  })
}

/** Reads what the rules leave of a part. @returns its elements of a kind, by whether they remain. @throws for broken XML */
export function readRest(bytes: Uint8Array, rules: Required<Rules>, isOfKind: (node: XmlNode) => boolean): Rest {
  const found: XmlNode[] = []
  const verdicts = surveyXml(bytes, {
    open(node, decide) {
      if (isOfKind(node)) found.push(node)
      return rules.open(node, decide)
    },
    close: rules.close,
  })
  const isGone = (node: XmlNode) => {
    for (let each: XmlNode | null = node; each !== null; each = each.parent) {
      const verdict = verdicts.get(each.index)
      if (verdict === 'remove' || (verdict === 'empty' && each !== node)) return true
    }
    return false
  }
  return Object.groupBy(found, (node) => (isGone(node) ? 'gone' : 'kept'))
}

type Rest = Partial<Record<'gone' | 'kept', XmlNode[]>>

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}
const escapeText = (text: string) => text.replace(/[&<>\r]/g, (sign) => SIGNS[sign] ?? sign)
const escapeValue = (text: string) => text.replace(/[&<>"\n\r\t]/g, (sign) => SIGNS[sign] ?? sign)

/**
 * Writes a part anew as the rules say: elements, attributes and text, and nothing else that stood between them.
 * @returns its pieces: a part may be as large as the memory allows. @throws for broken XML
 */
export function editXml(bytes: Uint8Array, rules: Rules): readonly Uint8Array[] {
  const verdicts = surveyXml(bytes, rules)
  const chunks: Buffer[] = []
  const open: { readonly end: string; readonly scope: Scope; readonly verdict: Verdict | undefined; readonly spaces?: Spaces }[] = []
  let [count, gone, out] = [0, 0, HEAD]
  const write = (text: string) => {
    out += text
    if (out.length < CHUNK_BYTES) return
    chunks.push(Buffer.from(out))
    out = ''
  }
  parse(bytes, {
    open({ name, attributes, isSelfClosing }) {
      const verdict = verdicts.get(count)
      count += 1
      if (gone > 0 || verdict === 'remove' || open.at(-1)?.verdict === 'empty') return void (gone += 1)
      const values = { ...open.at(-1)?.spaces, ...attributes } as Record<string, string>
      const scope = scopeOf(values, open.at(-1)?.scope ?? NO_SCOPE)
      if (verdict === 'unwrap') return void open.push({ end: '', scope, verdict, spaces: spacesOf(values) })
      write(`<${name}${writeAttributes(values, { scope, name, rules })}${isSelfClosing ? '/>' : '>'}`)
      open.push({ end: isSelfClosing ? '' : `</${name}>`, scope, verdict })
    },
    text(text) {
      const verdict = open.at(-1)?.verdict
      if (gone === 0 && open.length > 0 && verdict !== 'empty') write(verdict === 'blank' ? '#REF!' : escapeText(text))
    },
    close() {
      if (gone > 0) gone -= 1
      else write(open.pop()?.end ?? '')
    },
  })
  return [...chunks, Buffer.from(out)]
}

interface Writing {
  readonly scope: Scope
  readonly name: string
  readonly rules: Rules
}

function writeAttributes(attributes: Readonly<Record<string, string>>, { scope, name, rules }: Writing): string {
  const node = { name: nameIn(scope, name, false), attributes: namedAttributes(scope, attributes) }
  let text = ''
  for (const key in attributes) {
    const value = attributes[key] ?? ''
    const isDeclared = key === 'xmlns' || key.startsWith('xmlns:')
    const changed = isDeclared || rules.attribute === undefined ? value : rules.attribute(nameIn(scope, key, true), value, node)
    if (changed !== null) text += ` ${key}="${escapeValue(changed)}"`
  }
  return text
}
