import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import {
  excel,
  external,
  FIRST_CELL,
  OFFICE,
  openDocument,
  openXml,
  paragraph,
  type Parts,
  powerPoint,
  relationships,
  SHOWN,
  sheet,
  word,
  xml,
  zipped,
} from '#tests/cases/planted/office-files.ts'
import { DOCX_PLACES, PPTX_PLACES } from '#tests/cases/planted/plant-office.ts'
import { XLSX_PLACES } from '#tests/cases/planted/plant-sheets.ts'
import { mediaFixture } from '#tests/support/media/small-files.ts'
import { cleanOffice } from './clean-office.ts'

/** The parts of the clean document. */
const clean = (document: Buffer): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(cleanOffice(document).bytes)).map(([name, part]) => [name, Buffer.from(part).toString()]))

/** The body of a clean document of Word, without what every one has. */
const bodyOf = (document: Buffer) =>
  clean(document)['word/document.xml']?.split(paragraph(SHOWN))[1]?.replace('<w:sectPr/></w:body></w:document>', '')

it('A document has the parts that it shows, and names no other', () => {
  const parts = clean(DOCX_PLACES['a remark']?.('Jane') ?? Buffer.alloc(0))
  expect(Object.keys(parts)).toEqual(['[Content_Types].xml', '_rels/.rels', 'word/_rels/document.xml.rels', 'word/document.xml'])
  expect(parts['[Content_Types].xml']).not.toContain('comments')
  expect(parts['word/_rels/document.xml.rels']).not.toContain('<Relationship ')
})

it('A document whose parts have line ends of Windows, as Office writes them, stays well-formed', () => {
  const parts = Object.entries(unzipSync(word({ text: paragraph('One') })))
  const asOffice = parts.map(([name, part]) => [name, Buffer.from(part).toString().replace('?>', '?>\r\n')] as const)
  expect(asOffice.some(([, part]) => part.includes('?>\r\n'))).toBe(true)
  for (const part of Object.values(clean(zipped(Object.fromEntries(asOffice))))) expect(part).toMatch(/^(<\?xml [^>]*\?>)?\n?<[^?&]/)
})

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`

it.each([
  [
    'inserted and moved words stay',
    `<w:p><w:ins>${run('new')}</w:ins><w:moveTo>${run('moved')}</w:moveTo></w:p>`,
    `<w:p>${run('new')}${run('moved')}</w:p>`,
  ],
  [
    'deleted words go',
    `<w:p>${run('a')}<w:del><w:r><w:delText>b</w:delText></w:r></w:del>${run('c')}</w:p>`,
    `<w:p>${run('a')}${run('c')}</w:p>`,
  ],
  ['a deleted paragraph leaves no empty line', `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:del>${run('b')}</w:del></w:p>`, ''],
  ['a deleted table goes', `<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc>${paragraph('a')}</w:tc></w:tr></w:tbl>`, ''],
  [
    'words that are shown again stay',
    `<w:p><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>a</w:t></w:r></w:p>`,
    `<w:p><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>a</w:t></w:r></w:p>`,
  ],
  [
    'words that are shown again in a hidden paragraph stay',
    `<w:p><w:pPr><w:pStyle w:val="Hidden"/></w:pPr>${run('a')}<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>b</w:t></w:r></w:p>`,
    `<w:p><w:pPr><w:pStyle w:val="Hidden"/></w:pPr><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>b</w:t></w:r></w:p>`,
  ],
  [
    'words of two styles of which each hides stay, as the program shows them',
    `<w:p><w:pPr><w:pStyle w:val="Hidden"/></w:pPr><w:r><w:rPr><w:rStyle w:val="Hidden"/></w:rPr><w:t>a</w:t></w:r></w:p>`,
    `<w:p><w:pPr><w:pStyle w:val="Hidden"/></w:pPr><w:r><w:rPr><w:rStyle w:val="Hidden"/></w:rPr><w:t>a</w:t></w:r></w:p>`,
  ],
  [
    'a row without cells goes',
    `<w:tbl><w:tr><w:trPr/><w:tc><w:tcPr><w:cellDel/></w:tcPr>${paragraph('a')}</w:tc></w:tr><w:tr><w:tc>${paragraph('b')}</w:tc></w:tr></w:tbl>`,
    `<w:tbl><w:tr><w:tc>${paragraph('b')}</w:tc></w:tr></w:tbl>`,
  ],
  [
    'a field without an end goes',
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>INCLUDETEXT "a"</w:instrText></w:r>${run('b')}</w:p>`,
    `<w:p><w:r></w:r>${run('b')}</w:p>`,
  ],
  [
    'what an inserted part declares is still declared',
    `<w:p><w:ins xmlns:q="urn:q"><w:r q:a="1"><w:t>x</w:t></w:r></w:ins></w:p>`,
    `<w:p><w:r xmlns:q="urn:q" q:a="1"><w:t>x</w:t></w:r></w:p>`,
  ],
  ['signs are written as they were', `<w:p>${run('1 &lt; 2 &amp; ä')}</w:p>`, `<w:p>${run('1 &lt; 2 &amp; ä')}</w:p>`],
  [
    'the page number is still a field',
    '<w:p><w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>',
    `<w:p><w:fldSimple w:instr=" PAGE ">${run('1')}</w:fldSimple></w:p>`,
  ],
])('Of a text of Word, %s', (_, text, expected) => {
  const styles = xml('w:styles', '<w:style w:styleId="Hidden"><w:rPr><w:vanish/></w:rPr></w:style>')
  expect(bodyOf(word({ text, related: { 'styles.xml': `${OFFICE}/styles` }, parts: { 'word/styles.xml': styles } }))).toBe(expected)
})

