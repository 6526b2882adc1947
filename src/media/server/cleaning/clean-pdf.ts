import {
  decodePDFRawStream,
  EncryptedPDFError,
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import type { Remaining } from '#media/contract/file-address.ts'
import { AppError } from '#platform/contract/errors.ts'
import { cleanProfile } from './clean-profile.ts'
import { isLocalPath, isOpenAddress } from './office-names.ts'
import { remainsOfPdf } from './pdf-remains.ts'
import { cleanJpeg, cleanJpeg2000 } from './strip-picture.ts'

const ENCRYPTED = 'This PDF is locked with a password, so the blog cannot remove its author and dates. Please print it to a new PDF.'
const SIGNED =
  'This PDF is signed. Removing its author and dates would break the signature, so the blog does not take it. Please print it to a new PDF.'
const OF_ADOBE = 'This PDF is a form that only programs of Adobe show. Please print it to a new PDF there, and send that.'
const DAMAGED = 'This PDF is damaged and could not be read. Please open it, print it to a new PDF, and send that.'

const namesOf = (...keys: string[]) => keys.map((key) => PDFName.of(key))

/** Who, when and with what (also of each part), what runs, other files, and places on a map. */
const REMOVED_KEYS = namesOf(
  'Metadata',
  'PieceInfo',
  'Thumb',
  'LastModified',
  'Info',
  'LegalAttestation',
  'SpiderInfo',
  'Perms',
  'JS',
  'JavaScript',
  'OpenAction',
  'AA',
  'PA',
  'XFA',
  'EmbeddedFiles',
  'AF',
  'EF',
  'Collection',
  'Renditions',
  'RichMediaContent',
  'Requirements',
  'Ref',
  'OPI',
  'VP',
  'LGIDict',
)
/** Their entries have names of their own, which mean nothing. */
const NAMED: ReadonlySet<string> = new Set(
  '/Font /XObject /ExtGState /ColorSpace /Pattern /Shading /Properties /CharProcs /Dests /ClassMap /RoleMap /Colorants'.split(' '),
)
/** Of what is added to a page: who, when, and other remarks that belong to it. */
const REMOVED_FROM_REMARKS = namesOf('T', 'M', 'CreationDate', 'NM', 'Popup', 'IRT')
/** Of a field of a form that nobody sees. */
const VALUES = namesOf('V', 'DV', 'RV', 'AP', 'MK', 'TU', 'Opt')
const WORDS_OF_REMARKS = namesOf('Contents', 'RC')
/** Their words are a part of the page. */
const PARTS_OF_PAGE: ReadonlySet<string> = new Set(['/Link', '/FreeText'])
const TURNS: ReadonlySet<string> = new Set(['/NextPage', '/PrevPage', '/FirstPage', '/LastPage'])
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
/** Flags of what is neither shown nor printed. */
const HIDDEN_FLAGS = 2 | 32
const PRINTED_FLAG = 4

const name = (key: string) => PDFName.of(key)
const [A, S, SUBTYPE, RECT, ANNOTS] = ['A', 'S', 'Subtype', 'Rect', 'Annots'].map(name) as [PDFName, PDFName, PDFName, PDFName, PDFName]
const [NEXT, FILTER, PARAMETERS, DCT, JPX] = ['Next', 'Filter', 'DecodeParms', 'DCTDecode', 'JPXDecode'].map(name) as [
  PDFName,
  PDFName,
  PDFName,
  PDFName,
  PDFName,
]

interface CleanPdf {
  readonly bytes: Uint8Array
  readonly pages: number
  /** What readers do not see, but find. */
  readonly remains: readonly Remaining[]
}

/**
 * Returns a PDF without author, dates, programs, XMP, remarks, scripts, actions, files within it, and what earlier versions
 * of it left behind; the pages stay as they are.
 * @throws bad_request for one that is locked, signed or damaged
 */
export async function cleanPdf(bytes: Uint8Array): Promise<CleanPdf> {
  const pdf = await load(bytes)
  try {
    return await cleanDocument(pdf)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', DAMAGED)
  }
}

async function cleanDocument(pdf: PDFDocument): Promise<CleanPdf> {
  const { context, catalog } = pdf
  if (catalog.lookup(name('NeedsRendering')) === PDFBool.True) throw new AppError('bad_request', OF_ADOBE)
  context.trailerInfo = { Root: context.trailerInfo.Root }
  const names = catalog.lookup(name('Names'))
  if (names instanceof PDFDict) for (const key of names.keys()) if (key !== name('Dests')) names.delete(key)
  // The address that others are relative to, and the order of reading, which has an author of its own.
  for (const key of namesOf('URI', 'Threads')) catalog.delete(key)
  for (const { node } of pdf.getPages()) node.delete(name('B'))
  const used = cleanAll(pdf)
  for (const [ref] of context.enumerateIndirectObjects()) if (!used.has(ref)) context.delete(ref)
  const pages = pdf.getPageCount()
  if (pages === 0) throw new AppError('bad_request', DAMAGED)
  const remains = remainsOfPdf(pdf)
  return { bytes: await pdf.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false }), pages, remains }
}

