import { type Decide, type Rules, surveyXml, type Verdict, type XmlNode } from './edit-xml.ts'
import { isLocalPath, isOpenAddress } from './office-names.ts'

/** What is known of a document before a part of it is cleaned. */
export interface OpenDocumentFacts {
  /** Styles whose text or sheet is hidden. */
  readonly hiddenStyles: ReadonlySet<string>
  /** Names of hidden sheets. */
  readonly hiddenSheets: ReadonlySet<string>
}

/** Remarks, earlier versions, scripts, and who wrote something when. */
const REMOVED: ReadonlySet<string> = new Set(
  `text:tracked-changes text:change text:change-start text:change-end table:tracked-changes office:annotation office:annotation-end
  office:scripts office:event-listeners script:event-listener text:script text:dde-connection-decls office:dde-source table:dde-links
  text:alphabetical-index-auto-mark-file table:table-source text:section-source table:cell-range-source table:consolidation
  form:connection-resource db:data-source svg:metadata other:metadata`.split(/\s+/),
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
const NAMED_STYLE = /^(?:text|table|draw|presentation):style-name$/

const isHiddenDisplay = ({ name, attributes }: XmlNode) =>
  (name === 'style:text-properties' && (attributes['text:display'] === 'none' || attributes['fo:display'] === 'none')) ||
  (name === 'style:table-properties' && attributes['table:display'] === 'false')

interface FoundFacts extends OpenDocumentFacts {
  readonly hiddenStyles: Set<string>
  readonly hiddenSheets: Set<string>
}

/** Reads the styles and the sheets of a part into `facts`. @throws for broken XML */
export function readOpenDocument(bytes: Uint8Array, { hiddenStyles, hiddenSheets }: FoundFacts): void {
  surveyXml(bytes, {
    open(node) {
      const { name, attributes, parent } = node
      if (name === 'style:style' && hiddenStyles.has(attributes['style:parent-style-name'] ?? '')) hiddenStyles.add(nameOf(node))
      if (name === 'table:table' && hiddenStyles.has(attributes['table:style-name'] ?? '')) hiddenSheets.add(nameOf(node))
      if (parent?.name !== 'style:style') return undefined
      if (isHiddenDisplay(node)) hiddenStyles.add(nameOf(parent))
      // A style may show again what the one that it is based on hides.
      else if (attributes['text:display'] !== undefined) hiddenStyles.delete(nameOf(parent))
      return undefined
    },
  })
}

const nameOf = ({ attributes }: XmlNode) => attributes['style:name'] ?? attributes['table:name'] ?? ''

/** A document within the document has parts of its own, below its name. */
export const folderOf = (part: string): string => part.replace(/[^/]*$/, '')

/** Parts that a text shows. @param folder of the text @throws for broken XML */
export function readLinkedParts(bytes: Uint8Array, folder: string): string[] {
  const linked: string[] = []
  surveyXml(bytes, {
    open({ attributes: { 'xlink:href': address } }) {
      if (address !== undefined) linked.push(folder + partAt(address))
      return undefined
    },
  })
  return linked
}

const partAt = (address: string): string => {
  try {
    return decodeURIComponent(address.replace(/^\.\//, '').replace(/\/$/, ''))
  } catch {
    return address
  }
}

/** Rules for a part. One for each. @param parts names of those that remain @param folder of the part */
export function openDocumentRules(
  { hiddenStyles, hiddenSheets }: OpenDocumentFacts,
  parts: ReadonlySet<string>,
  folder: string,
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

  function isHidden({ name, attributes }: XmlNode): boolean {
    if (name === 'table:table' && hiddenSheets.has(attributes['table:name'] ?? '')) return true
    if (name === 'text:section' && attributes['text:display'] === 'none') return true
    const isNamed = /^table:(?:named-range|named-expression|database-range|data-pilot-table|content-validation)$/.test(name)
    if (isNamed && Object.values(attributes).some(isLost)) return true
    return (
      /^text:(?:span|p|h|a)$/.test(name) &&
      Object.entries(attributes).some(([key, value]) => NAMED_STYLE.test(key) && hiddenStyles.has(value))
    )
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
  return { open, close: () => undefined, attribute }
}
