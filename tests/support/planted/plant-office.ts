import { strToU8, unzipSync, zipSync } from 'fflate'

type Parts = Readonly<Record<string, string | Uint8Array>>

const zipped = (parts: Parts): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]))),
  )

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MICROSOFT = 'http://schemas.microsoft.com/office/2017/10/relationships'

/** A list of relationships: the last part of each kind, and the part. */
const relationships = (parts: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(parts)
    .map(([target, kind], index) => `<Relationship Id="rId${index + 1}" Type="${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** A document of Word, Excel or PowerPoint whose main part leads to some others. */
function officeOf(main: string, { text = '<w:t>Hello</w:t>', related = {}, parts = {} }: OfficeParts): Buffer {
  const [folder = '', name = ''] = main.split('/')
  const overrides = Object.keys(parts)
    .filter((part) => !part.endsWith('.rels'))
    .map((part) => `<Override PartName="/${part}" ContentType="application/xml"/>`)
  return zipped({
    '[Content_Types].xml': `<Types><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': relationships({ [main]: `${TYPES}/officeDocument` }),
    [main]: `<?xml version="1.0"?><document>${text}</document>`,
    [`${folder}/_rels/${name}.rels`]: relationships(related),
    ...parts,
  })
}

interface OfficeParts {
  readonly text?: string
  readonly related?: Readonly<Record<string, string>>
  readonly parts?: Parts
}

type Plant = (secret: string) => Buffer

const word = (parts: OfficeParts) => officeOf('word/document.xml', parts)
const excel = (parts: OfficeParts) => officeOf('xl/workbook.xml', parts)
const powerPoint = (parts: OfficeParts) => officeOf('ppt/presentation.xml', parts)
const openText = (content: string, parts: Parts = {}): Buffer =>
  zipped({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?><office:document-content>${content}</office:document-content>`,
    ...parts,
  })

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A JPEG with Exif, as a camera writes it; no picture follows. */
export const jpegWith = (secret: string): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, Buffer.from(`Exif\0\0${secret}`)),
    segment(0xfe, Buffer.from(secret)),
    Buffer.from([0xff, 0xd9]),
  ])

const chunk = (type: string, content: Buffer): Buffer => {
  const head = Buffer.from(`${type}____`)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

const webpWith = (secret: string): Buffer =>
  chunk(
    'RIFF',
    Buffer.concat([
      Buffer.from('WEBP'),
      chunk('VP8X', Buffer.alloc(10, 0x0c)),
      chunk('EXIF', Buffer.from(secret)),
      chunk('XMP ', Buffer.from(secret)),
    ]),
  )

const withPhoto = (name: string, photo: (secret: string) => Buffer) => (secret: string) =>
  word({ related: { [`media/${name}`]: `${TYPES}/image` }, parts: { [`word/media/${name}`]: photo(secret) } })

export const DOCX_PLACES: Readonly<Record<string, Plant>> = {
  'what is said of the file': (secret) =>
    zipped({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': relationships({
        'props.xml': 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
      }),
      'props.xml': `<?xml version="1.0"?><cp:coreProperties><dc:creator>${secret}</dc:creator></cp:coreProperties>`,
      'docProps/custom.xml': `<Properties>${secret}</Properties>`,
    }),
  'a change': (secret) => word({ text: `<w:ins w:id="1" w:author="${secret}" w:date='${secret}'><w:r><w:t>Hello</w:t></w:r></w:ins>` }),
  'a remark': (secret) =>
    word({
      text: '<w:commentRangeStart w:id="0"/><w:t>Hello</w:t><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>',
      related: { 'comments.xml': `${TYPES}/comments`, 'commentsExtensible.xml': `${MICROSOFT}/commentsExtensible` },
      parts: {
        'word/comments.xml': `<w:comments><w:comment w:author="${secret}" w:initials="${secret}"><w:t>${secret}</w:t></w:comment></w:comments>`,
        'word/_rels/comments.xml.rels': relationships({ [`https://example.org/${secret}`]: `${TYPES}/hyperlink` }),
        'word/commentsExtensible.xml': `<w16cex:commentExtensible w16cex:dateUtc="${secret}"/>`,
      },
    }),
  people: (secret) =>
    word({
      related: { 'people.xml': `${MICROSOFT}/people` },
      parts: { 'word/people.xml': `<w15:people><w15:person w15:author="${secret}"/></w15:people>` },
    }),
  'what a form is tied to': (secret) =>
    word({
      text: '<w:sdt><w:dataBinding w:xpath="/a"/><w:t>Hello</w:t></w:sdt>',
      related: { '../customXml/item1.xml': `${TYPES}/customXml` },
      parts: { 'customXml/item1.xml': `<a>${secret}</a>` },
    }),
  'a JPEG of another name': withPhoto('image1.jfif', jpegWith),
  'a WebP': withPhoto('image1.webp', webpWith),
}

