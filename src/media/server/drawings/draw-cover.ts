import { type FixedCategory, isFixedCategory } from '#platform/contract/categories.ts'
import { COVER_VARIANTS } from '#media/server/picture-addresses.ts'
import { type DrawnCover, readDrawnCover } from '#media/contract/drawn-cover.ts'
import { HEIGHT, WIDTH, box, createRandom } from './cover-brush.ts'
import { paletteOf } from './cover-palettes.ts'
import { garland, table, windowSill } from './indoor-scenes.ts'
import { hills, road, sea, street } from './outdoor-scenes.ts'
import { drawQuietScene } from './quiet-scenes.ts'

/** Every seventh variant shows the same scene, drawn another way: seven variants by day, the next seven by night. */
const SCENES = [hills, windowSill, road, garland, sea, table, street]

const svg = (shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice">${shapes}</svg>`
const ground = (colour: string, more = {}) => box({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, colour, more)

/**
 * Draws a lively picture, in the colours of a category: for the home page, and for addresses from before covers were quiet.
 * @returns an SVG document
 */
export function drawCover(cover: { readonly category: FixedCategory; readonly variant: number }): string {
  const { category, variant } = cover
  const isNight = Math.floor(variant / SCENES.length) % 2 === 1
  const colours = paletteOf(category, isNight)
  const random = createRandom(variant * 7919 + category.length * 104_729 + category.charCodeAt(0))
  const scene = SCENES[variant % SCENES.length] ?? hills
  return svg(ground(colours.paper) + scene({ ...random, colours, isNight }))
}

/** Accents of quiet covers where no page gives them one: those of the light theme. */
const ACCENTS = { warm: '#b23a48', calm: '#2d6a66', sand: '#9a5b00' } as const

/** Draws the cover of a post without a picture. Without a tone it is transparent, for the page to colour. */
function drawQuietCover({ variant, tone }: DrawnCover, accent: string = ACCENTS.warm): string {
  const tint = tone === null ? '' : ground('#fff') + ground(tone === 'warm' ? accent : ACCENTS[tone], { opacity: 0.3 })
  return svg(tint + drawQuietScene(variant, createRandom(variant * 7919 + 17)))
}

const LIVELY = /^\/drawings\/cover\/([a-z]+)-(\d{1,2})\.svg$/

/**
 * @param accent of the family, in place of the default one
 * @returns an SVG document; undefined where no drawn cover has this address
 */
export function drawCoverAt(path: string, accent?: string): string | undefined {
  const quiet = readDrawnCover(path)
  if (quiet !== null) return quiet.variant < COVER_VARIANTS ? drawQuietCover(quiet, accent) : undefined
  const [, category = '', variant = ''] = LIVELY.exec(path) ?? []
  if (!isFixedCategory(category) || Number(variant) >= COVER_VARIANTS) return undefined
  return drawCover({ category, variant: Number(variant) })
}
