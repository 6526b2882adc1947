import { deflateSync, inflateSync } from 'node:zlib'

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

export const PDF_PLACES: Readonly<Record<string, (secret: string) => Buffer>> = {
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
  return Buffer.from(
    text + text.replaceAll(/<([0-9a-f]+)>/gi, (_, digits: string) => Buffer.from(digits, 'hex').toString('latin1')),
    'latin1',
  )
}
