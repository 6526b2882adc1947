import { Bits } from './bits.ts'
import { nalsByStartCode } from './strip-sei.ts'

const SEQUENCE = 7
/** Profiles that say more about colours. */
const WITH_COLOURS: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
const BLOCK = 16

/**
 * The true height of H.264 as camcorders record it (AVCHD, two fields a picture), by what the reader of the container takes for
 * it: it counts the rows of blocks of one field.
 */
export function trueHeight(height: number, packet: Uint8Array): number {
  const sequence = nalsByStartCode(packet).find(({ nal }) => ((nal[0] ?? 0) & 31) === SEQUENCE)
  const rows = sequence === undefined ? 0 : rowsOfField(withoutEscapes(sequence.nal))
  return height + rows * BLOCK
}

/** A three after two zeros keeps them from looking like the start of a unit. */
const withoutEscapes = (nal: Uint8Array) => nal.filter((byte, at) => !(byte === 3 && nal[at - 1] === 0 && nal[at - 2] === 0))

/** @returns 0 for a picture that is not divided into fields */
function rowsOfField(nal: Uint8Array): number {
  const bits = new Bits(nal)
  bits.at = 8
  const profile = bits.read(8)
  bits.at += 16
  bits.readGolomb()
  if (WITH_COLOURS.has(profile)) skipColours(bits)
  bits.readGolomb()
  skipOrder(bits)
  bits.readGolomb()
  bits.at += 1
  // The width.
  bits.readGolomb()
  const rows = bits.readGolomb() + 1
  const isWhole = bits.read(1) === 1
  return isWhole || bits.isOver ? 0 : rows
}

function skipColours(bits: Bits): void {
  const format = bits.readGolomb()
  if (format === 3) bits.at += 1
  bits.readGolomb()
  bits.readGolomb()
  bits.at += 1
  if (bits.read(1) === 0) return
  for (let list = 0; list < (format === 3 ? 12 : 8); list += 1) if (bits.read(1) === 1) skipScales(bits, list < 6 ? 16 : 64)
}

function skipScales(bits: Bits, count: number): void {
  let [last, next] = [8, 8]
  for (let index = 0; index < count && next !== 0; index += 1) {
    const code = bits.readGolomb()
    next = (last + (code % 2 === 1 ? (code + 1) / 2 : -code / 2) + 256) % 256
    if (next !== 0) last = next
  }
}

function skipOrder(bits: Bits): void {
  const type = bits.readGolomb()
  if (type === 0) bits.readGolomb()
  if (type !== 1) return
  bits.at += 1
  bits.readGolomb()
  bits.readGolomb()
  for (let left = Math.min(bits.readGolomb(), 255); left > 0; left -= 1) bits.readGolomb()
}
