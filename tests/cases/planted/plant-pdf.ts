import { deflateSync, inflateSync } from 'node:zlib'
import { jpegWith, profileWith } from './plant-pictures.ts'

/** Writes a PDF of these objects; the first is the catalogue. */
export function writePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    places.push(length)
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<</Size ${count}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

export const stream = (dictionary: string, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`<<${dictionary}/Length ${content.length}>>\nstream\n`), content, Buffer.from('\nendstream')])

const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const page = (more = '') => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]${more}>>`

const withInfo = (secret: string) =>
  writePdf(
    ['<</Type/Catalog/Pages 2 0 R>>', PAGES, page(), `<</Author(${secret})/Producer(${secret})/CreationDate(${secret})>>`],
    '/Info 4 0 R',
  )

/** The same in UTF-16, as most programs write it. */
const wide = (secret: string) => `<feff${Buffer.from(secret, 'utf16le').swap16().toString('hex')}>`

const withPhoto = (filter: string, content: Uint8Array) =>
  writePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    PAGES,
    page('/Resources<</XObject<</I 4 0 R>>>>'),
    stream(`/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Filter${filter}`, content),
  ])

/** Four bytes become five letters. */
function ascii85(bytes: Buffer): string {
  const groups: string[] = []
  for (let at = 0; at < bytes.length; at += 4) {
    const group = bytes.subarray(at, at + 4)
    let number = Buffer.concat([group, Buffer.alloc(4 - group.length)]).readUInt32BE(0)
    if (number === 0 && group.length === 4) groups.push('z')
    else {
      const letters = Array.from({ length: 5 }, () => {
        const letter = String.fromCharCode(33 + (number % 85))
        number = Math.floor(number / 85)
        return letter
      })
      groups.push(
        letters
          .toReversed()
          .join('')
          .slice(0, group.length + 1),
      )
    }
  }
  return `${groups.join('')}~>`
}

/** A page with a link, and what happens when it is pressed. */
const withLink = (action: string, more = '') =>
  writePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    PAGES,
    page('/Annots[4 0 R]'),
    `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]${more}/A ${action}>>`,
  ])

const box = (type: string, content: Buffer): Buffer => {
  const head = Buffer.from(`____${type}`)
  head.writeUInt32BE(content.length + 8)
  return Buffer.concat([head, content])
}

const ACTIONS: Readonly<Record<string, (secret: string) => Buffer>> = {
  'a program that a link starts': (secret) => withLink(`<</S/Launch/F(${secret})>>`),
  'a script by another spelling': (secret) => withLink(`<</S/J#61vaScript/J#53(${secret})>>`),
  'a script of an address': (secret) => withLink(`<</S/URI/URI(JavaScript:${secret})>>`),
  'the address of a file': (secret) => withLink(`<</S/URI/URI(file:///C:/Users/${secret}/a.pdf)>>`),
  'an address relative to a file': (secret) => withLink(`<</S/URI/URI(../${secret}/a.pdf)>>`),
  'the next action': (secret) => withLink(`<</S/GoTo/D[3 0 R/Fit]/Next<</S/Launch/F(${secret})>>>>`),
  'one of the next actions': (secret) => withLink(`<</S/GoTo/D[3 0 R/Fit]/Next[<</S/GoTo/D[3 0 R/Fit]>><</S/SubmitForm/F(${secret})>>]>>`),
  'one of several actions': (secret) => withLink(`[<</S/GoTo/D[3 0 R/Fit]>><</S/ImportData/F(${secret})>>]`),
  'what happens when a page opens': (secret) =>
    writePdf(['<</Type/Catalog/Pages 2 0 R>>', PAGES, page(`/AA<</O<</S/JavaScript/JS(${secret})>>>>`)]),
  'the address that others are relative to': (secret) => writePdf([`<</Type/Catalog/Pages 2 0 R/URI<</Base(${secret})>>>>`, PAGES, page()]),
  'scripts of the file': (secret) =>
    writePdf([`<</Type/Catalog/Pages 2 0 R/Names<</JavaScript<</Names[(${secret})<</S/JavaScript/JS(${secret})>>]>>>>>>`, PAGES, page()]),
  'a page that is a template': (secret) =>
    writePdf([`<</Type/Catalog/Pages 2 0 R/Names<</Templates<</Names[(a)4 0 R]>>>>>>`, PAGES, page(), `<</Type/Template/A(${secret})>>`]),
  'a hidden remark': (secret) =>
    writePdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      PAGES,
      page('/Annots[4 0 R]'),
      `<</Type/Annot/Subtype/FreeText/F 2/Rect[0 0 9 9]/Contents(${secret})>>`,
    ]),
  'a hidden field': (secret) =>
    writePdf([
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>>',
      PAGES,
      page('/Annots[4 0 R 6 0 R]'),
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/F 2/Rect[0 0 9 9]/V(${secret})/DV(${secret})>>`,
      `<</FT/Tx/T(b)/V(${secret})/Kids[6 0 R]>>`,
      '<</Type/Annot/Subtype/Widget/Parent 5 0 R/F 32/Rect[0 0 9 9]>>',
    ]),
  'an earlier picture of a page': (secret) =>
    writePdf(['<</Type/Catalog/Pages 2 0 R>>', PAGES, page('/Thumb 4 0 R'), stream('/Width 1/Height 1', Buffer.from(secret))]),
  'the order of reading': (secret) =>
    writePdf([
      '<</Type/Catalog/Pages 2 0 R/Threads[4 0 R]>>',
      PAGES,
      page('/B[5 0 R]'),
      `<</Type/Thread/F 5 0 R/I<</Author(${secret})>>>>`,
      '<</Type/Bead/T 4 0 R/P 3 0 R/R[0 0 9 9]>>',
    ]),
  'a place on a map': (secret) =>
    writePdf(['<</Type/Catalog/Pages 2 0 R>>', PAGES, page(`/VP[<</Measure<</Subtype/GEO/GPTS[(${secret})]>>>>]`)]),
  'a removed page to which a bookmark leads': (secret) =>
    writePdf([
      '<</Type/Catalog/Pages 2 0 R/Outlines<</First 4 0 R>>>>',
      PAGES,
      page(),
      '<</Title(x)/Dest[5 0 R/Fit]>>',
      page('/Contents 6 0 R'),
      stream('', Buffer.from(`BT (${secret}) Tj ET`)),
    ]),
  'the path of a picture': (secret) =>
    writePdf([
      '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R>>',
      PAGES,
      page(),
      `<</Type/StructTreeRoot/K<</S/Figure/Alt(C:\\\\Users\\\\${secret}\\\\a.jpg)>>>>`,
    ]),
  'the profile of a display': (secret) =>
    writePdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      PAGES,
      page('/Resources<</ColorSpace<</Info[/ICCBased 4 0 R]>>>>'),
      stream('/N 3/Filter/FlateDecode', deflateSync(profileWith(secret))),
    ]),
  'a broken profile': (secret) =>
    writePdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      PAGES,
      page('/Resources<</ColorSpace<</C[/ICCBased 4 0 R]>>>>'),
      stream('/N 3', Buffer.from(secret)),
    ]),
  'a photo in JPEG 2000': (secret) =>
    withPhoto('/JPXDecode', Buffer.concat([box('jP  ', Buffer.alloc(4)), box('xml ', Buffer.from(secret)), box('jp2c', Buffer.alloc(4))])),
}

export const PDF_PLACES: Readonly<Record<string, (secret: string) => Buffer>> = {
  ...ACTIONS,
  'what is said of the file': withInfo,
  XMP: (secret) =>
    writePdf([
      '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>',
      PAGES,
      page(),
      stream('/Type/Metadata/Subtype/XML', Buffer.from(`<x:xmpmeta>${secret}</x:xmpmeta>`)),
    ]),
  'the parts of a page': (secret) =>
    writePdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      PAGES,
      page(`/PieceInfo<</Secret<</Private(${secret})>>>>/LastModified(${secret})/Annots[4 0 R]`),
      `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/T${wide(secret)}/M(${secret})/Contents(Hello)>>`,
    ]),
  'a remark': (secret) =>
    writePdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      PAGES,
      page('/Annots[4 0 R 5 0 R]'),
      `<</Subtype/Text/Rect[0 0 9 9]/T(${secret})/Contents(${secret})>>`,
      `<</Subtype/Highlight/Rect[0 0 9 9]/Contents(${secret})/IRT 4 0 R>>`,
    ]),
  'a photo': (secret) => withPhoto('/DCTDecode', jpegWith(secret)),
  'a photo of letters and digits': (secret) =>
    withPhoto('[/ASCIIHexDecode/DCTDecode]', Buffer.from(`${jpegWith(secret).toString('hex')}>`)),
  'a photo of letters': (secret) => withPhoto('[/ASCII85Decode/DCTDecode]', Buffer.from(ascii85(jpegWith(secret)))),
  'a packed photo': (secret) => withPhoto('[/FlateDecode/DCTDecode]', deflateSync(jpegWith(secret))),
  'an object that nothing leads to': (secret) => writePdf(['<</Type/Catalog/Pages 2 0 R>>', PAGES, page(), `(${secret})`]),
  'another container within': (secret) =>
    writePdf([
      '<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a.pdf)4 0 R]>>>>>>',
      PAGES,
      page(),
      '<</Type/Filespec/F(a.pdf)/EF<</F 5 0 R>>>>',
      stream('/Type/EmbeddedFile/Filter/FlateDecode', deflateSync(withInfo(secret))),
    ]),
}

function fromAscii85(letters: string): Buffer {
  const groups = letters.replaceAll('z', '!!!!!').match(/.{1,5}/g) ?? []
  return Buffer.concat(
    groups.map((group) => {
      const number = Buffer.from(group.padEnd(5, 'u')).reduce((sum, letter) => sum * 85 + letter - 33, 0)
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(number % 2 ** 32)
      return bytes.subarray(0, group.length - 1)
    }),
  )
}

/** The file and everything that is compressed in it. */
export function unpacked(pdf: Buffer): Buffer {
  const parts = [pdf]
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    const end = pdf.indexOf('endstream', at)
    try {
      const content = inflateSync(pdf.subarray(at + 7, end < 0 ? undefined : end), { finishFlush: 2 })
      parts.push(content, ...(content.includes('stream\n') ? [unpacked(content)] : []))
    } catch {
      // Not compressed, or no stream.
    }
  }
  // Texts in UTF-16 are written as digits.
  const text = Buffer.concat(parts).toString('latin1')
  const digits = [...text.matchAll(/([0-9a-f]{8,})>/gi)].map(([, all = '']) => Buffer.from(all, 'hex'))
  const letters = [...text.matchAll(/stream\n([!-uz]+)~>/g)].map(([, all = '']) => fromAscii85(all))
  return Buffer.concat([Buffer.from(text, 'latin1'), ...digits, ...letters])
}
