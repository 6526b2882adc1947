import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Matches the metadata of all test pictures; none of it may reach a reader. */
export const SECRETS =
  /Secret|Mara Lee|2026:03:14|52\/1|Exif|EXIF|GPS|http:\/\/ns\.adobe|photoshop|8BIM|xmpmeta|iTXt|tEXt|zTXt|ICC_PROFILE|iCCP/

/** A picture in one colour. */
export const plain = (width: number, height: number, background = '#c02030') =>
  sharp({ create: { width, height, channels: 3, background } })

/** A JPEG with as many bytes as a photograph of that size. */
export async function photograph(width: number, height: number, quality = 90): Promise<Buffer> {
  return noise(width, height).jpeg({ quality }).toBuffer()
}

export const noise = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })

/**
 * A WebP with about this many bytes and few pixels: slow to upload, but fast to process, because picture workers run
 * with low priority.
 */
export const bulky = (bytes: number): Promise<Buffer> =>
  noise(64, 48)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><padding>${'x'.repeat(bytes)}</padding></x:xmpmeta>`)
    .webp()
    .toBuffer()

/** Adds the metadata of a phone: place, time, device, author and orientation. */
export const withSecrets = (image: Sharp): Sharp =>
  image
    .withExif({
      IFD0: { Make: 'SecretPhone', Copyright: 'Mara Lee', ImageDescription: 'Secret description' },
      IFD2: { DateTimeOriginal: '2026:03:14 09:26:53', UserComment: 'Secret comment' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 18/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>SecretPlace</place></x:xmpmeta>')
    .withIccProfile('p3')

/** Adds IPTC and a comment, which sharp does not write, as segments after the start of a JPEG. */
export function withJpegSegments(jpeg: Buffer): Buffer {
  const iptc = Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x10', 'latin1'),
    Buffer.from('\x1c\x02\x50\0\x0bSecret Iptc', 'latin1'),
  ])
  return Buffer.concat([jpeg.subarray(0, 2), segment(0xed, iptc), segment(0xfe, Buffer.from('Secret JPEG comment')), jpeg.subarray(2)])
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.byteLength + 2, 2)
  return Buffer.concat([head, body])
}

/** Adds a text chunk right after the header of a PNG. */
export function withPngText(png: Buffer): Buffer {
  const headEnd = 8 + 25
  return Buffer.concat([
    png.subarray(0, headEnd),
    pngChunk('tEXt', Buffer.from('Comment\0Secret PNG text', 'latin1')),
    png.subarray(headEnd),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.byteLength + 8)
  chunk.writeUInt32BE(data.byteLength, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.byteLength + 4)
  return chunk
}

/** Adds a comment extension after the header and the colour table of a GIF. */
export function withGifComment(gif: Buffer): Buffer {
  const tableEnd = endOfColourTable(gif)
  const text = Buffer.from('Secret GIF comment')
  const extension = Buffer.concat([Buffer.from([0x21, 0xfe, text.byteLength]), text, Buffer.from([0])])
  return Buffer.concat([gif.subarray(0, tableEnd), extension, gif.subarray(tableEnd)])
}

/** Repeats the only frame of a GIF, without the time that it takes to encode many frames. */
export function repeatFrame(gif: Buffer, times: number): Buffer {
  const tableEnd = endOfColourTable(gif)
  const frame = gif.subarray(tableEnd, -1)
  return Buffer.concat([gif.subarray(0, tableEnd), ...Array.from({ length: times }, () => frame), gif.subarray(-1)])
}

function endOfColourTable(gif: Buffer): number {
  const flags = gif[10] ?? 0
  return 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
}

/** An animation with frames of different colours. */
export const moving = async (width: number, height: number, frames: number): Promise<Sharp> =>
  sharp(
    await Promise.all(
      Array.from({ length: frames }, (_, index) =>
        plain(width, height, `rgb(${(index * 70) % 256}, 90, 120)`)
          .png()
          .toBuffer(),
      ),
    ),
    { join: { animated: true } },
  )

/** A decompression bomb: a PNG whose header claims any size, with hardly any data. */
export const bombOf = (width: number, height: number): Buffer =>
  pngOf({ width, height, bits: 8, colourType: 2 }, Buffer.from('789c030000000001', 'hex'))

/** A whole PNG of black pixels. */
export const blackPng = (width: number, height: number): Buffer =>
  pngOf({ width, height, bits: 1, colourType: 0 }, deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8)))))

interface PngHeader {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly colourType: number
}

function pngOf({ width, height, bits, colourType }: PngHeader, compressed: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colourType, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', compressed),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The first bytes of a photo from an iPhone (HEVC, which is not decoded). */
export const heic = (): Buffer =>
  Buffer.concat([
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.from('\0\0\0\x08mdat', 'latin1'),
    Buffer.alloc(2000, 7),
  ])
