import { type Brush, HEIGHT, WIDTH, box, disc, fillPath, heart, heartbeat, hill, moved, skyLight, strokePath } from './cover-brush.ts'

const wheel = (cx: number, colours: Brush['colours']) =>
  disc({ cx, cy: 92, r: 25 }, colours.line) + disc({ cx, cy: 92, r: 10 }, colours.paper)

/** Seen from the side, 330 wide; its wheels touch the road at y = 117. */
function bus({ colours, isNight }: Brush): string[] {
  const pane = isNight ? colours.glow : colours.paper
  const panes = [26, 92, 158, 224].map((x) => box({ x, y: -34, width: 52, height: 46, rx: 9 }, pane, { opacity: 0.95 }))
  return [
    box({ x: 0, y: -66, width: 330, height: 156, rx: 26 }, colours.heart),
    ...panes,
    box({ x: 286, y: -34, width: 44, height: 60, rx: 9 }, pane, { opacity: 0.95 }),
    box({ x: 0, y: 32, width: 330, height: 12 }, colours.paper, { opacity: 0.6 }),
    wheel(76, colours),
    wheel(256, colours),
  ]
}

const tree = ({ colours, between }: Brush, x: number, foot: number): string => {
  const height = between(110, 190)
  const crown = { cx: x, cy: foot - height, r: between(48, 74) }
  return strokePath(`M${x} ${foot}V${foot - height}`, colours.line, { 'stroke-width': 11 }) + disc(crown, colours.far)
}

/** Hills, with a heart or a heartbeat between them. */
export function hills(brush: Brush): string {
  const { colours, between, maybe } = brush
  const middle = maybe()
    ? heartbeat({ x: between(250, 800), y: between(400, 480) }, colours.line)
    : heart({ x: between(240, 960), y: between(400, 470), scale: between(14, 23) / 10 }, colours.heart)
  return [
    skyLight(brush, { left: 180, right: 1020, top: 130 }),
    hill({ top: between(370, 440), swing: between(60, 130) }, colours.far, { opacity: 0.6 }),
    middle,
    hill({ top: between(480, 540), swing: -between(50, 120) }, colours.far),
    hill({ top: between(580, 640), swing: between(40, 100) }, colours.near),
  ].join('')
}

/** A bus on its way, past trees. */
export function road(brush: Brush): string {
  const { colours, between } = brush
  const foot = between(560, 600)
  const stop = between(80, 1120)
  const trees = [between(60, 300), between(420, 640), between(860, 1140)].map((x) => tree(brush, x, foot))
  return [
    skyLight(brush, { left: 150, right: 1050, top: 110 }),
    hill({ top: between(400, 460), swing: between(-110, 110) }, colours.far, { opacity: 0.55 }),
    ...trees,
    box({ x: 0, y: foot, width: WIDTH, height: HEIGHT - foot }, colours.near),
    strokePath(`M40 ${foot + 92}H${WIDTH}`, colours.paper, { 'stroke-dasharray': '70 56', opacity: 0.55 }),
    strokePath(`M${stop} ${foot + 6}V${foot - 150}`, colours.line, { 'stroke-width': 9 }),
    disc({ cx: stop, cy: foot - 172, r: 32 }, colours.glow, { stroke: colours.line, 'stroke-width': 7 }),
    moved({ x: between(150, 720), y: foot - 104, scale: 1.06 }, bus(brush)),
  ].join('')
}

/** Sea, a boat with a heart on its sail, waves. */
export function sea(brush: Brush): string {
  const { colours, between, maybe } = brush
  const horizon = between(370, 440)
  const wave = (y: number, x: number) => strokePath(`M${x} ${y}q45-34 90 0t90 0t90 0`, colours.paper, { opacity: 0.5 })
  const waves = Array.from({ length: 7 }, (_, index) => wave(horizon + 70 + index * 44, between(-40, 960)))
  const sail = [
    fillPath('M0-210V-24H118Z', colours.glow),
    fillPath('M-14-176V-24H-92Z', colours.glow, { opacity: 0.8 }),
    heart({ x: 40, y: -62, scale: 0.42 }, colours.heart),
    strokePath('M-6-222V0', colours.line, { 'stroke-width': 8 }),
    fillPath('M-128 0H136L92 62H-84Z', colours.line),
  ]
  const boat = moved({ x: between(260, 940), y: horizon + between(70, 150), scale: between(10, 14) / 10 }, sail)
  return [
    skyLight(brush, { left: 150, right: 1050, top: 120 }),
    maybe() ? fillPath(`M${between(-80, 500)} ${horizon}q190-170 380 0Z`, colours.far, { opacity: 0.7 }) : '',
    box({ x: 0, y: horizon, width: WIDTH, height: HEIGHT - horizon }, colours.far),
    box({ x: 0, y: horizon + 140, width: WIDTH, height: HEIGHT - horizon - 140 }, colours.near, { opacity: 0.85 }),
    waves.slice(0, 3).join(''),
    boat,
    waves.slice(3).join(''),
  ].join('')
}

/** A row of houses under a heart; by night some windows are lit. */
export function street(brush: Brush): string {
  const { colours, isNight, between, maybe } = brush
  const foot = between(590, 640)
  const houses: string[] = []
  for (let x = between(-60, 20); x < WIDTH;) {
    const [width, height] = [between(150, 230), between(190, 330)]
    const body = houses.length % 2 === 0 ? colours.near : colours.far
    const top = foot - height
    houses.push(fillPath(`M${x} ${foot}V${top}L${x + width / 2} ${top - between(60, 110)}L${x + width} ${top}V${foot}Z`, body))
    for (const [column, row] of [
      [0.2, 50],
      [0.58, 50],
      [0.2, 140],
    ] as const) {
      const pane = { x: Math.round(x + width * column), y: top + row, width: 38, height: 50, rx: 5 }
      if (row + 60 < height) houses.push(box(pane, maybe() || !isNight ? colours.glow : colours.line, { opacity: isNight ? 0.9 : 0.75 }))
    }
    x += width + between(4, 30)
  }
  return [
    skyLight(brush, { left: 150, right: 1050, top: 100 }),
    hill({ top: between(400, 450), swing: between(-90, 90) }, colours.far, { opacity: 0.45 }),
    ...houses,
    heart({ x: between(200, 1000), y: foot - between(330, 400), scale: between(7, 10) / 10 }, colours.heart),
    box({ x: 0, y: foot, width: WIDTH, height: HEIGHT - foot }, colours.line, { opacity: isNight ? 0.25 : 0.85 }),
  ].join('')
}
