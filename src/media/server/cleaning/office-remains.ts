import type { Remaining } from '#media/contract/file-address.ts'
import type { XmlNode } from './edit-xml.ts'

/** To be called at the end of an element. */
type Find = (node: XmlNode) => Remaining | undefined

const isOn = (value: string | undefined) => /^(?:1|true|on)$/i.test(value ?? '')
const when = (remaining: Remaining, isFound: boolean) => (isFound ? remaining : undefined)

function isWithin({ parent }: XmlNode, name: string): boolean {
  for (let node = parent; node !== null; node = node.parent) if (node.name === name) return true
  return false
}

/** Hidden columns to the edge of a sheet hold nothing. */
const COLUMNS_MAX = 200
/** In thousandths of a per cent. Programs round. */
const CUT_MIN = 1000

const isCut = (share: string) => Number.parseFloat(share) * (share.endsWith('%') ? 1000 : 1) >= CUT_MIN
const findCell: Find = ({ parent }) => when('hidden cells', isOn(parent?.parent?.attributes['hidden']))
const findShape: Find = ({ attributes }) => when('hidden shapes', isOn(attributes['hidden']))

const IN_OFFICE: Readonly<Record<string, Find>> = {
  'a:t': (node) => when('notes', node.parent?.name === 'a:r' && node.text.trim() !== '' && isWithin(node, 'p:notes')),
  'a:srcRect': ({ attributes }) => when('cut parts', Object.values(attributes).some(isCut)),
  'p:cNvPr': findShape,
  'other:cNvPr': findShape,
  'ms:cNvPr': findShape,
  'other:docPr': findShape,
  'x:v': findCell,
  'x:is': findCell,
  'x:col': ({ attributes: { hidden, min, max } }) => when('hidden cells', isOn(hidden) && Number(max) - Number(min) < COLUMNS_MAX),
  'x:r': ({ parent }) => when('pivot rows', parent?.name === 'x:pivotCacheRecords'),
}

/** What readers of Word, Excel or PowerPoint do not see, but find. */
export const findInOffice: Find = (node) => IN_OFFICE[node.name]?.(node)

const isUnseen = (visibility: string | undefined) => visibility === 'collapse' || visibility === 'filter'
const isClipped = (clip: string | undefined) => (clip?.match(/\d*\.?\d+/g) ?? []).some((length) => Number(length) > 0.05)
const isInNotes = (node: XmlNode) => node.text.trim() !== '' && isWithin(node, 'presentation:notes')

const IN_OPEN_DOCUMENT: Readonly<Record<string, Find>> = {
  'text:p': (node) => when('hidden cells', isUnseen(node.parent?.parent?.attributes['table:visibility'])) ?? when('notes', isInNotes(node)),
  'text:span': (node) => when('notes', isInNotes(node)),
  'table:table-column': ({ attributes: { 'table:visibility': visibility, 'table:number-columns-repeated': count } }) =>
    when('hidden cells', isUnseen(visibility) && Number(count ?? 1) < COLUMNS_MAX),
  'style:graphic-properties': ({ attributes }) => when('cut parts', isClipped(attributes['fo:clip'])),
}

/** The same for LibreOffice. */
export const findInOpenDocument: Find = (node) =>
  IN_OPEN_DOCUMENT[node.name]?.(node) ?? when('hidden shapes', /^(?:none|printer)$/.test(node.attributes['draw:display'] ?? ''))
