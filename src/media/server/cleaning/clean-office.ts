import { unzipSync, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { AppError } from '#platform/contract/errors.ts'
import { folderOf, openDocumentRules, readLinkedParts, readOpenDocument } from './clean-open-document.ts'
import { checkSummary, leadsAway, NO_WORKBOOK, readTableName, readUsedTexts, readWorkbook, type Workbook } from './clean-sheets.ts'
import { readHiddenStyles } from './clean-word.ts'
import { editXml, type Rules, surveyXml } from './edit-xml.ts'
import { decoded, type Fate, fateOf, isPlace, readRelations, type Relation, relationsPartOf, writeRelations } from './office-relations.ts'
import { officeRules } from './office-rules.ts'
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
const REFUSALS: Readonly<Partial<Record<Fate, string>>> = { runs: MACROS, foreign: INNER, signed: SIGNED }

const TYPES = '[Content_Types].xml'
const MIME_TYPE = 'mimetype'
const MANIFEST = 'META-INF/manifest.xml'
const IS_SIGNED = /^_xmlsignatures\/|^META-INF\/documentsignatures\.xml$/i
const HAS_MACROS = /^(?:Basic|Scripts|Dialogs)\//i
/** Files that hold names, places and dates of their own: OLE, PDF, films, sounds, TIFF and HEIC. */
const FOREIGN = /^(?:\xd0\xcf.\xe0|%PDF|[^]{4}ftyp|.\x45\xdf\xa3|OggS|fLaC|ID3|RIFF[^]{4}(?!WEBP)|II\*\0|MM\0\*)/
const MARKUP = /^(?:\xef\xbb\xbf)?\s*<|^(?:\xff\xfe)?<\0|^(?:\xfe\xff)?\0</

interface Part {
  readonly name: string
  readonly size: number
  readonly isCompressed: boolean
}

/** The parts of a document, by their names in lower case: programs do not tell them apart. */
type Package = ReadonlyMap<string, Part & { readonly read: () => Uint8Array }>

/**
 * Returns a document of Word, Excel, PowerPoint or LibreOffice with what it shows, and nothing else: no author, company, dates,
 * remarks, earlier versions, hidden text and sheets, names of files and devices, and no metadata of its photos.
 * @throws bad_request
 */
export function cleanOffice(bytes: Uint8Array, isInner = false): Uint8Array {
  try {
    const parts = openPackage(bytes)
    const clean = parts.has(TYPES.toLowerCase()) ? cleanOpenXml(parts, isInner) : cleanOpenDocument(parts, isInner)
    const chunks: Uint8Array[] = []
    const zip = new Zip((error, chunk) => {
      if (error) throw error
      chunks.push(chunk)
    })
    for (const [part, content] of clean) addPart(zip, part, content)
    zip.end()
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', DAMAGED)
  }
}

function openPackage(bytes: Uint8Array): Package {
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

type Content = readonly Uint8Array[]
type CleanParts = Generator<readonly [Part, Content]>

function* cleanOpenXml(parts: Package, isInner: boolean): CleanParts {
  const relationsOf = readAllRelations(parts)
  const { shown, workbook, hiddenStyles } = readShown(parts, relationsOf)
  const types = parts.get(TYPES.toLowerCase())
  if (types) yield [types, cleanTypes(types.read(), shown)]
  for (const [owner, kind] of [['', ''] as const, ...shown]) {
    const relations = relationsOf.get(owner) ?? []
    const isKept = ({ id, part, target }: Relation) =>
      !(part === undefined && isPlace(target) && leadsAway(decoded(target.slice(1)), workbook)) &&
      !(workbook.hidden.has(id) && owner === workbook.owner) &&
      (part === undefined || shown.has(part))
    const kept = relations.filter((relation) => fateOf(relation) === 'shown' && isKept(relation))
    const listed = parts.get(relationsPartOf(owner))
    if (listed && relations.length > 0) yield [listed, [writeRelations(kept, (part) => parts.get(part)?.name ?? part)]]
    const part = parts.get(owner)
    if (!part) continue
    const lost = new Set(relations.filter((relation) => !kept.includes(relation)).map(({ id }) => id))
    yield [part, cleanPart(part.read(), { isInner, kind: kindOf(kind), rules: () => officeRules({ hiddenStyles, workbook }, lost) })]
  }
}

function readAllRelations(parts: Package): ReadonlyMap<string, readonly Relation[]> {
  const all = new Map<string, readonly Relation[]>()
  for (const owner of ['', ...parts.keys()]) {
    const listed = parts.get(relationsPartOf(owner))
    if (!listed) continue
    const relations = readRelations(owner, listed.read())
    for (const relation of relations) {
      const refusal = REFUSALS[fateOf(relation)]
      if (refusal !== undefined) throw new AppError('bad_request', refusal)
    }
    all.set(owner, relations)
  }
  return all
}

interface Shown {
  /** Parts that the document leads to, without hidden sheets and slides, and what each is for. */
  readonly shown: ReadonlyMap<string, string>
  readonly workbook: Workbook & { readonly owner: string }
  readonly hiddenStyles: ReadonlySet<string>
}

type RelationsOf = ReadonlyMap<string, readonly Relation[]>

function readShown(parts: Package, relationsOf: RelationsOf): Shown {
  const owner = relationsOf.get('')?.find(({ kind }) => kind === 'officedocument')?.part ?? ''
  const main = parts.get(owner)
  if (!main) throw new AppError('bad_request', DAMAGED)
  const related = relationsOf.get(owner) ?? []
  if (related.some(({ kind }) => kind === 'worksheet')) {
    const book = readBook(parts, main.read(), { relationsOf, related })
    const shown = listShown(parts, relationsOf, ({ id, part }) => book.hidden.has(id) && related.some((each) => each.part === part))
    if (book.hidden.size > 0) checkSummaries(parts, shown, book)
    return { shown, hiddenStyles: new Set(), workbook: { ...book, usedTexts: readTexts(parts, shown), owner } }
  }
  const hiddenSlides = findHiddenSlides(parts, related)
  const styles = parts.get(related.find(({ kind }) => kind === 'styles')?.part ?? '')
  const hiddenStyles = styles ? readHiddenStyles(styles.read()) : new Set<string>()
  return {
    shown: listShown(parts, relationsOf, ({ part = '' }) => hiddenSlides.has(part)),
    hiddenStyles,
    workbook: { ...NO_WORKBOOK, owner },
  }
}

/** Follows the relationships from the document on. */
function listShown(parts: Package, relationsOf: RelationsOf, isHidden: (relation: Relation) => boolean): Map<string, string> {
  const shown = new Map<string, string>()
  const pending = [...(relationsOf.get('') ?? [])]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { part = '', kind } = next
    if (fateOf(next) !== 'shown' || isHidden(next) || shown.has(part) || !parts.has(part)) continue
    shown.set(part, kind)
    pending.push(...(relationsOf.get(part) ?? []))
  }
  return shown
}

function findHiddenSlides(parts: Package, related: readonly Relation[]): Set<string> {
  const slides = related.flatMap(({ kind, part = '' }) => (kind === 'slide' ? [part] : []))
  return new Set(
    slides.filter((name) => {
      const slide = parts.get(name)
      return slide !== undefined && isHiddenSlide(slide.read())
    }),
  )
}

function isHiddenSlide(bytes: Uint8Array): boolean {
  let isHidden = false
  surveyXml(bytes, {
    open({ name, parent, attributes: { show = '' } }) {
      if (name === 'p:sld' && parent === null) isHidden = /^(?:0|false)$/.test(show)
      return undefined
    },
  })
  return isHidden
}

type Book = ReturnType<typeof readWorkbook>

interface Sheets {
  readonly relationsOf: RelationsOf
  /** What the workbook leads to. */
  readonly related: readonly Relation[]
}

/** With the tables of hidden sheets among the names that are lost. */
function readBook(parts: Package, main: Uint8Array, { relationsOf, related }: Sheets): Book {
  const book = readWorkbook(main)
  const lostNames = new Set(book.lostNames)
  for (const { id, part: sheet = '' } of related) {
    if (!book.hidden.has(id)) continue
    for (const { kind, part = '' } of relationsOf.get(sheet) ?? []) {
      const table = kind === 'table' ? parts.get(part) : undefined
      if (table) lostNames.add(readTableName(table.read()))
    }
  }
  return { ...book, lostNames }
}

function checkSummaries(parts: Package, shown: ReadonlyMap<string, string>, book: Book): void {
  for (const [name, kind] of shown) {
    const summary = kind === 'pivotcachedefinition' ? parts.get(name) : undefined
    if (summary) checkSummary(summary.read(), book)
  }
}

function readTexts(parts: Package, shown: ReadonlyMap<string, string>): Set<number> {
  const used = new Set<number>()
  for (const [name, kind] of shown) {
    const part = kind === 'worksheet' ? parts.get(name) : undefined
    if (part) readUsedTexts(part.read(), used)
  }
  return used
}

/** @throws bad_request for a type with macros */
function cleanTypes(bytes: Uint8Array, shown: Shown['shown']): Content {
  return editXml(bytes, {
    open({ attributes: { ContentType = '', PartName } }) {
      if (/macroEnabled|vbaProject/i.test(ContentType)) throw new AppError('bad_request', MACROS)
      return PartName === undefined || shown.has(decoded(PartName).slice(1).toLowerCase()) ? undefined : 'remove'
    },
  })
}

/** Parts that are there without being shown by another one. */
const OWN_PARTS = /^(?:.*\/)?(?:content|styles|settings)\.xml$/i

function* cleanOpenDocument(parts: Package, isInner: boolean): CleanParts {
  const type = parts.get(MIME_TYPE)
  if (!type) throw new AppError('bad_request', DAMAGED)
  if ([...parts.values()].some(({ name }) => HAS_MACROS.test(name))) throw new AppError('bad_request', MACROS)
  const manifest = parts.get(MANIFEST.toLowerCase())
  if (manifest && isLocked(manifest.read())) throw new AppError('bad_request', LOCKED)
  const texts = [...parts.values()].filter(({ name }) => OWN_PARTS.test(name))
  const factsOf = readOpenDocument(new Map(texts.map((each) => [each.name, each.read()])))
  const linked = new Set(texts.flatMap((each) => readLinkedParts(each.read(), folderOf(each.name))))
  const isShown = ({ name }: Part) =>
    linked.has(name) || (OWN_PARTS.test(name) && (!name.includes('/') || linked.has(name.replace(/\/[^/]*$/, ''))))
  const shown = [...parts.values()].filter(isShown)
  const names = new Set(shown.map(({ name }) => name))
  yield [type, [type.read()]]
  for (const part of shown)
    yield [
      part,
      cleanPart(part.read(), {
        isInner,
        kind: kindOf(part.name),
        rules: () => openDocumentRules(factsOf(part.name), names, folderOf(part.name)),
      }),
    ]
  if (manifest) yield [manifest, cleanManifest(manifest.read(), names)]
}

function isLocked(manifest: Uint8Array): boolean {
  let found = false
  surveyXml(manifest, {
    open({ name }) {
      found ||= name.endsWith(':encryption-data')
      return undefined
    },
  })
  return found
}

const cleanManifest = (bytes: Uint8Array, names: ReadonlySet<string>): Content =>
  editXml(bytes, {
    open({ attributes: { 'manifest:full-path': path } }) {
      const isKept = path === undefined || path === '/' || names.has(path) || names.has(`${path}content.xml`)
      return isKept ? undefined : 'remove'
    },
  })

interface Cleaning {
  /** A spreadsheet within a document: it holds no further one. */
  readonly isInner: boolean
  readonly rules: () => Rules
  readonly kind: 'picture' | 'font' | 'embedded' | 'markup'
}

/** By the relationship to a part, or by its name in LibreOffice. */
const kindOf = (text: string): Cleaning['kind'] =>
  /^(?:oleobject|package)$/.test(text)
    ? 'embedded'
    : /^font$|^(?:.*\/)?Fonts\//.test(text)
      ? 'font'
      : /^image$|^(?:.*\/)?(?:Pictures|ObjectReplacements|media)\//.test(text)
        ? 'picture'
        : 'markup'

/** What is in a part decides how it is cleaned. */
function cleanPart(content: Uint8Array, { isInner, rules, kind }: Cleaning): Content {
  const head = Buffer.from(content.subarray(0, 64)).toString('latin1')
  // Charts hold their numbers as a spreadsheet.
  if (head.startsWith('PK')) {
    if (isInner) throw new AppError('bad_request', INNER)
    return [cleanOffice(content, true)]
  }
  if (FOREIGN.test(head) || kind === 'embedded') throw new AppError('bad_request', INNER)
  // The first bytes of a font are scrambled, and may look like it.
  if (MARKUP.test(head) && kind !== 'font') return editXml(content, rules())
  if (kind === 'markup' && content.length > 0) throw new AppError('bad_request', INNER)
  return [cleanPhoto(content)]
}

/** ODF wants its type stored as it is, so each part stays compressed or not. */
function addPart(zip: Zip, { name, isCompressed }: Part, content: Content): void {
  const part = isCompressed ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
  // The earliest that the format knows.
  part.mtime = new Date(1980, 0, 1)
  zip.add(part)
  for (const [index, piece] of content.entries()) part.push(piece, index === content.length - 1)
}
