import { AppError } from '#platform/contract/errors.ts'
import { type Decide, readXml, type Verdict, type XmlNode } from './edit-xml.ts'
import { isLocalPath } from './office-names.ts'

/** What of a spreadsheet is hidden. */
export interface Workbook {
  /** Ids of the relationships to hidden sheets, and their names. */
  readonly hidden: ReadonlyMap<string, string>
  /** Of the sheets before, by their place: that of the remaining ones, null for hidden ones. */
  readonly places: readonly (number | null)[]
  /** Names of cells on hidden sheets, in lower case. */
  readonly lostNames: ReadonlySet<string>
  /** Texts that cells of visible sheets show, by their number; null for a document without. */
  readonly usedTexts: ReadonlySet<number> | null
}

export const NO_WORKBOOK: Workbook = { hidden: new Map(), places: [], lostNames: new Set(), usedTexts: null }

/** @throws for broken XML */
export function readWorkbook(bytes: Uint8Array): Omit<Workbook, 'usedTexts'> {
  const hidden = new Map<string, string>()
  const places: (number | null)[] = []
  const names: { readonly name: string; readonly formula: string; readonly place: string | undefined }[] = []
  let kept = 0
  readXml(bytes, {
    close({ name, attributes, text }) {
      if (name === 'x:sheet') {
        const isHidden = /hidden/i.test(attributes['state'] ?? '')
        if (isHidden) hidden.set(attributes['r:id'] ?? '', attributes['name'] ?? '')
        places.push(isHidden ? null : kept++)
      }
      if (name === 'x:definedName') names.push({ name: attributes['name'] ?? '', formula: text, place: attributes['localSheetId'] })
    },
  })
  const lostNames = new Set<string>()
  // A name may stand for another one.
  for (let before = -1; before < lostNames.size;) {
    before = lostNames.size
    for (const { name, formula, place } of names)
      if (places[Number(place)] !== null && leadsAway(formula, { hidden, lostNames })) lostNames.add(name.toLowerCase())
  }
  return { hidden, places, lostNames }
}

const HOLDS_ROWS =
  'A pivot table in this file holds the rows of a hidden sheet, which readers could open. Please show the sheet if they may, or save the file as PDF.'

/** @throws bad_request for a summary of a hidden sheet: it holds the rows of that, also those it does not show */
export function checkSummary(summary: Uint8Array, { hidden, lostNames }: Pick<Workbook, 'hidden' | 'lostNames'>): void {
  const sheets = new Set([...hidden.values()].map((name) => name.toLowerCase()))
  readXml(summary, {
    open({ name, attributes: { sheet = '', name: source = '' } }) {
      const isSource = name === 'x:worksheetSource' || name === 'x:rangeSet'
      if (isSource && (sheets.has(sheet.toLowerCase()) || lostNames.has(source.toLowerCase())))
        throw new AppError('bad_request', HOLDS_ROWS)
    },
  })
}

/** What formulas call a table. */
export function readTableName(table: Uint8Array): string {
  let found = ''
  readXml(table, {
    open({ name, attributes }) {
      if (name === 'x:table') found = (attributes['displayName'] ?? attributes['name'] ?? '').toLowerCase()
    },
  })
  return found
}

/** Numbers of the texts that the cells of a sheet show. */
export function readUsedTexts(sheet: Uint8Array, used: Set<number>): void {
  readXml(sheet, {
    close({ name, parent, text }) {
      if (name === 'x:v' && parent?.attributes['t'] === 's') used.add(Number(text))
    },
  })
}

/** Whether a formula reads a hidden sheet or another file. Its last result remains. */
export function leadsAway(formula: string, { hidden, lostNames }: Pick<Workbook, 'hidden' | 'lostNames'>): boolean {
  if (/\[\d+\]/.test(formula) || isLocalPath(formula)) return true
  if (hidden.size === 0) return false
  const text = formula.toLowerCase()
  for (const name of hidden.values()) {
    const sheet = name.toLowerCase().replaceAll("'", "''")
    if ([`${sheet}!`, `${sheet}'!`, `${sheet}:`].some((form) => text.includes(form))) return true
  }
  return (text.match(/[\p{L}_\\][\p{L}\p{N}_.\\]*/gu) ?? []).some((word) => lostNames.has(word))
}

const FORMULAS: ReadonlySet<string> = new Set([
  'x:f',
  'c:f',
  'ms:f',
  'x:formula',
  'x:formula1',
  'x:formula2',
  'x:definedName',
  'x:calculatedColumnFormula',
])

/** Removes hidden sheets and what reads them. One for each part. */
export function sheetRules(workbook: Workbook) {
  const { hidden, places, usedTexts } = workbook
  const lostGroups = new Set<string>()
  let texts = 0

  function open({ name, parent }: XmlNode): Verdict | undefined {
    if (name !== 'x:si' || parent?.name !== 'x:sst' || usedTexts === null) return undefined
    const isUsed = usedTexts.has(texts)
    texts += 1
    return isUsed ? undefined : 'empty'
  }

  function close(node: XmlNode, decide: Decide): Verdict | undefined {
    const { name, parent } = node
    if (!FORMULAS.has(name) || !isLost(node)) return undefined
    if (name === 'c:f' || name === 'ms:f') return 'blank'
    // A rule is nothing without its formula; a cell keeps its value.
    if (name.startsWith('x:formula') && parent) decide(parent, 'remove')
    return 'remove'
  }

  function isLost({ name, attributes, text }: XmlNode): boolean {
    if (name === 'x:definedName' && places[Number(attributes['localSheetId'])] === null) return true
    // The first cell of a group has the formula of all.
    const group = attributes['t'] === 'shared' ? (attributes['si'] ?? '') : null
    const isAway = leadsAway(text, workbook) || (group !== null && lostGroups.has(group))
    if (isAway && group !== null) lostGroups.add(group)
    return isAway
  }

  function attribute(name: string, value: string, node: Pick<XmlNode, 'name'>): string | null {
    if (name === 'count' && ['x:dataValidations', 'x:hyperlinks'].includes(node.name)) return null
    if (hidden.size === 0) return value
    if (['localSheetId', 'activeTab', 'firstSheet'].includes(name)) return String(places[Number(value)] ?? 0)
    if (name === 'sheet' && [...hidden.values()].includes(value)) return ''
    return name === 'location' && leadsAway(value, workbook) ? '' : value
  }

  return { open, close, attribute }
}
