import { external, MICROSOFT, OFFICE, paragraph, powerPoint, relationships, SHOWN, word, xml } from './office-files.ts'
import { PICTURES } from './plant-pictures.ts'
import { XLSX_PLACES } from './plant-sheets.ts'
import type { Plant } from './secrets.ts'

type Places = Readonly<Record<string, Plant>>

const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
const inWord =
  (text: (secret: string) => string): Plant =>
  (secret) =>
    word({ text: text(secret) })
const field = (...instructions: string[]) =>
  `<w:p>${['begin', ...instructions, 'separate', SHOWN, 'end']
    .map((part) => {
      if (/^(?:begin|separate|end)$/.test(part)) return `<w:r><w:fldChar w:fldCharType="${part}"/></w:r>`
      return part === SHOWN ? run(part) : `<w:r><w:instrText>${part}</w:instrText></w:r>`
    })
    .join('')}</w:p>`
const style = (id: string, content: string) => `<w:style w:styleId="${id}">${content}</w:style>`
const withStyles = (text: string) =>
  word({
    text,
    related: { 'styles.xml': `${OFFICE}/styles` },
    parts: {
      'word/styles.xml': xml('w:styles', style('Hidden', '<w:rPr><w:vanish/></w:rPr>') + style('Below', '<w:basedOn w:val="Hidden"/>')),
    },
  })
/** A template, as it may be spelled. */
const template =
  (attributes: string, target: (secret: string) => string): Plant =>
  (secret) =>
    word({
      related: { 'settings.xml': `${OFFICE}/settings` },
      parts: {
        'word/settings.xml': xml('w:settings', '<w:attachedTemplate r:id="rId1"/>'),
        'word/_rels/settings.xml.rels': relationships({ [target(secret)]: attributes }),
      },
    })
const userPath = (secret: string) => `file:///C:\\Users\\${secret}\\letter.dotm`

const CHANGES: Places = {
  'who changed it': inWord((secret) => `<w:ins w:id="1" w:author="${secret}" w:date='${secret}'>${run('More')}</w:ins>`),
  'deleted words': inWord((secret) => `<w:p><w:del w:author="x"><w:r><w:delText>${secret}</w:delText></w:r></w:del></w:p>`),
  'words that were moved away': inWord((secret) => `<w:p><w:moveFrom w:author="x">${run(secret)}</w:moveFrom></w:p>`),
  'deleted words by another prefix': inWord(
    (secret) => `<w:p><q:del xmlns:q="http://purl.oclc.org/ooxml/wordprocessingml/main"><q:r><q:t>${secret}</q:t></q:r></q:del></w:p>`,
  ),
  'a deleted row': inWord(
    (secret) => `<w:tbl><w:tr><w:trPr><w:del w:author="x"/></w:trPr><w:tc>${paragraph(secret)}</w:tc></w:tr></w:tbl>`,
  ),
  'a deleted cell': inWord(
    (secret) => `<w:tbl><w:tr><w:tc><w:tcPr><w:cellDel/></w:tcPr>${paragraph(secret)}</w:tc><w:tc>${paragraph('x')}</w:tc></w:tr></w:tbl>`,
  ),
  'how a word looked before': inWord(
    (secret) => `<w:p>${run('x', `<w:rPrChange><w:rPr><w:rStyle w:val="${secret}"/></w:rPr></w:rPrChange>`)}</w:p>`,
  ),
  'a picture of deleted words': (secret) =>
    word({
      text: '<w:p><w:del><w:r><w:drawing><a:blip r:embed="rId1"/></w:drawing></w:r></w:del></w:p>',
      related: { 'media/image1.dat': `${OFFICE}/image` },
      parts: { 'word/media/image1.dat': Buffer.from(secret) },
    }),
  'a diagram of deleted words': (secret) =>
    word({
      text: '<w:p><w:del><w:r><w:drawing><a:relIds r:dm="rId1"/></w:drawing></w:r></w:del></w:p>',
      related: { 'diagrams/data1.xml': `${OFFICE}/diagramData`, 'diagrams/drawing1.xml': `${OFFICE}/diagramDrawing` },
      parts: { 'word/diagrams/data1.xml': xml('a:data', secret), 'word/diagrams/drawing1.xml': xml('a:drawing', secret) },
    }),
  'a footnote of deleted words': (secret) =>
    word({
      text: '<w:p><w:del><w:r><w:footnoteReference w:id="2"/></w:r></w:del></w:p>',
      related: { 'footnotes.xml': `${OFFICE}/footnotes` },
      parts: { 'word/footnotes.xml': xml('w:footnotes', `<w:footnote w:id="2">${paragraph(secret)}</w:footnote>`) },
    }),
  'the address of deleted words': (secret) =>
    word({
      text: `<w:p><w:hyperlink r:id="rId1"><w:del>${run('x')}</w:del></w:hyperlink></w:p>`,
      related: { [`https://example.org/${secret}`]: external('hyperlink') },
    }),
  'deleted words of a header': (secret) =>
    word({
      related: { 'header1.xml': `${OFFICE}/header` },
      parts: { 'word/header1.xml': xml('w:hdr', `<w:p><w:del>${run(secret)}</w:del></w:p>`) },
    }),
}

