import type { Decide, Verdict, XmlNode } from './edit-xml.ts'
import { readXml } from './edit-xml.ts'
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
  'w:t w:drawing w:pict w:object w:sym w:br w:tab w:footnoteReference w:endnoteReference w:fldChar w:sectPr w:ptab mc:AlternateContent other:oMath'.split(
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

const LOOKS: ReadonlySet<string> = new Set(['w:vanish', 'w:rStyle', 'w:pStyle'])
const PROPERTIES: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom', 'w:cellDel', ...LOOKS])
/** Where deleted means that all of it is. */
const WHOLE: ReadonlySet<string> = new Set(['w:rPr of w:r', 'w:trPr of w:tr', 'w:tcPr of w:tc'])
const RUNS: ReadonlySet<string> = new Set(['w:r', 'other:r'])

interface Paragraph {
  /** By its style. */
  isHidden: boolean
  /** Its end is deleted or hidden. */
  isOpen: boolean
  hasContent: boolean
}

/** Words, or signs of a formula, of one look. */
interface Run {
  readonly node: XmlNode
  /** What is said of the run itself; the styles decide where nothing is. */
  isShown: boolean | undefined
  hasHiddenStyle: boolean
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
  const runs: Run[] = []
  const fields = fieldRules()
  const rows = rowRules()

  function open(node: XmlNode, decide: Decide): Verdict | undefined {
    const { name } = node
    hideRun(node, decide)
    if (RUNS.has(name)) runs.push({ node, isShown: undefined, hasHiddenStyle: false })
    if (name === 'w:p') paragraphs.push({ isHidden: false, isOpen: false, hasContent: false })
    rows.open(name)
    if (CONTENT.has(name) && !node.isGone) for (const each of paragraphs) each.hasContent = true
    if (EARLIER.has(name)) return 'remove'
    if (ACCEPTED.has(name)) return 'unwrap'
    return name === 'w:fldSimple' && !isHarmless(node.attributes['w:instr'] ?? '') ? 'unwrap' : undefined
  }

  /** Before its first content, when all that is said of it is known. Of the two styles, one shows what the other hides. */
  function hideRun(node: XmlNode, decide: Decide): void {
    const run = runs.at(-1)
    if (run === undefined || node.parent !== run.node || node.name.endsWith(':rPr')) return
    const isHiddenHere = paragraphs.at(-1)?.isHidden ?? false
    if (run.isShown ?? isHiddenHere === run.hasHiddenStyle) return
    decide(run.node, 'remove')
    node.isGone = true
  }

  function close(node: XmlNode, decide: Decide): Verdict | undefined {
    const { name, parent } = node
    if (PROPERTIES.has(name) && parent) closeProperty(node, parent, decide)
    fields.close(node, decide)
    if (RUNS.has(name)) runs.pop()
    return name === 'w:p' ? closeParagraph(parent) : rows.close(node)
  }

  /** A cell, a header or a note needs a paragraph. */
  function closeParagraph(parent: XmlNode | null): Verdict | undefined {
    const { isOpen = false, hasContent = true } = paragraphs.pop() ?? {}
    return !isOpen || hasContent ? undefined : parent?.name === 'w:body' ? 'remove' : 'empty'
  }

  /** What is said of a run, a paragraph, its end, a row or a cell, which is around the properties. */
  function closeProperty(node: XmlNode, parent: XmlNode, decide: Decide): void {
    const owner = parent.parent
    const of = `${parent.name} of ${owner?.name}`
    const [run, paragraph] = [runs.at(-1), paragraphs.at(-1)]
    if (!owner) return
    if (LOOKS.has(node.name)) {
      if (run?.node === owner) readLook(run, node)
      else if (paragraph) readLookOfParagraph(paragraph, node, of)
    } else if (WHOLE.has(of)) decide(owner, 'remove')
    else if (paragraph && of === 'w:rPr of w:pPr') paragraph.isOpen = true
    if (run?.isShown === false) decide(run.node, 'remove')
  }

  const isOfHiddenStyle = ({ attributes }: XmlNode) => hiddenStyles.has(attributes['w:val'] ?? '')

  function readLook(run: Run, node: XmlNode): void {
    if (node.name === 'w:vanish') run.isShown = !isOn(node)
    else run.hasHiddenStyle = isOfHiddenStyle(node)
  }

  function readLookOfParagraph(paragraph: Paragraph, node: XmlNode, of: string): void {
    if (node.name === 'w:pStyle' && of === 'w:pPr of w:p') paragraph.isHidden = paragraph.isOpen = isOfHiddenStyle(node)
    // What is said of its end alone.
    if (node.name === 'w:vanish' && of === 'w:rPr of w:pPr' && (isOn(node) || paragraph.isHidden)) paragraph.isOpen = isOn(node)
  }

  return { open, close }
}

/** Styles whose text is hidden, also by the style that they are based on. */
export function readHiddenStyles(styles: Uint8Array): Set<string> {
  const known = new Map<string, { hides?: boolean; basedOn?: string }>()
  readXml(styles, {
    close(node) {
      let style: XmlNode | null = node
      while (style !== null && style.name !== 'w:style') style = style.parent
      if (style === null) return
      const id = style.attributes['w:styleId'] ?? ''
      if (node.name === 'w:vanish' && node.parent?.parent === style) known.set(id, { ...known.get(id), hides: isOn(node) })
      if (node.name === 'w:basedOn') known.set(id, { ...known.get(id), basedOn: node.attributes['w:val'] ?? '' })
    },
  })
  const isHidden = (id: string, depth = 0): boolean => {
    const { hides, basedOn } = known.get(id) ?? {}
    return hides ?? (basedOn !== undefined && depth < 50 && isHidden(basedOn, depth + 1))
  }
  return new Set([...known.keys()].filter((id) => isHidden(id)))
}
