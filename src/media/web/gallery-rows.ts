import { readPictureAddress } from '#media/contract/picture-address.ts'

/**
 * How a screen breaks its rows. A row whose ratios add up to `ratio` has a pleasant height; no picture gets less than
 * `least` of its row, which would be a stamp; one that stands alone and is narrower than `alone` leaves room beside it.
 */
const SCREENS = {
  phone: { most: 2, ratio: 2.2, least: 0.32, alone: 0.75 },
  wide: { most: 3, ratio: 2.8, least: 0.2, alone: 1.2 },
} as const

type Screen = (typeof SCREENS)[keyof typeof SCREENS]

/** Share of its row that a picture takes, and number of gaps in that row. */
interface Place {
  readonly share: number
  readonly gaps: number
}

/**
 * Returns the custom properties that place each picture of a gallery (prose.css). All pictures of a row have the same
 * height and none is cropped.
 * @param ratios width ÷ height of each picture
 */
export function styleGallery(ratios: readonly number[]): readonly string[] {
  const [phone, wide] = [placesOf(ratios, SCREENS.phone), placesOf(ratios, SCREENS.wide)]
  return ratios.map((ratio, index) => `--r:${round(ratio)};${properties('p', phone[index])};${properties('w', wide[index])}`)
}

/** Rounded down: a row that is too wide by a thousandth would wrap. */
const round = (number: number) => Math.floor(number * 10_000) / 10_000

const properties = (name: string, { share, gaps }: Place = { share: 1, gaps: 0 }) => `--${name}:${share};--${name}g:${gaps}`

function placesOf(ratios: readonly number[], screen: Screen): Place[] {
  const places: Place[] = []
  for (const size of rowSizes(ratios, screen)) {
    const row = ratios.slice(places.length, places.length + size)
    const total = size === 1 ? Math.max(sum(row), screen.alone) : sum(row)
    places.push(...row.map((ratio) => ({ share: round(ratio / total), gaps: size - 1 })))
  }
  return places
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Splits the pictures into the rows that cost least together; of equal ones, those with the smaller rows first. */
function rowSizes(ratios: readonly number[], screen: Screen): number[] {
  /** For the pictures from each index on: the cost of their best rows, and the size of the first one. */
  const best = [{ cost: 0, size: 0 }]
  for (let from = ratios.length - 1; from >= 0; from -= 1) {
    const choices = Array.from({ length: Math.min(screen.most, ratios.length - from) }, (_, index) => ({
      cost: costOf(ratios.slice(from, from + index + 1), screen) + best[index]!.cost,
      size: index + 1,
    }))
    best.unshift(choices.reduce((cheapest, choice) => (choice.cost < cheapest.cost - 1e-9 ? choice : cheapest)))
  }
  const sizes: number[] = []
  for (let from = 0; from < ratios.length; from += sizes.at(-1)!) sizes.push(best[from]!.size)
  return sizes
}

/** How far a row is from the pleasant height; a stamp in it costs more than any height. */
function costOf(row: readonly number[], { ratio, least }: Screen): number {
  const total = sum(row)
  const stamps = row.filter((each) => each / total < least).length
  return Math.log(total / ratio) ** 2 + 10 * stamps
}

/** Width ÷ height, from the address; defaults to that of a photo. */
export function ratioOf(address: string): number {
  const picture = readPictureAddress(address)
  return picture === null ? 4 / 3 : picture.width / picture.height
}
