import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { cleanProfile } from './clean-profile.ts'

/** Cleans a JPEG, PNG, WebP, GIF or a drawing of Windows, whatever its name says. Other bytes are returned unchanged. */
export function cleanPhoto(bytes: Uint8Array): Uint8Array {
  if (textAt(bytes, 0, 2) === '\xff\xd8') return cleanJpeg(bytes)
  if (textAt(bytes, 0, 8) === PNG) return cleanPng(bytes)
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return cleanWebp(bytes)
  if (textAt(bytes, 0, 4) === 'GIF8') return cleanGif(bytes)
  return textAt(bytes, 40, 4) === ' EMF' ? cleanDrawing(bytes) : bytes
}

/** Markers of JPEG without a length after them. */
const BARE: ReadonlySet<number> = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8])
const START_OF_SCAN = 0xda
const END = 0xd9
/** Segments that decoders need: JFIF, Adobe's colour transform. */
const KEPT_APPLICATIONS: ReadonlySet<number> = new Set([0xe0, 0xee])
const COMMENT = 0xfe

/** Removes Exif, XMP, comments and what follows the picture, without decoding it. Other bytes are returned unchanged. */
export function cleanJpeg(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return bytes
  const parts: Uint8Array[] = []
  const profile: Uint8Array[] = []
  for (const { marker, segment } of segmentsOf(bytes)) {
    if (marker === 0xe2 && textAt(segment, 4, 11) === 'ICC_PROFILE') profile.push(segment.subarray(PROFILE_AT))
    else if (isKept(marker)) parts.push(segment)
  }
  // Behind the start and what says that it is a JPEG.
  parts.splice(parts[1]?.[1] === 0xe0 ? 2 : 1, 0, ...profileSegments(Buffer.concat(profile)))
  return Buffer.concat(parts)
}

function* segmentsOf(bytes: Uint8Array): Generator<{ readonly marker: number; readonly segment: Uint8Array }> {
  for (let at = 0; at + 1 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    const end = marker === 0xff ? at + 1 : endOfSegment(bytes, at, marker)
    if (marker !== 0xff) yield { marker, segment: bytes.subarray(at, end) }
    if (marker === END) return
    at = end
  }
}

/** After the marker, its length, a name, the number of the segment and their count. */
const PROFILE_AT = 18
const SEGMENT_MAX = 65_519

function profileSegments(bytes: Buffer): Buffer[] {
  const profile = cleanProfile(bytes) ?? Buffer.alloc(0)
  const count = Math.ceil(profile.length / SEGMENT_MAX)
  return Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * SEGMENT_MAX, (index + 1) * SEGMENT_MAX)
    const head = Buffer.from('\xff\xe2__ICC_PROFILE\0__', 'latin1')
    head.writeUInt16BE(part.length + PROFILE_AT - 2, 2)
    head.set([index + 1, count], PROFILE_AT - 2)
    return Buffer.concat([head, part])
  })
}

function endOfSegment(bytes: Uint8Array, at: number, marker: number): number {
  if (BARE.has(marker) || marker === END) return at + 2
  const end = at + 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
  return marker === START_OF_SCAN ? endOfScan(bytes, end) : end
}

/** The compressed picture ends at the next marker that is no restart and no escaped byte. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

const isKept = (marker: number) => marker !== COMMENT && (marker < 0xe0 || marker > 0xef || KEPT_APPLICATIONS.has(marker))

const PNG = '\u0089PNG\r\n\u001a\n'
/** Chunks that decide how the picture looks. */
const KEPT_CHUNKS = /^(IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|sBIT|bKGD|pHYs|acTL|fcTL|fdAT|cICP)$/

function cleanPng(bytes: Uint8Array): Uint8Array {
  const parts = [bytes.subarray(0, 8)]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at)
    const type = textAt(bytes, at + 4, 4)
    if (type === 'iCCP') parts.push(profileChunk(bytes.subarray(at + 8, end - 4)))
    else if (KEPT_CHUNKS.test(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') break
    at = end
  }
  return Buffer.concat(parts)
}

