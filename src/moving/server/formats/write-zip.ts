import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

const compress = promisify(deflateRaw)

export interface ArchiveFile {
  /** Within the archive, with slashes. */
  readonly path: string
  /** In milliseconds since 1970. */
  readonly changedAt: number
  /** Text, or what opens a file that is compressed already; undefined when it has been deleted since. Under 4 GB. */
  readonly content: string | (() => Promise<Readable | undefined>)
}

/** Encodes numbers as little-endian fields of 2, 4 or 8 bytes. */
function encode(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const record = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) record.writeBigUInt64LE(BigInt(value), at)
    else record.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return record
}

const MAX_16 = 0xff_ff
const MAX_32 = 0xff_ff_ff_ff
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** Version 4.5 of the format, with ZIP64. */
const VERSION = 45

/** Date and time as the format has them, to two seconds, in UTC. */
function dosTime(at: number): number {
  const date = new Date(Math.max(at, Date.UTC(1980)))
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return day * 0x1_00_00 + time
}

interface Written {
  readonly name: Buffer
  readonly time: number
  readonly offset: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/**
 * Writes a zip file at the pace of its reader, and compresses beside the event loop. Has ZIP64 records where it is larger
 * than 4 GB or holds more than 65,534 files, which `fflate` cannot write.
 */
export async function* writeZip(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  for await (const { path, changedAt, content } of files) {
    const source = typeof content === 'string' ? content : await content()
    if (source === undefined) continue
    const head = { name: Buffer.from(path), time: dosTime(changedAt), offset }
    const first = localHeader(head)
    yield first
    const sums = { crc: 0, packed: 0, size: 0 }
    for await (const part of deflate(source, sums)) {
      sums.packed += part.length
      yield part
    }
    const last = encode([4, 0x08074b50], [4, sums.crc], [4, sums.packed], [4, sums.size])
    yield last
    offset += first.length + sums.packed + last.length
    written.push({ ...head, ...sums })
  }
  let length = 0
  for (const file of written) {
    const record = directoryRecord(file)
    length += record.length
    yield record
  }
  yield endOfDirectory({ count: written.length, length, offset })
}

const BLOCK_BYTES = 32 * 1024
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])

/** Compresses text. Files are put into blocks as they are, which also keeps a download from filling the memory with garbage. */
async function* deflate(source: string | Readable, sums: { crc: number; size: number }): AsyncGenerator<Buffer> {
  const count = (bytes: Buffer) => {
    sums.crc = crc32(bytes, sums.crc)
    sums.size += bytes.length
  }
  if (typeof source === 'string') {
    const bytes = Buffer.from(source)
    count(bytes)
    yield await compress(bytes)
    return
  }
  for await (const chunk of source as AsyncIterable<Buffer>) {
    count(chunk)
    for (let at = 0; at < chunk.length; at += BLOCK_BYTES) {
      const block = chunk.subarray(at, at + BLOCK_BYTES)
      yield Buffer.concat([Buffer.from([0]), encode([2, block.length], [2, block.length ^ MAX_16]), block])
    }
  }
  yield LAST_BLOCK
}

const localHeader = ({ name, time }: Pick<Written, 'name' | 'time'>) =>
  Buffer.concat([
    encode([4, 0x04034b50], [2, VERSION], [2, FLAGS], [2, DEFLATED], [4, time], [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ])

function directoryRecord({ name, time, offset, crc, packed, size }: Written): Buffer {
  const far = offset < MAX_32 ? Buffer.alloc(0) : encode([2, 1], [2, 8], [8, offset])
  const versions = encode([4, 0x02014b50], [2, VERSION], [2, VERSION], [2, FLAGS], [2, DEFLATED], [4, time], [4, crc])
  const sizes = encode([4, packed], [4, size], [2, name.length], [2, far.length], [2, 0], [2, 0], [2, 0], [4, 0])
  return Buffer.concat([versions, sizes, encode([4, Math.min(offset, MAX_32)]), name, far])
}

function endOfDirectory({ count, length, offset }: { readonly count: number; readonly length: number; readonly offset: number }): Buffer {
  const isLarge = count >= MAX_16 || offset + length >= MAX_32
  const [shownCount, shownLength, shownOffset] = isLarge ? [MAX_16, MAX_32, MAX_32] : [count, length, offset]
  const end = encode([4, 0x06054b50], [2, 0], [2, 0], [2, shownCount], [2, shownCount], [4, shownLength], [4, shownOffset], [2, 0])
  if (!isLarge) return end
  const versions = encode([4, 0x06064b50], [8, 44], [2, VERSION], [2, VERSION], [4, 0], [4, 0])
  const sizes = encode([8, count], [8, count], [8, length], [8, offset])
  return Buffer.concat([versions, sizes, encode([4, 0x07064b50], [4, 0], [8, offset + length], [4, 1]), end])
}