const HIDDEN: Places = {
  'hidden words': inWord((secret) => `<w:p>${run(secret, '<w:vanish/>')}</w:p>`),
  'words hidden by their style': (secret) => withStyles(`<w:p>${run(secret, '<w:rStyle w:val="Hidden"/>')}</w:p>`),
  'a paragraph hidden by a style of a style': (secret) => withStyles(`<w:p><w:pPr><w:pStyle w:val="Below"/></w:pPr>${run(secret)}</w:p>`),
  'hidden words beside some that are shown': (secret) =>
    withStyles(`<w:p><w:pPr><w:pStyle w:val="Hidden"/></w:pPr>${run('x', '<w:vanish w:val="0"/>')}${run(secret)}</w:p>`),
  'the entry of an index': inWord((secret) => field(`XE "${secret}"`)),
  'a field of a program': inWord((secret) => field('ADDIN ', `{"owner":"${secret}"}`)),
  variables: (secret) =>
    word({
      related: { 'settings.xml': `${OFFICE}/settings` },
      parts: {
        'word/settings.xml': xml(
          'w:settings',
          `<w:docVars><w:docVar w:name="a" w:val="${secret}"/></w:docVars><w:rsids><w:rsid w:val="${secret}"/></w:rsids>`,
        ),
      },
    }),
  'building blocks': (secret) =>
    word({
      related: { 'glossary/document.xml': `${OFFICE}/glossaryDocument` },
      parts: { 'word/glossary/document.xml': xml('w:glossaryDocument', paragraph(secret)) },
    }),
  'a part that nothing leads to': (secret) => word({ parts: { 'word/old.xml': xml('w:document', paragraph(secret)) } }),
  'a comment of XML': inWord((secret) => `<!-- ${secret} --><?a ${secret}?>`),
}

const TIES: Places = {
  'a template': template(external('attachedTemplate'), userPath),
  'a template by another spelling': template(`Type='${OFFICE}/%61ttachedTEMPLATE' TargetMode=' external '`, userPath),
  'a template by a relative path': template(external('attachedTemplate'), (secret) => `../../${secret}/letter.dotm`),
  'a link to a file': (secret) =>
    word({ text: `<w:p><w:hyperlink r:id="rId1">${run('x')}</w:hyperlink></w:p>`, related: { [userPath(secret)]: external('hyperlink') } }),
  'a link to a file by its path': (secret) =>
    word({
      text: `<w:p><w:hyperlink r:id="rId1">${run('x')}</w:hyperlink></w:p>`,
      related: { [`../${secret}/a.docx`]: external('hyperlink') },
    }),
  'a link of a field': inWord((secret) => field('HYPER', `LINK "file:///C:/Users/${secret}/a.docx"`)),
  'a picture of a field': inWord((secret) => field(`INCLUDEPICTURE "${secret}"`)),
  'the object of another file': (secret) =>
    word({
      text: '<w:p><w:r><w:object><v:shape/><o:OLEObject Type="Link" r:id="rId1"/></w:object></w:r></w:p>',
      related: { [userPath(secret)]: `Type="${OFFICE}/OLEobject" TargetMode="EXTERNAL"` },
    }),
  'a picture at another address': (secret) =>
    word({
      text: '<w:p><w:r><w:drawing><a:blip r:link="rId1"/></w:drawing></w:r></w:p>',
      related: { [`https://example.org/${secret}`]: external('image') },
    }),
  'the file of a picture': inWord(
    (secret) =>
      `<w:p><w:r><w:pict><v:imagedata o:title="${secret}.jpg"/></w:pict><w:drawing><wp:docPr name="${secret}.png"/></w:drawing></w:r></w:p>`,
  ),
  'the path of a picture': inWord(
    (secret) => `<w:p><w:r><w:drawing><wp:docPr id="1" name="a" descr="C:\\Users\\${secret}\\a.jpg"/></w:drawing></w:r></w:p>`,
  ),
  'the letters of a mailing': (secret) =>
    word({
      related: { 'settings.xml': `${OFFICE}/settings` },
      parts: { 'word/settings.xml': xml('w:settings', `<w:mailMerge><w:query w:val="${secret}"/></w:mailMerge>`) },
    }),
  'what a form is tied to': (secret) =>
    word({
      text: `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a"/></w:sdtPr><w:sdtContent>${paragraph('x')}</w:sdtContent></w:sdt>`,
      related: { '../customXml/item1.xml': `${OFFICE}/customXml` },
      parts: { 'customXml/item1.xml': `<a>${secret}</a>` },
    }),
}

