const HEADER_BYTES = 27
const CHECKSUM_AT = 22

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0)
  return value
})

/** Length of a page of Ogg by its header; 0 where there is none. */
export function pageLength(head: Buffer): number {
  const segments = head[HEADER_BYTES - 1] ?? 0
  if (head.toString('latin1', 0, 4) !== 'OggS' || head.length < HEADER_BYTES + segments) return 0
  return head.subarray(HEADER_BYTES, HEADER_BYTES + segments).reduce((sum, each) => sum + each, HEADER_BYTES + segments)
}

export function isWholePage(page: Buffer): boolean {
  let sum = 0
  for (let at = 0; at < page.length; at += 1) {
    const byte = at >= CHECKSUM_AT && at < CHECKSUM_AT + 4 ? 0 : (page[at] ?? 0)
    sum = ((sum << 8) ^ (CHECKSUMS[(sum >>> 24) ^ byte] ?? 0)) >>> 0
  }
  return sum === page.readUInt32LE(CHECKSUM_AT)
}
