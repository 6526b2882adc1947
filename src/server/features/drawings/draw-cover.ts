import type { Category } from '#contract/categories.ts'

/** Paper, two shapes and a line, a mood for each category. */
interface Palette {
  readonly paper: string
  readonly near: string
  readonly far: string
  readonly line: string
}

const PALETTES: Record<Category, Palette> = {
  uncategorized: { paper: '#efe4d6', near: '#b59a80', far: '#d8c4ad', line: '#7a624c' },
  life: { paper: '#fbe9e0', near: '#b23a48', far: '#e9b9a6', line: '#8f2b38' },
  medical: { paper: '#e3f0ee', near: '#2d6a66', far: '#a9d3cd', line: '#1f4f4c' },
  other: { paper: '#faf0d8', near: '#9a5b00', far: '#f0cf90', line: '#6f4200' },
  technology: { paper: '#e6eaf5', near: '#4a5a8a', far: '#b8c3e2', line: '#2f3c66' },
  lifestyle: { paper: '#f1e8f3', near: '#6b4a7d', far: '#d3bedd', line: '#4c3259' },
  health: { paper: '#eaf2e2', near: '#3f6b3a', far: '#bcd6ad', line: '#2a4a26' },
}

const WIDTH = 1200
const HEIGHT = 750

/** A small generator with a seed (mulberry32), so that an address always draws the same picture. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const HEART = 'M0 30C-34 6-52-12-52-34-52-54-36-66-20-66-10-66-3-60 0-52 3-60 10-66 20-66 36-66 52-54 52-34 52-12 34 6 0 30Z'

/** The picture of a post that has none: hills under a sun or moon, a heartbeat or a heart. @returns an SVG document */
export function drawCover(cover: { category: Category; variant: number }): string {
  const palette = PALETTES[cover.category]
  const random = randomFrom(cover.variant * 7919 + cover.category.length * 104_729 + cover.category.charCodeAt(0))
  const between = (low: number, high: number) => Math.round(low + random() * (high - low))
  const shapes = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.paper}"/>`,
    `<circle cx="${between(180, 1020)}" cy="${between(150, 300)}" r="${between(70, 130)}" fill="${palette.far}"/>`,
    hill({ top: between(380, 450), swing: between(60, 120), fill: palette.far, opacity: 0.55 }),
    hill({ top: between(460, 530), swing: -between(50, 110), fill: palette.far, opacity: 0.9 }),
    cover.variant % 2 === 0
      ? heartbeat(between(430, 540), between(300, 800), palette.line)
      : heart(between(280, 920), between(360, 470), palette.near),
    hill({ top: between(570, 630), swing: between(40, 90), fill: palette.near, opacity: 0.92 }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice">${shapes.join('')}</svg>`
}

function hill({ top, swing, fill, opacity }: { top: number; swing: number; fill: string; opacity: number }): string {
  const path = `M0 ${top}C${WIDTH * 0.3} ${top - swing} ${WIDTH * 0.45} ${top + swing} ${WIDTH * 0.62} ${top}S${WIDTH * 0.9} ${top - swing * 0.8} ${WIDTH} ${top}V${HEIGHT}H0Z`
  return `<path d="${path}" fill="${fill}" opacity="${opacity}"/>`
}

function heart(x: number, y: number, fill: string): string {
  return `<path d="${HEART}" fill="${fill}" transform="translate(${x} ${y}) scale(2.1)"/>`
}

function heartbeat(y: number, x: number, stroke: string): string {
  const path = `M0 ${y}H${x}l28-64 38 150 40-210 34 160 22-36H${WIDTH}`
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="7" stroke-linejoin="round" stroke-linecap="round" opacity=".75"/>`
}
