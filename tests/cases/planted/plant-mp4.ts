/** A box of MP4 and QuickTime: length, type, content. */
export function box(type: string, ...content: readonly (Uint8Array | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** Boxes that hold other boxes. */
const PARENTS = ['moov', 'trak', 'mdia']

/** Writes the file again; `change` may replace a box, and gets the types of those around it. */
export function rewrite(bytes: Buffer, change: (type: string, content: Buffer) => Buffer | null): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, at + length)
    const inner = PARENTS.includes(type) ? rewrite(content, change) : content
    parts.push(change(type, inner) ?? box(type, inner))
    at += length
  }
  return Buffer.concat(parts)
}

const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/** `container`: another whole video within this one. The index of the fixtures stands last, so it may grow. */
export const MP4_PLACES: Readonly<Record<string, (bytes: Buffer, secret: string) => Buffer>> = {
  'user data': (bytes, secret) =>
    rewrite(bytes, (type, content) =>
      type === 'moov'
        ? box('moov', content, box('udta', box('\u00A9xyz', lengthed(secret)), box('loci', '\0\0\0\0\0\0', secret, Buffer.alloc(16))))
        : null,
    ),
  'the keys of QuickTime': (bytes, secret) =>
    rewrite(bytes, (type, content) => (type === 'moov' ? box('moov', content, quickTimeKeys(secret)) : null)),
  'the name of a track': (bytes, secret) =>
    rewrite(bytes, (type, content) => (type === 'hdlr' ? box('hdlr', content.subarray(0, 24), `${secret}\0`) : null)),
  'XMP and free room': (bytes, secret) => Buffer.concat([bytes, box('uuid', XMP, `<x:xmpmeta>${secret}</x:xmpmeta>`), box('free', secret)]),
  'another container within': (bytes, secret) => {
    const inner = MP4_PLACES['user data']?.(bytes, secret) ?? bytes
    return rewrite(bytes, (type, content) =>
      type === 'moov' ? box('moov', content, box('udta', box('meta', '\0\0\0\0', box('idat', inner)))) : null,
    )
  },
}

function lengthed(text: string): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(text.length)
  return Buffer.concat([head, Buffer.from(text)])
}

/** As iPhones write them: a list of names, and a value for each. */
function quickTimeKeys(secret: string): Buffer {
  const handler = box('hdlr', '\0\0\0\0\0\0\0\0mdta', Buffer.alloc(13))
  const keys = box('keys', '\0\0\0\0\0\0\0\u0001', box('mdta', 'com.apple.quicktime.location.ISO6709'))
  const value = box('\0\0\0\u0001', box('data', '\0\0\0\u0001\0\0\0\0', secret))
  return box('meta', handler, keys, box('ilst', value))
}