/** Many programs lock a PDF against changes alone: everybody opens it without a password. */
async function load(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    // What stands before it is no part of it.
    const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).indexOf('%PDF-')
    const pdf = await PDFDocument.load(bytes.subarray(Math.max(0, start)), { updateMetadata: false, password: '' })
    // A file that is damaged may have no catalogue, or one without pages.
    pdf.getPageCount()
    return pdf
  } catch (error) {
    if (error instanceof AppError) throw error
    const isLocked = error instanceof EncryptedPDFError || (error instanceof Error && /password|encrypt/i.test(error.name + error.message))
    throw new AppError('bad_request', isLocked ? ENCRYPTED : DAMAGED)
  }
}

/** Cleans everything that the catalogue leads to. @returns the objects that are reached */
function cleanAll(pdf: PDFDocument): Set<PDFRef> {
  const { context, catalog } = pdf
  const used = new Set<PDFRef>()
  const pages = new Set<PDFObject>(pdf.getPages().map(({ node }) => node))
  // By whether the names of its entries mean something.
  const seen = [new Set<PDFObject>(), new Set<PDFObject>()] as const
  const root = context.trailerInfo.Root
  if (root instanceof PDFRef) used.add(root)
  const pending: { readonly object: PDFObject; readonly isNamed: boolean }[] = [{ object: catalog, isNamed: false }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { object, isNamed } = next
    const known = seen[isNamed ? 1 : 0]
    if (known.has(object)) continue
    known.add(object)
    if (object instanceof PDFRef) used.add(object)
    const parts =
      object instanceof PDFRef ? [{ object: followRef(context, object, pages), isNamed }] : cleanObject(context, object, isNamed)
    for (const part of parts) if (part.object !== undefined) pending.push({ ...part, object: part.object })
  }
  return used
}

/**
 * The object of a reference. A photo in a PDF is a whole JPEG, with its own place, camera and dates, and is replaced. A page that
 * was removed is still there for the bookmarks that lead to it.
 */
function followRef(context: PDFContext, ref: PDFRef, pages: ReadonlySet<PDFObject>): PDFObject | undefined {
  const object = context.lookup(ref)
  if (object instanceof PDFDict && nameOf(object, name('Type')) === '/Page' && !pages.has(object)) {
    context.assign(ref, PDFNull)
    return undefined
  }
  const kind = object instanceof PDFRawStream ? filtersOf(object.dict).at(-1) : undefined
  if (object instanceof PDFRawStream && (kind === DCT || kind === JPX)) cleanPhoto(context, ref, object)
  return object
}

