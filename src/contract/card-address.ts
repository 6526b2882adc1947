import type { Look } from './look.ts'

/** Size of a social card, in pixels: what messengers and networks show beside a link. */
export const CARD = { width: 1200, height: 630 } as const

/** Counts the ways that cards were drawn in: a new one gives all of them new addresses. */
const DRAWING = 1

/** Of a post, as the API gives it. */
export interface CardPost {
  readonly id: string
  readonly title: string
  readonly image: string
}

/** What of the blog each card shows. */
export interface CardBrand extends Pick<Look, 'palette' | 'logo'> {
  readonly name: string
  readonly mark: string
}

/** FNV-1a over UTF-16 units, in 52 bits of two halves. It only tells versions of one card apart. */
function checksum(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9747b28c]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x85ebca6b)
  }
  return ((high & 0xfffff) * 0x1_0000_0000 + (low >>> 0)).toString(36)
}

/** Where the card of a public post is. Its content never changes: another title, cover or look gives another address. */
export const cardAddress = ({ id, title, image }: CardPost, { name, mark, palette, logo }: CardBrand): string =>
  `/cards/${id}-${checksum(JSON.stringify([DRAWING, title, image, name, mark, palette, logo]))}.jpg`

const NAME = /^([\w-]{1,64})-([0-9a-z]{1,11})\.jpg$/

/** @param name what follows `/cards/`. @returns the post's id; null where no card has such an address */
export const readCardName = (name: string): string | null => NAME.exec(name)?.[1] ?? null
