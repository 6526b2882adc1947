import { COLOUR_GRID } from '#media/contract/picture-address.ts'

const HEAD_BYTES = 54
const PIXEL_BYTES = COLOUR_GRID.across * COLOUR_GRID.down * 3

/** Little-endian 32-bit numbers of a bitmap's two headers, after its first two bytes. */
const HEAD = [HEAD_BYTES + PIXEL_BYTES, 0, HEAD_BYTES, 40, COLOUR_GRID.across, COLOUR_GRID.down, (24 << 16) | 1, 0, PIXEL_BYTES]

/**
 * Returns the twelve colours of an address as a picture of twelve pixels, which browsers smooth into a blur.
 * A bitmap needs no compression and no checksum: 120 characters as a `data:` URL.
 */
export function placeholderUrl(colours: string): string {
  const bytes = new Uint8Array(HEAD_BYTES + PIXEL_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d])
  HEAD.forEach((number, index) => view.setUint32(2 + 4 * index, number, true))
  for (let pixel = 0; pixel < PIXEL_BYTES; pixel += 3) {
    const [column, row] = [(pixel / 3) % COLOUR_GRID.across, Math.floor(pixel / 3 / COLOUR_GRID.across)]
    // Bitmaps store rows bottom up, and blue first.
    const at = HEAD_BYTES + 3 * ((COLOUR_GRID.down - 1 - row) * COLOUR_GRID.across + column)
    for (let channel = 0; channel < 3; channel += 1) bytes[at + 2 - channel] = 17 * Number.parseInt(colours.charAt(pixel + channel), 16)
  }
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...bytes))}`
}