/** @throws bad_request for a photo that cannot be unpacked */
function cleanPhoto(context: PDFContext, ref: PDFRef, { dict, contents }: PDFRawStream): void {
  const packed = filtersOf(dict).slice(0, -1)
  const jpeg = packed.length === 0 ? contents : unpack(context, packed, { dict, contents })
  const kind = filtersOf(dict).at(-1) ?? DCT
  dict.set(FILTER, kind)
  const parameters = dict.lookup(PARAMETERS)
  // Those of the photo itself come last.
  if (parameters instanceof PDFArray) dict.set(PARAMETERS, parameters.lookup(packed.length) ?? PDFNull)
  context.assign(ref, PDFRawStream.of(dict, kind === DCT ? cleanJpeg(jpeg) : cleanJpeg2000(jpeg)))
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

interface Reached {
  readonly object: PDFObject | undefined
  readonly isNamed: boolean
}

/** Cleans the object itself. @returns its parts */
function cleanObject(context: PDFContext, object: PDFObject, isNamed: boolean): Reached[] {
  if (object instanceof PDFArray) {
    cleanColours(context, object)
    return object.asArray().map((part) => ({ object: part, isNamed: false }))
  }
  const dict = object instanceof PDFStream ? object.dict : object
  if (!(dict instanceof PDFDict)) return []
  // The content of a stream may stand in another file.
  if (object instanceof PDFStream) for (const key of namesOf('F', 'FFilter', 'FDecodeParms')) dict.delete(key)
  if (!isNamed) cleanDictionary(context, dict)
  return dict.entries().map(([key, part]) => ({ object: part, isNamed: !isNamed && NAMED.has(key.asString()) }))
}

const ICC = name('ICCBased')
const PLAIN_COLOURS: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }

/** The colour profile of a display holds its name, and that of its owner's computer. */
function cleanColours(context: PDFContext, colours: PDFArray): void {
  const stream = colours.size() >= 2 && colours.get(0) === ICC ? colours.lookup(1) : undefined
  if (!(stream instanceof PDFRawStream)) return
  const profile = profileOf(context, stream)
  const count = stream.dict.lookup(name('N'))
  const ref = colours.get(1)
  if (profile !== null && ref instanceof PDFRef) return context.assign(ref, profile)
  colours.set(0, name(PLAIN_COLOURS[count instanceof PDFNumber ? count.asNumber() : 3] ?? 'DeviceRGB'))
  colours.remove(1)
}

/** The clean one for each profile: many pages share one. */
const profiles = new WeakMap<PDFRawStream, PDFRawStream | null>()

/** @returns null for what is no profile */
function profileOf(context: PDFContext, stream: PDFRawStream): PDFRawStream | null {
  const known = profiles.get(stream)
  if (known !== undefined) return known
  const profile = readProfile(context, stream)
  const clean = profile === null ? null : context.flateStream(profile, profileEntries(stream.dict))
  profiles.set(stream, clean)
  if (clean !== null) profiles.set(clean, clean)
  return clean
}

function readProfile(context: PDFContext, stream: PDFRawStream): Buffer | null {
  try {
    return cleanProfile(unpack(context, filtersOf(stream.dict), stream))
  } catch {
    return null
  }
}

const profileEntries = (dict: PDFDict) =>
  Object.fromEntries(
    namesOf('N', 'Range', 'Alternate').flatMap((key) => (dict.has(key) ? [[key.decodeText(), dict.get(key) ?? PDFNull]] : [])),
  )

function cleanDictionary(context: PDFContext, dict: PDFDict): void {
  if (isSignature(dict)) throw new AppError('bad_request', SIGNED)
  for (const key of REMOVED_KEYS) dict.delete(key)
  for (const key of [A, NEXT]) if (!isHarmless(dict.lookup(key))) dict.delete(key)
  for (const [key, value] of dict.entries()) if (isText(value) && isLocalPath(value.decodeText())) dict.delete(key)
  const output = dict.lookup(name('DestOutputProfile'))
  if (output instanceof PDFRawStream) cleanOutput(context, dict, output)
  if (dict.has(RECT)) cleanRemark(dict, nameOf(dict, SUBTYPE))
  const remarks = dict.lookup(ANNOTS)
  if (remarks instanceof PDFArray) removeRemarks(remarks)
}