export const XLSX_PLACES: Readonly<Record<string, Plant>> = {
  persons: (secret) =>
    excel({
      related: { 'persons/person.xml': `${MICROSOFT}/person` },
      parts: { 'xl/persons/person.xml': `<personList><person displayName="${secret}" userId="${secret}"/></personList>` },
    }),
  'a remark': (secret) =>
    excel({
      related: {
        '/xl/comments1.xml': `${TYPES}/comments`,
        'threadedComments/threadedComment1.xml': `${MICROSOFT}/threadedComment`,
        'drawings/vmlDrawing1.vml': `${TYPES}/vmlDrawing`,
      },
      parts: {
        'xl/comments1.xml': `<comments><authors><author>${secret}</author></authors></comments>`,
        'xl/threadedComments/threadedComment1.xml': `<ThreadedComments><threadedComment dT="${secret}"/></ThreadedComments>`,
        'xl/drawings/vmlDrawing1.vml': `<xml><v:shape id="a"><v:textbox>${secret}</v:textbox><x:ClientData ObjectType="Note"/></v:shape></xml>`,
      },
    }),
  'the workbook': (secret) =>
    excel({ text: `<fileSharing userName="${secret}"/><mc:Choice><x15ac:absPath url="C:\\Users\\${secret}\\"/></mc:Choice>` }),
  'a summary': (secret) => excel({ text: `<pivotCacheDefinition refreshedBy="${secret}" refreshedDate="${secret}"/>` }),
  'the settings of a printer': (secret) =>
    excel({
      text: '<pageSetup orientation="portrait" r:id="rId1"/>',
      related: { 'printerSettings/printerSettings1.bin': `${TYPES}/printerSettings` },
      parts: { 'xl/printerSettings/printerSettings1.bin': Buffer.from(secret, 'utf16le') },
    }),
}

export const PPTX_PLACES: Readonly<Record<string, Plant>> = {
  'a remark': (secret) =>
    powerPoint({
      related: { 'commentAuthors.xml': `${TYPES}/commentAuthors`, 'comments/comment1.xml': `${TYPES}/comments` },
      parts: {
        'ppt/commentAuthors.xml': `<p:cmAuthorLst><p:cmAuthor name="${secret}"/></p:cmAuthorLst>`,
        'ppt/comments/comment1.xml': `<p:cmLst><p:cm dt="${secret}"><p:text>${secret}</p:text></p:cm></p:cmLst>`,
      },
    }),
  'what changed': (secret) =>
    powerPoint({
      related: { 'changesInfos/changesInfo1.xml': `${MICROSOFT}/changesInfo` },
      parts: { 'ppt/changesInfos/changesInfo1.xml': `<pc:chgInfo><pc:chgData name="${secret}"/></pc:chgInfo>` },
    }),
}

const changed = (secret: string) =>
  `<office:change-info><dc:creator>${secret}</dc:creator><dc:date>${secret}</dc:date></office:change-info>`

export const ODT_PLACES: Readonly<Record<string, Plant>> = {
  'what is said of the file': (secret) =>
    openText('<text:p>Hello</text:p>', {
      'meta.xml': `<office:document-meta><dc:creator>${secret}</dc:creator></office:document-meta>`,
      'Object 1/meta.xml': `<office:document-meta><dc:creator>${secret}</dc:creator></office:document-meta>`,
    }),
  'a change': (secret) => openText(`<text:changed-region><text:insertion>${changed(secret)}</text:insertion></text:changed-region>`),
  'a remark': (secret) =>
    openText(
      `<text:p>Hello<office:annotation office:name="1"><dc:creator>${secret}</dc:creator><text:p>${secret}</text:p></office:annotation></text:p>`,
    ),
  'the name of a printer': (secret) =>
    openText('', {
      'settings.xml': `<?xml version="1.0"?><config:config-item config:name="PrinterName" config:type="string">${secret}</config:config-item>`,
    }),
}

/** The names of all parts and what is in them. */
export const unzipped = (document: Buffer): Buffer =>
  Buffer.concat(Object.entries(unzipSync(document)).flatMap(([name, content]) => [Buffer.from(name), content]))
