import type { Decide, Verdict, XmlNode } from './edit-xml.ts'
import { surveyXml } from './edit-xml.ts'
import { isLocalPath, isOpenAddress } from './office-names.ts'

/** What was deleted or moved away while changes were tracked, and how things looked before. */
const EARLIER: ReadonlySet<string> = new Set(
  `w:del w:moveFrom w:moveFromRangeStart w:moveFromRangeEnd w:moveToRangeStart w:moveToRangeEnd w:customXmlInsRangeStart
  w:customXmlInsRangeEnd w:customXmlDelRangeStart w:customXmlDelRangeEnd w:customXmlMoveFromRangeStart w:customXmlMoveFromRangeEnd
  w:customXmlMoveToRangeStart w:customXmlMoveToRangeEnd w:rPrChange w:pPrChange w:sectPrChange w:tblPrChange w:tblPrExChange w:trPrChange
  w:tcPrChange w:tblGridChange w:numberingChange w:cellIns w:cellMerge w:delText w:delInstrText`.split(/\s+/),
)
const ACCEPTED: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo'])
const CONTENT: ReadonlySet<string> = new Set(
  'w:t w:drawing w:pict w:object w:sym w:br w:tab w:footnoteReference w:endnoteReference w:fldChar w:sectPr w:ptab mc:AlternateContent'.split(
    ' ',
  ),
)
/** Fields that only compute what is shown. Others load files, run programs or hold hidden text: their last result remains. */
const FIELDS =
  /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES|SECTION|TOC|PAGEREF|REF|NOTEREF|SEQ|STYLEREF|HYPERLINK|DATE|TIME|SYMBOL|EQ|QUOTE|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|LISTNUM|AUTONUM\w*|=)(?![A-Z])/i

const isOn = ({ attributes }: XmlNode) => !/^(?:0|false|off)$/i.test(attributes['w:val'] ?? '')

function isHarmless(instruction: string): boolean {
  if (!FIELDS.test(instruction) || isLocalPath(instruction)) return false
  const [, address = ''] = /^\s*HYPERLINK\s+"?([^"\s\\]+)/i.exec(instruction) ?? []
  return address === '' || isOpenAddress(address)
}

const PROPERTIES: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom', 'w:cellDel', 'w:vanish', 'w:rStyle', 'w:pStyle'])
/** Where deleted or hidden means that all of it is. */
const WHOLE: ReadonlySet<string> = new Set(['w:rPr of w:r', 'w:pPr of w:p', 'w:trPr of w:tr', 'w:tcPr of w:tc'])

interface Paragraph {
  /** Its end is deleted or hidden. */
  isOpen: boolean
  hasContent: boolean
}

interface Field {
  instruction: string
  /** Where what belongs to it begins. */
  readonly from: number
  isResult: boolean
  /** Whether it is a part of the instruction of another field, which is not shown. */
  readonly isInner: boolean
}

/** A row of which no cell remains goes. */
function rowRules() {
  const rows: { all: number; kept: number }[] = []

  function open(name: string): void {
    if (name === 'w:tr') rows.push({ all: 0, kept: 0 })
  }
  function close({ name, isGone }: XmlNode): Verdict | undefined {
    const row = rows.at(-1)
    if (name === 'w:tc' && row) {
      row.all += 1
      row.kept += isGone ? 0 : 1
    }
    if (name !== 'w:tr') return undefined
    rows.pop()
    return row !== undefined && row.all > 0 && row.kept === 0 ? 'remove' : undefined
  }
  return { open, close }
}

