import { type Random, HEIGHT, WIDTH, box, disc, fillPath, hill, shape, strokePath } from './cover-brush.ts'

/*
 * Landscapes of light and shade alone, transparent: the page gives them their colour (parts.css). Nothing is in them that
 * would be wrong above any news.
 */
const LIGHT = '#fff'
const SHADE = '#1a0d08'

const lit = (opacity: number) => ({ opacity, fill: LIGHT })
const sun = ({ between }: Random, top: number): string => {
  const place = { cx: between(220, 980), cy: top + between(0, 90), r: between(64, 96) }
  return disc({ ...place, r: place.r * 2.4 }, LIGHT, { opacity: 0.1 }) + disc(place, LIGHT, { opacity: 0.42 })
}
const shadow = (top: number, swing: number, opacity: number) => hill({ top, swing }, SHADE, { opacity })

/** Hills behind each other. */
function hills(random: Random): string {
  const { between, maybe } = random
  const side = maybe() ? 1 : -1
  return [
    sun(random, 150),
    hill({ top: between(370, 420), swing: side * between(50, 110) }, LIGHT, { opacity: 0.22 }),
    shadow(between(450, 490), -side * between(50, 100), 0.09),
    shadow(between(540, 580), side * between(40, 90), 0.11),
    shadow(between(640, 670), -side * between(20, 50), 0.14),
  ].join('')
}

/** The sea under a low sun, and its path on the water. */
function sea(random: Random): string {
  const { between } = random
  const horizon = between(400, 450)
  const x = between(260, 940)
  const path = Array.from({ length: 6 }, (_, row) => {
    const half = 150 - row * 16 - between(0, 30)
    return strokePath(`M${x - half} ${horizon + 34 + row * 42}H${x + half - between(0, 60)}`, LIGHT, { opacity: 0.3 - row * 0.03 })
  })
  const r = between(90, 130)
  const rising = (radius: number, opacity: number) =>
    fillPath(`M${x - radius} ${horizon}A${radius} ${radius} 0 0 1 ${x + radius} ${horizon}Z`, LIGHT, { opacity })
  return [
    rising(r * 2.2, 0.12),
    rising(r, 0.45),
    box({ x: 0, y: horizon, width: WIDTH, height: HEIGHT - horizon }, SHADE, { opacity: 0.14 }),
    ...path,
  ].join('')
}

/** Clouds over a far line of hills. */
function clouds(random: Random): string {
  const { between } = random
  const cloud = ([x, y]: readonly [x: number, y: number], width: number, opacity: number) => {
    const height = width * 0.16
    return (
      shape('rect', { x, y, width, height, rx: height / 2, ...lit(opacity) }) +
      shape('rect', {
        x: x + width * 0.22,
        y: y - height * 0.62,
        width: width * 0.46,
        height: height * 1.3,
        rx: height * 0.6,
        ...lit(opacity),
      })
    )
  }
  return [
    cloud([between(-120, 200), between(150, 210)], between(380, 520), 0.3),
    cloud([between(560, 760), between(250, 320)], between(420, 560), 0.24),
    cloud([between(160, 420), between(400, 440)], between(300, 420), 0.18),
    shadow(between(560, 600), between(30, 70), 0.07),
    shadow(between(650, 680), -between(20, 50), 0.1),
  ].join('')
}

const LEAF = 'M0 0C34-26 46-74 0-128C-46-74-34-26 0 0Z'

/** A branch that comes in from one side. */
function branch(random: Random): string {
  const { between, maybe } = random
  const flip = maybe() ? `matrix(-1 0 0 1 ${WIDTH} 0)` : 'matrix(1 0 0 1 0 0)'
  const [fall, reach] = [between(120, 240), between(760, 940)]
  const leaves = Array.from({ length: 9 }, (_, index) => {
    const part = (index + 1) / 10
    const [x, y] = [Math.round(-20 + reach * part), Math.round(250 + fall * part * part + 40 * part)]
    const turn = (index % 2 === 0 ? 1 : -1) * between(38, 66) + 70
    const scale = (13 - index * 0.7) / 10
    return fillPath(LEAF, SHADE, {
      opacity: index % 2 === 0 ? 0.13 : 0.09,
      transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
    })
  })
  const stem = strokePath(`M-20 250Q${reach * 0.5} ${270 + fall * 0.2} ${reach} ${290 + fall}`, SHADE, { opacity: 0.16 })
  return sun(random, 130) + `<g transform="${flip}">${stem}${leaves.join('')}</g>` + shadow(between(640, 680), between(20, 60), 0.06)
}

/** Trees on a rise. */
function trees(random: Random): string {
  const { between, maybe } = random
  const foot = between(560, 600)
  const first = maybe() ? between(140, 260) : between(640, 760)
  const wood = Array.from({ length: 4 }, (_, index) => {
    const [x, height, r] = [first + index * between(84, 112), between(120, 220), between(42, 70)]
    return (
      strokePath(`M${x} ${foot + 30}V${foot - height + r}`, SHADE, { opacity: 0.16 }) +
      shape('ellipse', { cx: x, cy: foot - height, rx: r, ry: r * 1.35, fill: SHADE, opacity: index % 2 === 0 ? 0.12 : 0.17 })
    )
  })
  return [
    sun(random, 150),
    hill({ top: between(400, 450), swing: between(-80, 80) }, LIGHT, { opacity: 0.2 }),
    ...wood,
    shadow(foot, between(-50, 50), 0.12),
    shadow(between(660, 690), between(-30, 30), 0.1),
  ].join('')
}

/** Grass before a wide sky. */
function meadow(random: Random): string {
  const { between } = random
  const blades = Array.from({ length: 13 }, (_, index) => {
    const x = index * 96 + between(-30, 30)
    const [height, lean] = [between(110, 260), between(-60, 60)]
    const tip = `${x + lean} ${660 - height}`
    return (
      strokePath(`M${x} 690Q${x} ${660 - height * 0.5} ${tip}`, SHADE, { opacity: 0.12 }) +
      shape('ellipse', {
        cx: x + lean,
        cy: 650 - height,
        rx: 9,
        ry: 24,
        fill: SHADE,
        opacity: 0.12,
        transform: `rotate(${lean / 3} ${tip})`,
      })
    )
  })
  return (
    sun(random, 140) +
    hill({ top: between(440, 500), swing: between(-70, 70) }, LIGHT, { opacity: 0.18 }) +
    blades.join('') +
    shadow(between(640, 660), between(-40, 40), 0.12)
  )
}

/** Every sixth variant shows the same scene, drawn another way. */
const SCENES = [hills, branch, sea, clouds, trees, meadow]

/** @returns shapes on a transparent ground */
export const drawQuietScene = (variant: number, random: Random): string => (SCENES[variant % SCENES.length] ?? hills)(random)
