import {
  decodePDFRawStream,
  EncryptedPDFError,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNull,
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

const namesOf = (...keys: string[]) => keys.map((key) => PDFName.of(key))

/** Who, when and with what (also of each part), what runs, and files within the file. */
const REMOVED_KEYS = namesOf(
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
)
/** Of what is added to a page: who, when, and other remarks that belong to it. */
const REMOVED_FROM_REMARKS = namesOf('T', 'M', 'CreationDate', 'NM', 'Popup', 'IRT')
const WORDS_OF_REMARKS = namesOf('Contents', 'RC')
/** Their words are a part of the page. */
const PARTS_OF_PAGE: ReadonlySet<string> = new Set(['/Link', '/FreeText'])
/** A link may lead to a place in the text or to an address; no other action remains. */
const KEPT_ACTIONS: ReadonlySet<string> = new Set(['/GoTo', '/URI', '/Named'])
const REMOVED_REMARKS: ReadonlySet<string> = new Set([
  '/Text',
  '/Popup',
  '/FileAttachment',
  '/RichMedia',
  '/Screen',
  '/Sound',
  '/Movie',
  '/3D',
])

const [A, S, SUBTYPE, RECT, ANNOTS, NEXT, FILTER, PARAMETERS, DCT] = namesOf(
  'A',
  'S',
  'Subtype',
  'Rect',
  'Annots',
  'Next',
  'Filter',
  'DecodeParms',
  'DCTDecode',
) as [PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName, PDFName]

/**
 * Returns a PDF without author, dates, programs, XMP, remarks, scripts, actions, files within it, and what earlier versions
 * of it left behind; the pages stay as they are.
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
  if (object instanceof PDFRawStream && filtersOf(object.dict).at(-1) === DCT) cleanPhoto(context, ref, object)
  return object === undefined ? [] : [object]
}

/** @throws bad_request for a photo that cannot be unpacked */
function cleanPhoto(context: PDFContext, ref: PDFRef, { dict, contents }: PDFRawStream): void {
  const packed = filtersOf(dict).slice(0, -1)
  const jpeg = packed.length === 0 ? contents : unpack(context, packed, { dict, contents })
  dict.set(FILTER, DCT)
  const parameters = dict.lookup(PARAMETERS)
  // Those of the photo itself come last.
  if (parameters instanceof PDFArray) dict.set(PARAMETERS, parameters.lookup(packed.length) ?? PDFNull)
  context.assign(ref, PDFRawStream.of(dict, cleanJpeg(jpeg)))
}

/** Undoes what the JPEG is packed in, such as letters and digits for its bytes. */
function unpack(context: PDFContext, filters: readonly PDFName[], { dict, contents }: Pick<PDFRawStream, 'dict' | 'contents'>) {
  const outer = dict.clone(context)
  outer.set(FILTER, context.obj([...filters]))
  try {
    return decodePDFRawStream(PDFRawStream.of(outer, contents)).decode()
  } catch {
    throw new AppError('bad_request', DAMAGED)
  }
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
  if (dict.has(RECT)) cleanRemark(dict, nameOf(dict, SUBTYPE))
  const remarks = dict.lookup(ANNOTS)
  if (remarks instanceof PDFArray) removeRemarks(remarks)
}

/** Fields of a form have the same keys for their names. */
function cleanRemark(dict: PDFDict, subtype: string): void {
  if (subtype === '' || subtype === '/Widget') return
  for (const key of REMOVED_FROM_REMARKS) dict.delete(key)
  if (!PARTS_OF_PAGE.has(subtype)) for (const key of WORDS_OF_REMARKS) dict.delete(key)
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

function filtersOf(dict: PDFDict): readonly PDFName[] {
  const filter = dict.lookup(FILTER)
  const all = filter instanceof PDFArray ? filter.asArray().map((_, index) => filter.lookup(index)) : [filter]
  return all.filter((each) => each instanceof PDFName)
}
