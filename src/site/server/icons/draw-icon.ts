import { PALETTES, PAPER, type PaletteId } from '#site/contract/look.ts'
import { element } from '#platform/text/xml.ts'

const SIDE = 320

const HEART = 'M160 104c-29-47-98-29-98 29 0 47 64 87 98 116 34-29 98-69 98-116 0-58-69-76-98-29z'
/** Background shape of the brand in the page header. */
const GROUND = 'M100 10h120a90 90 0 0 1 90 90v120a90 90 0 0 1-90 90H50a40 40 0 0 1-40-40V100a90 90 0 0 1 90-90z'

const svg = (size: number, children: string) =>
  element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${SIDE} ${SIDE}`, width: `${size}`, height: `${size}` }, children)

const drawHeart = (palette: PaletteId, { size, ground }: { size: number; ground: string }): string =>
  svg(size, element('path', { d: ground, fill: PALETTES[palette].light.accent }) + element('path', { d: HEART, fill: PAPER.light }))

/** A heart in the shape of the brand in the page header. @returns an SVG document */
export const drawSign = (palette: PaletteId, size: number): string => drawHeart(palette, { size, ground: GROUND })

export const drawFavicon = (palette: PaletteId): string => drawSign(palette, SIDE)

/** A square icon that fills its area: phones crop it to their own shape. @returns an SVG document */
export const drawTile = (palette: PaletteId, size: number): string => drawHeart(palette, { size, ground: `M0 0h${SIDE}v${SIDE}H0z` })

/** @param png in base64 @returns an SVG document */
export const wrapPicture = (png: string): string =>
  svg(SIDE, element('image', { width: `${SIDE}`, height: `${SIDE}`, href: `data:image/png;base64,${png}` }))