it('A link to an address stays, one to a file becomes its words', () => {
  const text = `<w:p><w:hyperlink r:id="rId1">${run('site')}</w:hyperlink><w:hyperlink r:id="rId2">${run('file')}</w:hyperlink></w:p>`
  const related = { 'https://example.org/': external('hyperlink'), 'file:///C:/Users/Jane/a.docx': external('hyperlink') }
  const parts = clean(word({ text, related }))
  expect(parts['word/document.xml']).toContain(`<w:hyperlink r:id="rId1">${run('site')}</w:hyperlink>${run('file')}`)
  expect(parts['word/_rels/document.xml.rels']).toContain('https://example.org/')
})

it('A workbook without its hidden sheets has the values of before, and the formulas that need none of them', () => {
  const parts = clean(XLSX_PLACES['a hidden sheet']?.('Notes') ?? Buffer.alloc(0))
  expect(Object.keys(parts)).not.toContain('xl/worksheets/sheet2.xml')
  expect(parts['xl/worksheets/sheet1.xml']).toContain('<x:c r="B1"><x:v>7</x:v></x:c><x:c r="C1"><x:f>SUM(A1)</x:f><x:v>8</x:v></x:c>')
  expect(parts['xl/workbook.xml']).toContain('<x:workbookView activeTab="0"/>')
  expect(parts['xl/sharedStrings.xml']).toContain(`<x:si><x:t>${SHOWN}</x:t></x:si><x:si></x:si>`)
})

it('The names of cells keep their sheet when one before it is removed', () => {
  const sheets = '<x:sheet name="Notes" sheetId="2" state="hidden" r:id="rId3"/><x:sheet name="Third" sheetId="3" r:id="rId4"/>'
  const document = excel({
    sheets,
    text: '<x:definedNames><x:definedName name="a" localSheetId="2">Third!$A$1</x:definedName></x:definedNames>',
    related: { 'worksheets/sheet2.xml': `${OFFICE}/worksheet`, 'worksheets/sheet3.xml': `${OFFICE}/worksheet` },
    parts: { 'xl/worksheets/sheet2.xml': sheet(FIRST_CELL), 'xl/worksheets/sheet3.xml': sheet(FIRST_CELL) },
  })
  expect(clean(document)['xl/workbook.xml']).toContain('<x:definedName name="a" localSheetId="1">Third!$A$1</x:definedName>')
})

it('A hidden sheet of LibreOffice goes; values and other formulas stay', () => {
  const cell = (formula: string) => `<table:table-cell table:formula="${formula}"><text:p>7</text:p></table:table-cell>`
  const styles = '<style:style style:name="H" style:family="table"><style:table-properties table:display="false"/></style:style>'
  const tables = `<table:table table:name="Notes" table:style-name="H"/><table:table table:name="Second">${cell('of:=[$Notes.A1]')}${cell('of:=[.A1]')}</table:table>`
  const content = clean(openDocument('spreadsheet')(tables, { styles }))['content.xml'] ?? ''
  expect(content).toContain(`<table:table-cell><text:p>7</text:p></table:table-cell>${cell('of:=[.A1]')}`)
  expect(content).not.toContain('Notes')
})

