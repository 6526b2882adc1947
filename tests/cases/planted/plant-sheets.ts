import { excel, external, FIRST_CELL, MICROSOFT, OFFICE, relationships, sheet, xml } from './office-files.ts'
import type { Plant } from './secrets.ts'

type Places = Readonly<Record<string, Plant>>

const hiddenSheet =
  (state: string): Plant =>
  (secret) =>
    excel({
      sheets: `<x:sheet name="${secret}" sheetId="2" state="${state}" r:id="rId3"/>`,
      text: '<x:bookViews><x:workbookView activeTab="1"/></x:bookViews>',
      cells: `<x:c r="B1"><x:f>'${secret}'!A1</x:f><x:v>7</x:v></x:c><x:c r="C1"><x:f>SUM(A1)</x:f><x:v>8</x:v></x:c>`,
      strings: [secret],
      related: { 'worksheets/sheet2.xml': `${OFFICE}/worksheet` },
      parts: {
        'xl/worksheets/sheet2.xml': sheet(`<x:c r="A1" t="s"><x:v>1</x:v></x:c><x:c t="inlineStr"><x:is><x:t>${secret}</x:t></x:is></x:c>`),
      },
    })
const inSheet =
  (afterCells: (secret: string) => string): Plant =>
  (secret) =>
    excel({ afterCells: afterCells(secret) })
const inCells =
  (cells: (secret: string) => string): Plant =>
  (secret) =>
    excel({ cells: cells(secret) })
const inBook =
  (text: (secret: string) => string): Plant =>
  (secret) =>
    excel({ text: text(secret) })
const besideBook =
  (kind: string): Plant =>
  (secret) =>
    excel({
      related: { 'beside/part1.xml': `${OFFICE}/${kind}` },
      parts: { 'xl/beside/part1.xml': xml('x:part', `<x:a name="${secret}">${secret}</x:a>`) },
    })

export const XLSX_PLACES: Places = {
  'a hidden sheet': hiddenSheet('hidden'),
  'a very hidden sheet': hiddenSheet('veryHidden'),
  'a text of no cell': (secret) => excel({ strings: [secret] }),
  'a name of cells of a hidden sheet': (secret) =>
    excel({
      sheets: '<x:sheet name="Notes" sheetId="2" state="hidden" r:id="rId3"/>',
      text: `<x:definedNames><x:definedName name="a">Notes!$A$1+"${secret}"</x:definedName><x:definedName name="b">a*2+"${secret}"</x:definedName></x:definedNames>`,
      related: { 'worksheets/sheet2.xml': `${OFFICE}/worksheet` },
      parts: { 'xl/worksheets/sheet2.xml': sheet(FIRST_CELL) },
    }),
  'a formula with a path': inCells((secret) => `<x:c r="B1"><x:f>HYPERLINK("file:///C:/Users/${secret}/a.xlsx")</x:f><x:v>x</x:v></x:c>`),
  'the address of another workbook': (secret) =>
    excel({
      text: '<x:externalReferences><x:externalReference r:id="rId3"/></x:externalReferences>',
      cells: '<x:c r="B1"><x:f>[1]First!A1</x:f><x:v>7</x:v></x:c>',
      related: { 'externalLinks/externalLink1.xml': `${OFFICE}/externalLink` },
      parts: {
        'xl/externalLinks/externalLink1.xml': xml('x:externalLink', `<x:externalBook r:id="rId1"><x:v>${secret}</x:v></x:externalBook>`),
        'xl/externalLinks/_rels/externalLink1.xml.rels': relationships({
          [`file:///C:/Users/${secret}/a.xlsx`]: external('externalLinkPath'),
        }),
      },
    }),
  persons: (secret) =>
    excel({
      related: { 'persons/person.xml': `${MICROSOFT}/person` },
      parts: { 'xl/persons/person.xml': xml('x:personList', `<x:person displayName="${secret}"/>`) },
    }),
  'a remark': (secret) =>
    excel({
      afterCells: '<x:legacyDrawing r:id="rId3"/>',
      parts: {
        'xl/worksheets/_rels/sheet1.xml.rels': relationships({
          '/xl/comments1.xml': `${OFFICE}/comments`,
          '../threadedComments/threadedComment1.xml': `${MICROSOFT}/threadedComment`,
          '../drawings/vmlDrawing1.vml': `${OFFICE}/vmlDrawing`,
        }),
        'xl/comments1.xml': xml('x:comments', `<x:authors><x:author>${secret}</x:author></x:authors>`),
        'xl/threadedComments/threadedComment1.xml': xml('x:ThreadedComments', secret),
        'xl/drawings/vmlDrawing1.vml': xml(
          'x:xml',
          `<v:shape id="a"><v:textbox>${secret}</v:textbox><xo:ClientData ObjectType="Note"/></v:shape>`,
        ),
      },
    }),
  'the workbook': inBook(
    (secret) =>
      `<x:fileSharing userName="${secret}"/><x:customWorkbookViews><x:customWorkbookView name="${secret}"/></x:customWorkbookViews>`,
  ),
  'the path of the workbook': inBook(
    (secret) =>
      `<mc:AlternateContent><mc:Choice><q:absPath xmlns:q="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac" url="C:\\Users\\${secret}\\"/></mc:Choice></mc:AlternateContent>`,
  ),
  'a summary': (secret) =>
    excel({
      related: { 'pivotCache/pivotCacheDefinition1.xml': `${OFFICE}/pivotCacheDefinition` },
      parts: {
        'xl/pivotCache/pivotCacheDefinition1.xml': xml('x:pivotCacheDefinition', '').replace(
          'xmlns:w=',
          `refreshedBy="${secret}" xmlns:w=`,
        ),
      },
    }),
  'what was tried in cells': inSheet(
    (secret) =>
      `<x:scenarios><x:scenario name="a" user="${secret}" comment="${secret}"><x:inputCells r="A1" val="${secret}"/></x:scenario></x:scenarios>`,
  ),
  'who may change cells': inSheet(
    (secret) => `<x:protectedRanges><x:protectedRange securityDescriptor="${secret}" name="a"/></x:protectedRanges>`,
  ),
  'the settings of a printer': (secret) =>
    excel({
      afterCells: '<x:pageSetup orientation="portrait" r:id="rId1"/>',
      parts: {
        'xl/worksheets/_rels/sheet1.xml.rels': relationships({ '../printerSettings/printerSettings1.bin': `${OFFICE}/printerSettings` }),
        'xl/printerSettings/printerSettings1.bin': Buffer.from(secret, 'utf16le'),
      },
    }),
  'earlier versions': besideBook('revisionLog'),
  'the list of versions': besideBook('revisionHeaders'),
  'the names of those who share it': besideBook('usernames'),
  connections: besideBook('connections'),
  'what it is tied to': besideBook('customXml'),
}
