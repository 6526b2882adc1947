/** Format of a file according to its first bytes, not to its name or declared type. */
type SniffedFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic'

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)
const textAt = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])

/** SVG is left out, because it can contain scripts. @returns undefined for a format that the blog does not read */
export function sniffPicture(bytes: Uint8Array): SniffedFormat | undefined {
  if (startsWith(bytes, JPEG)) return 'jpeg'
  if (startsWith(bytes, PNG)) return 'png'
  if (/^GIF8[79]a$/.test(textAt(bytes, 0, 6))) return 'gif'
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'webp'
  return textAt(bytes, 4, 8) === 'ftyp' ? sniffContainer(bytes) : undefined
}

/** AVIF and HEIC share a container format; its brands tell them apart. */
function sniffContainer(bytes: Uint8Array): 'avif' | 'heic' | undefined {
  const length = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), 256, bytes.byteLength)
  const brands = Array.from({ length: Math.max(0, Math.floor((length - 8) / 4)) }, (_, index) =>
    textAt(bytes, 8 + index * 4, 12 + index * 4),
  )
  if (brands.includes('avif') || brands.includes('avis')) return 'avif'
  return brands.some((brand) => HEIC_BRANDS.has(brand) || brand === 'mif1') ? 'heic' : undefined
}
