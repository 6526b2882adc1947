import type { Palette } from './cover-palettes.ts'

export const WIDTH = 1200
export const HEIGHT = 750

/** Random values that are always the same for one address. */
export interface Random {
  /** Returns a random integer, both ends included. */
  readonly between: (low: number, high: number) => number
  readonly maybe: () => boolean
}

/** Colours of a scene, and its random values. */
export interface Brush extends Random {
  readonly colours: Palette
  readonly isNight: boolean
}

/** Seeded random generator (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function createRandom(seed: number): Random {
  const random = randomFrom(seed)
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  return { between, maybe: () => random() < 0.5 }
}

type Attributes = Readonly<Record<string, string | number>>

/** `<name a="1"/>`. Values are not escaped, because none comes from users. */
export const shape = (name: string, attributes: Attributes): string =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${value}"`)
    .join(' ')}/>`

export const fillPath = (d: string, fill: string, more: Attributes = {}): string => shape('path', { d, fill, ...more })

export const strokePath = (d: string, stroke: string, more: Attributes = {}): string =>
  shape('path', { d, fill: 'none', stroke, 'stroke-width': 7, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', ...more })

export const box = (place: { x: number; y: number; width: number; height: number; rx?: number }, fill: string, more: Attributes = {}) =>
  shape('rect', { ...place, fill, ...more })

export const disc = (place: { cx: number; cy: number; r: number }, fill: string, more: Attributes = {}): string =>
  shape('circle', { ...place, fill, ...more })

export const moved = (to: { x: number; y: number; scale?: number }, children: readonly string[]): string =>
  `<g transform="translate(${to.x} ${to.y}) scale(${to.scale ?? 1})">${children.join('')}</g>`

const HEART = 'M0 30C-34 6-52-12-52-34-52-54-36-66-20-66-10-66-3-60 0-52 3-60 10-66 20-66 36-66 52-54 52-34 52-12 34 6 0 30Z'

/** A heart with its tip near the point. */
export const heart = (place: { x: number; y: number; scale: number }, fill: string, more: Attributes = {}): string =>
  fillPath(HEART, fill, { transform: `translate(${place.x} ${place.y}) scale(${place.scale})`, ...more })

/** A rolling hill over the whole width. */
export function hill(at: { top: number; swing: number }, fill: string, more: Attributes = {}): string {
  const { top, swing } = at
  const path = `M0 ${top}C${WIDTH * 0.3} ${top - swing} ${WIDTH * 0.45} ${top + swing} ${WIDTH * 0.62} ${top}S${WIDTH * 0.9} ${Math.round(top - swing * 0.8)} ${WIDTH} ${top}V${HEIGHT}H0Z`
  return fillPath(path, fill, more)
}

/** The sun by day; by night a moon, full or a sickle, among stars. */
export function skyLight({ colours, isNight, between, maybe }: Brush, area: { left: number; right: number; top: number }): string {
  const place = { cx: between(area.left, area.right), cy: area.top + between(0, 110), r: between(58, 104) }
  if (!isNight) return disc(place, colours.glow) + disc({ ...place, r: place.r + 34 }, colours.glow, { opacity: 0.35 })
  const stars = Array.from({ length: between(9, 16) }, () =>
    disc({ cx: between(40, WIDTH - 40), cy: between(30, 330), r: between(2, 5) }, colours.line, { opacity: 0.75 }),
  )
  const shadow = maybe() ? disc({ ...place, cx: place.cx + Math.round(place.r * 0.48), cy: place.cy - 16 }, colours.paper) : ''
  return stars.join('') + disc(place, colours.glow) + shadow
}

/** The line of a heart monitor, over the whole width. */
export const heartbeat = (at: { x: number; y: number }, stroke: string): string =>
  strokePath(`M0 ${at.y}H${at.x}l28-64 38 150 40-210 34 160 22-36H${WIDTH}`, stroke, { opacity: 0.75 })
