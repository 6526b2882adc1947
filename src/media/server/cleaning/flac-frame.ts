import { Bits } from './bits.ts'

/** Frames of FLAC end with a checksum. Tags that follow the last one are a part of it for most readers. */

const CHECKSUMS = Uint16Array.from({ length: 256 }, (_, index) => {
  let value = index << 8
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value & 0x8000 ? 0x8005 : 0)
  return value
})

function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ (CHECKSUMS[((sum >> 8) ^ byte) & 255] ?? 0)) & 0xffff
  return sum
}

/** Over a whole frame with its checksum, it is zero. */
const isWhole = (frame: Uint8Array) => checksum(frame) === 0

/** @returns the frame without what follows it; null for one that is cut off or damaged */
export function cleanFlacFrame(bytes: Uint8Array): Uint8Array | null {
  if (isWhole(bytes)) return bytes
  const end = endOfFrame(bytes) ?? bytes.length
  const frame = bytes.subarray(0, end)
  return end < bytes.length && isWhole(frame) ? frame : null
}

const DEPTHS = [0, 8, 12, 0, 16, 20, 24, 32]
const BLOCKS = [0, 192, 576, 1152, 2304, 4608, null, null, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768]
/** Rates of their own stand behind it. */
const RATE_BITS: Readonly<Record<number, number>> = { 12: 8, 13: 16, 14: 16 }
/** Channels that are the difference of two others need one bit more. */
const DIFFERENCES: Readonly<Record<number, number>> = { 8: 1, 9: 0, 10: 1 }

/** @returns null where it cannot be told */
function endOfFrame(bytes: Uint8Array): number | null {
  const bits = new Bits(bytes)
  bits.at = 16
  const [block, rate, channels, depth] = [bits.read(4), bits.read(4), bits.read(4), DEPTHS[bits.read(3)] ?? 0]
  bits.at += 1
  // The number of the frame, as UTF-8 writes it.
  const first = bits.read(8)
  bits.at += Math.max(0, Math.clz32(~(first << 24)) - 1) * 8
  const samples = BLOCKS[block] ?? bits.read(block === 6 ? 8 : 16) + 1
  bits.at += RATE_BITS[rate] ?? 0
  bits.at += 8
  if (samples === 0 || depth === 0 || channels > 10) return null
  const count = channels < 8 ? channels + 1 : 2
  for (let channel = 0; channel < count; channel += 1)
    if (!skipChannel(bits, samples, depth + (DIFFERENCES[channels] === channel ? 1 : 0))) return null
  return Math.ceil(bits.at / 8) + 2
}

function skipChannel(bits: Bits, samples: number, fullDepth: number): boolean {
  bits.at += 1
  const type = bits.read(6)
  const depth = bits.read(1) === 1 ? fullDepth - bits.readZeros() - 1 : fullDepth
  if (type === 0) bits.at += depth
  else if (type === 1) bits.at += depth * samples
  else if (type >= 8 && type <= 12) return skipResidual(bits, samples, skipStart(bits, type - 8, depth))
  else if (type >= 32) {
    const order = skipStart(bits, type - 31, depth)
    const precision = bits.read(4) + 1
    bits.at += 5 + order * precision
    return skipResidual(bits, samples, order)
  } else return false
  return !bits.isOver
}

function skipStart(bits: Bits, order: number, depth: number): number {
  bits.at += order * depth
  return order
}

function skipResidual(bits: Bits, samples: number, order: number): boolean {
  const method = bits.read(2)
  const [width, partitions] = [method === 0 ? 4 : 5, 2 ** bits.read(4)]
  if (method > 1) return false
  for (let partition = 0; partition < partitions && !bits.isOver; partition += 1) {
    const parameter = bits.read(width)
    const count = samples / partitions - (partition === 0 ? order : 0)
    if (parameter === 2 ** width - 1) bits.at += bits.read(5) * count
    else
      for (let index = 0; index < count && !bits.isOver; index += 1) {
        bits.readZeros()
        bits.at += parameter
      }
  }
  return !bits.isOver
}
