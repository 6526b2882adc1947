import { readdir, readFile } from 'node:fs/promises'

/** Returns whether the fonts have a glyph for a code point. */
export type Coverage = (codePoint: number) => boolean

interface Range {
  readonly first: number
  readonly last: number
}

const GROUP_BYTES = 12

/**
 * Reads the code points of a font whose first character map has format 12
 * (learn.microsoft.com/typography/opentype/spec/cmap), as our fonts have (card-fonts/README.md).
 */
function readRanges(font: Buffer): Range[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16)
  const record = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')
  if (record === undefined) return []
  const cmap = font.readUInt32BE(record + 8)
  const subtable = cmap + font.readUInt32BE(cmap + 8)
  if (font.readUInt16BE(subtable) !== 12) return []
  return Array.from({ length: font.readUInt32BE(subtable + 12) }, (_, index) => {
    const group = subtable + 16 + index * GROUP_BYTES
    return { first: font.readUInt32BE(group), last: font.readUInt32BE(group + 4) }
  })
}

/** Reads which code points the fonts in a folder cover together. */
export async function readCoverage(folder: URL): Promise<Coverage> {
  const names = (await readdir(folder)).filter((name) => /\.(ttf|otf)$/.test(name))
  const fonts = await Promise.all(names.map((name) => readFile(new URL(name, folder))))
  const covered = new Set<number>()
  for (const { first, last } of fonts.flatMap(readRanges)) for (let point = first; point <= last; point += 1) covered.add(point)
  return (codePoint) => covered.has(codePoint)
}
