import { openDocument, openXml } from './office-files.ts'
import { PICTURES } from './plant-pictures.ts'
import type { Plant } from './secrets.ts'

type Write = ReturnType<typeof openDocument>

const changed = (secret: string) =>
  `<office:change-info><dc:creator>${secret}</dc:creator><dc:date>${secret}</dc:date></office:change-info>`

/** In every document of LibreOffice. */
const anywhere = (write: Write): Readonly<Record<string, Plant>> => ({
  'what is said of the file': (secret) =>
    write('', { parts: { 'meta.xml': openXml('office:document-meta', `<dc:creator>${secret}</dc:creator>`) } }),
  'a remark': (secret) =>
    write(
      `<text:p>Hello<office:annotation office:name="1"><dc:creator>${secret}</dc:creator><text:p>${secret}</text:p></office:annotation></text:p>`,
    ),
  'a link to a file': (secret) => write(`<text:p><text:a xlink:href="file:///home/${secret}/a.odt">Hello</text:a></text:p>`),
  'a link by a relative path': (secret) => write(`<text:p><text:a xlink:href="../${secret}/a.odt">Hello</text:a></text:p>`),
  'a picture of a file': (secret) => write(`<draw:frame><draw:image xlink:href="FILE:///C:/Users/${secret}/a.jpg"/></draw:frame>`),
  'a script': (secret) =>
    write(`<office:event-listeners><script:event-listener xlink:href="vnd.sun.star.script:${secret}"/></office:event-listeners>`),
  'the name of a printer': (secret) =>
    write('', {
      parts: {
        'settings.xml': openXml('office:document-settings', `<config:config-item config:name="PrinterName">${secret}</config:config-item>`),
      },
    }),
  'the number of a session': (secret) =>
    write('', { styles: `<style:style style:name="T1"><style:text-properties officeooo:rsid="${secret}"/></style:style>` }),
  'an earlier version': (secret) =>
    write('', { parts: { 'VersionList.xml': `<a>${secret}</a>`, 'Versions/Version1': Buffer.from(secret) } }),
  'the picture of the first page': (secret) => write('', { parts: { 'Thumbnails/thumbnail.png': Buffer.from(secret) } }),
  'what is remembered of its layout': (secret) =>
    write('', { parts: { 'layout-cache': Buffer.from(secret), 'Configurations2/a.xml': `<a>${secret}</a>` } }),
  ...Object.fromEntries(
    Object.entries(PICTURES).map(([name, make]): [string, Plant] => [
      `a picture: ${name}`,
      (secret) =>
        write('<draw:frame><draw:image xlink:href="Pictures/1.dat"/></draw:frame>', { parts: { 'Pictures/1.dat': make(secret) } }),
    ]),
  ),
})

const [text, table, slides] = [openDocument('text'), openDocument('spreadsheet'), openDocument('presentation')]
const HIDDEN = ['text', 'paragraph']
  .map((family) => `<style:style style:name="H" style:family="${family}"><style:text-properties text:display="none"/></style:style>`)
  .join('')
const HIDDEN_TABLE = '<style:style style:name="H" style:family="table"><style:table-properties table:display="false"/></style:style>'

export const ODT_PLACES: Readonly<Record<string, Plant>> = {
  ...anywhere(text),
  'a change': (secret) =>
    text(
      `<text:tracked-changes><text:changed-region><text:insertion>${changed(secret)}</text:insertion></text:changed-region></text:tracked-changes>`,
    ),
  'deleted words': (secret) =>
    text(
      `<text:tracked-changes><text:changed-region><text:deletion>${changed('x')}<text:p>${secret}</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p><text:change text:change-id="1"/></text:p>`,
    ),
  'hidden words': (secret) =>
    text(`<text:p><text:hidden-text text:condition="ooow:1" text:is-hidden="true" text:string-value="${secret}"/></text:p>`),
  'a hidden paragraph': (secret) => text(`<text:p><text:hidden-paragraph text:is-hidden="true"/>${secret}</text:p>`),
  'a hidden section': (secret) => text(`<text:section text:name="${secret}" text:display="none"><text:p>${secret}</text:p></text:section>`),
  'a picture of a hidden section': (secret) =>
    text('<text:section text:display="none"><draw:frame><draw:image xlink:href="Pictures/1.dat"/></draw:frame></text:section>', {
      parts: { 'Pictures/1.dat': Buffer.from(secret) },
    }),
  'a picture of an object of a hidden section': (secret) =>
    text('<text:section text:display="none"><draw:object xlink:href="./Object 1"/></text:section>', {
      parts: {
        'Object 1/content.xml': openXml('office:document-content', '<draw:image xlink:href="Pictures/1.dat"/>'),
        'Object 1/Pictures/1.dat': Buffer.from(secret),
      },
    }),
  'a field of a form that is never shown': (secret) => text(`<form:form><form:hidden form:name="a" form:value="${secret}"/></form:form>`),
  'words hidden by their style': (secret) =>
    text(`<text:p><text:span text:style-name="H">${secret}</text:span></text:p>`, { styles: HIDDEN }),
  'words hidden by a style of a style': (secret) =>
    text(`<text:p text:style-name="B">${secret}</text:p>`, {
      styles: '<style:style style:name="B" style:family="paragraph" style:parent-style-name="H"/>',
      parts: { 'styles.xml': openXml('office:document-styles', HIDDEN) },
    }),
  'words hidden by a style that stands behind it': (secret) =>
    text(`<text:p text:style-name="B">${secret}</text:p>`, {
      styles: `<style:style style:name="B" style:family="paragraph" style:parent-style-name="H"/>${HIDDEN}`,
    }),
  'the other words of a condition': (secret) =>
    text(`<text:p><text:conditional-text text:string-value-if-false="${secret}">x</text:conditional-text></text:p>`),
  'an object within': (secret) =>
    text('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>', {
      parts: {
        'Object 1/content.xml': openXml('office:document-content', `<dc:creator>${secret}</dc:creator>`),
        'Object 1/meta.xml': `<a>${secret}</a>`,
      },
    }),
}

export const ODS_PLACES: Readonly<Record<string, Plant>> = {
  ...anywhere(table),
  'a hidden sheet': (secret) =>
    table(
      `<table:table table:name="${secret}" table:style-name="H"><text:p>${secret}</text:p></table:table>
       <table:table table:name="Second"><table:table-cell table:formula="of:=[$'${secret}'.A1]"><text:p>7</text:p></table:table-cell></table:table>
       <table:named-expressions><table:named-range table:name="a" table:cell-range-address="$'${secret}'.$A$1"/></table:named-expressions>`,
      { styles: HIDDEN_TABLE },
    ),
  'a change': (secret) =>
    table(`<table:tracked-changes><table:deletion>${changed(secret)}<text:p>${secret}</text:p></table:deletion></table:tracked-changes>`),
}

export const ODP_PLACES: Readonly<Record<string, Plant>> = {
  ...anywhere(slides),
  'a hidden slide': (secret) =>
    slides(`</draw:page><draw:page draw:style-name="H"><text:p>${secret}</text:p>`, {
      styles:
        '<style:style style:name="H" style:family="drawing-page"><style:drawing-page-properties xmlns:q="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" q:visibility="hidden"/></style:style>',
    }),
}
