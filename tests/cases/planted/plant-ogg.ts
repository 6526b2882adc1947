const HEADER_BYTES = 27

const CHECKSUMS = Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0)
  return value >>> 0
})

function checksum(page: Buffer): number {
  let value = 0
  for (const byte of page) value = ((value << 8) ^ (CHECKSUMS[((value >>> 24) ^ byte) & 255] ?? 0)) >>> 0
  return value
}

interface Page {
  readonly header: Buffer
  readonly content: Buffer
}

function readPages(bytes: Buffer): Page[] {
  const pages: Page[] = []
  for (let at = 0; at + HEADER_BYTES <= bytes.length;) {
    const segments = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + (bytes[at + HEADER_BYTES - 1] ?? 0))
    const start = at + HEADER_BYTES + segments.length
    const end = start + segments.reduce((sum, each) => sum + each, 0)
    pages.push({ header: bytes.subarray(at, start), content: bytes.subarray(start, end) })
    at = end
  }
  return pages
}

/** Writes a page with other content, which must be one packet. */
function writePage({ header }: Page, content: Buffer): Buffer {
  const head = Buffer.from(header.subarray(0, HEADER_BYTES))
  const full = Math.floor(content.length / 255)
  head[HEADER_BYTES - 1] = full + 1
  head.writeUInt32LE(0, 22)
  const page = Buffer.concat([head, Buffer.alloc(full, 255), Buffer.from([content.length % 255]), content])
  page.writeUInt32LE(checksum(page), 22)
  return page
}

const size = (length: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(length)
  return bytes
}

const opusTags = (vendor: string, ...comments: string[]) =>
  Buffer.concat([
    Buffer.from('OpusTags'),
    size(vendor.length),
    Buffer.from(vendor),
    size(comments.length),
    ...comments.flatMap((comment) => [size(Buffer.byteLength(comment)), Buffer.from(comment)]),
  ])

function withTags(bytes: Buffer, tags: Buffer): Buffer {
  return Buffer.concat(
    readPages(bytes).map((page, index) => (index === 1 ? writePage(page, tags) : Buffer.concat([page.header, page.content]))),
  )
}

export const OGG_PLACES: Readonly<Record<string, (bytes: Buffer, secret: string) => Buffer>> = {
  comments: (bytes, secret) => withTags(bytes, opusTags('x', `LOCATION=${secret}`)),
  'the name of the program': (bytes, secret) => withTags(bytes, opusTags(secret)),
  'after the end': (bytes, secret) => Buffer.concat([bytes, Buffer.from(secret)]),
  'another container within': (bytes, secret) =>
    withTags(bytes, opusTags('x', `ATTACHMENT=${OGG_PLACES['comments']?.(bytes, secret).toString('latin1') ?? ''}`)),
}
