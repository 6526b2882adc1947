import { deflateSync } from 'node:zlib'

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** A colour profile of a display: its name is the owner's. */
export function profileWith(secret: string): Buffer {
  const description = Buffer.concat([Buffer.from('desc\0\0\0\0'), Buffer.from([0, 0, 0, secret.length + 1]), Buffer.from(`${secret}\0`)])
  const colour = Buffer.from('XYZ \0\0\0\0\0\0\xf6\xd6\0\x01\0\0\0\0\xd3\x2d', 'latin1')
  const tags = [
    ['desc', description],
    ['mmod', description],
    ['wtpt', colour],
  ] as const
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length, 0)
  let at = 128 + table.length
  for (const [index, [name, content]] of tags.entries()) {
    table.write(name, 4 + index * 12)
    table.writeUInt32BE(at, 8 + index * 12)
    table.writeUInt32BE(content.length, 12 + index * 12)
    at += content.length
  }
  const head = Buffer.alloc(128)
  head.writeUInt32BE(at, 0)
  head.write('\x02\x40\0\0mntrRGB XYZ ', 8, 'latin1')
  head.write('acsp', 36)
  return Buffer.concat([head, table, ...tags.map(([, content]) => content)])
}

/** A JPEG with Exif, as a camera writes it; no picture follows. */
export const jpegWith = (secret: string): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, Buffer.from(`Exif\0\0${secret}`)),
    segment(0xfe, Buffer.from(secret)),
    Buffer.from([0xff, 0xd9]),
  ])

const jpegWithProfile = (secret: string): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), profileWith(secret)])),
    Buffer.from([0xff, 0xd9]),
  ])

const pngChunk = (type: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  return Buffer.concat([size, Buffer.from(type), content, Buffer.alloc(4)])
}
const png = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks, pngChunk('IEND', Buffer.alloc(0))])

const riffChunk = (type: string, content: Buffer): Buffer => {
  const head = Buffer.from(`${type}____`)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}
const webpWith = (secret: string): Buffer =>
  riffChunk(
    'RIFF',
    Buffer.concat([
      Buffer.from('WEBP'),
      riffChunk('VP8X', Buffer.alloc(10, 0x2c)),
      riffChunk('ICCP', profileWith(secret)),
      riffChunk('EXIF', Buffer.from(secret)),
      riffChunk('XMP ', Buffer.from(secret)),
    ]),
  )

const gifWith = (secret: string): Buffer => {
  const block = Buffer.concat([Buffer.from([secret.length]), Buffer.from(secret), Buffer.from([0])])
  const picture = Buffer.from('2c00000000010001000002024401003b', 'hex')
  const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])])
  const [remark, application] = [Buffer.from([0x21, 0xfe]), Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from('XMP DataXMP')])]
  return Buffer.concat([head, remark, block, application, block, picture, Buffer.from(secret)])
}

/** A drawing of Windows, with the name of the program and of the file. */
function emfWith(secret: string): Buffer {
  const description = Buffer.from(`Program\0${secret}\0\0`, 'utf16le')
  const head = Buffer.alloc(88)
  head.writeUInt32LE(1, 0)
  head.writeUInt32LE(88 + description.length, 4)
  head.write(' EMF', 40)
  head.writeUInt32LE(description.length / 2, 60)
  head.writeUInt32LE(88, 64)
  return Buffer.concat([head, description, Buffer.from([14, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0])])
}

const svgWith = (secret: string): string =>
  `<!-- ${secret} --><?made by="${secret}"?><svg xmlns="http://www.w3.org/2000/svg"><metadata>${secret}</metadata><path d="M0 0"/></svg>`

/** Pictures of a document by the ending of their part. */
export const PICTURES: Readonly<Record<string, (secret: string) => Buffer | string>> = {
  jfif: jpegWith,
  'jpeg with a profile': jpegWithProfile,
  webp: webpWith,
  'png with a text': (secret) => png(pngChunk('tEXt', Buffer.from(`Author\0${secret}`))),
  'png with a profile': (secret) => png(pngChunk('iCCP', Buffer.concat([Buffer.from(`${secret}\0\0`), deflateSync(profileWith(secret))]))),
  gif: gifWith,
  emf: emfWith,
  svg: svgWith,
}
