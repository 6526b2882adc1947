import { type Decide, readRest, readXml, type Rules, type Verdict, type XmlNode } from './edit-xml.ts'
import { isLocalPath, isOpenAddress } from './office-names.ts'
import { findInOpenDocument } from './office-remains.ts'
import type { Remaining } from '#media/contract/file-address.ts'

/** What is known of a document before a part of it is cleaned. */
export interface OpenDocumentFacts {
  /** Styles whose text, sheet or slide is hidden, by their family and name. */
  readonly hiddenStyles: ReadonlySet<string>
  /** Names of hidden sheets. */
  readonly hiddenSheets: ReadonlySet<string>
}

/** Remarks, earlier versions, scripts, and who wrote something when. */
const REMOVED: ReadonlySet<string> = new Set(
  `text:tracked-changes text:change text:change-start text:change-end table:tracked-changes office:annotation office:annotation-end
  office:scripts office:event-listeners script:event-listener text:script text:dde-connection-decls office:dde-source table:dde-links
  text:alphabetical-index-auto-mark-file table:table-source text:section-source table:cell-range-source table:consolidation
  form:connection-resource form:hidden db:data-source svg:metadata other:metadata`.split(/\s+/),
)
const REMOVED_SPACES = /^(?:dc|meta):/
/** Their text remains: what they compute it from does not. */
const UNWRAPPED: ReadonlySet<string> = new Set(
  `text:conditional-text text:execute-macro text:dde-connection text:database-display text:file-name text:template-name text:title
  text:subject text:description text:keywords text:initial-creator text:creator text:printed-by text:creation-date text:creation-time
  text:modification-date text:modification-time text:print-date text:print-time text:editing-cycles text:editing-duration
  text:user-defined text:word-count text:character-count text:paragraph-count text:table-count text:image-count text:object-count`.split(
    /\s+/,
  ),
)
const LINKS: ReadonlySet<string> = new Set(['text:a', 'draw:a'])
const SETTINGS = /^printer(?:name|setup)$|^rsid|database|modifypassword|^currentfile/i
/** What has a style that may hide it: the family of the style, and where its name stands. */
const STYLED: Readonly<Record<string, readonly [string, string]>> = {
  'text:span': ['text', 'text:style-name'],
  'text:a': ['text', 'text:style-name'],
  'text:p': ['paragraph', 'text:style-name'],
  'text:h': ['paragraph', 'text:style-name'],
  'table:table': ['table', 'table:style-name'],
  'draw:page': ['drawing-page', 'draw:style-name'],
}
const DISPLAYS: Readonly<Record<string, readonly string[]>> = {
  'style:text-properties': ['text:display', 'fo:display'],
  'style:table-properties': ['table:display'],
  'style:drawing-page-properties': ['presentation:visibility'],
}

/** @returns undefined where the style that it is based on decides */
function hides({ name, attributes }: XmlNode): boolean | undefined {
  const said = (DISPLAYS[name] ?? []).flatMap((key) => attributes[key] ?? [])
  return said.length === 0 ? undefined : said.some((value) => ['none', 'false', 'hidden'].includes(value))
}

interface Style {
  readonly parent: string
  hides: boolean | undefined
}

type Styles = ReadonlyMap<string, Style>

interface PartFacts {
  /** Those that only this part knows, and those of the whole document, by their family and name. */
  readonly automatic: Styles
  readonly common: Styles
  readonly sheets: readonly { readonly name: string; readonly style: string }[]
}

const keyOf = (family: string, name: string | undefined) => `${family} ${name ?? ''}`
const styleOf = ({ name, attributes }: XmlNode): string => {
  const [family, key] = STYLED[name] ?? ['', '']
  return keyOf(family, attributes[key])
}

/** Reads the styles and the sheets of a part. @throws for broken XML */
function readPart(bytes: Uint8Array): PartFacts {
  const [automatic, common] = [new Map<string, Style>(), new Map<string, Style>()]
  const sheets: PartFacts['sheets'][number][] = []
  let style: Style | undefined
  readXml(bytes, {
    open(node) {
      const { name, attributes, parent } = node
      if (name === 'style:style') {
        const family = attributes['style:family'] ?? ''
        style = { parent: keyOf(family, attributes['style:parent-style-name']), hides: undefined }
        const styles = parent?.name === 'office:automatic-styles' ? automatic : common
        styles.set(keyOf(family, attributes['style:name']), style)
      }
      if (name === 'table:table') sheets.push({ name: attributes['table:name'] ?? '', style: styleOf(node) })
      if (parent?.name === 'style:style' && style) style.hides = hides(node) ?? style.hides
    },
  })
  return { automatic, common, sheets }
}

function findHidden({ automatic, common }: Pick<PartFacts, 'automatic' | 'common'>): Set<string> {
  const isHidden = (style: Style | undefined, depth = 0): boolean =>
    style !== undefined && (style.hides ?? (depth < 50 && isHidden(common.get(style.parent) ?? automatic.get(style.parent), depth + 1)))
  return new Set([...common, ...automatic].filter(([key]) => isHidden(automatic.get(key) ?? common.get(key))).map(([key]) => key))
}