function cleanOutput(context: PDFContext, dict: PDFDict, output: PDFRawStream): void {
  const profile = profileOf(context, output)
  const ref = dict.get(name('DestOutputProfile'))
  if (profile !== null && ref instanceof PDFRef) context.assign(ref, profile)
  else dict.delete(name('DestOutputProfile'))
}

const isText = (value: PDFObject): value is PDFString | PDFHexString => value instanceof PDFString || value instanceof PDFHexString

/** A link may lead to a place in the text or to an address; no other action remains. Other things have no kind. */
function isHarmless(action: PDFObject | undefined, depth = 0): boolean {
  if (action instanceof PDFArray) return depth < 9 && action.asArray().every((_, index) => isHarmless(action.lookup(index), depth + 1))
  if (!(action instanceof PDFDict) || !action.has(S)) return true
  const kind = nameOf(action, S)
  const address = action.lookup(name('URI'))
  if (kind === '/URI') return address !== undefined && isText(address) && isOpenAddress(address.decodeText())
  return kind === '/GoTo' || (kind === '/Named' && TURNS.has(nameOf(action, name('N'))))
}

/** Fields of a form have the same keys for their names. */
function cleanRemark(dict: PDFDict, subtype: string): void {
  if (subtype === '/Widget') clearHidden(dict)
  if (subtype === '' || subtype === '/Widget') return
  for (const key of REMOVED_FROM_REMARKS) dict.delete(key)
  if (!PARTS_OF_PAGE.has(subtype)) for (const key of WORDS_OF_REMARKS) dict.delete(key)
}

const flagsOf = (dict: PDFDict): number => {
  const flags = dict.lookup(name('F'))
  return flags instanceof PDFNumber ? flags.asNumber() : 0
}
const isUnseen = (field: PDFDict) => (flagsOf(field) & HIDDEN_FLAGS) !== 0 && (flagsOf(field) & (PRINTED_FLAG | 2)) !== PRINTED_FLAG

/** A field of a form may stand at several places, and has its value above them then. */
function clearHidden(field: PDFDict): void {
  if (!isUnseen(field)) return
  const above = field.lookup(name('Parent'))
  const places = above instanceof PDFDict ? above.lookup(name('Kids')) : undefined
  const isHiddenEverywhere = places instanceof PDFArray && places.asArray().every((_, at) => isUnseenAt(places, at))
  for (const key of VALUES) {
    field.delete(key)
    if (isHiddenEverywhere && above instanceof PDFDict) above.delete(key)
  }
}

function isUnseenAt(places: PDFArray, at: number): boolean {
  const place = places.lookup(at)
  return place instanceof PDFDict && isUnseen(place)
}

function removeRemarks(remarks: PDFArray): void {
  for (let index = remarks.size() - 1; index >= 0; index -= 1) {
    const remark = remarks.lookup(index)
    if (remark instanceof PDFDict && isRemoved(remark)) remarks.remove(index)
  }
}

function isRemoved(remark: PDFDict): boolean {
  const kind = nameOf(remark, SUBTYPE)
  return REMOVED_REMARKS.has(kind) || ((flagsOf(remark) & HIDDEN_FLAGS) !== 0 && kind !== '/Widget')
}

const isSignature = (dict: PDFDict) => dict.has(name('ByteRange')) || (nameOf(dict, name('FT')) === '/Sig' && dict.has(name('V')))

function nameOf(dict: PDFDict, key: PDFName): string {
  const value = dict.lookup(key)
  return value instanceof PDFName ? value.asString() : ''
}

function filtersOf(dict: PDFDict): readonly PDFName[] {
  const filter = dict.lookup(FILTER)
  const all = filter instanceof PDFArray ? filter.asArray().map((_, index) => filter.lookup(index)) : [filter]
  return all.filter((each) => each instanceof PDFName)
}
