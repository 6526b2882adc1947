import { isLocalPath, isOpenAddress } from './office-names.ts'
import { readXml } from './edit-xml.ts'

/** A part of a document leads to another one, or to an address. */
export interface Relation {
  readonly id: string
  /** The last word of its type, in lower case. */
  readonly kind: string
  readonly type: string
  readonly target: string
  /** Name of the part; undefined for an address, and for a place in the document. */
  readonly part: string | undefined
  readonly isExternal: boolean
}

/** What a document shows. Everything else is about people, remarks, devices, macros or the file itself. */
const SHOWN: ReadonlySet<string> = new Set(
  `officedocument styles theme themeoverride settings websettings fonttable font numbering footnotes endnotes header footer image hyperlink
  chart chartex chartstyle chartcolorstyle chartusershapes package oleobject diagramdata diagramlayout diagramquickstyle diagramcolors
  diagramdrawing worksheet chartsheet sharedstrings drawing vmldrawing table pivottable pivotcachedefinition pivotcacherecords slicer
  slicercache timeline timelinecache sheetmetadata rdrichvalue rdrichvaluestructure rdrichvaluetypes richvaluerel slide slidelayout
  slidemaster notesslide notesmaster handoutmaster presprops viewprops tablestyles`.split(/\s+/),
)
/** What runs on the computer of the reader. */
const RUNNING: ReadonlySet<string> = new Set(
  `vbaproject wordvbadata xlmacrosheet xlintlmacrosheet dialogsheet attachedtoolbars keymapcustomizations ui extensibility
  usercustomization`.split(/\s+/),
)
const CONTROLS: ReadonlySet<string> = new Set(['control', 'activexcontrolbinary', 'ctrlprop'])
/** Files within the file that hold names, places and dates of their own. */
const FOREIGN: ReadonlySet<string> = new Set(['afchunk', 'audio', 'video', 'media', 'subdocument'])

export type Fate = 'shown' | 'runs' | 'controls' | 'foreign' | 'signed' | 'left out'

/** Such as '#Sheet2!A1'. */
export const isPlace = (target: string): boolean => target.startsWith('#')

export function fateOf({ kind, part, target }: Relation): Fate {
  if (part === undefined)
    return kind === 'hyperlink' && (isOpenAddress(target) || (isPlace(target) && !isLocalPath(target.slice(1)))) ? 'shown' : 'left out'
  if (RUNNING.has(kind)) return 'runs'
  if (CONTROLS.has(kind)) return 'controls'
  if (FOREIGN.has(kind)) return 'foreign'
  if (kind === 'origin') return 'signed'
  return SHOWN.has(kind) ? 'shown' : 'left out'
}

/** `word/_rels/document.xml.rels` belongs to `word/document.xml`. */
export const relationsPartOf = (name: string): string => name.replace(/[^/]*$/, '_rels/$&.rels')

/** Reads the relationships of a part, however they are spelled. @throws for broken XML */
export function readRelations(owner: string, bytes: Uint8Array): Relation[] {
  const relations: Relation[] = []
  readXml(bytes, {
    open({ name, attributes: { Id = '', Type = '', Target = '', TargetMode = '' } }) {
      if (!name.endsWith(':Relationship')) return
      const type = decoded(Type.trim())
      const isExternal = TargetMode.trim().toLowerCase() === 'external' || /^[a-z][a-z\d+.-]+:/i.test(Target.trim())
      const kind =
        type
          .split(/[/#]/)
          .findLast((word) => word !== '')
          ?.toLowerCase() ?? ''
      relations.push({
        id: Id,
        kind,
        type,
        target: Target.trim(),
        part: isExternal || isPlace(Target.trim()) ? undefined : partAt(owner, Target.trim()),
        isExternal,
      })
    },
  })
  return relations
}

function partAt(owner: string, target: string): string | undefined {
  try {
    const { host, pathname } = new URL(target.replaceAll('\\', '/'), `http://package/${owner}`)
    // Two slashes lead to another machine.
    return host === 'package' ? decoded(pathname.slice(1)).toLowerCase() : undefined
  } catch {
    return undefined
  }
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Writes a list of relationships. */
export function writeRelations(relations: readonly Relation[], nameOf: (part: string) => string): Uint8Array {
  const rows = relations.map(({ id, type, target, part, isExternal }) => {
    const to =
      part === undefined ? `${escaped(target)}${isExternal ? '" TargetMode="External' : ''}` : `/${escaped(encodeURI(nameOf(part)))}`
    return `<Relationship Id="${escaped(id)}" Type="${escaped(type)}" Target="${to}"/>`
  })
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`,
  )
}