it('A font that is scrambled and a name with a per cent sign are no damage', () => {
  const font = Buffer.alloc(200, 7).fill('<', 0, 1)
  const parts = clean(
    word({
      related: { 'fonts/font1.odttf': `${OFFICE}/font`, 'theme/100%.xml': `${OFFICE}/theme` },
      parts: { 'word/fonts/font1.odttf': font, 'word/theme/100%.xml': xml('a:theme', '') },
    }),
  )
  expect(parts['word/fonts/font1.odttf']).toBe(font.toString())
  expect(parts['[Content_Types].xml']).toContain('"/word/theme/100%.xml"')
})

it('A rule of cells that goes is not counted', () => {
  const rules = '<x:dataValidation sqref="A1"><x:formula1>[1]First!A1</x:formula1></x:dataValidation><x:dataValidation sqref="A2"/>'
  const document = excel({ afterCells: `<x:dataValidations count="2">${rules}</x:dataValidations>` })
  expect(clean(document)['xl/worksheets/sheet1.xml']).toContain('<x:dataValidations><x:dataValidation sqref="A2"/></x:dataValidations>')
})

it('The link of a shape to a place in the workbook stays, unless the sheet is hidden', () => {
  const document = excel({
    sheets: '<x:sheet name="Notes" sheetId="2" state="hidden" r:id="rId3"/>',
    afterCells: '<x:drawing r:id="rId1"/>',
    related: { 'worksheets/sheet2.xml': `${OFFICE}/worksheet` },
    parts: {
      'xl/worksheets/sheet2.xml': sheet(FIRST_CELL),
      'xl/worksheets/_rels/sheet1.xml.rels': relationships({ '../drawings/drawing1.xml': `${OFFICE}/drawing` }),
      'xl/drawings/drawing1.xml': xml('x:wsDr', '<a:hlinkClick r:id="rId1"/><a:hlinkClick r:id="rId2"/>'),
      'xl/drawings/_rels/drawing1.xml.rels': relationships({ '#First!A1': `${OFFICE}/hyperlink`, '#Notes!A1': `${OFFICE}/hyperlink` }),
    },
  })
  const parts = clean(document)
  expect(parts['xl/drawings/_rels/drawing1.xml.rels']).toContain('Target="#First!A1"/>')
  expect(parts['xl/drawings/_rels/drawing1.xml.rels']).not.toContain('Notes')
  expect(parts['xl/drawings/drawing1.xml']).toContain('><a:hlinkClick r:id="rId1"/></')
})

it('A style hides what has it, and nothing that has another one of the same name', () => {
  const hidden = '<style:style style:name="A" style:family="text"><style:text-properties text:display="none"/></style:style>'
  const document = openDocument('text')('<text:p text:style-name="A">a <text:span text:style-name="A">word</text:span></text:p>', {
    styles: '<style:style style:name="A" style:family="text"/>',
    parts: { 'styles.xml': openXml('office:document-styles', `<office:automatic-styles>${hidden}</office:automatic-styles>`) },
  })
  expect(clean(document)['content.xml']).toContain('<text:p text:style-name="A">a <text:span text:style-name="A">word</text:span></text:p>')
})

it('A photo of a document is still the same picture', async () => {
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .webp({ lossless: true })
    .withExif({ IFD0: { Make: 'SECRETX' } })
    .toBuffer()
  const document = openDocument('text')('<draw:image xlink:href="Pictures/1.webp"/>', { parts: { 'Pictures/1.webp': photo } })
  const cleaned = Buffer.from(unzipSync(cleanOffice(document).bytes)['Pictures/1.webp'] ?? [])
  const [before, after] = await Promise.all([photo, cleaned].map((each) => sharp(each).raw().toBuffer()))
  expect([photo.includes('SECRETX'), cleaned.includes('SECRETX'), after?.equals(before ?? Buffer.alloc(0))]).toEqual([true, false, true])
})

it('A WebP that is cut off in its first part is taken', () => {
  const photo = Buffer.from('RIFF____WEBPVP8X\x0a\0\0\0', 'latin1')
  const document = openDocument('text')('<draw:image xlink:href="Pictures/1"/>', { parts: { 'Pictures/1': photo } })
  expect(Object.keys(clean(document))).toContain('Pictures/1')
})

it.each(['jpeg', 'png', 'webp'] as const)('The colours of a %s with a profile stay', async (format) => {
  const colours = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c83214' } })
  const photo = await colours.toFormat(format, { lossless: true }).withIccProfile('p3').toBuffer()
  const document = openDocument('text')('<draw:image xlink:href="Pictures/1"/>', { parts: { 'Pictures/1': photo } })
  const cleaned = Buffer.from(unzipSync(cleanOffice(document).bytes)['Pictures/1'] ?? [])
  const [before, after] = await Promise.all([photo, cleaned].map((each) => sharp(each).toColourspace('srgb').raw().toBuffer()))
  expect((await sharp(cleaned).metadata()).icc?.includes('Display')).toBe(false)
  expect((await sharp(cleaned).metadata()).icc).toBeDefined()
  expect(after).toEqual(before)
})