/** A name, a zero, and the profile, which is compressed. */
function profileChunk(content: Uint8Array): Uint8Array {
  const profile = cleanProfile(inflated(content.subarray(content.indexOf(0) + 2)))
  if (profile === null) return new Uint8Array()
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0'), deflateSync(profile)])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(body.length - 4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

const PROFILE_MAX_BYTES = 8 * 1024 * 1024

function inflated(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: PROFILE_MAX_BYTES })
  } catch {
    return new Uint8Array()
  }
}

/** What the first chunk says the others hold: Exif and XMP. */
const WEBP_METADATA = 0b1100

function cleanWebp(bytes: Uint8Array): Uint8Array {
  const parts: Buffer[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    const type = textAt(bytes, at, 4)
    const part = Buffer.from(bytes.subarray(at, end))
    if (type === 'VP8X' && part.length > 8) part.writeUInt8(part.readUInt8(8) & ~WEBP_METADATA, 8)
    if (type === 'ICCP') parts.push(...webpProfile(bytes.subarray(at + 8, at + 8 + length)))
    else if (KEPT_WEBP_CHUNKS.test(type)) parts.push(part)
    at = end
  }
  const picture = Buffer.concat(parts)
  const head = Buffer.from('RIFF____WEBP')
  head.writeUInt32LE(picture.length + 4, 4)
  return Buffer.concat([head, picture])
}

const KEPT_WEBP_CHUNKS = /^(VP8[ LX]|ANIM|ANMF|ALPH)$/

function webpProfile(bytes: Uint8Array): Buffer[] {
  const profile = cleanProfile(bytes)
  if (profile === null) return []
  const head = Buffer.from('ICCP____')
  head.writeUInt32LE(profile.length, 4)
  return [head, profile]
}

/** Loops of an animation. */
const KEPT_EXTENSIONS = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/

function cleanGif(bytes: Uint8Array): Uint8Array {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  const endOfBlocks = (from: number) => {
    let at = from
    while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1
    return at + 1
  }
  let at = 13 + tableBytes(bytes[10] ?? 0)
  const parts = [bytes.subarray(0, at)]
  while (at < bytes.length && bytes[at] !== 0x3b) {
    const isPicture = bytes[at] === 0x2c
    if (!isPicture && bytes[at] !== 0x21) break
    const end = endOfBlocks(isPicture ? at + 11 + tableBytes(bytes[at + 9] ?? 0) : at + 2)
    const isTiming = bytes[at + 1] === 0xf9
    const isLoop = bytes[at + 1] === 0xff && KEPT_EXTENSIONS.test(textAt(bytes, at + 3, 11))
    if (isPicture || isTiming || isLoop) parts.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat([...parts, Buffer.from([0x3b])])
}

/** Its header says which program wrote it, and of which file. */
function cleanDrawing(bytes: Uint8Array): Uint8Array {
  const drawing = Buffer.from(bytes)
  if (drawing.length < 88) return drawing
  const [letters, at] = [drawing.readUInt32LE(60), drawing.readUInt32LE(64)]
  return drawing.fill(0, Math.min(at, drawing.length), Math.min(at + letters * 2, drawing.length))
}

const textAt = (bytes: Uint8Array, at: number, length: number) => Buffer.from(bytes.subarray(at, at + length)).toString('latin1')

/** Describes the picture, and is the picture. Other boxes hold remarks. */
const KEPT_BOXES = /^(?:jP  |ftyp|jp2h|jp2c)$/

export function cleanJpeg2000(bytes: Uint8Array): Uint8Array {
  if (textAt(bytes, 4, 4) !== 'jP  ') return bytes
  const picture = Buffer.from(bytes)
  const parts: Buffer[] = []
  for (let at = 0; at + 8 <= picture.length;) {
    const length = picture.readUInt32BE(at)
    if (length === 1 && at + 16 > picture.length) break
    const end = length === 0 ? picture.length : length === 1 ? at + Number(picture.readBigUInt64BE(at + 8)) : at + length
    if (KEPT_BOXES.test(textAt(picture, at + 4, 4))) parts.push(picture.subarray(at, end))
    if (end <= at) break
    at = end
  }
  return Buffer.concat(parts)
}
