import { unzipSync, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { AppError } from '#platform/contract/errors.ts'
import { cleanJpeg, cleanPng } from './strip-picture.ts'

const PART_MAX_BYTES = 64 * 1024 * 1024
const ALL_MAX_BYTES = 512 * 1024 * 1024
const PARTS_MAX = 3000

const MACROS = 'This file holds macros, which can run on the computers of your readers. Please save it without macros, or as PDF.'
const INNER = 'Another file is embedded in this one, and the blog cannot look into it. Please remove it, or save the file as PDF.'
const TOO_LARGE = 'This file is too large to be cleaned. Please save it in a smaller size, or as PDF.'
const DAMAGED = 'This file is damaged and could not be read. Please open it, save it again, and send that.'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PROPERTIES = 'http://schemas.openxmlformats.org/officeDocument/2006'
/** Parts that hold nothing but who wrote the file, when and with what. */
const EMPTY_PARTS: Readonly<Record<string, string>> = {
  'docProps/core.xml': `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>`,
  'docProps/app.xml': `${XML}<Properties xmlns="${PROPERTIES}/extended-properties"/>`,
  'docProps/custom.xml': `${XML}<Properties xmlns="${PROPERTIES}/custom-properties"/>`,
  'meta.xml': `${XML}<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3"><office:meta/></office:document-meta>`,
}

const HAS_MACROS = /(^|\/)(vbaProject|vbaData)[^/]*$|(^|\/)(Basic|Scripts|activeX|ctrlProps)\//i
const OFFICE_ENDING = /\.(docx|xlsx|pptx)$/i
/** A template at another address would be loaded, with its macros. */
const FOREIGN_TEMPLATE = /attachedTemplate"[^>]*TargetMode="External|TargetMode="External"[^>]*attachedTemplate/

interface Part {
  readonly name: string
  readonly size: number
  readonly isCompressed: boolean
}

/** Returns a document of Word, Excel, PowerPoint or LibreOffice without author, company, dates and the metadata of its photos. @throws bad_request */
export function cleanOffice(bytes: Uint8Array, isInner = false): Uint8Array {
  try {
    const parts = listParts(bytes)
    const chunks: Uint8Array[] = []
    const zip = new Zip((error, chunk) => {
      if (error) throw error
      chunks.push(chunk)
    })
    for (const part of parts) addPart(zip, part, cleanPart(part, readPart(bytes, part), isInner))
    zip.end()
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', DAMAGED)
  }
}

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

function cleanPart({ name }: Part, content: Uint8Array, isInner: boolean): Uint8Array {
  const empty = EMPTY_PARTS[name]
  if (empty !== undefined) return Buffer.from(empty)
  if (/\.jpe?g$/i.test(name)) return cleanJpeg(content)
  if (/\.png$/i.test(name)) return cleanPng(content)
  if (name === '[Content_Types].xml' && /macroEnabled/i.test(textOf(content))) throw new AppError('bad_request', MACROS)
  if (name.endsWith('.rels') && FOREIGN_TEMPLATE.test(textOf(content))) throw new AppError('bad_request', MACROS)
  // Charts hold their numbers as a spreadsheet.
  if (/(^|\/)embeddings\//.test(name)) {
    if (isInner || !OFFICE_ENDING.test(name)) throw new AppError('bad_request', INNER)
    return cleanOffice(content, true)
  }
  return content
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
