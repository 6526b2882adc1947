/** Audio codecs whose configuration holds the tags of the file. */
export function cleanAudioConfiguration(config: AudioDecoderConfig, codec: string): AudioDecoderConfig {
  if (config.description === undefined) return config
  const bytes = bytesOf(config.description)
  if (codec === 'vorbis') return { ...config, description: cleanVorbis(bytes) }
  return codec === 'flac' ? { ...config, description: cleanFlac(bytes) } : config
}

/** Three packets, whose sizes stand in front of them: what it is, its tags, its tables. */
function cleanVorbis(bytes: Uint8Array): Uint8Array {
  let at = 1
  const readSize = () => {
    let size = 0
    for (; bytes[at] === 255; at += 1) size += 255
    return size + (bytes[at++] ?? 0)
  }
  const [first, second] = [readSize(), readSize()]
  const head = bytes.subarray(at, at + first)
  const tables = bytes.subarray(at + first + second)
  // No name of a program, no tags, and the bit that ends the packet.
  const tags = Buffer.from('\x03vorbis\0\0\0\0\0\0\0\0\x01', 'latin1')
  return Buffer.concat([Buffer.from([2, first, tags.length]), head, tags, tables])
}

const FLAC_MARK = 'fLaC'
const STREAM_INFO_BYTES = 38

/** Only the description of the stream, marked as the last block; tags and pictures follow it. */
function cleanFlac(bytes: Uint8Array): Uint8Array {
  const hasMark = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === FLAC_MARK
  const clean = Buffer.from(bytes.subarray(0, (hasMark ? 4 : 0) + STREAM_INFO_BYTES))
  clean[hasMark ? 4 : 0] = 0x80
  return clean
}

export const bytesOf = (source: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source)
