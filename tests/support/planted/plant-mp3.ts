/** Seven bits a byte. */
const syncsafe = (size: number) => Buffer.from([(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127])

function frame(id: string, content: Uint8Array): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  return Buffer.concat([Buffer.from(id), size, Buffer.from([0, 0]), content])
}

const tag = (...frames: Buffer[]) => {
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), syncsafe(body.length), body])
}

const apeItem = (key: string, value: string) => {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(value.length)
  return Buffer.concat([head, Buffer.from(`${key}\0${value}`)])
}

function apeTag(secret: string): Buffer {
  const item = apeItem('Comment', secret)
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX')
  footer.writeUInt32LE(2000, 8)
  footer.writeUInt32LE(item.length + 32, 12)
  footer.writeUInt32LE(1, 16)
  return Buffer.concat([item, footer])
}

export const MP3_PLACES: Readonly<Record<string, (bytes: Buffer, secret: string) => Buffer>> = {
  'ID3 of version 2': (bytes, secret) => Buffer.concat([tag(frame('TXXX', Buffer.from(`\0place\0${secret}`))), bytes]),
  'ID3 in UTF-16': (bytes, secret) =>
    Buffer.concat([
      tag(frame('COMM', Buffer.concat([Buffer.from('\x01eng\xff\xfe\0\0\xff\xfe', 'latin1'), Buffer.from(secret, 'utf16le')]))),
      bytes,
    ]),
  'ID3 of version 1, at the end': (bytes, secret) => Buffer.concat([bytes, Buffer.from(`TAG${secret}`.padEnd(128, '\0'))]),
  'APE, at the end': (bytes, secret) => Buffer.concat([bytes, apeTag(secret)]),
  'another container within': (bytes, secret) =>
    Buffer.concat([
      tag(frame('GEOB', Buffer.concat([Buffer.from('\0audio/mpeg\0a.mp3\0\0'), MP3_PLACES['ID3 of version 2']?.(bytes, secret) ?? bytes]))),
      bytes,
    ]),
}
