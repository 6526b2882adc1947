/** An element of EBML, with a size of eight bytes. */
function element(id: string, ...content: readonly (Uint8Array | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  return Buffer.concat([Buffer.from(id, 'hex'), sizeOf(body.length), body])
}

function sizeOf(length: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(length))
  size[0] = 1
  return size
}

const SEGMENT = Buffer.from('18538067', 'hex')

/** Appends an element to the segment. */
function append(bytes: Buffer, added: Buffer): Buffer {
  const at = bytes.indexOf(SEGMENT) + SEGMENT.length
  const size = bytes.readBigUInt64BE(at) & 0x00ffffffffffffffn
  return Buffer.concat([bytes.subarray(0, at), sizeOf(Number(size) + added.length), bytes.subarray(at + 8), added])
}

const TITLE = '7ba9'

export const WEBM_PLACES: Readonly<Record<string, (bytes: Buffer, secret: string) => Buffer>> = {
  tags: (bytes, secret) =>
    append(bytes, element('1254c367', element('7373', element('67c8', element('45a3', 'LOCATION'), element('4487', secret))))),
  chapters: (bytes, secret) =>
    append(bytes, element('1043a770', element('45b9', element('b6', element('91', '\0'), element('80', element('85', secret)))))),
  'free room': (bytes, secret) => append(bytes, element('ec', secret)),
  'a second title': (bytes, secret) => append(bytes, element('1549a966', element(TITLE, secret))),
  'another container within': (bytes, secret) =>
    append(
      bytes,
      element(
        '1941a469',
        element(
          '61a7',
          element('466e', 'a.webm'),
          element('4660', 'video/webm'),
          element('465c', WEBM_PLACES['tags']?.(bytes, secret) ?? bytes),
        ),
      ),
    ),
}
