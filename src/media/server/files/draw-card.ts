import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { CARD } from '#media/contract/card-size.ts'
import { element } from '#platform/text/xml.ts'
import { type Coverage, readCoverage, type TextBlock, drawText } from './draw-text.ts'
import { withSvgAllowed } from './render-png.ts'

/** A stored picture, or an SVG document drawn by the blog. */
export interface CardPicture {
  readonly bytes: Uint8Array
  readonly isDrawing: boolean
}

/** A social card to be drawn. */
export interface CardOrder {
  readonly title: string
  /** A few words under the title; empty for none. */
  readonly text: string
  /** Name of the blog, beside its sign. */
  readonly name: string
  /** The blog's icon or logo. */
  readonly sign: CardPicture
  readonly cover: CardPicture
  readonly colours: { readonly paper: string; readonly ink: string; readonly soft: string; readonly accent: string }
}

/** Invisible characters, some of which change the direction of the text. */
const INVISIBLE = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/gu
/** Emoji, which the fonts lack. The digit of a keycap emoji remains. */
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u20E3\uFE00-\uFE0F\u{E0020}-\u{E007F}]\u200D?/gu
/** They join letters in some scripts, and have no glyph. */
const JOINERS: ReadonlySet<string> = new Set(['\u200C', '\u200D'])

/**
 * Returns a text as the fonts can draw it, without emoji and invisible characters.
 * @returns null where nothing is left, or where a character would be an empty box
 */
