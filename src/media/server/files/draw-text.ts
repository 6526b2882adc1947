import sharp from 'sharp'
import { escapeXml } from '#platform/text/xml.ts'
import { readdir, readFile } from 'node:fs/promises'

/** A picture of text. */
export interface TextBlock {
  readonly input: Buffer
  readonly width: number
  readonly height: number
}

interface TextOrder {
  /** Only characters that the fonts cover. */
  readonly text: string
  /** In pixels, the largest first. */
  readonly sizes: readonly number[]
  /** Maximum size of the block, in pixels. */
  readonly width: number
  readonly height: number
  readonly colour: string
}

/** Preferred font. Fontconfig substitutes another one for characters that it lacks. */
const FACE = 'Fraunces SemiBold'
/** At 72 dots per inch a point is a pixel. */
const DPI = 72

async function render({ text, width, colour }: TextOrder, size: number): Promise<TextBlock> {
  const markup = `<span foreground="${colour}">${escapeXml(text)}</span>`
  const input = { text: markup, font: `${FACE} ${size}`, width, dpi: DPI, rgba: true, wrap: 'word-char' } as const
  const { data, info } = await sharp({ text: input }).png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

/** Draws a text as large as fits. A text that is too long at the smallest size ends in an ellipsis. */
export async function drawText(order: TextOrder): Promise<TextBlock> {
  const fits = (block: TextBlock) => block.height <= order.height && block.width <= order.width
  for (const size of order.sizes) {
    const block = await render(order, size)
    if (fits(block)) return block
  }
  return drawBeginning(order, fits)
}

/** Draws the longest beginning that fits, found by binary search. */
async function drawBeginning(order: TextOrder, fits: (block: TextBlock) => boolean): Promise<TextBlock> {
  const characters = Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(order.text), ({ segment }) => segment)
  const beginning = (length: number) =>
    render({ ...order, text: `${characters.slice(0, length).join('').trimEnd()}…` }, order.sizes.at(-1) ?? 1)
  let best = await beginning(1)
  let [fitting, tooLong] = [1, characters.length]
  while (tooLong - fitting > 1) {
    const length = Math.floor((fitting + tooLong) / 2)
    const block = await beginning(length)
    if (fits(block)) [best, fitting] = [block, length]
    else tooLong = length
  }
  return best
}

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
