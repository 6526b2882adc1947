import type { Remaining } from '#media/contract/file-address.ts'
import { AppError } from '#platform/contract/errors.ts'
import { folderOf, openDocumentRules, readLinkedParts, readOpenDocument } from './clean-open-document.ts'
import { checkSummary, leadsAway, NO_WORKBOOK, readTableName, readUsedTexts, readWorkbook, type Workbook } from './clean-sheets.ts'
import { readHiddenStyles } from './clean-word.ts'
import { editXml, readXml, type Rules } from './edit-xml.ts'
import { type Content, DAMAGED, openPackage, type Package, type Part, SIGNED, writePackage } from './office-package.ts'
import { decoded, type Fate, fateOf, isPlace, readRelations, type Relation, relationsPartOf, writeRelations } from './office-relations.ts'
import { findUnused, isNote, type OfficeFacts, officeRules } from './office-rules.ts'
import { cleanPhoto } from './strip-picture.ts'

const MACROS = 'This file holds macros, which can run on the computers of your readers. Please save it without macros, or as PDF.'
const CONTROLS =
  'This file holds buttons or fields that can run programs on the computers of your readers. Please remove them, or save the file as PDF.'
const PHOTO =
  'A photo in this file is a TIFF or HEIC, from which the blog cannot remove the place and the camera. Please put it in as a JPEG, or save the file as PDF.'
const INNER = 'Another file is embedded in this one, and the blog cannot look into it. Please remove it, or save the file as PDF.'
const LOCKED = 'This file is locked with a password, so the blog cannot remove names and dates. Please save it without one, or as PDF.'
const REFUSALS: Readonly<Partial<Record<Fate, string>>> = { runs: MACROS, controls: CONTROLS, foreign: INNER, signed: SIGNED }

const TYPES = '[Content_Types].xml'
const MIME_TYPE = 'mimetype'
const MANIFEST = 'META-INF/manifest.xml'
const HAS_MACROS = /^(?:Basic|Scripts|Dialogs)\//i
/** Files that hold names, places and dates of their own: OLE, PDF, videos, audio files, TIFF and HEIC. */
const FOREIGN = /^(?:\xd0\xcf.\xe0|%PDF|[^]{4}ftyp|.\x45\xdf\xa3|OggS|fLaC|ID3|RIFF[^]{4}(?!WEBP)|II\*\0|MM\0\*)/
const PHOTOS = /^(?:[^]{4}ftyp(?:hei|hev|mif|avif)|II\*\0|MM\0\*)/
const MARKUP = /^(?:\xef\xbb\xbf)?\s*<|^(?:\xff\xfe)?<\0|^(?:\xfe\xff)?\0</

/**
 * Returns a document of Word, Excel, PowerPoint or LibreOffice with what it shows: without author, company, dates, remarks,
 * earlier versions, hidden text and sheets, names of files and devices, and metadata of its photos. `remains` is what readers
 * do not see, but find.
 * @throws bad_request
 */
export function cleanOffice(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly remains: readonly Remaining[] } {
  const remains = new Set<Remaining>()
  return { bytes: cleanPackage(bytes, { isInner: false, remains }), remains: [...remains] }
}

interface Place {
  /** A document within a document: it holds no further one. */
  readonly isInner: boolean
  /** What is found there is added. */
  readonly remains: Set<Remaining>
}

function cleanPackage(bytes: Uint8Array, place: Place): Uint8Array {
  try {
    const parts = openPackage(bytes)
    const clean = parts.has(TYPES.toLowerCase()) ? cleanOpenXml(parts, place) : cleanOpenDocument(parts, place)
    return writePackage(clean)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', DAMAGED)
  }
}

type CleanParts = Generator<readonly [Part, Content]>

