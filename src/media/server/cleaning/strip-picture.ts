/** Cleans a JPEG, PNG or WebP, whatever its name says. Other bytes are returned unchanged. */
export const cleanPhoto = (bytes: Uint8Array): Uint8Array => cleanWebp(cleanPng(cleanJpeg(bytes)))

/** Markers of JPEG without a length after them. */
const BARE: ReadonlySet<number> = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8])
const START_OF_SCAN = 0xda
const END = 0xd9
/** Segments that decoders need: JFIF, colour profile, Adobe's colour transform. */
const KEPT_APPLICATIONS: ReadonlySet<number> = new Set([0xe0, 0xe2, 0xee])
const COMMENT = 0xfe

/** Removes Exif, XMP, comments and what follows the picture, without decoding it. Other bytes are returned unchanged. */
export function cleanJpeg(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return bytes
  const parts: Uint8Array[] = []
  let at = 0
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return Buffer.concat(parts)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = endOfSegment(bytes, at, marker)
    if (isKept(bytes, at, marker)) parts.push(bytes.subarray(at, end))
    if (marker === END) break
    at = end
  }
  return Buffer.concat(parts)
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

function isKept(bytes: Uint8Array, at: number, marker: number): boolean {
  if (marker === COMMENT) return false
  if (marker < 0xe0 || marker > 0xef) return true
  // The second application segment also holds other pictures (MPF), which have metadata of their own.
  return KEPT_APPLICATIONS.has(marker) && (marker !== 0xe2 || textAt(bytes, at + 4, 11) === 'ICC_PROFILE')
}

const PNG = '\u0089PNG\r\n\u001a\n'
/** Chunks that decide how the picture looks. */
const KEPT_CHUNKS = /^(IHDR|PLTE|IDAT|IEND|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|bKGD|pHYs|acTL|fcTL|fdAT)$/

function cleanPng(bytes: Uint8Array): Uint8Array {
  if (textAt(bytes, 0, 8) !== PNG) return bytes
  const parts = [bytes.subarray(0, 8)]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at)
    const type = textAt(bytes, at + 4, 4)
    if (KEPT_CHUNKS.test(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') break
    at = end
  }
  return Buffer.concat(parts)
}

/** What the first chunk says the others hold: Exif and XMP. */
const WEBP_METADATA = 0b1100

function cleanWebp(bytes: Uint8Array): Uint8Array {
  if (textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return bytes
  const parts: Buffer[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    const type = textAt(bytes, at, 4)
    const part = Buffer.from(bytes.subarray(at, end))
    if (type === 'VP8X' && length > 0) part.writeUInt8(part.readUInt8(8) & ~WEBP_METADATA, 8)
    if (KEPT_WEBP_CHUNKS.test(type)) parts.push(part)
    at = end
  }
  const picture = Buffer.concat(parts)
  const head = Buffer.from('RIFF____WEBP')
  head.writeUInt32LE(picture.length + 4, 4)
  return Buffer.concat([head, picture])
}

const KEPT_WEBP_CHUNKS = /^(VP8[ LX]|ANIM|ANMF|ALPH|ICCP)$/

const textAt = (bytes: Uint8Array, at: number, length: number) => Buffer.from(bytes.subarray(at, at + length)).toString('latin1')
