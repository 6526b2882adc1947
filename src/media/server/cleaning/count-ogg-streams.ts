import { open } from 'node:fs/promises'

const HEAD_BYTES = 64 * 1024
const PAGE_HEADER_BYTES = 27
const IS_FIRST = 2
/** Describes the other streams of the file. */
const SKELETON = 'fishead'

/**
 * Number of streams in an Ogg file; 0 for any other file. All of them begin before the first packet of content. A reader that
 * does not know one leaves it out silently.
 */
export async function countOggStreams(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    let count = 0
    for (let at = 0; head.toString('latin1', at, at + 4) === 'OggS' && ((head[at + 5] ?? 0) & IS_FIRST) !== 0;) {
      const segments = head.subarray(at + PAGE_HEADER_BYTES, at + PAGE_HEADER_BYTES + (head[at + PAGE_HEADER_BYTES - 1] ?? 0))
      const content = at + PAGE_HEADER_BYTES + segments.length
      if (head.toString('latin1', content, content + SKELETON.length) !== SKELETON) count += 1
      at = content + segments.reduce((sum, each) => sum + each, 0)
    }
    return count
  } finally {
    await file.close()
  }
}
