import { strToU8, unzipSync, zipSync } from 'fflate'

export type Parts = Readonly<Record<string, string | Uint8Array>>

export const zipped = (parts: Parts): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]))),
  )

export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const MICROSOFT = 'http://schemas.microsoft.com/office/2017/10/relationships'

const SPACES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
  xmlns:r="${OFFICE}" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:v="urn:schemas-microsoft-com:vml"
  xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:xo="urn:schemas-microsoft-com:office:excel"
  xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`

/** An element with all namespaces of Office. */
export const xml = (name: string, content: string): string => `<?xml version="1.0"?><${name} ${SPACES}>${content}</${name}>`

/** By target: the type, or the attributes as they are written. */
type Related = Readonly<Record<string, string>>

export const relationships = (related: Related): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(related)
    .map(
      ([target, type], index) => `<Relationship Id="rId${index + 1}" Target="${target}" ${type.includes('=') ? type : `Type="${type}"`}/>`,
    )
    .join('')}</Relationships>`

export const external = (type: string) => `Type="${OFFICE}/${type}" TargetMode="External"`

export interface OfficeParts {
  readonly text?: string
  readonly related?: Related
  readonly parts?: Parts
}

function officeOf(main: string, content: string, { related = {}, parts = {} }: OfficeParts): Buffer {
  const [folder = '', name = ''] = main.split('/')
  const overrides = Object.keys(parts)
    .filter((part) => !part.endsWith('.rels'))
    .map((part) => `<Override PartName="/${part}" ContentType="application/xml"/>`)
  return zipped({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': relationships({
      [main]: `${OFFICE}/officeDocument`,
      'docProps/core.xml': 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
    }),
    'docProps/core.xml': '<creator>SECRETX</creator>',
    [main]: content,
    [`${folder}/_rels/${name}.rels`]: relationships(related),
    ...parts,
  })
}

/** What every document shows, beside what is planted. */
export const SHOWN = 'Words that everybody reads'

export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
export const word = ({ text = '', ...parts }: OfficeParts): Buffer =>
  officeOf('word/document.xml', xml('w:document', `<w:body>${paragraph(SHOWN)}${text}<w:sectPr/></w:body>`), parts)

/** The texts of a workbook, of which the first is shown. */
export const texts = (...all: string[]) => xml('x:sst', all.map((text) => `<x:si><x:t>${text}</x:t></x:si>`).join(''))
export const sheet = (cells: string) => xml('x:worksheet', `<x:sheetData><x:row>${cells}</x:row></x:sheetData>`)
export const FIRST_CELL = '<x:c r="A1" t="s"><x:v>0</x:v></x:c>'

interface Sheets extends OfficeParts {
  readonly cells?: string
  /** Further sheets, and what stands behind them. */
  readonly sheets?: string
  readonly strings?: readonly string[]
  readonly afterCells?: string
}

export const excel = ({ text = '', cells = '', sheets = '', strings = [], afterCells = '', related = {}, parts = {} }: Sheets): Buffer =>
  officeOf('xl/workbook.xml', xml('x:workbook', `${text}<x:sheets><x:sheet name="First" sheetId="1" r:id="rId1"/>${sheets}</x:sheets>`), {
    related: { 'worksheets/sheet1.xml': `${OFFICE}/worksheet`, 'sharedStrings.xml': `${OFFICE}/sharedStrings`, ...related },
    parts: {
      'xl/worksheets/sheet1.xml': sheet(FIRST_CELL + cells).replace('</x:worksheet>', `${afterCells}</x:worksheet>`),
      'xl/sharedStrings.xml': texts(SHOWN, ...strings),
      ...parts,
    },
  })

export const powerPoint = ({ text = '', related = {}, parts = {} }: OfficeParts): Buffer =>
  officeOf('ppt/presentation.xml', xml('p:presentation', '<p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst>'), {
    related: { 'slides/slide1.xml': `${OFFICE}/slide` },
    parts: {
      'ppt/slides/slide1.xml': xml('p:sld', `<p:cSld><p:txBody><a:p><a:r><a:t>${SHOWN}</a:t></a:r></a:p>${text}</p:txBody></p:cSld>`),
      'ppt/slides/_rels/slide1.xml.rels': relationships(related),
      ...parts,
    },
  })

const OASIS = ['office', 'text', 'table', 'style', 'script', 'config', 'manifest', 'form', 'meta']
const OPEN_SPACES = `${OASIS.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ')}
  xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
  xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:officeooo="http://openoffice.org/2009/office"`

export const openXml = (name: string, content: string): string => `<?xml version="1.0"?><${name} ${OPEN_SPACES}>${content}</${name}>`

const BODIES: Readonly<Record<string, (text: string) => string>> = {
  text: (text) => `<office:text><text:p>${SHOWN}</text:p>${text}</office:text>`,
  spreadsheet: (text) =>
    `<office:spreadsheet><table:table table:name="First"><table:table-row><table:table-cell><text:p>${SHOWN}</text:p></table:table-cell></table:table-row></table:table>${text}</office:spreadsheet>`,
  presentation: (text) =>
    `<office:presentation><draw:page><draw:frame><draw:text-box><text:p>${SHOWN}</text:p></draw:text-box></draw:frame>${text}</draw:page></office:presentation>`,
}

/** A document of LibreOffice. */
export const openDocument =
  (kind: 'text' | 'spreadsheet' | 'presentation') =>
  (text = '', { styles = '', parts = {} }: { readonly styles?: string; readonly parts?: Parts } = {}): Buffer =>
    zipped({
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      'content.xml': openXml(
        'office:document-content',
        `<office:automatic-styles>${styles}</office:automatic-styles><office:body>${BODIES[kind]?.(text)}</office:body>`,
      ),
      'meta.xml': openXml('office:document-meta', '<office:meta><dc:creator>SECRETX</dc:creator></office:meta>'),
      'META-INF/manifest.xml': openXml(
        'manifest:manifest',
        ['/', 'content.xml', 'meta.xml', ...Object.keys(parts)]
          .map((name) => `<manifest:file-entry manifest:full-path="${name}"/>`)
          .join(''),
      ),
      ...parts,
    })

/** The names of all parts and what is in them. */
export const unzipped = (document: Buffer): Buffer =>
  Buffer.concat(
    Object.entries(unzipSync(document)).flatMap(([name, content]) => [
      Buffer.from(name),
      content,
      ...(Buffer.from(content.subarray(0, 2)).toString() === 'PK' ? [unzipped(Buffer.from(content))] : []),
    ]),
  )
