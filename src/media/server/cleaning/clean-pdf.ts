import {
  EncryptedPDFError,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { AppError } from '#platform/contract/errors.ts'
import { cleanJpeg } from './strip-picture.ts'

const ENCRYPTED = 'This PDF is locked with a password, so the blog cannot remove its author and dates. Please print it to a new PDF.'
const SIGNED =
  'This PDF is signed. Removing its author and dates would break the signature, so the blog does not take it. Please print it to a new PDF.'
const DAMAGED = 'This PDF is damaged and could not be read. Please open it, print it to a new PDF, and send that.'

/** Who, when and with what (also of each part), what runs, and files within the file. */
const REMOVED_KEYS = [
  'Metadata',
  'PieceInfo',
  'LastModified',
  'Info',
  'LegalAttestation',
  'SpiderInfo',
  'Perms',
  'JS',
  'JavaScript',
  'OpenAction',
  'AA',
  'XFA',
  'EmbeddedFiles',
  'AF',
  'EF',
  'Collection',
  'Renditions',
  'RichMediaContent',
  'Requirements',
].map((key) => PDFName.of(key))
/** Of remarks in the margin. */
const REMOVED_FROM_REMARKS = ['T', 'M', 'CreationDate', 'NM'].map((key) => PDFName.of(key))
/** A link may lead to a place in the text or to an address; no other action remains. */
const KEPT_ACTIONS: ReadonlySet<string> = new Set(['/GoTo', '/URI', '/Named'])
const REMOVED_REMARKS: ReadonlySet<string> = new Set(['/FileAttachment', '/RichMedia', '/Screen', '/Sound', '/Movie', '/3D'])

const [A, S, SUBTYPE, TYPE, FILTER, ANNOTS, NEXT] = ['A', 'S', 'Subtype', 'Type', 'Filter', 'Annots', 'Next'].map((key) =>
  PDFName.of(key),
) as [PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName]

/**
 * Returns a PDF without author, dates, programs, XMP, scripts, actions, files within it, and what earlier versions of it
 * left behind; the pages stay as they are.
 * @throws bad_request for one that is locked, signed or damaged
 */
export async function cleanPdf(bytes: Uint8Array): Promise<{ readonly bytes: Uint8Array; readonly pages: number }> {
  const pdf = await load(bytes)
  const { context } = pdf
  delete context.trailerInfo.Info
  delete context.trailerInfo.ID
  const used = cleanAll(pdf)
  for (const [ref] of context.enumerateIndirectObjects()) if (!used.has(ref)) context.delete(ref)
  const pages = pdf.getPageCount()
  if (pages === 0) throw new AppError('bad_request', DAMAGED)
  return { bytes: await pdf.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false }), pages }
}

async function load(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
    if (pdf.isEncrypted) throw new AppError('bad_request', ENCRYPTED)
    // A file that is damaged may have no catalogue, or one without pages.
    pdf.getPageCount()
    return pdf
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', error instanceof EncryptedPDFError ? ENCRYPTED : DAMAGED)
  }
}

/** Cleans everything that the catalogue leads to. @returns the objects that are reached */
function cleanAll({ context, catalog }: PDFDocument): Set<PDFRef> {
  const used = new Set<PDFRef>()
  const seen = new Set<PDFObject>()
  const root = context.trailerInfo.Root
  if (root instanceof PDFRef) used.add(root)
  const pending: PDFObject[] = [catalog]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const known: Set<PDFObject> = next instanceof PDFRef ? used : seen
    if (known.has(next)) continue
    known.add(next)
    for (const part of next instanceof PDFRef ? followRef(context, next) : cleanObject(next)) pending.push(part)
  }
  return used
}

/** The object of a reference. A photo in a PDF is a whole JPEG, with its own place, camera and dates, and is replaced. */
function followRef(context: PDFContext, ref: PDFRef): readonly PDFObject[] {
  const object = context.lookup(ref)
  if (object instanceof PDFRawStream && isPhoto(object)) {
    context.assign(ref, PDFRawStream.of(object.dict, cleanJpeg(object.contents)))
  }
  return object === undefined ? [] : [object]
}

/** Cleans the object itself. @returns its parts */
function cleanObject(object: PDFObject): readonly PDFObject[] {
  if (object instanceof PDFStream) return [object.dict]
  if (object instanceof PDFArray) return object.asArray()
  if (!(object instanceof PDFDict)) return []
  cleanDictionary(object)
  return object.values()
}

function cleanDictionary(dict: PDFDict): void {
  if (isSignature(dict)) throw new AppError('bad_request', SIGNED)
  for (const key of REMOVED_KEYS) dict.delete(key)
  for (const key of [A, NEXT]) {
    const action = dict.lookup(key)
    const kind = action instanceof PDFDict ? action.lookup(S) : undefined
    if (kind instanceof PDFName && !KEPT_ACTIONS.has(kind.asString())) dict.delete(key)
  }
  const subtype = nameOf(dict, SUBTYPE)
  if (subtype !== '/Widget' && nameOf(dict, TYPE) === '/Annot') for (const key of REMOVED_FROM_REMARKS) dict.delete(key)
  const remarks = dict.lookup(ANNOTS)
  if (remarks instanceof PDFArray) removeRemarks(remarks)
}

function removeRemarks(remarks: PDFArray): void {
  for (let index = remarks.size() - 1; index >= 0; index -= 1) {
    const remark = remarks.lookup(index)
    if (remark instanceof PDFDict && REMOVED_REMARKS.has(nameOf(remark, SUBTYPE))) remarks.remove(index)
  }
}

const isSignature = (dict: PDFDict) =>
  dict.has(PDFName.of('ByteRange')) || (nameOf(dict, PDFName.of('FT')) === '/Sig' && dict.has(PDFName.of('V')))

function nameOf(dict: PDFDict, key: PDFName): string {
  const value = dict.lookup(key)
  return value instanceof PDFName ? value.asString() : ''
}

function isPhoto({ dict }: PDFStream): boolean {
  const filter = dict.lookup(FILTER)
  return lastFilter(dict) === '/DCTDecode' && !(filter instanceof PDFArray && filter.size() > 1)
}

function lastFilter(dict: PDFDict): string {
  const filter = dict.lookup(FILTER)
  const last = filter instanceof PDFArray ? filter.lookup(filter.size() - 1) : filter
  return last instanceof PDFName ? last.asString() : ''
}
