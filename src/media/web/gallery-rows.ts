import { readPictureAddress } from '#media/contract/picture-address.ts'

/** Maximum number of pictures in a row: on a phone, and on wide screens. */
const IN_A_ROW = { phone: 2, wide: 3 } as const

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
  const [phone, wide] = [placesOf(ratios, IN_A_ROW.phone), placesOf(ratios, IN_A_ROW.wide)]
  return ratios.map((_, index) => `${properties('p', phone[index])};${properties('w', wide[index])}`)
}

const properties = (name: string, { share, gaps }: Place = { share: 1, gaps: 0 }) => `--${name}:${share};--${name}g:${gaps}`

function placesOf(ratios: readonly number[], most: number): Place[] {
  const places: Place[] = []
  for (const size of rowSizes(ratios.length, most)) {
    const row = ratios.slice(places.length, places.length + size)
    const total = row.reduce((sum, ratio) => sum + ratio, 0)
    // Rounded down: a row that is too wide by a thousandth would wrap.
    places.push(...row.map((ratio) => ({ share: Math.floor((ratio / total) * 10_000) / 10_000, gaps: size - 1 })))
  }
  return places
}

/** Splits pictures into even rows, the smaller ones first: four with at most three in a row are two and two. */
function rowSizes(count: number, most: number): number[] {
  const rows = Math.ceil(count / most)
  const least = Math.floor(count / rows)
  return Array.from({ length: rows }, (_, row) => (row < rows - (count % rows) ? least : least + 1))
}

/** Width ÷ height, from the address; defaults to that of a photo. */
export function ratioOf(address: string): number {
  const picture = readPictureAddress(address)
  return picture === null ? 4 / 3 : picture.width / picture.height
}
