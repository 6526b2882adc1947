import { type FixedCategory, isFixedCategory } from '#platform/contract/categories.ts'
import { COVER_VARIANTS } from '#media/server/picture-addresses.ts'
import { HEIGHT, WIDTH, box, createBrush } from './cover-brush.ts'
import { paletteOf } from './cover-palettes.ts'
import { garland, table, windowSill } from './indoor-scenes.ts'
import { hills, road, sea, street } from './outdoor-scenes.ts'

/** Every seventh variant shows the same scene, drawn another way: seven variants by day, the next seven by night. */
const SCENES = [hills, windowSill, road, garland, sea, table, street]

/** Draws the cover of a post without a picture, in the colours of its category. @returns an SVG document */
export function drawCover(cover: { readonly category: FixedCategory; readonly variant: number }): string {
  const { category, variant } = cover
  const isNight = Math.floor(variant / SCENES.length) % 2 === 1
  const colours = paletteOf(category, isNight)
  const brush = createBrush(variant * 7919 + category.length * 104_729 + category.charCodeAt(0), colours, isNight)
  const scene = SCENES[variant % SCENES.length] ?? hills
  const sky = box({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, colours.paper)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice">${sky}${scene(brush)}</svg>`
}

const ADDRESS = /^\/drawings\/cover\/([a-z]+)-(\d{1,2})\.svg$/

/** @returns an SVG document; undefined where no drawn cover has this address */
export function drawCoverAt(path: string): string | undefined {
  const [, category = '', variant = ''] = ADDRESS.exec(path) ?? []
  if (!isFixedCategory(category) || Number(variant) >= COVER_VARIANTS) return undefined
  return drawCover({ category, variant: Number(variant) })
}