/** Fields that load, run or hide something go, but for what they show. */
function fieldRules() {
  const fields: Field[] = []
  /** Of the open fields: all that is not their result. */
  const fieldNodes: XmlNode[] = []

  const isInstruction = (field: Field | undefined) => field !== undefined && (field.isInner || !field.isResult)

  function closeField(node: XmlNode, decide: Decide): void {
    const type = node.attributes['w:fldCharType']
    if (type === 'begin') fields.push({ instruction: '', from: fieldNodes.length, isResult: false, isInner: isInstruction(fields.at(-1)) })
    const field = fields.at(-1)
    if (field === undefined) return decide(node, 'remove')
    fieldNodes.push(node)
    if (node.name === 'w:instrText' && !field.isResult) field.instruction += node.text
    if (type === 'separate') field.isResult = true
    if (type !== 'end') return
    fields.pop()
    const isKept = judgeField(field, decide)
    // The field around it may still be removed, with all that it is computed from.
    if (!isKept || !field.isInner) fieldNodes.length = field.from
  }

  /** Of a field that does not end the instruction alone can be told from the text behind it. */
  function closeOpenFields(decide: Decide): void {
    for (const { instruction, from } of fields.splice(0)) {
      if (isHarmless(instruction)) continue
      for (const each of fieldNodes.slice(from)) if (each.name === 'w:fldChar' || each.name === 'w:instrText') decide(each, 'remove')
    }
  }

  function judgeField({ instruction, from }: Field, decide: Decide): boolean {
    const isKept = isHarmless(instruction)
    if (!isKept) for (const each of fieldNodes.slice(from)) decide(each, 'remove')
    return isKept
  }

  function close(node: XmlNode, decide: Decide): void {
    const { name, parent } = node
    if (name === 'w:fldChar' || name === 'w:instrText') closeField(node, decide)
    else if (CONTENT.has(name) && isInstruction(fields.at(-1))) fieldNodes.push(node)
    if (parent === null) closeOpenFields(decide)
  }
  return { close }
}

/** Accepts tracked changes, and removes hidden text. One for each part. */
export function wordRules(hiddenStyles: ReadonlySet<string>) {
  const paragraphs: Paragraph[] = []
  const fields = fieldRules()
  const rows = rowRules()

  function open(node: XmlNode): Verdict | undefined {
    const { name } = node
    if (!name.startsWith('w:') && !name.startsWith('mc:')) return undefined
    rows.open(name)
    if (name === 'w:p') paragraphs.push({ isOpen: false, hasContent: false })
    if (CONTENT.has(name) && !node.isGone) for (const each of paragraphs) each.hasContent = true
    if (EARLIER.has(name)) return 'remove'
    if (ACCEPTED.has(name)) return 'unwrap'
    return name === 'w:fldSimple' && !isHarmless(node.attributes['w:instr'] ?? '') ? 'unwrap' : undefined
  }

  function close(node: XmlNode, decide: Decide): Verdict | undefined {
    const { name, parent } = node
    if (PROPERTIES.has(name) && parent) closeProperty(node, parent, decide)
    fields.close(node, decide)
    return name === 'w:p' ? closeParagraph(parent) : rows.close(node)
  }

  function closeParagraph(parent: XmlNode | null): Verdict | undefined {
    const { isOpen = false, hasContent = true } = paragraphs.pop() ?? {}
    return isOpen && !hasContent && parent?.name === 'w:body' ? 'remove' : undefined
  }

  /** What is said of a run, a paragraph, its end, a row or a cell, which is around the properties. */
  function closeProperty(node: XmlNode, parent: XmlNode, decide: Decide): void {
    const owner = parent.parent
    const of = `${parent.name} of ${owner?.name}`
    if (!owner || !(EARLIER.has(node.name) || node.name === 'w:cellDel' || hides(node))) return
    // A cell, a header or a note needs a paragraph.
    if (WHOLE.has(of)) decide(owner, owner.name === 'w:p' && owner.parent?.name !== 'w:body' ? 'empty' : 'remove')
    const last = paragraphs.at(-1)
    if (last && of === 'w:rPr of w:pPr') last.isOpen = true
  }

  function hides(node: XmlNode): boolean {
    if (node.name === 'w:vanish') return isOn(node)
    return (node.name === 'w:rStyle' || node.name === 'w:pStyle') && hiddenStyles.has(node.attributes['w:val'] ?? '')
  }

  return { open, close }
}

/** Styles whose text is hidden, also by the style that they are based on. */
export function readHiddenStyles(styles: Uint8Array): Set<string> {
  const known = new Map<string, { hides?: boolean; basedOn?: string }>()
  surveyXml(styles, {
    close(node) {
      let style: XmlNode | null = node
      while (style !== null && style.name !== 'w:style') style = style.parent
      if (style === null) return undefined
      const id = style.attributes['w:styleId'] ?? ''
      if (node.name === 'w:vanish' && node.parent?.parent === style) known.set(id, { ...known.get(id), hides: isOn(node) })
      if (node.name === 'w:basedOn') known.set(id, { ...known.get(id), basedOn: node.attributes['w:val'] ?? '' })
      return undefined
    },
  })
  const isHidden = (id: string, depth = 0): boolean => {
    const { hides, basedOn } = known.get(id) ?? {}
    return hides ?? (basedOn !== undefined && depth < 50 && isHidden(basedOn, depth + 1))
  }
  return new Set([...known.keys()].filter((id) => isHidden(id)))
}
