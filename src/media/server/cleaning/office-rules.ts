import type { Decide, Rules, Verdict, XmlNode } from './edit-xml.ts'
import { isLocalPath } from './office-names.ts'
import { sheetRules, type Workbook } from './clean-sheets.ts'
import { wordRules } from './clean-word.ts'

/** What is known of a document before a part of it is cleaned. */
export interface OfficeFacts {
  /** Styles of Word whose text is hidden. */
  readonly hiddenStyles: ReadonlySet<string>
  readonly workbook: Workbook
}

/** Remarks, earlier versions, ties to other files, and who may change what. */
const REMOVED: ReadonlySet<string> = new Set(
  `w:commentRangeStart w:commentRangeEnd w:commentReference w:dataBinding w:printerSettings w:rsids w:docVars w:mailMerge w:smartTagPr
  w:customXmlPr w:smartTagType w:entryMacro w:exitMacro w:attachedTemplate w:attachedSchema w:saveThroughXslt w:permStart w:permEnd
  ms:commentRel ms:dataBinding ms:docId ms:absPath ms:revisionPtr p:custData x:fileSharing x:customSheetViews x:customWorkbookViews
  x:webPublishItems x:webPublishObjects x:externalReferences svg:metadata other:metadata`.split(/\s+/),
)
const UNWRAPPED: ReadonlySet<string> = new Set(['w:smartTag', 'w:customXml'])
/** No program opens a document in which these are there without content. */
const NOT_EMPTY: ReadonlySet<string> = new Set(
  `w:tbl p:custDataLst x:hyperlinks x:definedNames x:conditionalFormatting x:dataValidations x:oleObjects x:customProperties x:extLst
  x:tableParts`.split(/\s+/),
)
const LEFT_OUT_ATTRIBUTES: ReadonlySet<string> = new Set(
  `w:author w:date w:initials ms:paraId ms:textId ms:uid ms:dateUtc ms:durableId o:gfxdata refreshedBy refreshedDate securityDescriptor
  w:edGrp w:ed`.split(/\s+/),
)
/** Of a click on a slide: to go elsewhere in it. Others run a program or a macro. */
const SLIDE_ACTION = /^(?:$|ppaction:\/\/(?:hlinksldjump|hlinkshowjump|customshow|media|noaction))/i
const CLICKS: ReadonlySet<string> = new Set(['a:hlinkClick', 'a:hlinkHover', 'a:hlinkMouseOver'])
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
  function open(node: XmlNode): Verdict | undefined {
    const { name, attributes } = node
    if (isLostSlide(node)) return 'remove'
    if (REMOVED.has(name)) return 'remove'
    if (UNWRAPPED.has(name)) return 'unwrap'
    if (CLICKS.has(name) && !SLIDE_ACTION.test(attributes['action'] ?? '')) return 'remove'
    return relationVerdict(node) ?? word.open(node) ?? sheets.open(node)
  }
  function close(node: XmlNode, decide: Decide): Verdict | undefined {
    // The yellow paper of a remark in a spreadsheet.
    if (node.name === 'xo:ClientData' && node.attributes['ObjectType'] === 'Note' && node.parent) decide(node.parent, 'remove')
    if (NOT_EMPTY.has(node.name) && node.kept === 0) return 'remove'
    return word.close(node, decide) ?? sheets.close(node, decide)
  }
  function attribute(name: string, value: string, node: Pick<XmlNode, 'name' | 'attributes'>): string | null {
    if (LEFT_OUT_ATTRIBUTES.has(name) || name.startsWith('w:rsid') || isLost(name, value)) return null
    if (isLocalPath(value)) return ''
    return sheets.attribute(name, value, node)
  }
  return { open, close, attribute }
}