const PEOPLE: Places = {
  'a remark': (secret) =>
    word({
      text: `<w:p><w:commentRangeStart w:id="0"/>${run('x')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
      related: { 'comments.xml': `${OFFICE}/comments`, 'commentsExtensible.xml': `${MICROSOFT}/commentsExtensible` },
      parts: {
        'word/comments.xml': xml('w:comments', `<w:comment w:author="${secret}" w:initials="${secret}">${paragraph(secret)}</w:comment>`),
        'word/_rels/comments.xml.rels': relationships({ [`https://example.org/${secret}`]: external('hyperlink') }),
        'word/commentsExtensible.xml': xml('w:commentsExtensible', secret),
      },
    }),
  people: (secret) =>
    word({
      related: { 'people.xml': `${MICROSOFT}/people` },
      parts: { 'word/people.xml': xml('w:people', `<w:person w:author="${secret}"/>`) },
    }),
  'who may change a part': inWord((secret) => `<w:permStart w:id="1" w:ed="${secret}"/><w:permEnd w:id="1"/>`),
  'the number of a session': inWord(
    (secret) => `<w:p w:rsidR="${secret}" w:rsidRDefault="${secret}" w14:paraId="${secret}">${run('x')}</w:p>`,
  ),
  'a name that Word found': inWord(
    (secret) =>
      `<w:p><w:smartTag w:uri="x" w:element="${secret}"><w:smartTagPr><w:attr w:val="${secret}"/></w:smartTagPr>${run('x')}</w:smartTag></w:p>`,
  ),
  'what is said of the file': (secret) =>
    word({ parts: { 'docProps/core.xml': `<a>${secret}</a>`, 'docProps/custom.xml': `<Properties>${secret}</Properties>` } }),
}

const pictured = Object.entries(PICTURES).map(([name, make]): readonly [string, Plant] => [
  `a picture: ${name}`,
  (secret) => word({ related: { 'media/image1.dat': `${OFFICE}/image` }, parts: { 'word/media/image1.dat': make(secret) } }),
])

const inner: Places = {
  'a remark of a spreadsheet within': (secret) =>
    word({
      related: { 'embeddings/a.xlsx': `${OFFICE}/package` },
      parts: { 'word/embeddings/a.xlsx': XLSX_PLACES['a remark']?.(secret) ?? Buffer.alloc(0) },
    }),
}

export const DOCX_PLACES: Places = { ...CHANGES, ...HIDDEN, ...TIES, ...PEOPLE, ...Object.fromEntries(pictured), ...inner }

const inSlide =
  (text: (secret: string) => string): Plant =>
  (secret) =>
    powerPoint({ text: text(secret) })

export const PPTX_PLACES: Places = {
  'a remark': (secret) =>
    powerPoint({
      related: { '../comments/comment1.xml': `${OFFICE}/comments` },
      parts: {
        'ppt/_rels/presentation.xml.rels': relationships({
          'slides/slide1.xml': `${OFFICE}/slide`,
          'commentAuthors.xml': `${OFFICE}/commentAuthors`,
        }),
        'ppt/commentAuthors.xml': xml('p:cmAuthorLst', `<p:cmAuthor name="${secret}"/>`),
        'ppt/comments/comment1.xml': xml('p:cmLst', `<p:cm dt="${secret}"><p:text>${secret}</p:text></p:cm>`),
      },
    }),
  'a hidden slide': (secret) =>
    powerPoint({
      text: '<a:hlinkClick r:id="rId1" action="ppaction://hlinksldjump"/>',
      related: { 'slide2.xml': `${OFFICE}/slide` },
      parts: {
        'ppt/_rels/presentation.xml.rels': relationships({
          'slides/slide1.xml': `${OFFICE}/slide`,
          'slides/slide2.xml': `${OFFICE}/slide`,
        }),
        'ppt/slides/slide2.xml': xml('p:sld', `<a:p><a:r><a:t>${secret}</a:t></a:r></a:p>`).replace('xmlns:w=', 'show="0" xmlns:w='),
      },
    }),
  'what changed': (secret) =>
    powerPoint({
      related: { '../changesInfos/changesInfo1.xml': `${MICROSOFT}/changesInfo` },
      parts: { 'ppt/changesInfos/changesInfo1.xml': xml('p:chgInfo', `<p:chgData name="${secret}"/>`) },
    }),
  'the labels of a program': (secret) =>
    powerPoint({
      text: '<p:custDataLst><p:tags r:id="rId1"/></p:custDataLst>',
      related: { '../tags/tag1.xml': `${OFFICE}/tags` },
      parts: { 'ppt/tags/tag1.xml': xml('p:tagLst', `<p:tag name="a" val="${secret}"/>`) },
    }),
  'a link to a file': (secret) =>
    powerPoint({
      text: '<a:p><a:r><a:rPr><a:hlinkClick r:id="rId1"/></a:rPr></a:r></a:p>',
      related: { [userPath(secret)]: external('hyperlink') },
    }),
  'a program to run': inSlide((secret) => `<a:hlinkClick r:id="" action="ppaction://program?file=${secret}"/>`),
  'the path of a picture': inSlide((secret) => `<p:cNvPr id="1" name="a" descr="\\\\server\\${secret}\\a.jpg"/>`),
}
