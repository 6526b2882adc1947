import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { CustomSource } from 'mediabunny'
import { isMpegHeader, mpegLength } from './mpeg-frame.ts'
import { isWholePage, pageLength } from './ogg-page.ts'

/** How a stream without an index is divided. */
interface Framing {
  /** First byte of each frame. */
  readonly mark: number
  readonly headBytes: number
  /** @returns 0 where no frame begins */
  readonly lengthOf: (head: Buffer) => number
  /** Whether a frame belongs to the same stream as the first one. */
  readonly isLike: (head: Buffer, first: Buffer) => boolean
  /** By its checksum. Without one, another frame or a tag must follow directly. */
  readonly isWhole: ((frame: Buffer) => boolean) | null
}

const same = (index: number, mask: number) => (head: Buffer, first: Buffer) => ((head[index] ?? 0) & mask) === ((first[index] ?? 0) & mask)

const MPEG: Framing = {
  mark: 0xff,
  headBytes: 4,
  lengthOf: mpegLength,
  isLike: (head, first) => same(1, 0xfe)(head, first) && same(2, 0x0c)(head, first),
  isWhole: null,
}
const ADTS: Framing = {
  mark: 0xff,
  headBytes: 7,
  lengthOf: adtsLength,
  isLike: (head, first) => same(1, 0xf6)(head, first) && same(2, 0x3c)(head, first),
  isWhole: null,
}
const OGG: Framing = { mark: 0x4f, headBytes: 282, lengthOf: pageLength, isLike: () => true, isWhole: isWholePage }

/** Its header counts; a frame that were shorter would never end. */
function adtsLength(head: Buffer): number {
  const length = head.length < 7 || !isAdts(head) ? 0 : (head.readUIntBE(3, 3) >> 5) & 0x1fff
  return length < 7 ? 0 : length
}
const isAdts = (head: Buffer) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0
/** Tags that programs add behind the last frame. */
const TAGS = ['TAG', 'APETAGEX', 'LYRICSBEGIN', '3DI', 'ID3']
const PARTS_MAX = 10_000
/** Of the bytes whose checksum was wrong, by the size of the file: each may be in many pages that overlap. */
const FAILED_MAX = 4

interface Part {
  readonly start: number
  end: number
  frames: number
}

/**
 * An audio file without an index (MP3, AAC, Ogg) as its whole frames alone: no tags before, between or behind them, and no frame that
 * is cut off, which would end with the start of a tag.
 * @returns null for any other file
 */
export function openFrames(path: string, maxCacheSize: number): CustomSource | null {
  const file = new Window(path)
  const start = endOfTags(file)
  const framing = framingAt(file, start)
  const parts = framing === undefined ? [] : findParts(file, framing, start)
  if (parts.length === 0) {
    file.close()
    return null
  }
  const size = parts.reduce((sum, part) => sum + part.end - part.start, 0)
  return new CustomSource({
    getSize: () => size,
    read: (from, to) => file.join(parts, from, to),
    dispose: () => file.close(),
    maxCacheSize,
  })
}

/** ID3 stands before the audio; its size has seven bits a byte. */
function endOfTags(file: Window): number {
  let at = 0
  for (;;) {
    const head = file.read(at, 10)
    if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < 10) break
    at += 10 + head.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 127), 0)
  }
  if (at === 0) return 0
  // Programs leave room after it.
  const room = file.read(at, WINDOW_BYTES)
  const first = room.findIndex((byte) => byte !== 0)
  return at + Math.max(0, first)
}

function framingAt(file: Window, at: number): Framing | undefined {
  const head = file.read(at, 7)
  if (head.toString('latin1', 0, 4) === 'OggS') return OGG
  if (isAdts(head)) return ADTS
  return isMpegHeader(head) ? MPEG : undefined
}

function findParts(file: Window, framing: Framing, start: number): Part[] {
  const first = Buffer.from(file.read(start, framing.headBytes))
  const parts: Part[] = []
  const lengthAt = (at: number) => {
    const head = file.read(at, framing.headBytes)
    return framing.isLike(head, first) ? framing.lengthOf(head) : 0
  }
  let failed = 0
  for (let at = start; at < file.size;) {
    const end = endOfFrame(file, { framing, at, lengthAt })
    const last = parts.at(-1)
    if (end !== null && last?.end === at) Object.assign(last, { end, frames: last.frames + 1 })
    else if (end !== null) parts.push({ start: at, end, frames: 1 })
    if (end === null && framing.isWhole !== null) failed += Math.min(lengthAt(at), file.size - at)
    if (parts.length > PARTS_MAX || failed > FAILED_MAX * file.size) return []
    at = end ?? file.find(framing.mark, at + 1)
  }
  // Bytes of a picture may look like a frame.
  return parts.filter(({ frames }, index) => index === 0 || frames > 1)
}

interface Frame {
  readonly framing: Framing
  readonly at: number
  readonly lengthAt: (at: number) => number
}

/** @returns null where no whole frame is */
function endOfFrame(file: Window, { framing: { isWhole }, at, lengthAt }: Frame): number | null {
  const length = lengthAt(at)
  const end = at + length
  if (length === 0 || end > file.size) return null
  if (isWhole !== null) return isWhole(file.read(at, length)) ? end : null
  if (end === file.size) return TAGS.some((tag) => file.read(at, length).includes(tag, 4, 'latin1')) ? null : end
  if (lengthAt(end) > 0 || TAGS.some((tag) => file.read(end, tag.length).toString('latin1') === tag)) return end
  // Some programs write frames that are a byte too short.
  return lengthAt(end - 1) > 0 ? end - 1 : null
}

const WINDOW_BYTES = 512 * 1024

/** Reads a file, mostly in order. */
class Window {
  readonly size: number
  readonly #file: number
  #start = 0
  #bytes = Buffer.alloc(0)

  constructor(path: string) {
    this.#file = openSync(path, 'r')
    this.size = fstatSync(this.#file).size
  }

  /** Valid until the next call. Shorter at the end of the file. */
  read(at: number, length: number): Buffer {
    const isThere = at >= this.#start && Math.min(at + length, this.size) <= this.#start + this.#bytes.length
    if (!isThere) {
      const bytes = Buffer.alloc(Math.max(length, WINDOW_BYTES))
      this.#bytes = bytes.subarray(0, readSync(this.#file, bytes, 0, bytes.length, at))
      this.#start = at
    }
    return this.#bytes.subarray(at - this.#start, at - this.#start + length)
  }

  /** @returns the size of the file where the byte is not there any more */
  find(byte: number, from: number): number {
    for (let at = from; at < this.size; at += WINDOW_BYTES) {
      const found = this.read(at, WINDOW_BYTES).indexOf(byte)
      if (found >= 0) return at + found
    }
    return this.size
  }

  /** Bytes of all parts, as if they were one file. */
  join(parts: readonly Part[], from: number, to: number): Buffer {
    const pieces: Buffer[] = []
    let before = 0
    for (const { start, end } of parts) {
      const [first, last] = [Math.max(from - before, 0), Math.min(to - before, end - start)]
      if (first < last) {
        const piece = Buffer.alloc(last - first)
        readSync(this.#file, piece, 0, piece.length, start + first)
        pieces.push(piece)
      }
      before += end - start
    }
    return Buffer.concat(pieces)
  }

  close(): void {
    closeSync(this.#file)
  }
}
