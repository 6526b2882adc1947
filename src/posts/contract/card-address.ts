import type { Look } from '#site/contract/look.ts'

/** Increase when the drawing of cards changes: all cards then get new addresses. */
const DRAWING_VERSION = 1

/** The part of a post, as the API returns it, that its card shows. */
export interface CardPost {
  readonly id: string
  readonly title: string
  readonly image: string
}

/** The part of the blog's look that every card shows. */
export interface CardBrand extends Pick<Look, 'palette' | 'logo'> {
  readonly name: string
}

/** FNV-1a over UTF-16 units in two halves, 52 bits in total. Only distinguishes versions of one card. */
function checksum(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9747b28c]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x85ebca6b)
  }
  return ((high & 0xfffff) * 0x1_0000_0000 + (low >>> 0)).toString(36)
}

/** Address of a public post's card. Its content never changes: a new title, cover or look results in a new address. */
export const cardAddress = ({ id, title, image }: CardPost, { name, palette, logo }: CardBrand): string =>
  `/cards/${id}-${checksum(JSON.stringify([DRAWING_VERSION, title, image, name, palette, logo]))}.jpg`

const NAME = /^([\w-]{1,64})-([0-9a-z]{1,11})\.jpg$/

/** @param name the path after `/cards/` @returns the post's id, or null when the name is not that of a card */
export const readCardName = (name: string): string | null => NAME.exec(name)?.[1] ?? null
