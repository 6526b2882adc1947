import { open } from 'node:fs/promises'

const HEADER_BYTES = 8
/** Boxes that hold other boxes with dates. */
const PARENTS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia'])
/** After the header and four bytes of version and flags: when it was made and changed. */
const DATED: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd'])
const DATES_AT = 12

/** Clears when an MP4 file was made, which would tell when it was sent. Its index stands before the packets. */
export async function clearDates(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    for (let at = 0; at + HEADER_BYTES <= size;) {
      const { buffer: header } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, at)
      const length = header.readUInt32BE(0)
      if (header.toString('latin1', 4) === 'moov') {
        const { buffer } = await file.read(Buffer.alloc(length), 0, length, at)
        clearIn(buffer)
        await file.write(buffer, 0, length, at)
        return
      }
      // A length of 0 or 1 is that of the packets, which stand after the index.
      if (length < HEADER_BYTES) return
      at += length
    }
  } finally {
    await file.close()
  }
}

function clearIn(box: Buffer): void {
  const type = box.toString('latin1', 4, HEADER_BYTES)
  if (DATED.has(type)) box.fill(0, DATES_AT, DATES_AT + (box[HEADER_BYTES] === 1 ? 16 : 8))
  if (!PARENTS.has(type)) return
  for (let at = HEADER_BYTES; at + HEADER_BYTES <= box.length;) {
    const length = box.readUInt32BE(at)
    if (length < HEADER_BYTES) return
    clearIn(box.subarray(at, at + length))
    at += length
  }
}