const related = (kind: string, part: string, content: string | Buffer): Buffer =>
  word({ related: { [part]: `${OFFICE}/${kind}` }, parts: { [`word/${part}`]: content } })
/** A workbook with a hidden sheet, on which a table is, and a summary of this source. */
const summaryOf = (source: string): Buffer =>
  excel({
    sheets: '<x:sheet name="Notes" sheetId="2" state="hidden" r:id="rId3"/>',
    text: '<x:definedNames><x:definedName name="Named">Notes!$A$1</x:definedName></x:definedNames>',
    related: { 'worksheets/sheet2.xml': `${OFFICE}/worksheet`, 'pivotCache/cache1.xml': `${OFFICE}/pivotCacheDefinition` },
    parts: {
      'xl/worksheets/sheet2.xml': sheet(FIRST_CELL),
      'xl/worksheets/_rels/sheet2.xml.rels': relationships({ '../tables/table1.xml': `${OFFICE}/table` }),
      'xl/tables/table1.xml': xml('x:table', '').replace('xmlns:w=', 'displayName="Visits" xmlns:w='),
      'xl/pivotCache/cache1.xml': xml('x:pivotCacheDefinition', `<x:cacheSource><x:worksheetSource ${source}/></x:cacheSource>`),
    },
  })

it('A presentation without its hidden slides does not name them', () => {
  const document = PPTX_PLACES['a hidden slide']?.('Jane') ?? Buffer.alloc(0)
  const sections = '<p:sldId id="257" r:id="rId2"/></p:sldIdLst><w14:sectionLst><w14:sldId id="256"/><w14:sldId id="257"/></w14:sectionLst>'
  const parts = unzipSync(document)
  const main = Buffer.from(parts['ppt/presentation.xml'] ?? []).toString()
  const cleaned = clean(zipped({ ...parts, 'ppt/presentation.xml': main.replace('</p:sldIdLst>', sections) }))
  expect(cleaned['ppt/presentation.xml']).toContain(
    '<p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><w14:sectionLst><w14:sldId id="256"/></w14:sectionLst>',
  )
  expect(cleaned['ppt/_rels/presentation.xml.rels']).not.toContain('slide2')
  expect(cleaned['ppt/slides/slide1.xml']).not.toContain('hlinkClick')
})

it('A summary of a sheet that is shown stays', () => {
  expect(clean(summaryOf('sheet="First"'))['xl/pivotCache/cache1.xml']).toContain('sheet="First"')
})

const manifest = (content: string): Parts => ({ 'META-INF/manifest.xml': openXml('manifest:manifest', content) })