function* cleanOpenXml(parts: Package, place: Place): CleanParts {
  const relationsOf = readAllRelations(parts)
  const { shown, facts } = readShown(parts, relationsOf, place)
  const { workbook } = facts
  const types = parts.get(TYPES.toLowerCase())
  if (types) yield [types, cleanTypes(types.read(), shown)]
  for (const [owner, { kind }] of [['', { kind: '' }] as const, ...shown]) {
    const relations = relationsOf.get(owner) ?? []
    const isKept = ({ id, part, target }: Relation) =>
      !(part === undefined && isPlace(target) && leadsAway(decoded(target.slice(1)), workbook)) &&
      !(workbook.hidden.has(id) && owner === workbook.owner) &&
      !shown.get(owner)?.unused.has(id) &&
      (part === undefined || shown.has(part))
    const kept = relations.filter((relation) => fateOf(relation) === 'shown' && isKept(relation))
    const listed = parts.get(relationsPartOf(owner))
    if (listed && relations.length > 0) yield [listed, [writeRelations(kept, (part) => parts.get(part)?.name ?? part)]]
    const part = parts.get(owner)
    if (!part) continue
    const lost = new Set(relations.filter((relation) => !kept.includes(relation)).map(({ id }) => id))
    yield [part, cleanPart(part.read(), { ...place, kind: kindOf(kind), rules: () => officeRules(facts, lost) })]
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

interface Facts extends OfficeFacts {
  readonly workbook: Workbook & { readonly owner: string }
}

/** Parts that the document leads to, without hidden sheets and slides: what each is for, and what it leads to in vain. */
type Shown = ReadonlyMap<string, { readonly kind: string; readonly unused: ReadonlySet<string> }>
type RelationsOf = ReadonlyMap<string, readonly Relation[]>

function readShown(parts: Package, relationsOf: RelationsOf, { remains }: Place): { readonly shown: Shown; readonly facts: Facts } {
  const owner = relationsOf.get('')?.find(({ kind }) => kind === 'officedocument')?.part ?? ''
  const main = parts.get(owner)
  if (!main) throw new AppError('bad_request', DAMAGED)
  const related = relationsOf.get(owner) ?? []
  const facts = { remains, lostNotes: new Set<string>(), hiddenStyles: new Set<string>(), workbook: { ...NO_WORKBOOK, owner } }
  if (related.some(({ kind }) => kind === 'worksheet')) {
    const book = readBook(parts, main.read(), { relationsOf, related })
    const isHidden = ({ id, part }: Relation) => book.hidden.has(id) && related.some((each) => each.part === part)
    const shown = listShown(parts, relationsOf, { isHidden, facts })
    if (book.hidden.size > 0) checkSummaries(parts, shown, book)
    return { shown, facts: { ...facts, workbook: { ...book, usedTexts: readTexts(parts, shown), owner } } }
  }
  const hiddenSlides = findHiddenSlides(parts, related)
  const styles = parts.get(related.find(({ kind }) => kind === 'styles')?.part ?? '')
  if (styles) facts.hiddenStyles = readHiddenStyles(styles.read())
  return { shown: listShown(parts, relationsOf, { isHidden: ({ part = '' }) => hiddenSlides.has(part), facts }), facts }
}

interface Following {
  readonly isHidden: (relation: Relation) => boolean
  /** The notes that are lost are added. */
  readonly facts: Facts
}

/** Follows the relationships from the document on, without those that only removed words had. */
function listShown(parts: Package, relationsOf: RelationsOf, { isHidden, facts }: Following): Shown {
  const shown = new Map<string, { readonly kind: string; readonly unused: ReadonlySet<string> }>()
  const pending = [...(relationsOf.get('') ?? [])]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { part: name = '', kind } = next
    const part = parts.get(name)
    if (fateOf(next) !== 'shown' || isHidden(next) || shown.has(name) || part === undefined) continue
    const related = relationsOf.get(name) ?? []
    const unused = unusedOf(part, related, facts)
    shown.set(name, { kind, unused })
    pending.push(...related.filter(({ id }) => !unused.has(id)))
  }
  return shown
}

function unusedOf(part: { readonly read: () => Uint8Array }, related: readonly Relation[], facts: Facts): ReadonlySet<string> {
  const content = related.length === 0 ? new Uint8Array() : part.read()
  if (!isMarkup(content)) return new Set()
  const unused = findUnused(content, facts, related)
  for (const each of unused) if (isNote(each)) facts.lostNotes.add(each)
  return unused
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
  readXml(bytes, {
    open({ name, parent, attributes: { show = '' } }) {
      if (name === 'p:sld' && parent === null) isHidden = /^(?:0|false)$/.test(show)
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

function checkSummaries(parts: Package, shown: Shown, book: Book): void {
  for (const [name, { kind }] of shown) {
    const summary = kind === 'pivotcachedefinition' ? parts.get(name) : undefined
    if (summary) checkSummary(summary.read(), book)
  }
}

function readTexts(parts: Package, shown: Shown): Set<number> {
  const used = new Set<number>()
  for (const [name, { kind }] of shown) {
    const part = kind === 'worksheet' ? parts.get(name) : undefined
    if (part) readUsedTexts(part.read(), used)
  }
  return used
}

/** @throws bad_request for a type with macros */
function cleanTypes(bytes: Uint8Array, shown: Shown): Content {
  return editXml(bytes, {
    open({ attributes: { ContentType = '', PartName } }) {
      if (/macroEnabled|vbaProject/i.test(ContentType)) throw new AppError('bad_request', MACROS)
      return PartName === undefined || shown.has(decoded(PartName).slice(1).toLowerCase()) ? undefined : 'remove'
    },
  })
}

/** Parts that are there without being shown by another one. */
const OWN_PARTS = /^(?:.*\/)?(?:content|styles|settings)\.xml$/i

function* cleanOpenDocument(parts: Package, place: Place): CleanParts {
  const type = parts.get(MIME_TYPE)
  if (!type) throw new AppError('bad_request', DAMAGED)
  if ([...parts.values()].some(({ name }) => HAS_MACROS.test(name))) throw new AppError('bad_request', MACROS)
  const manifest = parts.get(MANIFEST.toLowerCase())
  if (manifest && isLocked(manifest.read())) throw new AppError('bad_request', LOCKED)
  const texts = [...parts.values()].filter(({ name }) => OWN_PARTS.test(name))
  const factsOf = readOpenDocument(new Map(texts.map((each) => [each.name, each.read()])))
  const rulesOf = ({ name }: Part, among: ReadonlySet<string>) =>
    openDocumentRules(factsOf(name), { parts: among, folder: folderOf(name), remains: place.remains })
  const all = new Set([...parts.values()].map(({ name }) => name))
  const shown = listLinked(parts, (part) => rulesOf(part, all))
  yield [type, [type.read()]]
  for (const part of parts.values())
    if (shown.has(part.name)) yield [part, cleanPart(part.read(), { ...place, kind: kindOf(part.name), rules: () => rulesOf(part, shown) })]
  if (manifest) yield [manifest, cleanManifest(manifest.read(), shown)]
}

/** @returns names of the parts to which the texts lead, without what only hidden words show */
function listLinked(parts: Package, rulesOf: (part: Part) => Required<Rules>): ReadonlySet<string> {
  const texts = [...parts.values()].filter(({ name }) => OWN_PARTS.test(name))
  const textsIn = Map.groupBy(texts, ({ name }) => folderOf(name))
  const shown = new Set<string>()
  const pending = [...(textsIn.get('') ?? [])]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { name } = next
    if (shown.has(name)) continue
    shown.add(name)
    if (!OWN_PARTS.test(name)) continue
    for (const linked of readLinkedParts(next.read(), folderOf(name), rulesOf(next))) {
      const part = parts.get(linked.toLowerCase())
      pending.push(...(part?.name === linked ? [part] : []), ...(textsIn.get(`${linked}/`) ?? []))
    }
  }
  return shown
}

function isLocked(manifest: Uint8Array): boolean {
  let found = false
  readXml(manifest, {
    open({ name }) {
      found ||= name.endsWith(':encryption-data')
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

interface Cleaning extends Place {
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

const headOf = (content: Uint8Array) => Buffer.from(content.subarray(0, 64)).toString('latin1')
const isMarkup = (content: Uint8Array) => MARKUP.test(headOf(content))

/** What is in a part decides how it is cleaned. */
function cleanPart(content: Uint8Array, { isInner, remains, rules, kind }: Cleaning): Content {
  const head = headOf(content)
  // Charts hold their numbers as a spreadsheet.
  if (head.startsWith('PK')) {
    if (isInner) throw new AppError('bad_request', INNER)
    remains.add('inner files')
    return [cleanPackage(content, { isInner: true, remains })]
  }
  if (FOREIGN.test(head) || kind === 'embedded') throw new AppError('bad_request', PHOTOS.test(head) ? PHOTO : INNER)
  // The first bytes of a font are scrambled, and may look like it.
  if (isMarkup(content) && kind !== 'font') return editXml(content, rules())
  if (kind === 'markup' && content.length > 0) throw new AppError('bad_request', INNER)
  return [cleanPhoto(content)]
}
