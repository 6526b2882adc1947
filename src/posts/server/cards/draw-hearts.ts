import { PALETTES, PAPER, type PaletteId } from '#site/contract/look.ts'
import { element } from '#platform/text/xml.ts'

const HEART = 'M50 90C21 69 5 51 5 31 5 17 15 7 28 7c9 0 17 5 22 14C55 12 63 7 72 7c13 0 23 10 23 24 0 20-16 38-45 59z'
const CALM = '#2d6a66'

/** Draws the two hearts of the home page, for a blog that has chosen no picture. @returns an SVG document */
export function drawHearts(palette: PaletteId): string {
  const { accent, tint } = PALETTES[palette].light
  const parts = [
    element('rect', { x: '-500', width: '1500', height: '500', fill: tint }),
    element('circle', { cx: '225', cy: '212', r: '165', fill: PAPER.light, opacity: '.55' }),
    element('path', { d: HEART, fill: accent, transform: 'translate(96 86) scale(2.3)' }),
    element('path', {
      d: HEART,
      fill: CALM,
      stroke: tint,
      'stroke-width': '9',
      'stroke-linejoin': 'round',
      transform: 'translate(262 190) scale(1.3)',
    }),
  ]
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 500 500', width: '1000', height: '1000' }, parts.join(''))
}
