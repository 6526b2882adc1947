import { type FileHandle, open } from 'node:fs/promises'

const HEADER_BYTES = 8
/** Boxes that hold other boxes with dates or places. */
const PARENTS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
/** After the header and four bytes of version and flags: when it was made and changed. */
const DATED: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd'])
const DATES_AT = 12
/** After the same and their count: where each piece of video or audio stands in the file. */
const PLACES_AT = 16
const MOVED_BYTES = 16 * 1024 * 1024

interface Box {
  readonly type: string
  readonly at: number
  readonly length: number
}

/**
 * Clears when an MP4 file was made, which would tell when it was sent, and closes the gap between its index and its packets:
 * a player would have to read past it before the first frame. The index was written into room for a larger one.
 */
export async function finishIndex(path: string, onStep: () => void): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const [index, gap] = await findIndex(file, size)
    if (index === undefined) return
    const { buffer } = await file.read(Buffer.alloc(index.length), 0, index.length, index.at)
    const gapBytes = gap?.length ?? 0
    finish(buffer, gapBytes)
    await file.write(buffer, 0, index.length, index.at)
    if (gap !== undefined) await moveBack(file, { from: gap.at + gap.length, to: gap.at, size }, onStep)
  } finally {
    await file.close()
  }
}

/** @returns the index, and the empty box after it */
async function findIndex(file: FileHandle, size: number): Promise<[Box?, Box?]> {
  for (let at = 0; at < size;) {
    const box = await readBox(file, at)
    // A length of 0 or 1 is that of the packets, which stand after the index.
    if (box.length < HEADER_BYTES) break
    const end = at + box.length
    if (box.type === 'moov') {
      const next = await readBox(file, end)
      return [box, next.type === 'free' && next.length >= HEADER_BYTES ? next : undefined]
    }
    at = end
  }
  return []
}

async function readBox(file: FileHandle, at: number): Promise<Box> {
  const { buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, at)
  return { type: buffer.toString('latin1', 4), at, length: buffer.readUInt32BE(0) }
}

/** Clears the dates of a box and of those in it. What it says about places in the file moves back by so many bytes. */
function finish(box: Buffer, gapBytes: number): void {
  const type = box.toString('latin1', 4, HEADER_BYTES)
  if (DATED.has(type)) box.fill(0, DATES_AT, DATES_AT + (box[HEADER_BYTES] === 1 ? 16 : 8))
  if (type === 'stco') for (let at = PLACES_AT; at < box.length; at += 4) box.writeUInt32BE(box.readUInt32BE(at) - gapBytes, at)
  if (type === 'co64')
    for (let at = PLACES_AT; at < box.length; at += 8) box.writeBigUInt64BE(box.readBigUInt64BE(at) - BigInt(gapBytes), at)
  if (!PARENTS.has(type)) return
  for (let at = HEADER_BYTES; at + HEADER_BYTES <= box.length;) {
    const length = box.readUInt32BE(at)
    if (length < HEADER_BYTES) return
    finish(box.subarray(at, at + length), gapBytes)
    at += length
  }
}

/** Moves the rest of a file towards its start, in place. */
async function moveBack(file: FileHandle, { from, to, size }: Record<'from' | 'to' | 'size', number>, onStep: () => void): Promise<void> {
  const part = Buffer.alloc(MOVED_BYTES)
  for (let moved = 0; from + moved < size;) {
    const { bytesRead } = await file.read(part, 0, part.length, from + moved)
    if (bytesRead === 0) break
    await file.write(part, 0, bytesRead, to + moved)
    moved += bytesRead
    onStep()
  }
  await file.truncate(size - (from - to))
}
