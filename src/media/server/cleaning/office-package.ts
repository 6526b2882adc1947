import { unzipSync, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { AppError } from '#platform/contract/errors.ts'

const PART_MAX_BYTES = 64 * 1024 * 1024
const ALL_MAX_BYTES = 512 * 1024 * 1024
const PARTS_MAX = 3000

const TOO_LARGE = 'This file is too large to be cleaned. Please save it in a smaller size, or as PDF.'
export const SIGNED =
  'This file is signed. Removing names and dates would break the signature, so the blog does not take it. Please save it as PDF.'
export const DAMAGED = 'This file is damaged and could not be read. Please open it, save it again, and send that.'
const IS_SIGNED = /^_xmlsignatures\/|^META-INF\/documentsignatures\.xml$/i

export interface Part {
  readonly name: string
  readonly size: number
  readonly isCompressed: boolean
}

/** The parts of a document, by their names in lower case: programs do not tell them apart. */
export type Package = ReadonlyMap<string, Part & { readonly read: () => Uint8Array }>

/** In pieces: a part may be as large as the memory allows. */
export type Content = readonly Uint8Array[]

/** Reads the names of the parts. @throws bad_request for a document that is too large or signed; an error for what is none */
export function openPackage(bytes: Uint8Array): Package {
  const parts: Part[] = []
  unzipSync(bytes, {
    filter({ name, originalSize, compression }) {
      if (!name.endsWith('/')) parts.push({ name, size: originalSize, isCompressed: compression !== 0 })
      if (parts.length > PARTS_MAX) throw new AppError('bad_request', TOO_LARGE)
      return false
    },
  })
  const isTooLarge = parts.some(({ size }) => size > PART_MAX_BYTES) || parts.reduce((sum, { size }) => sum + size, 0) > ALL_MAX_BYTES
  if (isTooLarge) throw new AppError('bad_request', TOO_LARGE)
  if (parts.some(({ name }) => IS_SIGNED.test(name))) throw new AppError('bad_request', SIGNED)
  const read = (part: Part) => unzipSync(bytes, { filter: ({ name }) => name === part.name })[part.name] ?? new Uint8Array()
  const opened = new Map(parts.map((part) => [part.name.toLowerCase(), { ...part, read: () => read(part) }]))
  // A name that occurs twice would be one thing here and another where it is opened.
  if (opened.size < parts.length) throw new AppError('bad_request', DAMAGED)
  return opened
}

export function writePackage(parts: Iterable<readonly [Part, Content]>): Uint8Array {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const [part, content] of parts) addPart(zip, part, content)
  zip.end()
  return Buffer.concat(chunks)
}

/** ODF wants its type stored as it is, so each part stays compressed or not. */
function addPart(zip: Zip, { name, isCompressed }: Part, content: Content): void {
  const part = isCompressed ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
  // The earliest that the format knows.
  part.mtime = new Date(1980, 0, 1)
  zip.add(part)
  for (const [index, piece] of content.entries()) part.push(piece, index === content.length - 1)
}
