import { bytesOf } from './clean-headers.ts'

/** Changes the bytes of a packet; returns the same array where there is nothing to change, and null to leave it out. */
export type PacketCleaner = (data: Uint8Array) => Uint8Array | null

type Codec = 'avc' | 'hevc'
const isNalCodec = (codec: string): codec is Codec => codec === 'avc' || codec === 'hevc'

/** Payloads of 'supplemental enhancement information' that hold free text or bytes: cameras write the place there. */
const FREE_PAYLOADS: ReadonlySet<number> = new Set([4, 5])
const SEI_TYPES: Record<Codec, readonly number[]> = { avc: [6], hevc: [39, 40] }
const HEADER_BYTES: Record<Codec, number> = { avc: 1, hevc: 2 }

const typeOf = (codec: Codec, nal: Uint8Array) => (codec === 'avc' ? (nal[0] ?? 0) & 31 : ((nal[0] ?? 0) >> 1) & 63)

/** H.264 and HEVC carry messages among their pictures. Those with free text are removed; no decoder needs them. */
export function packetCleanerOf(codec: string, config: VideoDecoderConfig): PacketCleaner {
  if (!isNalCodec(codec)) return (data) => data
  const { description } = config
  if (description === undefined) return (data) => joined(data, nalsByStartCode(data), codec)
  const bytes = bytesOf(description)
  const lengthSize = ((codec === 'avc' ? bytes[4] : bytes[21]) ?? 3) & 3
  return (data) => joined(data, nalsByLength(data, lengthSize + 1), codec)
}

/** A unit of the stream, with what separates it from the one before. */
interface Nal {
  readonly whole: Uint8Array
  readonly nal: Uint8Array
}

function joined(data: Uint8Array, nals: readonly Nal[], codec: Codec): Uint8Array {
  const left = nals.filter(({ nal }) => !isFreeMessage(nal, codec))
  if (left.length === nals.length) return data
  return Buffer.concat(left.map(({ whole }) => whole))
}

function isFreeMessage(nal: Uint8Array, codec: Codec): boolean {
  if (!SEI_TYPES[codec].includes(typeOf(codec, nal))) return false
  let at = HEADER_BYTES[codec]
  while (at + 1 < nal.length) {
    let [type, size] = [0, 0]
    for (; nal[at] === 255; at += 1) type += 255
    type += nal[at++] ?? 0
    for (; nal[at] === 255; at += 1) size += 255
    size += nal[at++] ?? 0
    if (FREE_PAYLOADS.has(type)) return true
    at += size
  }
  return false
}

function nalsByLength(data: Uint8Array, lengthSize: number): Nal[] {
  const nals: Nal[] = []
  for (let at = 0; at + lengthSize <= data.length;) {
    let length = 0
    for (let index = 0; index < lengthSize; index += 1) length = length * 256 + (data[at + index] ?? 0)
    const end = Math.min(data.length, at + lengthSize + length)
    nals.push({ whole: data.subarray(at, end), nal: data.subarray(at + lengthSize, end) })
    at = end
  }
  return nals
}

export function nalsByStartCode(data: Uint8Array): Nal[] {
  const starts: number[] = []
  for (let at = 0; at + 2 < data.length; at += 1) if (data[at] === 0 && data[at + 1] === 0 && data[at + 2] === 1) starts.push(at)
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? data.length
    return { whole: data.subarray(start, end), nal: data.subarray(start + 3, end) }
  })
}

const numberAt = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)

/** An array has a type, a count, and so many units with their sizes. */
function endOfArray(bytes: Uint8Array, start: number): number {
  let at = start + 3
  for (let units = numberAt(bytes, start + 1); units > 0 && at < bytes.length; units -= 1) at += 2 + numberAt(bytes, at)
  return at
}

/** The same for the configuration before the pictures; that of HEVC may hold such messages, too. */
export function cleanConfiguration(config: VideoDecoderConfig, codec: string): VideoDecoderConfig {
  if (codec !== 'hevc' || config.description === undefined) return config
  const bytes = bytesOf(config.description)
  const arrays: Uint8Array[] = []
  let at = 23
  for (let count = bytes[22] ?? 0; count > 0 && at + 3 <= bytes.length; count -= 1) {
    const start = at
    const isMessage = SEI_TYPES.hevc.includes((bytes[at] ?? 0) & 63)
    at = endOfArray(bytes, at)
    if (!isMessage) arrays.push(bytes.subarray(start, at))
  }
  const head = bytes.slice(0, 23)
  head[22] = arrays.length
  return { ...config, description: Buffer.concat([head, ...arrays]) }
}
