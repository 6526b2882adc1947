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

const lyrics = (secret: string) => {
  const body = `LYRICSBEGININD0000200LYR${String(secret.length).padStart(5, '0')}${secret}`
  return Buffer.from(`${body}${String(body.length).padStart(6, '0')}LYRICS200`)
}

/** What programs add behind the last frame. */
const TAILS: Readonly<Record<string, (secret: string) => Buffer>> = {
  'ID3 of version 1': (secret) => Buffer.from(`TAG${secret}`.padEnd(128, '\0')),
  APE: apeTag,
  lyrics: lyrics,
  'lyrics and ID3 of version 1': (secret) => Buffer.concat([lyrics(secret), Buffer.from('TAG'.padEnd(128, '\0'))]),
  'ID3 of version 2': (secret) => tag(frame('TXXX', Buffer.from(`\0place\0${secret}`))),
  'a tag that nobody knows': (secret) => Buffer.from(`\0\0${secret}\0\0`),
}

/** Of a file that was cut off and then got a tag, the last frame ends with the start of the tag. */
const CUT_BYTES = 10

type Plant = (bytes: Buffer, secret: string) => Buffer

/** Behind the last frame of an audio file. */
export const TAIL_PLACES: Readonly<Record<string, Plant>> = Object.fromEntries(
  Object.entries(TAILS).map(([name, tail]): [string, Plant] => [
    `${name}, at the end`,
    (bytes, secret) => Buffer.concat([bytes, tail(secret)]),
  ]),
)

export const CUT_PLACES: Readonly<Record<string, Plant>> = Object.fromEntries(
  Object.entries(TAIL_PLACES).map(([name, plant]): [string, Plant] => [
    `${name}, after a frame that is cut off`,
    (bytes, secret) => plant(bytes.subarray(0, -CUT_BYTES), secret),
  ]),
)

export const MP3_PLACES: Readonly<Record<string, Plant>> = {
  ...TAIL_PLACES,
  ...CUT_PLACES,
  'ID3 of version 2': (bytes, secret) => Buffer.concat([tag(frame('TXXX', Buffer.from(`\0place\0${secret}`))), bytes]),
  'ID3 in UTF-16': (bytes, secret) =>
    Buffer.concat([
      tag(frame('COMM', Buffer.concat([Buffer.from('\x01eng\xff\xfe\0\0\xff\xfe', 'latin1'), Buffer.from(secret, 'utf16le')]))),
      bytes,
    ]),
  'between two streams': (bytes, secret) =>
    Buffer.concat([bytes.subarray(0, -CUT_BYTES), Buffer.from(`TAG${secret}`.padEnd(128, '\0')), bytes]),
  'another container within': (bytes, secret) =>
    Buffer.concat([
      tag(frame('GEOB', Buffer.concat([Buffer.from('\0audio/mpeg\0a.mp3\0\0'), MP3_PLACES['ID3 of version 2']?.(bytes, secret) ?? bytes]))),
      bytes,
    ]),
}

const chunk = (type: string, content: string) => {
  const head = Buffer.from(`${type}____`)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, Buffer.from(content), Buffer.alloc(content.length % 2)])
}

/** Chunks of a WAV, behind its audio and before it. */
export const WAV_PLACES: Readonly<Record<string, Plant>> = Object.fromEntries(
  ['LIST', 'id3 ', 'bext', 'iXML', '_PMX', 'cart'].flatMap((type): [string, Plant][] => [
    [`${type}, at the end`, (bytes, secret) => Buffer.concat([bytes, chunk(type, type === 'LIST' ? `INFO${secret}` : secret)])],
    [`${type}, before the audio`, (bytes, secret) => Buffer.concat([bytes.subarray(0, 12), chunk(type, secret), bytes.subarray(12)])],
  ]),
)
