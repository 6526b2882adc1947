/** An element with what is in it. Values of attributes may hold any sign. */
const element = (...names: string[]) => new RegExp(`<(${names.join('|')})(?=[\\s/>])(?:[^>"']|"[^"]*"|'[^']*')*?(?:/>|>[^]*?</\\1>)`, 'g')
const attribute = (...names: string[]) => new RegExp(`(\\s(?:${names.join('|')})=)(?:"[^"]*"|'[^']*')`, 'g')

const REMARKS = [
  'w:commentRangeStart',
  'w:commentRangeEnd',
  'w:commentReference',
  'p188:commentRel',
  'office:annotation',
  'office:annotation-end',
]
/** What a text shows is no longer tied to who wrote it, when, and where the file was; it remains as it was last shown. */
const TIES = ['w:dataBinding', 'w15:dataBinding', 'p:custData', 'w:printerSettings', 'x15ac:absPath', 'fileSharing']

/** Of changes that are not accepted yet, a name must be there, and a date in LibreOffice. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [element(...REMARKS, ...TIES), ''],
  [attribute('w:author', 'userName'), '$1""'],
  [attribute('w:date', 'w:initials', 'w16du:dateUtc', 'refreshedBy', 'refreshedDate'), ''],
  [/(<dc:creator\b[^>]*>)[^<]*/g, '$1'],
  [/(?<=<dc:date>)[^<]*/g, '1970-01-01T00:00:00'],
  [/(<config:config-item config:name="Printer\w*"[^>]*>)[^<]*/g, '$1'],
  [/(<(?:\w+:)?pageSetup\b[^>]*?)\sr:id="[^"]*"/g, '$1'],
]

const SHAPES = /<v:shape\b[^]*?<\/v:shape>/g
/** The yellow paper of a remark in a spreadsheet. */
const isRemark = (shape: string) => /ObjectType=["']Note["']/.test(shape)

const NO_PROPERTIES =
  '<?xml version="1.0" encoding="UTF-8"?><office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3"><office:meta/></office:document-meta>'

/** Returns XML of an office document without remarks, and without names, dates and devices outside of its text. */
export function cleanMarkup(content: Uint8Array): Uint8Array {
  // A character for each byte: the rules are about ASCII alone, and a text of one-byte characters takes half the memory.
  const text = Buffer.from(content).toString('latin1')
  if (text.includes('<office:document-meta')) return Buffer.from(NO_PROPERTIES)
  let clean = text.replace(SHAPES, (shape) => (isRemark(shape) ? '' : shape))
  for (const [pattern, replacement] of RULES) clean = clean.replace(pattern, replacement)
  return clean === text ? content : Buffer.from(clean, 'latin1')
}

/** Kinds of parts about people, remarks, devices and the file itself. No text names them, so documents open without them. */
const LEFT_OUT =
  /\/(?:(?:core|extended|custom)-properties|thumbnail|comments\w*|threadedComment|people|person|commentAuthors|authors|documenttasks|changesInfo|revisionInfo|revisionHeaders|revisionLog|usernames|printerSettings|customXml|customXmlProps)$/i
const RELATIONSHIP = element('(?:\\w+:)?Relationship')
const OVERRIDE = element('(?:\\w+:)?Override')

const valueOf = (tag: string, name: string) => new RegExp(`\\s${name}=["']([^"']*)`).exec(tag)?.[1] ?? ''
const isLeftOut = (relationship: string) => LEFT_OUT.test(valueOf(relationship, 'Type'))

/** Names of the parts that a list of relationships leads to and that are left out. */
export function listLeftOut(name: string, relationships: string): string[] {
  const folder = new URL(name.replace(/_rels\/[^/]*$/, ''), 'http://package/')
  const left = [...relationships.matchAll(RELATIONSHIP)].filter(([tag]) => isLeftOut(tag))
  return left.map(([tag]) => decodeURIComponent(new URL(valueOf(tag, 'Target'), folder).pathname.slice(1)))
}

/** Returns a list of relationships without those to parts that are left out. */
export const cleanRelationships = (relationships: string): string =>
  relationships.replace(RELATIONSHIP, (tag) => (isLeftOut(tag) ? '' : tag))

/** Returns the list of all parts without those that are left out. */
export const cleanContentTypes = (types: string, leftOut: ReadonlySet<string>): string =>
  types.replace(OVERRIDE, (tag) => (leftOut.has(valueOf(tag, 'PartName').slice(1)) ? '' : tag))
