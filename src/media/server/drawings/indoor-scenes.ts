import { type Brush, HEIGHT, WIDTH, box, disc, fillPath, heart, hill, moved, shape, skyLight, strokePath } from './cover-brush.ts'

const LEAF = 'M0 0C-46-34-58-92-30-150C8-118 24-52 0 0Z'

/** About 240 high, with its origin at the bottom. */
function plant({ colours, between }: Brush): string[] {
  const leaf = (turn: number, fill: string) => fillPath(LEAF, fill, { transform: `translate(0 -78) rotate(${turn})` })
  return [
    leaf(between(-64, -46), colours.far),
    leaf(between(-20, -6), colours.near),
    leaf(between(14, 30), colours.far),
    leaf(between(52, 66), colours.near),
    fillPath('M-52-84H52L38 0H-38Z', colours.heart),
  ]
}

/** With its origin at the bottom. */
function mug({ colours }: Brush): string[] {
  return [
    strokePath('M56-92c52-8 52 66 0 58', colours.glow, { 'stroke-width': 15 }),
    box({ x: -62, y: -118, width: 124, height: 118, rx: 18 }, colours.glow),
    heart({ x: 0, y: -46, scale: 0.5 }, colours.heart),
    strokePath('M-24-146c-22-26 22-40 0-70M24-146c-22-26 22-40 0-70', colours.line, { opacity: 0.45 }),
  ]
}

/** With its origin at the bottom; it shines by night. */
function lamp({ colours, isNight }: Brush): string[] {
  return [
    isNight ? disc({ cx: 0, cy: -250, r: 250 }, colours.glow, { opacity: 0.16 }) : '',
    strokePath('M0 0V-230', colours.line, { 'stroke-width': 12 }),
    fillPath('M-72 0H72V-16H-72Z', colours.line),
    fillPath('M-62-330H62L112-206H-112Z', isNight ? colours.glow : colours.heart),
  ]
}

/** A stack with its origin at the bottom. */
function books({ colours, between }: Brush): string[] {
  const covers = [colours.near, colours.heart, colours.far, colours.line]
  return covers.slice(0, between(2, 4)).map((fill, index) => {
    const width = between(190, 250)
    return box({ x: -width / 2 + between(-16, 16), y: -44 * (index + 1), width, height: 42, rx: 6 }, fill)
  })
}

/** A window over a sill, with hills outside. */
export function windowSill(brush: Brush): string {
  const { colours, between } = brush
  const left = between(300, 420)
  const [width, height, sill] = [between(440, 540), 440, 560]
  const frame = { x: left, y: sill - height, width, height }
  const clip = `<clipPath id="w">${box({ ...frame, rx: 18 }, '#000')}</clipPath>`
  const outside = [
    box(frame, colours.paper),
    skyLight(brush, { left: left + 90, right: left + width - 90, top: 200 }),
    hill({ top: 430, swing: between(-90, 90) }, colours.far),
    hill({ top: 500, swing: between(-60, 60) }, colours.near, { opacity: 0.8 }),
  ]
  const bars = `M${left + width / 2} ${frame.y}V${sill}M${left} ${frame.y + height * 0.45}H${left + width}`
  return [
    clip,
    box({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, colours.far, { opacity: 0.75 }),
    `<g clip-path="url(#w)">${outside.join('')}</g>`,
    strokePath(bars, colours.glow, { 'stroke-width': 13 }),
    shape('rect', { ...frame, rx: 18, fill: 'none', stroke: colours.glow, 'stroke-width': 20 }),
    box({ x: left - 90, y: sill, width: width + 180, height: 30, rx: 10 }, colours.glow),
    moved({ x: left + between(20, 110), y: sill, scale: 0.92 }, plant(brush)),
    moved({ x: left + width - between(50, 140), y: sill, scale: 0.82 }, mug(brush)),
    box({ x: 0, y: 690, width: WIDTH, height: 60 }, colours.near, { opacity: 0.7 }),
  ].join('')
}

/** A table by lamplight. */
export function table(brush: Brush): string {
  const { colours, between, maybe } = brush
  const edge = between(540, 580)
  const things = [mug(brush), books(brush), plant(brush)]
  const order = maybe() ? things : things.toReversed()
  return [
    disc({ cx: between(250, 950), cy: between(220, 320), r: between(210, 300) }, colours.far, { opacity: 0.55 }),
    moved({ x: maybe() ? between(150, 230) : between(960, 1040), y: edge, scale: between(10, 12) / 10 }, lamp(brush)),
    ...order.map((parts, index) => moved({ x: 370 + index * 235 + between(-30, 30), y: edge, scale: between(10, 13) / 10 }, parts)),
    box({ x: 0, y: edge, width: WIDTH, height: HEIGHT - edge }, colours.near),
    box({ x: 0, y: edge, width: WIDTH, height: 16 }, colours.line, { opacity: 0.35 }),
  ].join('')
}

/** One or two strings of hearts. */
export function garland(brush: Brush): string {
  const { colours, between, maybe } = brush
  const string = (top: number, sag: number) => {
    const at = (part: number) => Math.round(top + 4 * sag * part * (1 - part))
    const count = between(5, 7)
    const hearts = Array.from({ length: count }, (_, index) => {
      const part = (index + 0.5) / count
      const fill = [colours.heart, colours.near, colours.line][(index + top) % 3] ?? colours.heart
      const scale = between(8, 13) / 10
      const x = Math.round(WIDTH * part)
      return (
        strokePath(`M${x} ${at(part)}v16`, colours.line, { 'stroke-width': 4 }) + heart({ x, y: at(part) + 16 + 54 * scale, scale }, fill)
      )
    })
    return strokePath(`M0 ${top}Q${WIDTH / 2} ${top + 2 * sag} ${WIDTH} ${top}`, colours.line, { 'stroke-width': 5 }) + hearts.join('')
  }
  return [
    disc({ cx: between(150, 1050), cy: between(380, 620), r: between(180, 290) }, colours.far, { opacity: 0.6 }),
    disc({ cx: between(150, 1050), cy: between(420, 680), r: between(90, 160) }, colours.glow, { opacity: 0.5 }),
    string(between(60, 120), between(50, 110)),
    maybe() ? string(between(300, 360), between(60, 130)) : '',
    hill({ top: between(610, 670), swing: between(-60, 60) }, colours.near, { opacity: 0.9 }),
  ].join('')
}
