import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { stream, unpacked, writePdf } from '#tests/cases/planted/plant-pdf.ts'
import { smallPdf } from '#tests/support/media/small-files.ts'
import { cleanPdf } from './clean-pdf.ts'

async function written(protect: { readonly ownerPassword: string; readonly userPassword: string }): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const words of ['First page', 'Second page']) pdf.addPage().drawText(words, { font })
  pdf.setAuthor('SECRETX')
  pdf.encrypt(protect)
  return Buffer.from(await pdf.save({ useObjectStreams: false }))
}

const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase()

it('A PDF that everybody can open, but not change, is taken, and opens without a password', async () => {
  const { bytes, pages } = await cleanPdf(await written({ ownerPassword: 'owner', userPassword: '' }))
  const text = unpacked(Buffer.from(bytes)).toString('latin1')
  expect([pages, text.includes(hex('First page')), text.includes(hex('Second page'))]).toEqual([2, true, true])
  expect([text.includes('/Encrypt'), text.includes('SECRETX')]).toEqual([false, false])
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(2)
})

it('A PDF that needs a password is refused with what helps', async () => {
  await expect(cleanPdf(await written({ ownerPassword: 'owner', userPassword: 'user' }))).rejects.toThrow('locked with a password')
})

it('A PDF without pages is refused as damaged', async () => {
  await expect(cleanPdf(writePdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']))).rejects.toThrow('damaged')
})

/** A PDF of a page that has this. */
const withPart = (resources: string, part: Buffer): Buffer =>
  writePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<${resources}>>>>`,
    part,
  ])

it('A profile that several pages share is still one, and the same one', async () => {
  const profile = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .withIccProfile('p3')
    .png()
    .toBuffer()
    .then((picture) => sharp(picture).metadata())
  const shared = withPart('/ColorSpace<</A[/ICCBased 4 0 R]/B[/ICCBased 4 0 R]>>', stream('/N 3', profile.icc ?? Buffer.alloc(0)))
  const { context } = await PDFDocument.load((await cleanPdf(shared)).bytes)
  const objects = context.enumerateIndirectObjects().map(([, object]) => String(object))
  expect(objects.filter((object) => object.includes('/N 3'))).toHaveLength(1)
  expect(objects.join('')).toMatch(/\/A \[ \/ICCBased (\d+ 0 R) \]\s+\/B \[ \/ICCBased \1 \]/)
})

it.each([
  ['junk before it', Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), smallPdf()])],
  [
    'what is said of it leading nowhere',
    writePdf(
      [
        '<</Type/Catalog/Pages 2 0 R/Metadata 9 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      ],
      '/Info 8 0 R',
    ),
  ],
  [
    'what is said of it being broken',
    writePdf(
      [
        '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
        stream('/Filter/FlateDecode', Buffer.from('broken')),
      ],
      '/Info(broken)',
    ),
  ],
  [
    'a profile that cannot be unpacked',
    withPart('/ColorSpace<</C[/ICCBased 4 0 R]>>', stream('/N 3/Filter/FlateDecode', Buffer.from('broken'))),
  ],
  [
    'a photo in JPEG 2000 that is cut off',
    withPart(
      '/XObject<</I 4 0 R>>',
      stream('/Type/XObject/Subtype/Image/Filter/JPXDecode', Buffer.from('0000000c6a5020200d0a870a000000016a703263', 'hex')),
    ),
  ],
])('A PDF with %s is taken', async (_, bytes) => {
  const cleaned = await cleanPdf(bytes)
  expect(cleaned.pages).toBe(1)
  expect(Buffer.from(cleaned.bytes).indexOf('%PDF-')).toBe(0)
})

const pageWith = (page: string, catalog = '') =>
  writePdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]${page}>>`,
  ])

it.each([
  ['a page of which a part was cut', ['cut parts'], pageWith('/CropBox[0 0 600 400]')],
  ['a page without the marks of a printer', [], pageWith('/CropBox[20 20 580 780]')],
  ['a layer that is not shown', ['hidden layers'], pageWith('', '/OCProperties<</D<</OFF[<</Name(a)>>]>>>>')],
  ['a box over words', ['covered words'], pageWith('/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/IC[0 0 0]>>]')],
  ['a frame', [], pageWith('/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>]')],
])('The writer is told that a PDF has %s: %j', async (_, remains, bytes) => {
  expect((await cleanPdf(bytes)).remains).toEqual(remains)
})

it('A form that only programs of Adobe show is refused with what helps', async () => {
  await expect(cleanPdf(pageWith('', '/NeedsRendering true'))).rejects.toThrow('print it to a new PDF')
})

it('What a page shows stays, whatever its parts are named', async () => {
  const pdf = writePdf([
    '<</Type/Catalog/Pages 2 0 R/Names<</Dests<</Names[(AA)[3 0 R/Fit]]>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<</AA 4 0 R/JS 4 0 R>>/XObject<</Info 5 0 R>>>>/Annots[6 0 R 7 0 R]/Contents 8 0 R>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', Buffer.from('0 0 9 9 re f')),
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D[3 0 R/Fit]/Next<</S/Named/N/NextPage>>>>>>',
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(mailto:a@example.org)>>>>',
    stream('', Buffer.from('BT /AA 9 Tf (shown) Tj ET /Info Do')),
  ])
  const text = unpacked(Buffer.from((await cleanPdf(pdf)).bytes)).toString('latin1')
  for (const part of ['/BaseFont', '0 0 9 9 re f', '/AA', '/JS', '/GoTo', '/NextPage', 'mailto:a@example.org', '(shown) Tj', '/Dests'])
    expect(text, part).toContain(part)
})
