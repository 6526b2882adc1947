const HEADER_BYTES = 128
const ENTRY_BYTES = 12
const TAGS_MAX = 100
/** What decides about colours. Others name the display, its owner's computer, and the maker. */
const COLOURS = /^(?:[rgbk]TRC|[rgb]XYZ|wtpt|bkpt|chad|chrm|cicp|lumi|gamt|pre[0-2]|(?:A2B|B2A|D2B|B2D)[0-3])$/
/** The program, when it was made, of which device, and a checksum of all that. */
const CLEARED = [
  [4, 8],
  [24, 36],
  [40, 44],
  [48, 56],
  [80, 100],
] as const
const ASCII_NAME = Buffer.concat([Buffer.from('desc\0\0\0\0\0\0\0\u0001'), Buffer.alloc(79)])
const NO_TEXTS = Buffer.from('mluc\0\0\0\0\0\0\0\0\0\0\0\u000c')
const NO_TEXT = Buffer.from('text\0\0\0\0\0')

/** Returns a colour profile with the same colours and no names. @returns null for what is no profile */
export function cleanProfile(bytes: Uint8Array): Buffer | null {
  const profile = Buffer.from(bytes)
  if (profile.length < HEADER_BYTES + 4 || profile.toString('latin1', 36, 40) !== 'acsp') return null
  const count = profile.readUInt32BE(HEADER_BYTES)
  const end = HEADER_BYTES + 4 + count * ENTRY_BYTES
  if (count > TAGS_MAX || end > profile.length) return null
  const kept = new Map<string, Buffer>()
  for (let at = HEADER_BYTES + 4; at < end; at += ENTRY_BYTES) {
    const [name, start, length] = [profile.toString('latin1', at, at + 4), profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)]
    if (start + length > profile.length) return null
    if (COLOURS.test(name)) kept.set(name, profile.subarray(start, start + length))
  }
  const isNew = (profile[8] ?? 0) >= 4
  // Readers want both to be there.
  kept.set('desc', isNew ? NO_TEXTS : ASCII_NAME).set('cprt', isNew ? NO_TEXTS : NO_TEXT)
  const header = Buffer.from(profile.subarray(0, HEADER_BYTES))
  for (const [from, to] of CLEARED) header.fill(0, from, to)
  return writeProfile(header, kept)
}

function writeProfile(header: Buffer, tags: ReadonlyMap<string, Buffer>): Buffer {
  const table = Buffer.alloc(4 + tags.size * ENTRY_BYTES)
  table.writeUInt32BE(tags.size)
  const contents: Buffer[] = []
  let [entry, at] = [4, HEADER_BYTES + table.length]
  for (const [name, content] of tags) {
    table.write(name, entry, 'latin1')
    table.writeUInt32BE(at, entry + 4)
    table.writeUInt32BE(content.length, entry + 8)
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)])
    contents.push(padded)
    entry += ENTRY_BYTES
    at += padded.length
  }
  header.writeUInt32BE(at)
  return Buffer.concat([header, table, ...contents])
}
