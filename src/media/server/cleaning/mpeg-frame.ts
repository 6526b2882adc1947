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
const RATES = [44_100, 48_000, 32_000]
const FIRST_VERSION = 3
/** As the header counts them: the third layer is that of MP3. */
const [THIRD_LAYER, FIRST_LAYER] = [1, 3]

export const isMpegHeader = (head: Buffer): boolean => mpegLength(head) > 0

/** Length of a frame of MPEG sound (MP3) by its header; 0 where there is none. */
export function mpegLength(head: Buffer): number {
  const [first = 0, second = 0, third = 0] = head
  const [version, layer] = [(second >> 3) & 3, (second >> 1) & 3]
  if (first !== 0xff || second < 0xe0 || version === 1 || layer === 0) return 0
  const bits = ((version === FIRST_VERSION ? OF_FIRST_VERSION : OF_OTHERS)[layer]?.[third >> 4] ?? 0) * 1000
  const rate = (RATES[(third >> 2) & 3] ?? 0) / (version === FIRST_VERSION ? 1 : version === 2 ? 2 : 4)
  if (bits === 0 || rate === 0) return 0
  const padding = (third >> 1) & 1
  if (layer === FIRST_LAYER) return (Math.floor((12 * bits) / rate) + padding) * 4
  const isHalf = layer === THIRD_LAYER && version !== FIRST_VERSION
  return Math.floor(((isHalf ? 72 : 144) * bits) / rate) + padding
}
