import type { Remaining } from '#media/contract/file-address.ts'
import { type Decide, readRest, type Rules, type Verdict, type XmlNode } from './edit-xml.ts'
import { isFileName, isLocalPath } from './office-names.ts'
import { fateOf, type Relation } from './office-relations.ts'
import { findInOffice } from './office-remains.ts'
import { sheetRules, type Workbook } from './clean-sheets.ts'
import { wordRules } from './clean-word.ts'

/** What is known of a document before a part of it is cleaned. */
export interface OfficeFacts {
  /** Styles of Word whose text is hidden. */
  readonly hiddenStyles: ReadonlySet<string>
  /** Footnotes and endnotes of removed words: 'w:footnote 2'. */
  readonly lostNotes: Set<string>
  readonly workbook: Workbook
  /** What is found is added. */
  readonly remains: Set<Remaining>
}

/** Remarks, earlier versions, ties to other files, and who may change what. */
const REMOVED: ReadonlySet<string> = new Set(
  `w:commentRangeStart w:commentRangeEnd w:commentReference w:dataBinding w:printerSettings w:rsids w:docVars w:mailMerge w:smartTagPr
  w:customXmlPr w:tag w:smartTagType w:entryMacro w:exitMacro w:attachedTemplate w:attachedSchema w:saveThroughXslt w:permStart w:permEnd
  ms:commentRel ms:dataBinding ms:docId ms:absPath ms:revisionPtr p:custData x:fileSharing x:scenarios x:customSheetViews x:customWorkbookViews
  x:webPublishItems x:webPublishObjects x:externalReferences svg:metadata other:metadata`.split(/\s+/),
)
const UNWRAPPED: ReadonlySet<string> = new Set(['w:smartTag', 'w:customXml'])
/** No program opens a document in which these are there without content. */
const NOT_EMPTY: ReadonlySet<string> = new Set(
  `w:tbl w:hyperlink p:custDataLst x:hyperlinks x:definedNames x:conditionalFormatting x:dataValidations x:oleObjects x:customProperties x:extLst
  x:tableParts`.split(/\s+/),
)
const LEFT_OUT_ATTRIBUTES: ReadonlySet<string> = new Set(
  `w:author w:date w:initials ms:paraId ms:textId ms:uid ms:dateUtc ms:durableId o:gfxdata refreshedBy refreshedDate securityDescriptor
  w:edGrp w:ed`.split(/\s+/),
)
/** Of a click on a slide: to go elsewhere in it. Others run a program or a macro. */
const SLIDE_ACTION = /^(?:$|ppaction:\/\/(?:hlinksldjump|hlinkshowjump|customshow|media|noaction))/i
const CLICKS: ReadonlySet<string> = new Set(['a:hlinkClick', 'a:hlinkHover', 'a:hlinkMouseOver'])
/** Pictures, whose name or description may be that of the file they came from. */
const NAMED_BY_FILES = /^(?:\w+:(?:cNvPr|docPr) (?:name|descr|title)|v:\w+ o:title)$/
/** Their text is shown without what they lead to. */
const KEPT_WITHOUT_RELATION: Readonly<Record<string, Verdict | 'attribute'>> = {
  'w:hyperlink': 'unwrap',
  'x:pageSetup': 'attribute',
  'x:pivotCacheDefinition': 'attribute',
}

/** Rules for a part of Word, Excel or PowerPoint. @param lost ids of its relationships that are left out */
export function officeRules(facts: OfficeFacts, lost: ReadonlySet<string>): Required<Rules> {
  const [word, sheets] = [wordRules(facts.hiddenStyles), sheetRules(facts.workbook)]
  const lostSlides = new Set<string>()
  const isLost = (name: string, value: string | undefined) => name.startsWith('r:') && value !== undefined && lost.has(value)

  function relationVerdict({ name, attributes }: XmlNode): Verdict | undefined {
    if (lost.size === 0 || !isLost('r:id', attributes['r:id'])) return undefined
    const verdict = KEPT_WITHOUT_RELATION[name] ?? 'remove'
    return verdict === 'attribute' ? undefined : verdict
  }
  /** The sections of a presentation name its slides by their numbers. */
  function isLostSlide({ name, attributes: { id = '', 'r:id': relation } }: XmlNode): boolean {
    if (name === 'p:sldId' && isLost('r:id', relation)) lostSlides.add(id)
    return name.endsWith(':sldId') && lostSlides.has(id)
  }
  function open(node: XmlNode, decide: Decide): Verdict | undefined {
    const { name, attributes } = node
    if (isLostSlide(node)) return 'remove'
    if (REMOVED.has(name) || facts.lostNotes.has(`${name} ${attributes['w:id']}`)) return 'remove'
    if (UNWRAPPED.has(name)) return 'unwrap'
    if (CLICKS.has(name) && !SLIDE_ACTION.test(attributes['action'] ?? '')) return 'remove'
    return relationVerdict(node) ?? word.open(node, decide) ?? sheets.open(node)
  }
  function close(node: XmlNode, decide: Decide): Verdict | undefined {
    const remaining = findInOffice(node)
    if (remaining !== undefined && !node.isGone) facts.remains.add(remaining)
    // The yellow paper of a remark in a spreadsheet.
    if (node.name === 'xo:ClientData' && node.attributes['ObjectType'] === 'Note' && node.parent) decide(node.parent, 'remove')
    if (NOT_EMPTY.has(node.name) && node.kept === 0) return 'remove'
    return word.close(node, decide) ?? sheets.close(node, decide)
  }
  function attribute(name: string, value: string, node: Pick<XmlNode, 'name' | 'attributes'>): string | null {
    if (LEFT_OUT_ATTRIBUTES.has(name) || name.startsWith('w:rsid') || isLost(name, value)) return null
    if (isLocalPath(value) || (NAMED_BY_FILES.test(`${node.name} ${name}`) && isFileName(value))) return ''
    return sheets.attribute(name, value, node)
  }
  return { open, close, attribute }
}

/** What only removed words of a part have: ids of its relationships, and footnotes. @throws for broken XML */
export function findUnused(bytes: Uint8Array, facts: OfficeFacts, related: readonly Relation[]): ReadonlySet<string> {
  const lost = new Set(related.filter((each) => fateOf(each) !== 'shown').map(({ id }) => id))
  const { gone = [], kept = [] } = readRest(bytes, officeRules(facts, lost), (node) => referencesOf(node).length > 0)
  const used = new Set(kept.flatMap(referencesOf))
  const unused = new Set(gone.flatMap(referencesOf).filter((each) => !used.has(each)))
  // The drawing of a diagram is found by its data alone. Programs draw those that remain anew.
  const hasLostDiagram = related.some(({ id, kind }) => kind === 'diagramdata' && unused.has(id))
  if (hasLostDiagram) for (const { id, kind } of related) if (kind === 'diagramdrawing') unused.add(id)
  return unused
}

const NOTE = /^w:(?:foot|end)note /
export const isNote = (reference: string): boolean => NOTE.test(reference)

function referencesOf({ name, attributes }: XmlNode): string[] {
  const relations = Object.entries(attributes).flatMap(([key, value]) => (key.startsWith('r:') || key === 'o:relid' ? [value] : []))
  return /^w:(?:foot|end)noteReference$/.test(name) ? [...relations, `${name.replace('Reference', '')} ${attributes['w:id']}`] : relations
}