it.each<[string, string, Buffer]>([
  ['is signed', 'a signature', word({ parts: { '_xmlsignatures/sig1.xml': '<Signature/>' } })],
  ['is locked with a password', 'its manifest', openDocument('text')('', { parts: manifest('<manifest:encryption-data/>') })],
  ['Another file is embedded', 'a page', related('aFChunk', 'page.htm', '<html>')],
  ['Another file is embedded', 'an object', related('oleObject', 'object1', 'any bytes')],
  ['Another file is embedded', 'an object by another spelling', related('OLE%4Fbject/', 'object1', 'any bytes')],
  ['Another file is embedded', 'a video as a picture', related('image', 'image1.jpg', mediaFixture('mp4'))],
  [
    'Another file is embedded',
    'a video of a slide',
    powerPoint({ related: { '../media/a.mp4': `${OFFICE}/video` }, parts: { 'ppt/media/a.mp4': '' } }),
  ],
  ['buttons or fields', 'a control', related('control', 'activeX1.xml', '<a/>')],
  ['put it in as a JPEG', 'a TIFF', related('image', 'image1.tif', 'II*\0')],
  ['holds macros', 'a project', related('VBAproject', 'any.bin', 'x')],
  [
    'holds macros',
    'its type',
    word({
      parts: { '[Content_Types].xml': '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>' },
    }),
  ],
  ['is damaged', 'entities', word({ parts: { 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' } })],
  ['is damaged', 'a prefix without a namespace', word({ parts: { 'word/document.xml': '<w:document/>' } })],
  ['is damaged', 'no document', zipped({ '[Content_Types].xml': '<Types/>', '_rels/.rels': relationships({}) })],
  ['show the sheet', 'rows of a hidden sheet', summaryOf('sheet="notes"')],
  ['show the sheet', 'rows of a table on a hidden sheet', summaryOf('name="Visits"')],
  ['show the sheet', 'rows of named cells of a hidden sheet', summaryOf('name="named"')],
])('A document is refused that %s: %s', (reason, _, document) => {
  expect(() => cleanOffice(document)).toThrow(reason)
})

const isIn = (kind: string, content: string): Buffer =>
  word({ related: { 'part.xml': `${OFFICE}/${kind}` }, parts: { 'word/part.xml': content } })
const odf = (kind: 'text' | 'spreadsheet' | 'presentation', text: string, parts: Parts = {}) => openDocument(kind)(text, { parts })
const row = (attributes: string) =>
  `<table:table><table:table-row ${attributes}><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row></table:table>`
const notesOf = (run: string) =>
  powerPoint({ related: { '../notes.xml': `${OFFICE}/notesSlide` }, parts: { 'ppt/notes.xml': xml('p:notes', `<a:p>${run}</a:p>`) } })

it.each<[string, readonly string[], Buffer]>([
  ['notes of a slide', ['notes'], notesOf('<a:r><a:t>Louder</a:t></a:r>')],
  ['a page of notes with its number alone', [], notesOf('<a:fld><a:t>1</a:t></a:fld>')],
  [
    'notes of LibreOffice',
    ['notes'],
    odf('presentation', '<q:notes xmlns:q="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"><text:p>Louder</text:p></q:notes>'),
  ],
  ['a hidden row', ['hidden cells'], isIn('worksheet', xml('x:worksheet', '<x:row hidden="1"><x:c><x:v>1</x:v></x:c></x:row>'))],
  ['a hidden row without a value', [], isIn('worksheet', xml('x:worksheet', '<x:row hidden="1"><x:c/></x:row>'))],
  ['a hidden column', ['hidden cells'], excel({ afterCells: '<x:cols><x:col min="2" max="3" hidden="true"/></x:cols>' })],
  ['columns that are hidden to the edge', [], excel({ afterCells: '<x:cols><x:col min="9" max="16384" hidden="1"/></x:cols>' })],
  ['a hidden row of LibreOffice', ['hidden cells'], odf('spreadsheet', row('table:visibility="filter"'))],
  ['a row of LibreOffice', [], odf('spreadsheet', row(''))],
  [
    'a picture that was cropped',
    ['cut parts'],
    word({ text: '<w:p><w:r><w:drawing><a:srcRect l="0" r="25000"/></w:drawing></w:r></w:p>' }),
  ],
  ['a picture that was not', [], word({ text: '<w:p><w:r><w:drawing><a:srcRect b="13"/></w:drawing></w:r></w:p>' })],
  [
    'a cropped picture that was deleted',
    [],
    word({ text: '<w:p><w:del><w:r><w:drawing><a:srcRect l="9000"/></w:drawing></w:r></w:del></w:p>' }),
  ],
  ['a hidden shape', ['hidden shapes'], powerPoint({ text: '<p:sp><p:cNvPr id="2" name="a" hidden="1"/></p:sp>' })],
  [
    'a table behind a chart',
    ['inner files'],
    word({ related: { 'embeddings/a.xlsx': `${OFFICE}/package` }, parts: { 'word/embeddings/a.xlsx': excel({}) } }),
  ],
  [
    'a table in a text of LibreOffice',
    ['inner files'],
    odf('text', '<draw:object xlink:href="./Object 1"/>', {
      'Object 1/content.xml': openXml('office:document-content', '<office:spreadsheet/>'),
    }),
  ],
  ['the rows of a pivot table', ['pivot rows'], isIn('pivotCacheRecords', xml('x:pivotCacheRecords', '<x:r><x:n v="1"/></x:r>'))],
])('The writer is told that a document has %s: %j', (_, remains, document) => {
  expect(cleanOffice(document).remains).toEqual(remains)
})

it('A document in UTF-16 is cleaned, too', () => {
  const text = xml('w:document', `<w:body><w:p><w:del>${run('SECRETX')}</w:del>${run('shown')}</w:p></w:body>`)
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const cleaned = clean(word({ parts: { 'word/document.xml': wide } }))['word/document.xml'] ?? ''
  expect([cleaned.includes('shown'), cleaned.includes('SECRETX')]).toEqual([true, false])
})