/** What is hidden in each part. @param parts their contents by their names @throws for broken XML */
export function readOpenDocument(parts: ReadonlyMap<string, Uint8Array>): (part: string) => OpenDocumentFacts {
  const read = new Map([...parts].map(([name, bytes]) => [name, readPart(bytes)]))
  const hiddenIn = new Map(
    [...read].map(([name, { automatic, common }]) => {
      // Each object within a document has styles of its own.
      const shared = read.get(name.replace(/[^/]*$/, 'styles.xml'))?.common ?? []
      return [name, findHidden({ automatic, common: new Map([...shared, ...common]) })]
    }),
  )
  const hiddenSheets = new Set(
    [...read].flatMap(([part, { sheets }]) => sheets.filter(({ style }) => hiddenIn.get(part)?.has(style)).map(({ name }) => name)),
  )
  return (part) => ({ hiddenStyles: hiddenIn.get(part) ?? new Set(), hiddenSheets })
}

/** A document within the document has parts of its own, below its name. */
export const folderOf = (part: string): string => part.replace(/[^/]*$/, '')

/** Parts that a text shows. @param folder of the text @throws for broken XML */
export function readLinkedParts(bytes: Uint8Array, folder: string, rules: Required<Rules>): Set<string> {
  const { kept = [] } = readRest(bytes, rules, ({ attributes }) => 'xlink:href' in attributes)
  return new Set(kept.map(({ attributes }) => folder + partAt(attributes['xlink:href'] ?? '')))
}

const partAt = (address: string): string => {
  try {
    return decodeURIComponent(address.replace(/^\.\//, '').replace(/\/$/, ''))
  } catch {
    return address
  }
}

interface PartToClean {
  /** Names of the parts that remain. */
  readonly parts: ReadonlySet<string>
  /** Of the part. */
  readonly folder: string
  readonly remains: Set<Remaining>
}

const INNER_DOCUMENT = /^office:(?:text|spreadsheet|presentation)$/

/** Rules for a part. One for each. */
export function openDocumentRules(
  { hiddenStyles, hiddenSheets }: OpenDocumentFacts,
  { parts, folder, remains }: PartToClean,
): Required<Rules> {
  const isShown = (address: string) => {
    const part = folder + partAt(address)
    return /^(?:\.{0,2}$|#)/.test(address) || isOpenAddress(address) || parts.has(part) || parts.has(`${part}/content.xml`)
  }
  const isLost = (formula: string) =>
    isLocalPath(formula) ||
    [...hiddenSheets].some((name) => [`${name}.`, `${name.replaceAll("'", "''")}'.`].some((form) => formula.includes(form)))

  function open(node: XmlNode, decide: Decide): Verdict | undefined {
    const { name, attributes } = node
    if (REMOVED.has(name) || REMOVED_SPACES.test(name)) return 'remove'
    if (UNWRAPPED.has(name)) return 'unwrap'
    if (name.startsWith('config:')) return settingVerdict(name, attributes['config:name'] ?? '')
    if (attributes['text:is-hidden'] === 'true') return hide(node, decide)
    if (name === 'text:hidden-paragraph') return 'unwrap'
    return isHidden(node) ? 'remove' : linkVerdict(node)
  }

  function settingVerdict(name: string, about: string): Verdict | undefined {
    if (name === 'config:config-item' && SETTINGS.test(about)) return 'empty'
    return name === 'config:config-item-map-entry' && hiddenSheets.has(about) ? 'remove' : undefined
  }

  function hide({ name, parent }: XmlNode, decide: Decide): Verdict {
    if (name === 'text:hidden-paragraph' && parent) decide(parent, 'remove')
    return 'remove'
  }

  function isHidden(node: XmlNode): boolean {
    const { name, attributes } = node
    if (name === 'table:table' && hiddenSheets.has(attributes['table:name'] ?? '')) return true
    if (name === 'text:section' && attributes['text:display'] === 'none') return true
    const isNamed = /^table:(?:named-range|named-expression|database-range|data-pilot-table|content-validation)$/.test(name)
    if (isNamed && Object.values(attributes).some(isLost)) return true
    return name !== 'table:table' && hiddenStyles.has(styleOf(node))
  }

  function linkVerdict({ name, attributes: { 'xlink:href': address } }: XmlNode): Verdict | undefined {
    if (address === undefined || isShown(address)) return undefined
    // What a form is sent to; its fields are shown.
    if (name === 'form:form') return undefined
    return LINKS.has(name) ? 'unwrap' : 'remove'
  }

  function attribute(name: string, value: string): string | null {
    if (name.startsWith('officeooo:') && name.endsWith('rsid')) return null
    if (/^(?:table:formula|text:formula|table:condition)$/.test(name) && isLost(value)) return null
    if (name === 'xlink:href' && !isShown(value)) return null
    // The text beside the one that is shown.
    if (/^text:string-value-if-(?:true|false)$|^office:(?:target-frame-name)$/.test(name)) return null
    return isLocalPath(value) ? '' : value
  }
  function close(node: XmlNode): undefined {
    const remaining = folder !== '' && INNER_DOCUMENT.test(node.name) ? 'inner files' : findInOpenDocument(node)
    if (remaining !== undefined && !node.isGone) remains.add(remaining)
  }
  return { open, close, attribute }
}
