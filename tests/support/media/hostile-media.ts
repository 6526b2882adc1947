import { deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { box, rewrite } from '#tests/cases/planted/plant-mp4.ts'
import { stream, writePdf } from '#tests/cases/planted/plant-pdf.ts'
import { mediaFixture } from './small-files.ts'

const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>'

/** The video with another value in the four bytes after the type of each such box, or further on. */
function withNumber(type: string, at: number, value: number): Buffer {
  const bytes = Buffer.from(mediaFixture('mp4'))
  for (let found = bytes.indexOf(type); found >= 0; found = bytes.indexOf(type, found + 4)) bytes.writeUInt32BE(value, found + 4 + at)
  return bytes
}

function nested(depth: number): Buffer {
  const bytes = Buffer.alloc(depth * 8)
  for (let level = 0; level < depth; level += 1) {
    bytes.writeUInt32BE((depth - level) * 8, level * 8)
    bytes.write('moov', level * 8 + 4)
  }
  return Buffer.concat([mediaFixture('mp4').subarray(0, 32), bytes])
}

function manyTracks(count: number): Buffer {
  const tracks: Buffer[] = []
  rewrite(mediaFixture('mp4'), (type, content) => {
    if (type === 'trak') tracks.push(box('trak', content))
    return null
  })
  return rewrite(mediaFixture('mp4'), (type, content) =>
    type === 'moov' ? box('moov', content, ...Array.from({ length: count }, () => tracks[0] ?? Buffer.alloc(0))) : null,
  )
}

const hugeBox = () => {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1)
  head.write('moov', 4)
  head.writeBigUInt64BE(2n ** 62n, 8)
  return Buffer.concat([mediaFixture('mp4').subarray(0, 32), head, Buffer.alloc(1000)])
}

/** Many elements of an endless segment, each of which declares that it is larger than the file. */
const endlessWebm = () =>
  Buffer.concat([
    mediaFixture('webm').subarray(0, 36),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    ...Array.from({ length: 50_000 }, () => Buffer.from('1654ae6b01fffffffffffff0', 'hex')),
  ])

const office = (parts: Record<string, Uint8Array>) =>
  Buffer.from(zipSync({ '[Content_Types].xml': strToU8('<Types/>'), ...parts }, { level: 9 }))

/** Name and content of files that were written to do harm. All of them are refused. */
export const HOSTILE_FILES: Readonly<Record<string, { readonly name: string; readonly make: () => Buffer }>> = {
  'a box of four billion bytes': {
    name: 'a.mp4',
    make: () => Buffer.concat([mediaFixture('mp4').subarray(0, 32), Buffer.from('fffffff06d6f6f76', 'hex'), Buffer.alloc(100)]),
  },
  'a box of 2 to the power of 62 bytes': { name: 'a.mp4', make: hugeBox },
  'four billion samples': { name: 'a.mp4', make: () => withNumber('stsz', 8, 0xfffffff0) },
  'four billion pieces': { name: 'a.mp4', make: () => withNumber('stco', 4, 0xfffffff0) },
  'four billion tracks of time': { name: 'a.mp4', make: () => withNumber('stts', 4, 0xfffffff0) },
  'a sample of four billion bytes': { name: 'a.mp4', make: () => withNumber('stsz', 12, 0xfffffff0) },
  'boxes within boxes, 20,000 deep': { name: 'a.mp4', make: () => nested(20_000) },
  'two million empty boxes': {
    name: 'a.mp4',
    make: () => Buffer.concat([mediaFixture('mp4').subarray(0, 32), Buffer.alloc(16_000_000, Buffer.from('0000000866726565', 'hex'))]),
  },
  '10,000 tracks': { name: 'a.mp4', make: () => manyTracks(10_000) },
  'an endless WebM': { name: 'a.webm', make: endlessWebm },
  'a video that ends in its middle': { name: 'a.mp4', make: () => mediaFixture('mp4').subarray(0, 2000) },
  'a page named .mp4': { name: 'a.mp4', make: () => Buffer.from('<!doctype html><script>alert(1)</script>') },
  'a video named .jpg': { name: 'a.jpg', make: () => mediaFixture('mp4') },
  'a playlist that names other files': {
    name: 'a.mp4',
    make: () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  },
  'a script named .txt': { name: 'a.txt', make: () => Buffer.from('<script>alert(1)</script>') },
  'a PDF of nothing but brackets': {
    name: 'a.pdf',
    make: () => writePdf(['<</Type/Catalog/Pages 2 0 R>>', PAGES, `${'['.repeat(200_000)}`]),
  },
  'a PDF that leads to itself': {
    name: 'a.pdf',
    make: () => writePdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>']),
  },
  'a PDF whose objects grow to half a gigabyte': {
    name: 'a.pdf',
    make: () =>
      writePdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        PAGES,
        PAGE,
        stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', deflateSync(Buffer.alloc(512 * 1024 ** 2))),
      ]),
  },
  'a document with a part of 65 megabytes': {
    name: 'a.docx',
    make: () => office({ 'word/document.xml': new Uint8Array(65 * 1024 * 1024) }),
  },
  'a document with macros': { name: 'a.docx', make: () => office({ 'word/vbaProject.bin': strToU8('x') }) },
  'a document with a program in it': { name: 'a.docx', make: () => office({ 'word/embeddings/oleObject1.bin': strToU8('x') }) },
}