export function drawableText(text: string, isCovered: Coverage): string | null {
  const flat = text
    .normalize('NFC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(EMOJI, (character) => (isCovered(character.codePointAt(0) ?? 0) ? character : ' '))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (!/[\p{L}\p{N}]/u.test(flat)) return null
  return Array.from(flat).every((character) => JOINERS.has(character) || isCovered(character.codePointAt(0) ?? 0)) ? flat : null
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Decides by the first letter, as browsers do for `dir="auto"`. */
export function isRightToLeft(text: string): boolean {
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return RIGHT_TO_LEFT.test(letter)
}

export const CARD_FONTS = new URL('./card-fonts/', import.meta.url)

const MARGIN = 64
const COVER_WIDTH = 540
const TEXT_WIDTH = CARD.width - COVER_WIDTH - 2 * MARGIN
/** The accent above the title. */
const BAR = { width: 72, height: 8 }
const SIGN_HEIGHT = 64
const SIGN_GAP = 20
const TITLE_SIZES = [76, 68, 60, 54, 48, 43, 38]
const TITLE_HEIGHT = 364
const TEXT_SIZES = [32, 28]
const NAME_SIZES = [34, 30, 26, 22]

let coverage: Promise<Coverage> | undefined

interface Layer extends OverlayOptions {
  readonly input: Buffer
  readonly left: number
  readonly top: number
}

/**
 * Draws title and sign to the left of the cover, mirrored for a right-to-left title. Where the fonts cannot draw the title,
 * the cover fills the card. @returns a JPEG
 */
export async function drawCard(order: CardOrder): Promise<Uint8Array> {
  const isCovered = await (coverage ??= readCoverage(CARD_FONTS))
  const title = drawableText(order.title, isCovered)
  const words = { title, text: drawableText(order.text, isCovered), name: drawableText(order.name, isCovered) }
  const layers = await (title === null ? layersOfCover(order, words) : layersOfTitle(order, { ...words, title }))
  const { width, height } = CARD
  return sharp({ create: { width, height, channels: 3, background: order.colours.paper } })
    .composite(layers)
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

interface Words {
  readonly title: string | null
  readonly text: string | null
  readonly name: string | null
}

async function layersOfTitle(order: CardOrder, { title, text, name }: Words & { readonly title: string }): Promise<Layer[]> {
  const { colours } = order
  const isMirrored = isRightToLeft(title)
  const start = (width: number) => (isMirrored ? CARD.width - MARGIN - width : MARGIN)
  const heading = await drawText({ text: title, sizes: TITLE_SIZES, width: TEXT_WIDTH, height: TITLE_HEIGHT, colour: colours.ink })
  const cover = await fill(order.cover, { width: COVER_WIDTH, height: CARD.height })
  const top = MARGIN + BAR.height + 36
  const below = top + heading.height + 40
  const room = MARGIN + BAR.height + 36 + TITLE_HEIGHT - below
  const isRoom = text !== null && room >= 2 * (TEXT_SIZES[0] ?? 0)
  const lead = isRoom ? await drawText({ text, sizes: TEXT_SIZES, width: TEXT_WIDTH, height: room, colour: colours.soft }) : null
  return [
    { input: cover, left: isMirrored ? 0 : CARD.width - COVER_WIDTH, top: 0 },
    { input: await solid(BAR, colours.accent), left: start(BAR.width), top: MARGIN },
    { input: heading.input, left: start(heading.width), top },
    ...(lead === null ? [] : [{ input: lead.input, left: start(lead.width), top: below }]),
    ...(await layersOfSign(order, { name, isMirrored })),
  ]
}

/** The sign and the name at the bottom. */
async function layersOfSign(order: CardOrder, { name, isMirrored }: { name: string | null; isMirrored: boolean }): Promise<Layer[]> {
  const sign = await signOf(order)
  const bottom = CARD.height - MARGIN
  const room = TEXT_WIDTH - sign.width - SIGN_GAP
  const place = (width: number, before = 0) => (isMirrored ? CARD.width - MARGIN - before - width : MARGIN + before)
  const layers = [{ input: sign.input, left: place(sign.width), top: bottom - sign.height }]
  if (name === null || room < 120) return layers
  const text = await drawText({ text: name, sizes: NAME_SIZES, width: room, height: SIGN_HEIGHT, colour: order.colours.soft })
  const top = bottom - Math.round((sign.height + text.height) / 2)
  return [...layers, { input: text.input, left: place(text.width, sign.width + SIGN_GAP), top }]
}

/** Without a title: the cover, and the sign on a plate in its corner. */
async function layersOfCover(order: CardOrder, { name }: Words): Promise<Layer[]> {
  const sign = await signOf(order)
  const text: TextBlock | null =
    name === null
      ? null
      : await drawText({ text: name, sizes: NAME_SIZES, width: TEXT_WIDTH, height: SIGN_HEIGHT, colour: order.colours.ink })
  const padding = 24
  const plate = {
    width: sign.width + 2 * padding + (text === null ? 0 : SIGN_GAP + text.width),
    height: SIGN_HEIGHT + 2 * padding,
  }
  const top = CARD.height - MARGIN - plate.height
  const middle = (height: number) => top + Math.round((plate.height - height) / 2)
  return [
    { input: await fill(order.cover, CARD), left: 0, top: 0 },
    { input: await drawPlate(plate, order.colours.paper), left: MARGIN, top },
    { input: sign.input, left: MARGIN + padding, top: middle(sign.height) },
    ...(text === null ? [] : [{ input: text.input, left: MARGIN + padding + sign.width + SIGN_GAP, top: middle(text.height) }]),
  ]
}

const drawPlate = async ({ width, height }: typeof BAR, colour: string): Promise<Buffer> => {
  const shape = element('rect', { width: '100%', height: '100%', rx: '20', fill: colour })
  const svg = element('svg', { xmlns: 'http://www.w3.org/2000/svg', width: `${width}`, height: `${height}` }, shape)
  return (await render({ bytes: Buffer.from(svg), isDrawing: true }, (picture) => picture)).data
}

async function signOf({ sign }: CardOrder): Promise<TextBlock> {
  const box = { width: 4 * SIGN_HEIGHT, height: SIGN_HEIGHT, fit: 'inside' } as const
  const { data, info } = await render(sign, (picture) => picture.resize(box))
  return { input: data, width: info.width, height: info.height }
}

/** Crops the first frame of a picture to a size: a drawing to its middle, a photo to its most striking part. */
const fill = async (picture: CardPicture, size: { readonly width: number; readonly height: number }): Promise<Buffer> => {
  const position = picture.isDrawing ? 'centre' : 'attention'
  const { data } = await render(picture, (each) => each.resize({ ...size, fit: 'cover', position }).flatten({ background: '#fff' }))
  return data
}

function render({ bytes, isDrawing }: CardPicture, change: (picture: Sharp) => Sharp) {
  const work = () => change(sharp(bytes)).png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
  return isDrawing ? withSvgAllowed(work) : work()
}

const solid = ({ width, height }: typeof BAR, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
