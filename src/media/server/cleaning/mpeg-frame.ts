const OF_FIRST_VERSION = [
  [],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
]
const OF_OTHERS = [
  [],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
]
const VERSIONS: Readonly<Record<number, { readonly rates: readonly (readonly number[])[]; readonly slower: number }>> = {
  0: { rates: OF_OTHERS, slower: 4 },
  2: { rates: OF_OTHERS, slower: 2 },
  3: { rates: OF_FIRST_VERSION, slower: 1 },
}
const RATES = [44_100, 48_000, 32_000]
const FIRST_VERSION = 3
/** As the header counts them: the third layer is that of MP3. */
const [THIRD_LAYER, FIRST_LAYER] = [1, 3]

export const isMpegHeader = (head: Buffer): boolean => mpegLength(head) > 0

/** Length of a frame of MPEG audio (MP3) by its header; 0 where there is none. */
export function mpegLength(head: Buffer): number {
  if (head.length < 4 || head.readUInt16BE(0) < 0xffe0) return 0
  const [second, third] = [head.readUInt8(1), head.readUInt8(2)]
  const [version, layer, padding] = [(second >> 3) & 3, (second >> 1) & 3, (third >> 1) & 1]
  const [bits, rate] = [bitsOf(version, layer, third >> 4), rateOf(version, (third >> 2) & 3)]
  if (bits === 0 || rate === 0) return 0
  if (layer === FIRST_LAYER) return (Math.floor((12 * bits) / rate) + padding) * 4
  const isHalf = layer === THIRD_LAYER && version !== FIRST_VERSION
  return Math.floor(((isHalf ? 72 : 144) * bits) / rate) + padding
}

/** A second. */
const bitsOf = (version: number, layer: number, index: number) => (VERSIONS[version]?.rates[layer]?.[index] ?? 0) * 1000
const rateOf = (version: number, index: number) => (RATES[index] ?? 0) / (VERSIONS[version]?.slower ?? 1)
