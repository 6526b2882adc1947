import { unzipSync, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { AppError } from '#platform/contract/errors.ts'
import { cleanContentTypes, cleanMarkup, cleanRelationships, listLeftOut } from './clean-markup.ts'
import { cleanPhoto } from './strip-picture.ts'

const PART_MAX_BYTES = 64 * 1024 * 1024
const ALL_MAX_BYTES = 512 * 1024 * 1024
const PARTS_MAX = 3000

const MACROS = 'This file holds macros, which can run on the computers of your readers. Please save it without macros, or as PDF.'
const INNER = 'Another file is embedded in this one, and the blog cannot look into it. Please remove it, or save the file as PDF.'
const TOO_LARGE = 'This file is too large to be cleaned. Please save it in a smaller size, or as PDF.'
const SIGNED =
  'This file is signed. Removing names and dates would break the signature, so the blog does not take it. Please save it as PDF.'
const LOCKED = 'This file is locked with a password, so the blog cannot remove names and dates. Please save it without one, or as PDF.'
const DAMAGED = 'This file is damaged and could not be read. Please open it, save it again, and send that.'

const HAS_MACROS = /(^|\/)(vbaProject|vbaData)[^/]*$|(^|\/)(Basic|Scripts|activeX|ctrlProps)\//i
const IS_SIGNED = /^_xmlsignatures\/|^META-INF\/documentsignatures\.xml$/i
const EMBEDDED = /(^|\/)embeddings\//
const OFFICE_ENDING = /\.(docx|xlsx|pptx)$/i
/** Files within a document that hold names, places and dates of their own: OLE, PDF, films, sounds, TIFF and HEIC. */
const FOREIGN = /^(?:\xd0\xcf.\xe0|%PDF|[^]{4}ftyp|.\x45\xdf\xa3|OggS|fLaC|ID3|RIFF[^]{4}(?!WEBP)|II\*\0|MM\0\*)/
const MARKUP = /^(?:\xef\xbb\xbf)?\s*</
const WIDE_MARKUP = /^(?:\xff\xfe<\0|\xfe\xff\0<)/
/** A template at another address would be loaded, with its macros. */
const FOREIGN_TEMPLATE = /attachedTemplate"[^>]*TargetMode="External|TargetMode="External"[^>]*attachedTemplate/

interface Part {
  readonly name: string
  readonly size: number
  readonly isCompressed: boolean
}

/**
 * Returns a document of Word, Excel, PowerPoint or LibreOffice without author, company, dates, remarks, names of those who
 * changed it, and the metadata of its photos.
 * @throws bad_request
 */
export function cleanOffice(bytes: Uint8Array, isInner = false): Uint8Array {
  try {
    const all = listParts(bytes)
    const relationships = all.filter(({ name }) => RELATIONSHIPS.test(name))
    const leftOut = new Set(relationships.flatMap((part) => listLeftOut(part.name, textOf(readPart(bytes, part)))))
    // With the relationships of a part that is left out, and properties that no relationship leads to.
    const isLeftOut = ({ name }: Part) => leftOut.has(name.replace(RELATIONSHIPS, '$1$2')) || PROPERTIES.test(name)
    const chunks: Uint8Array[] = []
    const zip = new Zip((error, chunk) => {
      if (error) throw error
      chunks.push(chunk)
    })
    for (const part of all) if (!isLeftOut(part)) addPart(zip, part, cleanPart(part, readPart(bytes, part), { isInner, leftOut }))
    zip.end()
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', DAMAGED)
  }
}

/** `word/_rels/document.xml.rels` belongs to `word/document.xml`. */
const RELATIONSHIPS = /^(.*)_rels\/([^/]*)\.rels$/
const PROPERTIES = /^docProps\//

function listParts(bytes: Uint8Array): Part[] {
  const parts: Part[] = []
  unzipSync(bytes, {
    filter({ name, originalSize, compression }) {
      parts.push({ name, size: originalSize, isCompressed: compression !== 0 })
      if (parts.length > PARTS_MAX) throw new AppError('bad_request', TOO_LARGE)
      return false
    },
  })
  if (parts.some(({ name }) => HAS_MACROS.test(name))) throw new AppError('bad_request', MACROS)
  if (parts.some(({ name }) => IS_SIGNED.test(name))) throw new AppError('bad_request', SIGNED)
  const isTooLarge = parts.some(({ size }) => size > PART_MAX_BYTES) || parts.reduce((sum, { size }) => sum + size, 0) > ALL_MAX_BYTES
  if (isTooLarge) throw new AppError('bad_request', TOO_LARGE)
  const names = new Set(parts.map(({ name }) => name))
  if (!names.has('[Content_Types].xml') && !names.has('mimetype')) throw new AppError('bad_request', DAMAGED)
  // A name that occurs twice would be one thing here and another where it is opened.
  if (names.size < parts.length) throw new AppError('bad_request', DAMAGED)
  return parts
}

const readPart = (bytes: Uint8Array, { name }: Part): Uint8Array =>
  unzipSync(bytes, { filter: (file) => file.name === name })[name] ?? new Uint8Array()

interface Cleaning {
  /** A spreadsheet within a document: it holds no further one. */
  readonly isInner: boolean
  readonly leftOut: ReadonlySet<string>
}

/** What is in a part decides how it is cleaned. */
function cleanPart({ name }: Part, content: Uint8Array, { isInner, leftOut }: Cleaning): Uint8Array {
  const head = Buffer.from(content.subarray(0, 64)).toString('latin1')
  if (WIDE_MARKUP.test(head)) throw new AppError('bad_request', DAMAGED)
  // Charts hold their numbers as a spreadsheet.
  if (EMBEDDED.test(name) || head.startsWith('PK') || FOREIGN.test(head)) {
    if (isInner || !OFFICE_ENDING.test(name)) throw new AppError('bad_request', INNER)
    return cleanOffice(content, true)
  }
  return MARKUP.test(head) ? cleanXml(name, content, leftOut) : cleanPhoto(content)
}

function cleanXml(name: string, content: Uint8Array, leftOut: ReadonlySet<string>): Uint8Array {
  if (name === '[Content_Types].xml') {
    const types = textOf(content)
    if (/macroEnabled/i.test(types)) throw new AppError('bad_request', MACROS)
    return Buffer.from(cleanContentTypes(types, leftOut))
  }
  if (RELATIONSHIPS.test(name)) {
    const relationships = textOf(content)
    if (FOREIGN_TEMPLATE.test(relationships)) throw new AppError('bad_request', MACROS)
    return Buffer.from(cleanRelationships(relationships))
  }
  if (name === 'META-INF/manifest.xml' && textOf(content).includes('encryption-data')) throw new AppError('bad_request', LOCKED)
  return cleanMarkup(content)
}

const textOf = (content: Uint8Array) => Buffer.from(content).toString('utf8')

/** ODF wants its type stored as it is, so each part stays compressed or not. */
function addPart(zip: Zip, { name, isCompressed }: Part, content: Uint8Array): void {
  const part = isCompressed ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
  // The earliest that the format knows.
  part.mtime = new Date(1980, 0, 1)
  zip.add(part)
  part.push(content, true)
}
